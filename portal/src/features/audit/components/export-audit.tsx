import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { DownloadDialog } from "../../../kit/download-dialog";
import { askedBy, exportAudit } from "../queries";

interface ExportAuditProps {
  filters: Record<string, string>;
  onClose: () => void;
}

/** The entries that the list shows, as a file. */
export default function ExportAudit({ filters, onClose }: ExportAuditProps) {
  const { t } = useTranslation("audit");
  const services = useServices();
  const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value));
  return (
    <DownloadDialog
      title={t("export.title")}
      fileName="audit-log.csv"
      open={exportAudit(services, given)}
      done={t("export.done")}
      onClose={onClose}
    >
      {Object.keys(askedBy(given)).length > 0 ? t("export.filtered") : t("export.whole")}
    </DownloadDialog>
  );
}
