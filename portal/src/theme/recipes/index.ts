import { button } from "./button";
import { dialog, drawer } from "./overlay";
import { field, input } from "./form";
import { menu } from "./menu";
import { heading, skeleton, spinner } from "./plain";
import { table } from "./table";

/** The keys are the names that Chakra's components look up. */
export const recipes = { button, heading, input, skeleton, spinner };
export const slotRecipes = { dialog, drawer, field, menu, table };
