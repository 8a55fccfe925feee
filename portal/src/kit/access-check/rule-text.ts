import { useTranslation } from "react-i18next";
import { useFormats } from "../../i18n/use-formats";
import type { Check, CheckRule } from "./check-query";

/** What a rule says about this person and this product, in one sentence. */
export function useRuleText(check: Check, rule: CheckRule): string {
  const { t } = useTranslation("checking");
  const { day, list } = useFormats();
  const { kind, reason, passed, agencyName: agency, lastDay } = rule;
  const blanks = { name: check.fullName || check.username, product: check.projectName };
  switch (kind) {
    case "account":
      return passed || !isOfAccount(reason) ? t("account") : t(`account.${reason}`);
    case "lastDay":
      if (!lastDay) return t("lastDay.none");
      return t(passed ? "lastDay.until" : "lastDay.expired", { day: day(lastDay) });
    case "product":
      return t(passed ? "product.on" : "product.off", blanks);
    case "agency": {
      if (passed)
        return agency ? t("agency.available", { ...blanks, agency }) : t("agency.unlimited", blanks);
      const names = list(rule.agencies);
      if (!names) return agency ? t("agency.not", { ...blanks, agency }) : t("agency.without", blanks);
      const key = rule.more ? "more" : "only";
      return agency
        ? t(`agency.not.${key}`, { ...blanks, agency, names })
        : t(`agency.without.${key}`, { ...blanks, names });
    }
    case "group": {
      if (reason === "everyone") return t("group.everyone", blanks);
      if (reason === "pending" || reason === "ended") return t(`group.${reason}`, blanks);
      if (!passed) return t("group.none", blanks);
      const names = rule.groups.filter(({ place, gives }) => place === "member" && gives);
      if (names.length === 0) return t("group.member", blanks);
      return t("group.members", { ...blanks, names: list(names.map(({ groupName }) => groupName)) });
    }
    case "application":
      return t(passed ? "application.on" : "application.off", blanks);
    case "address":
      return t(passed ? "address.has" : "address.none", blanks);
  }
}

type OfAccount = "waiting" | "disabled" | "locked" | "deleted";

function isOfAccount(reason: CheckRule["reason"]): reason is OfAccount {
  return reason === "waiting" || reason === "disabled" || reason === "locked" || reason === "deleted";
}
