import { button } from "./button";
import { field, input } from "./form";
import { heading, skeleton, spinner } from "./plain";

/**
 * The keys are the names that Chakra's components look up. Tables, menus and dialogs load later and bring their recipes along.
 */
export const recipes = { button, heading, input, skeleton, spinner };
export const slotRecipes = { field };
