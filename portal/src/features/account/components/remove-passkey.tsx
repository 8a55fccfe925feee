import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useErrand } from "../../../api/use-errand";
import { Question } from "../../../kit/question";
import { PASSKEY_NAMES } from "../../../kit/stale-names";
import { removePasskey, type Passkey } from "../passkey-queries";
import { REMOVE_PASSKEY } from "./errands";

/** The question before a passkey is removed. */
export function RemovePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useTranslation("account");
  const services = useServices();
  const { id, name } = passkey;
  useErrand(REMOVE_PASSKEY + id);
  return (
    <Question
      title={t("passkeys.removeQuestion", { name })}
      action={t("passkeys.remove")}
      destructive
      call={() => removePasskey(services, id)}
      done={t("passkeys.removed", { name })}
      refresh={PASSKEY_NAMES}
      onClose={onClose}
    >
      {t("passkeys.removeConsequence")}
    </Question>
  );
}
