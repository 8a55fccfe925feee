import { useTranslation } from "react-i18next";
import { useFormats } from "../../../i18n/use-formats";
import type { Request } from "../queries";

type Joining = Pick<Request, "kind" | "fullName" | "username" | "groupName" | "endsOn">;

/** What an approval of today does, in one sentence with names and the last day. */
export function useJoins() {
  const { t } = useTranslation("requests");
  const { day } = useFormats();
  return ({ kind, fullName, username, groupName, endsOn }: Joining): string => {
    const values = { name: fullName || username, group: groupName, day: day(endsOn ?? "") };
    if (kind === "extend") return endsOn ? t("approve.staysUntil", values) : t("approve.stays", values);
    return endsOn ? t("approve.joinsUntil", values) : t("approve.joins", values);
  };
}
