import { useTranslation } from "react-i18next";
import { labelled } from "../../../i18n/marks";
import type english from "../locales/en-us.json";
import type { JobRow } from "../queries";

const KIND = "kind.";

type Key = keyof typeof english;

/** The texts of jobs, emails and routines. A name without a text is shown as the server sends it. */
export function useJobWords() {
  const { t, i18n } = useTranslation("jobs");
  const words = i18n.getResourceBundle(i18n.language, "jobs") as Record<string, string | undefined>;
  const word = (key: string, name: string) => (words[key] === undefined ? name : t(key as Key));
  const kind = (name: string) => word(`${KIND}${name}`, name);
  return {
    kind,
    /** The kinds that have a text: all that this version of the server has. */
    kinds: Object.keys(words).flatMap((key) => (key.startsWith(KIND) ? [key.slice(KIND.length)] : [])),
    message: (name: string) => word(`message.${name}`, name),
    routine: (name: string) => word(`routine.${name}`, name),
    /** "Welcome email" to "dan@demo.test"; for a request or a membership who and which group; else the lane. */
    about: ({ message, recipient, person, groupName, lane }: JobRow) => {
      if (message && recipient)
        return t("letter", { message: word(`message.${message}`, message), to: recipient });
      if (!person) return lane;
      return groupName ? t("ofGroup", { person, group: groupName }) : person;
    },
    /** The job in one line, for its menu and its tick. */
    name: (job: JobRow) => {
      const whose = job.recipient ?? job.person ?? job.lane;
      return whose ? labelled(kind(job.kind), whose) : kind(job.kind);
    },
  };
}
