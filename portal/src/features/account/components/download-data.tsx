import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useErrand } from "../../../api/use-errand";
import { DownloadDialog } from "../../../kit/download-dialog";
import { exportData } from "../profile-queries";
import { DOWNLOAD_DATA } from "./errands";

/** Everything that is kept about the person, as one file. */
export function DownloadData({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("account");
  useErrand(DOWNLOAD_DATA);
  const [day] = useState(() => new Date().toISOString().slice(0, 10));
  return (
    <DownloadDialog
      title={t("data.download")}
      fileName={`my-data-${day}.json`}
      open={exportData(useServices())}
      done={t("data.done")}
      onClose={onClose}
    >
      {t("data.safe")}
    </DownloadDialog>
  );
}
