import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useErrand } from "../../../api/use-errand";
import { useFormats } from "../../../i18n/use-formats";
import { useAct } from "../../../kit/use-act";
import { ConfirmDialog } from "../../../ui/confirm-dialog";
import { ShownOnce } from "../../../ui/shown-once";
import { makeTemporaryCode } from "../factor-queries";
import type { AccountName } from "./account-actions";
import { personName } from "./change-status";
import { TEMPORARY_CODE } from "./errands";

/** Makes a code for somebody who lost their phone; it is shown this one time. */
export function TemporaryCode({ account, onClose }: { account: AccountName; onClose: () => void }) {
  const { t } = useTranslation("accounts");
  const services = useServices();
  const { moment } = useFormats();
  const [made, setMade] = useState<{ code: string; endsAt: number }>();
  const name = personName(account);
  useErrand(TEMPORARY_CODE + account.userId);
  const act = useAct(
    async () => {
      const { path, data } = await makeTemporaryCode(services, account.userId);
      setMade(data);
      // The code is only in this dialog, never in a cache.
      return { path, data: null };
    },
    { done: t("code.done"), refresh: ["account-factors"] },
  );
  if (made === undefined) {
    return (
      <ConfirmDialog
        title={t("code.question", { name })}
        action={t("code.make")}
        busy={act.busy}
        onConfirm={() => void act.run()}
        onClose={onClose}
      >
        {t("code.consequence")}
      </ConfirmDialog>
    );
  }
  return (
    <ShownOnce title={t("code.shown", { name })} text={made.code} label={t("code.label")} onClose={onClose}>
      {t("code.once", { until: moment(made.endsAt) })}
    </ShownOnce>
  );
}
