import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useErrand } from "../../../api/use-errand";
import { Question } from "../../../kit/question";
import { FACTOR_NAMES } from "../../../kit/stale-names";
import { DateField } from "../../../ui/form/date-field";
import { accountFactorsQuery, requireFactor } from "../factor-queries";
import { accountQuery } from "../queries";
import type { AccountName } from "./account-actions";
import { personName } from "./change-status";
import { REQUIRE_FACTOR } from "./errands";

interface RequireFactorProps {
  account: AccountName;
  /** True if it is required of this account now, so that this ends it. */
  ends: boolean;
  onClose: () => void;
}

/** Requires a second factor of one account, also where nothing else does, or no longer. */
export function RequireFactor({ account, ends, onClose }: RequireFactorProps) {
  const { t } = useTranslation("accounts");
  const services = useServices();
  const [day, setDay] = useState("");
  const name = personName(account);
  useErrand(REQUIRE_FACTOR + account.userId);
  const dueOn = day === "" ? {} : { dueOn: day };
  return (
    <Question
      title={ends ? t("require.endQuestion", { name }) : t("require.question", { name })}
      action={ends ? t("require.end") : t("require.action")}
      call={() =>
        requireFactor(
          services,
          ends
            ? { userId: account.userId, required: false }
            : { userId: account.userId, required: true, ...dueOn },
        )
      }
      done={ends ? t("require.ended", { name }) : t("require.done", { name })}
      refresh={FACTOR_NAMES}
      onClose={onClose}
    >
      {ends ? t("require.endConsequence") : t("require.consequence")}
      {!ends && (
        <DateField
          label={t("require.day")}
          help={t("require.dayHelp")}
          value={day}
          onChange={(event) => setDay(event.target.value)}
        />
      )}
    </Question>
  );
}

/** The same question after the sign-in that it needed, which has kept only the id. */
export function RequireFactorAgain({ userId, onClose }: { userId: string; onClose: () => void }) {
  const services = useServices();
  const account = useQuery(accountQuery(services, userId)).data;
  const factors = useQuery(accountFactorsQuery(services, userId)).data;
  if (!account || !factors?.mayChange) return null;
  return <RequireFactor account={account} ends={factors.requiredHere} onClose={onClose} />;
}
