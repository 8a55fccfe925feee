import { Box, Button, Text } from "@chakra-ui/react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { download, saveFile, type Opening } from "../api/download";
import { failureText } from "../api/failure-text";
import { BusyButton } from "../ui/busy-button";
import { DialogFrame } from "../ui/dialog-frame";
import { showToast } from "../ui/toast/toast-store";

interface DownloadDialogProps {
  title: string;
  /** Text about the content of the file. */
  children: ReactNode;
  fileName: string;
  open: (opening: Opening) => ReturnType<Parameters<typeof download>[0]>;
  /** The toast at the end. */
  done: string;
  onClose: () => void;
}

type State = { phase: "asking" } | { phase: "running"; bytes: number } | { phase: "failed"; text: string };

/** Downloads a file: text about it, the progress, a stop button, and the failure. */
export function DownloadDialog({ title, children, fileName, open, done, onClose }: DownloadDialogProps) {
  const { t } = useTranslation(["list", "ui"]);
  const [state, setState] = useState<State>({ phase: "asking" });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const start = async () => {
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    setState({ phase: "running", bytes: 0 });
    try {
      const onProgress = (bytes: number) => setState({ phase: "running", bytes });
      saveFile(await download(open, { signal, onProgress }), fileName);
      showToast({ tone: "done", text: done });
      onClose();
    } catch (error) {
      if (!signal.aborted) setState({ phase: "failed", text: failureText(error) });
    }
  };
  const busy = state.phase === "running";
  return (
    <DialogFrame
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {busy ? t("list:download.stop") : t("ui:cancel")}
          </Button>
          <BusyButton data-autofocus busy={busy} onClick={() => void start()}>
            {state.phase === "failed" ? t("ui:retry") : t("list:download.start")}
          </BusyButton>
        </>
      }
    >
      {children}
      <Text role="status" marginTop="3" marginBottom="0" fontVariantNumeric="tabular-nums">
        {state.phase === "running" && <Received bytes={state.bytes} />}
      </Text>
      {state.phase === "failed" && (
        <Text role="alert" marginTop="3" marginBottom="0" color="danger">
          {state.text}
        </Text>
      )}
    </DialogFrame>
  );
}

function Received({ bytes }: { bytes: number }) {
  const { t, i18n } = useTranslation("list");
  const [size, unit] = bytes < 1e6 ? [bytes / 1e3, "kilobyte"] : [bytes / 1e6, "megabyte"];
  const format = { style: "unit", unit, maximumFractionDigits: 1 } as const;
  const text = t("download.received", { size: new Intl.NumberFormat(i18n.language, format).format(size) });
  return (
    <>
      <Box asChild width="full" height="2" accentColor="accent">
        <progress aria-label={text} />
      </Box>
      {text}
    </>
  );
}
