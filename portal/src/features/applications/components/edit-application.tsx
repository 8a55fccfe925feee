import { Text } from "@chakra-ui/react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useEdited } from "../../../kit/use-edited";
import { useSave } from "../../../kit/use-save";
import { EditDrawer } from "../../../ui/form/edit-drawer";
import { applicationQuery, NAMES, updateApplication } from "../queries";
import type { ApplicationName, Open } from "./application-actions";
import { ApplicationSections } from "./application-sections";
import { changesOf, DEFAULTS, faultsOf, hasSecret, valuesOf } from "./application-values";

interface EditApplicationProps {
  application: ApplicationName;
  onOpen: (open: Open) => void;
  onClose: () => void;
}

const NOTHING = valuesOf("", DEFAULTS);

/** Changes an application. Only what differs is sent. */
export function EditApplication({ application, onOpen, onClose }: EditApplicationProps) {
  const { t } = useTranslation("applications");
  const services = useServices();
  const { client_id: clientId, name } = application;
  const words = { number: t("fault.number"), keys: t("fault.keys") };
  const edited = useEdited(applicationQuery(services, clientId), {
    valuesOf: (of) => valuesOf(of.client_id, of.metadata),
    nothing: NOTHING,
    rules: () => ({ required: ["metadata.name"], check: (values) => faultsOf(values, words) }),
  });
  const { base, form, version, current } = edited;
  const made = useRef<Open>(undefined);
  const save = useSave(form, {
    call: async (values, how) => {
      const metadata = changesOf(base?.metadata ?? DEFAULTS, values);
      const change = { client_id: clientId, version: await version(how), metadata };
      return updateApplication(services, change, ({ secret }) => {
        const saved = { ...application, name: values.metadata.name.trim() };
        if (secret) made.current = { what: "secret", name: saved.name, secret };
        else if (hasSecret(values) && base?.secrets === 0)
          made.current = { what: "lost", application: saved, isNew: false };
      });
    },
    current,
    done: (_, { metadata }) => t("edit.done", { name: metadata.name.trim() }),
    refresh: NAMES,
  });
  const locked = base && !base.rights.edit;
  const waiting = locked ? (
    <Text margin="0">{base.source === "file" ? t("declared") : t("trusted")}</Text>
  ) : (
    edited.waiting
  );
  return (
    <EditDrawer
      title={t("edit.title", { name })}
      form={form}
      save={save}
      onClose={() => (made.current ? onOpen(made.current) : onClose())}
      {...(waiting && { waiting })}
    >
      {base && <ApplicationSections form={form} mayTrust={base.rights.trust} />}
    </EditDrawer>
  );
}
