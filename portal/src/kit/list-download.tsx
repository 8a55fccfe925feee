import { Box, Button } from "@chakra-ui/react";
import { Download } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Opening } from "../api/download";
import { useServices, type Services } from "../api/services";
import { useCan } from "../access/can";
import type { AccessCode } from "../access/codes";
import { lazyPart } from "../ui/lazy/lazy-part";
import { asked } from "./can-find";
import type { DownloadDialog } from "./download-dialog";

const Dialog = lazyPart(async () => {
  const { DownloadDialog: whole } = await import("./download-dialog");
  return { default: whole };
});

/** A list as a file of the server. */
export interface ListFile {
  fileName: string;
  /** Who may download it; without it, everybody who sees the list. */
  code?: AccessCode;
  /** The call, with the filters of the page. */
  open: (
    services: Pick<Services, "api">,
    filters: Record<string, string>,
  ) => (opening: Opening) => ReturnType<Parameters<typeof DownloadDialog>[0]["open"]>;
}

export interface ListDownloadProps {
  file: ListFile;
  /** The name of the list. */
  title: string;
  filters: Record<string, string>;
}

/** The button over a list that downloads what its filters find. */
export function ListDownload({ file, title, filters }: ListDownloadProps) {
  const { t } = useTranslation("list");
  const services = useServices();
  const can = useCan();
  const [asking, setAsking] = useState(false);
  const given = asked(filters);
  if (file.code && !can(file.code)) return null;
  return (
    <>
      <Button variant="outline" onClick={() => setAsking(true)}>
        <Download size={16} aria-hidden />
        {/* On a phone the sign says enough. */}
        <Box as="span" mdDown={{ srOnly: true }}>
          {t("download.action")}
        </Box>
      </Button>
      {asking && (
        <Dialog
          title={t("download.title", { title })}
          fileName={file.fileName}
          open={file.open(services, given)}
          done={t("download.done", { title })}
          onClose={() => setAsking(false)}
        >
          {Object.keys(given).length > 0 ? t("download.filtered") : t("download.whole")}
        </Dialog>
      )}
    </>
  );
}
