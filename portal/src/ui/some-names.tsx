import { useTranslation } from "react-i18next";
import { NONE, useFormats } from "../i18n/use-formats";

const SHOWN = 5;

interface SomeNamesProps {
  names: string[];
  /** Also counts the names that `names` leaves out. */
  total?: number;
  /** Chinese counts people with another word. */
  people?: boolean;
}

/** The first few names, and how many more there are. */
export function SomeNames({ names, total = names.length, people = false }: SomeNamesProps) {
  const { t } = useTranslation("list");
  const { list } = useFormats();
  const shown = names.slice(0, SHOWN);
  const others = total - shown.length;
  const all =
    others > 0 ? [...shown, t(people ? "names.morePeople" : "names.more", { count: others })] : shown;
  return list(all) || NONE;
}
