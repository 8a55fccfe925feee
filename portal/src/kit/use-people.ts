import { useTranslation } from "react-i18next";
import { useFormats } from "../i18n/use-formats";

/** How many people a question names. */
const NAMED = 5;

/** The names of `people`, as a question has them: the first few, and how many more there are. */
export function usePeople(people: readonly { fullName: string; username: string }[]): string {
  const { t } = useTranslation("list");
  const { list } = useFormats();
  const names = people.map(({ fullName, username }) => fullName || username);
  const others = names.length - NAMED;
  return list(others > 0 ? [...names.slice(0, NAMED), t("names.morePeople", { count: others })] : names);
}
