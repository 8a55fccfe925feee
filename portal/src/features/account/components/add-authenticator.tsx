import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiFailure, needsStepUp } from "../../../api/failure";
import { useServices } from "../../../api/services";
import { useErrand } from "../../../api/use-errand";
import { NotThereYet } from "../../../kit/not-there-yet";
import { useSave } from "../../../kit/use-save";
import { FACTOR_NAMES } from "../../../kit/stale-names";
import { FormDialog } from "../../../ui/form/form-dialog";
import { TextField } from "../../../ui/form/text-field";
import { useForm } from "../../../ui/form/use-form";
import { addAuthenticator, offerQuery } from "../queries";
import type { Errand } from "./errands";
import { OfferedSecret } from "./offered-secret";
import { ShownCodes } from "./shown-codes";

interface AddAuthenticatorProps {
  /** Whether the account has an app, which this one replaces. */
  replaces: boolean;
  /** Whether the person has scanned an earlier code. */
  again: boolean;
  onClose: () => void;
}

/** Adds an authenticator app: a code to scan, the first code of the app, then the recovery codes. */
export function AddAuthenticator({ replaces, again, onClose }: AddAuthenticatorProps) {
  const { t } = useTranslation("account");
  const services = useServices();
  const [codes, setCodes] = useState<string[]>();
  const { data: offer, error, refetch } = useQuery(offerQuery(services));
  useErrand((offer ? "scan-again" : "add-authenticator") satisfies Errand);
  const leave = useEffectEvent(onClose);
  const isAskedFirst = needsStepUp(error);
  useEffect(() => {
    if (isAskedFirst) leave();
  }, [isAskedFirst]);

  const form = useForm({
    initial: { code: "" },
    check: ({ code }) => ({ ...(!/^\d{6}$/.test(digitsOf(code)) && { code: t("app.sixDigits") }) }),
  });
  const save = useSave(form, {
    call: async ({ code }) => {
      try {
        const confirmed = { offer: offer?.offer ?? "", code: digitsOf(code) };
        const { path, data } = await addAuthenticator(services, confirmed);
        setCodes(data.codes);
        // The codes are only in this dialog, never in a cache.
        return { path, data: null };
      } catch (failure) {
        if (needsStepUp(failure)) onClose();
        if (isTooLate(failure)) {
          form.set("code", "");
          void refetch();
        }
        throw failure;
      }
    },
    done: t("app.added"),
    refresh: FACTOR_NAMES,
  });

  if (isAskedFirst) return null;
  if (codes) return <ShownCodes codes={codes} onClose={onClose} />;
  return (
    <FormDialog
      title={t(replaces ? "app.replaceTitle" : "app.add")}
      form={form}
      save={save}
      action={t("app.addNow")}
      // The codes come next, in a dialog of their own.
      onSaved={() => undefined}
      onClose={onClose}
      waiting={
        offer ? undefined : <NotThereYet error={error} onRetry={() => void refetch()} lines={4} height="12" />
      }
    >
      {offer && <OfferedSecret offer={offer} replaces={replaces} again={again} />}
      <TextField
        label={t("app.code")}
        help={t("app.codeHelp")}
        inputMode="numeric"
        autoComplete="one-time-code"
        {...form.text("code")}
      />
    </FormDialog>
  );
}

/** Some apps show the digits in two groups. */
function digitsOf(code: string): string {
  return code.replace(/\s/g, "");
}

/** The offer was shown for longer than half an hour. */
function isTooLate(failure: unknown): boolean {
  return failure instanceof ApiFailure && failure.faults.some(({ field }) => field === "offer");
}
