import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useUser } from "../../../access/user";
import { useServices } from "../../../api/services";
import { useSave } from "../../../kit/use-save";
import { EditDrawer } from "../../../ui/form/edit-drawer";
import { useForm } from "../../../ui/form/use-form";
import { addApplication, NAMES } from "../queries";
import type { Open } from "./application-actions";
import { ApplicationSections } from "./application-sections";
import { changesOf, DEFAULTS, faultsOf, hasSecret, valuesOf } from "./application-values";

interface AddApplicationProps {
  onOpen: (open: Open) => void;
  onClose: () => void;
}

const BLANK = valuesOf("", { ...DEFAULTS, redirect_uris: [""] });

/** Adds an application. At the end it shows what its developer needs, or says that the answer with the secret was lost. */
export function AddApplication({ onOpen, onClose }: AddApplicationProps) {
  const { t } = useTranslation("applications");
  const services = useServices();
  const mayTrust = useUser()?.roles.includes("superAdmin") ?? false;
  const words = { number: t("fault.number"), keys: t("fault.keys") };
  const form = useForm({
    initial: BLANK,
    required: ["metadata.name"],
    check: (values) => faultsOf(values, words),
  });
  const made = useRef<Open>(undefined);
  const save = useSave(form, {
    call: (values) => {
      const metadata = changesOf(DEFAULTS, values);
      const clientId = values.client_id.trim();
      return addApplication(
        services,
        { ...(clientId && { client_id: clientId }), metadata },
        ({ client_id, secret }) => {
          const name = values.metadata.name.trim();
          if (!secret && hasSecret(values))
            made.current = { what: "lost", application: { client_id, name, enabled: true }, isNew: true };
          else if (values.metadata.kind !== "legacy")
            made.current = { what: "ready", name, clientId: client_id, secret: secret ?? undefined };
        },
      );
    },
    done: t("add.done"),
    refresh: NAMES,
  });
  return (
    <EditDrawer
      title={t("add")}
      action={t("add")}
      form={form}
      save={save}
      onClose={() => (made.current ? onOpen(made.current) : onClose())}
    >
      <ApplicationSections form={form} isNew mayTrust={mayTrust} />
    </EditDrawer>
  );
}
