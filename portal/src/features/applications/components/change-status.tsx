import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useAct } from "../../../kit/use-act";
import { ConfirmDialog } from "../../../ui/confirm-dialog";
import { setEnabled } from "../queries";
import type { ApplicationName } from "./application-actions";

interface ChangeStatusProps {
  application: ApplicationName;
  onClose: () => void;
}

/** Enables or disables an application, after a question that names it and what follows. */
export function ChangeStatus({ application, onClose }: ChangeStatusProps) {
  const { t } = useTranslation("applications");
  const services = useServices();
  const { client_id: clientId, name, enabled } = application;
  const act = useAct(() => setEnabled(services, clientId, !enabled), {
    done: enabled ? t("disable.done", { name }) : t("enable.done", { name }),
    refresh: ["applications", "application"],
  });
  return (
    <ConfirmDialog
      title={enabled ? t("disable.question", { name }) : t("enable.question", { name })}
      action={enabled ? t("disable") : t("enable")}
      destructive={enabled}
      busy={act.busy}
      onConfirm={() => void act.run().then(onClose)}
      onClose={onClose}
    >
      {enabled ? t("disable.consequence") : t("enable.consequence")}
    </ConfirmDialog>
  );
}
