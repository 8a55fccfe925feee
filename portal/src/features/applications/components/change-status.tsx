import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { SwitchDialog } from "../../../kit/switching/switch-dialog";
import { NAMES, setEnabled } from "../queries";
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
  return (
    <SwitchDialog
      name={name}
      isOn={enabled}
      words={{
        on: {
          action: t("enable"),
          question: () => t("enable.question", { name }),
          consequence: t("enable.consequence"),
          done: () => t("enable.done", { name }),
        },
        off: {
          action: t("disable"),
          question: () => t("disable.question", { name }),
          consequence: t("disable.consequence"),
          done: () => t("disable.done", { name }),
        },
      }}
      call={(on) => setEnabled(services, clientId, on)}
      refresh={NAMES}
      onClose={onClose}
    />
  );
}
