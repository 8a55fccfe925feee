import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { DownloadDialog } from "../../../kit/download-dialog";
import { useAct } from "../../../kit/use-act";
import { ConfirmDialog } from "../../../ui/confirm-dialog";
import { exportMappings, OFF, ON, updateMapping, type Mapping } from "../queries";
import { EditMapping } from "./edit-mapping";

/** What is open beside the list; without a mapping, one is added. */
export type Open =
  | { what: "edit"; mapping: Mapping | undefined }
  | { what: "status"; mapping: Mapping }
  | { what: "export"; filters: Record<string, string> };

/** The drawer and the questions of the list, fetched with the first that is opened. */
export default function MappingParts({ open, onClose }: { open: Open; onClose: () => void }) {
  switch (open.what) {
    case "edit":
      return <EditMapping mapping={open.mapping} onClose={onClose} />;
    case "status":
      return <ChangeStatus mapping={open.mapping} onClose={onClose} />;
    case "export":
      return <Export filters={open.filters} onClose={onClose} />;
  }
}

function ChangeStatus({ mapping, onClose }: { mapping: Mapping; onClose: () => void }) {
  const { t } = useTranslation("iris");
  const services = useServices();
  const { id, version, irisCode: code, status } = mapping;
  const off = status === OFF;
  const act = useAct(() => updateMapping(services, { id, version, status: off ? ON : OFF }), {
    done: off ? t("turnOn.done", { code }) : t("turnOff.done", { code }),
    refresh: ["iris"],
  });
  return (
    <ConfirmDialog
      title={off ? t("turnOn.question", { code }) : t("turnOff.question", { code })}
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

function Export({ filters, onClose }: { filters: Record<string, string>; onClose: () => void }) {
  const { t } = useTranslation("iris");
  const services = useServices();
  const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value));
  return (
    <DownloadDialog
      title={t("export.title")}
      fileName="iris-mappings.csv"
      open={exportMappings(services, given)}
      done={t("export.done")}
      onClose={onClose}
    >
      {Object.keys(given).length > 0 ? t("export.filtered") : t("export.whole")}
    </DownloadDialog>
  );
}
