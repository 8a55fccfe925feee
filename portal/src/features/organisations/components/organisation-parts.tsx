import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { DownloadDialog } from "../../../kit/download-dialog";
import { useAct } from "../../../kit/use-act";
import { ConfirmDialog } from "../../../ui/confirm-dialog";
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
  const off = status === OFF;
  const act = useAct(() => updateOrganisation(services, { kind, id, version, status: off ? ON : OFF }), {
    done: off ? t("turnOn.done", { name }) : t("turnOff.done", { name }),
    refresh: NAMES,
  });
  return (
    <ConfirmDialog
      title={off ? t("turnOn.question", { name }) : t("turnOff.question", { name })}
      action={off ? t("turnOn") : t("turnOff")}
      destructive={!off}
      busy={act.busy}
      onConfirm={() => void act.run().then(onClose)}
      onClose={onClose}
    >
      {off ? t("turnOn.consequence") : t("turnOff.consequence")}
    </ConfirmDialog>
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
