import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useSave } from "../../../kit/use-save";
import { PASSKEY_NAMES } from "../../../kit/stale-names";
import { useForm } from "../../../ui/form/use-form";
import { renamePasskey, type Passkey } from "../passkey-queries";
import { PasskeyNameDialog } from "./passkey-name-dialog";

/** Gives a passkey another name. */
export function RenamePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useTranslation("account");
  const services = useServices();
  const form = useForm({ initial: { name: passkey.name }, required: ["name"] });
  const save = useSave(form, {
    call: ({ name }) => renamePasskey(services, passkey.id, name.trim()),
    done: t("passkeys.renamed"),
    refresh: PASSKEY_NAMES,
  });
  return (
    <PasskeyNameDialog
      title={t("passkeys.renameTitle")}
      action={t("passkeys.rename")}
      form={form}
      save={save}
      onClose={onClose}
    />
  );
}
