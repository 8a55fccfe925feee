import { useTranslation } from "react-i18next";
import type { HomeTile } from "../queries";

const SLOTS = [
  "data_sources",
  "upskill",
  "strategy_1",
  "strategy_2",
  "strategy_3",
  "brief",
  "ai_site",
  "assistant_1",
  "assistant_2",
  "assistant_3",
] as const;

/** What a tile is called: its own name, or the usual one of its place. */
export function useTileName() {
  const { t } = useTranslation("tiles");
  return ({ slot, name }: Pick<HomeTile, "slot" | "name">): string => {
    const known = SLOTS.find((one) => one === slot);
    return name || (known ? t(`slot.${known}`) : slot);
  };
}
