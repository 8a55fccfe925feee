import { useTranslation } from "react-i18next";
import { ACCOUNT_TYPES, type RoleRow } from "../role-queries";

/** Whom a role is for: "Client: Harbour Foods". */
export function useScopeText() {
  const { t } = useTranslation("rights");
  return ({ accountType, orgName }: Pick<RoleRow, "accountType" | "orgName">): string => {
    const type = ACCOUNT_TYPES.find((one) => one === String(accountType ?? 0)) ?? "0";
    const who = t(`accountType.${type}`);
    return orgName ? t("scope", { who, organisation: orgName }) : who;
  };
}
