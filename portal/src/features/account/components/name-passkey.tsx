import { useTranslation } from "react-i18next";
import { ApiFailure, needsStepUp } from "../../../api/failure";
import { failureText } from "../../../api/failure-text";
import { useServices } from "../../../api/services";
import { useErrand } from "../../../api/use-errand";
import { deviceOf } from "../../../kit/browser-name";
import { useSave } from "../../../kit/use-save";
import { PASSKEY_NAMES } from "../../../kit/stale-names";
import { useForm } from "../../../ui/form/use-form";
import { addPasskey, forgetMadeKey, type NewKey } from "../passkey-queries";
import { ADD_PASSKEY } from "./errands";
import { PasskeyNameDialog } from "./passkey-name-dialog";

interface NamePasskeyProps {
  made: NewKey;
  /** The names of the other passkeys. */
  taken: string[];
  /** `why` if the server does not take the key. */
  onClose: (why?: string) => void;
}

/** Names the key that the browser has made, and adds it. A key that is not added is forgotten by the device, too. */
export function NamePasskey({ made, taken, onClose }: NamePasskeyProps) {
  const { t } = useTranslation("account");
  const services = useServices();
  const suggest = useSuggestion();
  useErrand(ADD_PASSKEY);
  const form = useForm({ initial: { name: suggest(made, taken) }, required: ["name"] });
  const leave = (why?: string) => {
    void forgetMadeKey(services);
    onClose(why);
  };
  const save = useSave(form, {
    call: async ({ name }) => {
      try {
        return await addPasskey(services, made, name.trim());
      } catch (failure) {
        if (needsStepUp(failure)) leave();
        else if (isKeyRefused(failure)) leave(failureText(failure));
        throw failure;
      }
    },
    done: t("passkeys.added"),
    refresh: PASSKEY_NAMES,
  });
  return (
    <PasskeyNameDialog
      title={t("passkeys.nameTitle")}
      help={t("passkeys.nameHelp")}
      action={t("passkeys.add")}
      form={form}
      save={save}
      onSaved={() => onClose()}
      onClose={() => leave()}
    />
  );
}

/** No other name helps: the challenge is too old, or the key is not believed or known. */
function isKeyRefused(failure: unknown): boolean {
  return (
    failure instanceof ApiFailure &&
    failure.faults.some(({ field }) => field === "state" || field === "credential")
  );
}

/** "Chrome on Windows", "Security key 2". */
function useSuggestion() {
  const { t } = useTranslation("account");
  const kindOf = ({ elsewhere, transports }: NewKey): string => {
    if (elsewhere) return transports.includes("hybrid") ? t("passkeys.phone") : t("passkeys.securityKey");
    const { browser, system } = deviceOf(navigator.userAgent) ?? {};
    return browser && system ? t("browsers.device", { browser, system }) : t("passkeys.mine");
  };
  return (made: NewKey, taken: string[]): string => {
    const kind = kindOf(made);
    let name = kind;
    for (let count = 2; taken.includes(name); count += 1) name = `${kind} ${count}`;
    return name;
  };
}
