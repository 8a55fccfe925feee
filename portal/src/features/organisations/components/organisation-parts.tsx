import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { DownloadDialog } from "../../../kit/download-dialog";
import { SwitchDialog } from "../../../kit/switching/switch-dialog";
import {
  exportOrganisations,
  NAMES,
  OFF,
  ON,
  updateOrganisation,
  type Kind,
  type Organisation,
} from "../queries";
import { EditOrganisation } from "./edit-organisation";

/** What is open beside the list; without an organisation, one is added. */
export type Open =
  | { what: "edit"; organisation: Organisation | undefined }
  | { what: "status"; organisation: Organisation }
  | { what: "export"; filters: Record<string, string> };

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
    case "export":
      return <Export kind={kind} filters={open.filters} onClose={onClose} />;
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

interface ExportProps {
  kind: Kind;
  filters: Record<string, string>;
  onClose: () => void;
}

function Export({ kind, filters, onClose }: ExportProps) {
  const { t } = useTranslation("organisations");
  const services = useServices();
  const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value));
  return (
    <DownloadDialog
      title={t("export.title")}
      fileName="organisations.csv"
      open={exportOrganisations(services, kind, given)}
      done={t("export.done")}
      onClose={onClose}
    >
      {Object.keys(given).length > 0 ? t("export.filtered") : t("export.whole")}
    </DownloadDialog>
  );
}
