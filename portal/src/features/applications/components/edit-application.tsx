import { Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { NotThereYet } from "../../../kit/not-there-yet";
import { useSave } from "../../../kit/use-save";
import { EditDrawer } from "../../../ui/form/edit-drawer";
import { useForm } from "../../../ui/form/use-form";
import { applicationQuery, updateApplication, type Application } from "../queries";
import type { ApplicationName, Open } from "./application-actions";
import { ApplicationSections } from "./application-sections";
import { changesOf, DEFAULTS, faultsOf, valuesOf } from "./application-values";

interface EditApplicationProps {
  application: ApplicationName;
  onOpen: (open: Open) => void;
  onClose: () => void;
}

const NOTHING = valuesOf("", DEFAULTS);

/** Changes an application: what the server has now is fetched first. */
export function EditApplication({ application, onOpen, onClose }: EditApplicationProps) {
  const { t } = useTranslation("applications");
  const services = useServices();
  const { client_id: clientId, name } = application;
  const { data, error, refetch } = useQuery({ ...applicationQuery(services, clientId), gcTime: 0 });
  // What the form began with: only what differs from it is sent, with its version.
  const [base, setBase] = useState<Application>();
  if (data && !base) setBase(data);
  const initial = (of: Application) => valuesOf(of.client_id, of.metadata);
  const words = { number: t("fault.number"), keys: t("fault.keys") };
  const form = useForm({
    initial: base ? initial(base) : NOTHING,
    required: ["metadata.name"],
    check: (values) => faultsOf(values, words),
  });
  const { restart } = form;
  useEffect(() => {
    if (base) restart(initial(base));
    // The form begins anew with another base alone, not with another render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [base]);
  const fresh = () => services.queries.query(applicationQuery(services, clientId));
  const made = useRef<Extract<Open, { what: "secret" }>>(undefined);
  const save = useSave(form, {
    call: async (values, { overwrite }) => {
      const version = overwrite ? (await fresh()).version : base?.version;
      const metadata = changesOf(base?.metadata ?? DEFAULTS, values);
      const change = { client_id: clientId, ...(version !== undefined && { version }), metadata };
      return updateApplication(services, change, ({ secret }) => {
        made.current = { what: "secret", name: values.metadata.name.trim(), secret };
      });
    },
    current: async () => {
      const theirs = await fresh();
      setBase(theirs);
      return initial(theirs);
    },
    done: t("edit.done", { name }),
    refresh: ["applications", "application"],
  });
  const locked = base && !base.rights.edit;
  const waiting = locked ? (
    <Text margin="0">{base.source === "file" ? t("declared") : t("trusted")}</Text>
  ) : (
    <NotThereYet error={error} onRetry={() => void refetch()} lines={6} height="16" />
  );
  return (
    <EditDrawer
      title={t("edit.title", { name })}
      form={form}
      save={save}
      onClose={() => (made.current ? onOpen(made.current) : onClose())}
      {...((!base || locked) && { waiting })}
    >
      {base && <ApplicationSections form={form} mayTrust={base.rights.trust} />}
    </EditDrawer>
  );
}
