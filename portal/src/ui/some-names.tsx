import { useTranslation } from "react-i18next";
import { NONE, useFormats } from "../i18n/use-formats";

const SHOWN = 5;

/** The first few names, and how many more there are. `total` also counts the names that `names` leaves out. */
export function SomeNames({ names, total = names.length }: { names: string[]; total?: number }) {
  const { t } = useTranslation("list");
  const { list } = useFormats();
  const shown = names.slice(0, SHOWN);
  const others = total - shown.length;
  const all = others > 0 ? [...shown, t("names.more", { count: others })] : shown;
  return list(all) || NONE;
}
