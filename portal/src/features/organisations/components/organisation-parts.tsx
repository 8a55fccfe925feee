import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { SwitchDialog } from "../../../kit/switching/switch-dialog";
import { NAMES, OFF, ON, updateOrganisation, type Kind, type Organisation } from "../queries";
import { EditOrganisation } from "./edit-organisation";

/** What is open beside the list; without an organisation, one is added. */
export type Open =
  { what: "edit"; organisation: Organisation | undefined } | { what: "status"; organisation: Organisation };

interface OrganisationPartsProps {
  kind: Kind;
  open: Open;
  onClose: () => void;
}

/** The drawer and the questions of a list, fetched with the first that is opened. */
export default function OrganisationParts({ kind, open, onClose }: OrganisationPartsProps) {
  switch (open.what) {
    case "edit":
      return <EditOrganisation kind={kind} organisation={open.organisation} onClose={onClose} />;
    case "status":
      return <ChangeStatus kind={kind} organisation={open.organisation} onClose={onClose} />;
  }
}

interface ChangeStatusProps {
  kind: Kind;
  organisation: Organisation;
  onClose: () => void;
}

function ChangeStatus({ kind, organisation, onClose }: ChangeStatusProps) {
  const { t } = useTranslation("organisations");
  const services = useServices();
  const { id, version, name, status } = organisation;
  return (
    <SwitchDialog
      name={name}
      isOn={status === ON}
      words={{
        on: {
          action: t("turnOn"),
          question: () => t("turnOn.question", { name }),
          consequence: t("turnOn.consequence"),
          done: () => t("turnOn.done", { name }),
        },
        off: {
          action: t("turnOff"),
          question: () => t("turnOff.question", { name }),
          consequence: t("turnOff.consequence"),
          done: () => t("turnOff.done", { name }),
        },
      }}
      call={(on) => updateOrganisation(services, { kind, id, version, status: on ? ON : OFF })}
      refresh={NAMES}
      onClose={onClose}
    />
  );
}
