import { Box, Button, FileUpload, Flex, Text } from "@chakra-ui/react";
import { FileCheck, UploadCloud, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { FieldFrame } from "../ui/form/field-frame";
import { IconButton } from "../ui/icon-button";
import type { Upload, UploadState } from "./use-upload";

interface UploadFieldProps {
  label: string;
  upload: Upload;
  /** Allowed media types with their file endings: `{ "image/png": [".png"] }`; all if there are none. */
  types: Record<string, string[]>;
  /** In bytes. */
  maxSize: number;
  required?: boolean;
  /** The server's message about the file. */
  error?: string | undefined;
}

const KILOBYTE = 1_000;
const MEGABYTE = 1_000_000;

/** Takes one file, chosen or dropped. Checks type and size before it sends the file; the upload can be cancelled. */
export function UploadField(props: UploadFieldProps) {
  const { label, upload, types, maxSize, required, error } = props;
  const { t, i18n } = useTranslation(["form", "ui"]);
  const [refused, setRefused] = useState<string>();
  const { state } = upload;
  // English as it is written in Britain: no comma before "or".
  const locale = i18n.language === "zh-cn" ? "zh-cn" : "en-gb";
  const endings = new Intl.ListFormat(locale, { type: "disjunction" })
    .format(
      Object.values(types)
        .flat()
        .map((ending) => ending.replace(".", "").toUpperCase()),
    )
    .replace("或", " 或 ");
  const size = sizeText(maxSize, locale);
  const box = useFocusKept(state.phase);
  const failed = state.phase === "failed" ? state.text : undefined;
  return (
    <FieldFrame label={label} required={required} error={refused ?? failed ?? error}>
      {(describedBy) => (
        <FileUpload.Root
          ref={box}
          unstyled
          accept={types}
          maxFiles={1}
          maxFileSize={maxSize}
          acceptedFiles={[]}
          onFileAccept={({ files: [file] }) => {
            if (!file) return;
            setRefused(undefined);
            upload.start(file);
          }}
          onFileReject={({ files: [first] }) => {
            const name = first?.file.name ?? "";
            if (first?.errors.includes("FILE_TOO_LARGE")) setRefused(t("upload.tooLarge", { name, size }));
            else if (first?.errors.includes("FILE_INVALID_TYPE"))
              setRefused(t("upload.wrongType", { name, types: endings }));
            else if (first) setRefused(t("upload.oneOnly"));
          }}
        >
          <FileUpload.HiddenInput aria-label={label} {...describedBy} />
          <FileUpload.Dropzone unstyled disableClick tabIndex={-1} aria-label={label} css={DROPZONE}>
            {state.phase === "running" ? (
              <Running name={state.name} share={state.share} onCancel={upload.cancel} />
            ) : (
              <Flex gap="3" wrap="wrap" align="center" justify="center">
                <FileUpload.Trigger asChild unstyled>
                  <Button variant="outline" {...describedBy}>
                    <UploadCloud size={16} aria-hidden />
                    {t("upload.choose")}
                  </Button>
                </FileUpload.Trigger>
                <Text as="span" color="fg.muted" fontSize="md" css={WITH_MOUSE}>
                  {t("upload.drop")}
                </Text>
              </Flex>
            )}
            <Text margin="0" fontSize="sm" color="fg.muted">
              {endings ? t("upload.rules", { types: endings, size }) : t("upload.size", { size })}
            </Text>
          </FileUpload.Dropzone>
          <Box role="status" fontSize="md">
            {state.phase === "cancelled" && t("upload.cancelled")}
            {state.phase === "done" && (
              <Flex align="center" gap="2" marginTop="2">
                <FileCheck size={16} aria-hidden />
                <Text as="span" minWidth="0" overflowWrap="anywhere">
                  {state.name}
                </Text>
                <IconButton
                  data-remove
                  label={t("upload.remove", { name: state.name })}
                  onClick={upload.remove}
                >
                  <X size={16} aria-hidden />
                </IconButton>
              </Flex>
            )}
          </Box>
          {state.phase === "failed" && (
            <Button variant="outline" size="sm" marginTop="2" onClick={state.retry}>
              {t("ui:retry")}
            </Button>
          )}
        </FileUpload.Root>
      )}
    </FieldFrame>
  );
}

/** A limit in whole units, rounded down: a file of that size is always taken. */
function sizeText(bytes: number, locale: string): string {
  const [unit, one] =
    bytes < MEGABYTE ? (["kilobyte", KILOBYTE] as const) : (["megabyte", MEGABYTE] as const);
  return new Intl.NumberFormat(locale, { style: "unit", unit }).format(Math.floor(bytes / one));
}

/** Each phase has other buttons. The first button of the next phase gets the focus. */
function useFocusKept(phase: UploadState["phase"]) {
  const box = useRef<HTMLDivElement>(null);
  const before = useRef(phase);
  useEffect(() => {
    if (before.current === phase) return;
    before.current = phase;
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (!lost) return;
    const wanted = phase === "done" ? "[data-remove]" : "button:not(:disabled)";
    box.current?.querySelector<HTMLElement>(wanted)?.focus();
  }, [phase]);
  return box;
}

function Running({ name, share, onCancel }: { name: string; share: number; onCancel: () => void }) {
  const { t, i18n } = useTranslation("form");
  const percent = new Intl.NumberFormat(i18n.language, { style: "percent" }).format(share);
  return (
    <Flex align="center" gap="3" width="full" maxWidth="360px">
      <Box flex="1" minWidth="0">
        <Flex justify="space-between" gap="3" fontSize="sm">
          <Text as="span" minWidth="0" overflowWrap="anywhere">
            {name}
          </Text>
          <Text as="span" fontVariantNumeric="tabular-nums">
            {percent}
          </Text>
        </Flex>
        <Box asChild width="full" accentColor="accent">
          <progress aria-label={t("upload.progress", { name })} value={share} max={1} />
        </Box>
      </Box>
      <Button variant="outline" size="sm" onClick={onCancel}>
        {t("upload.cancel")}
      </Button>
    </Flex>
  );
}

const WITH_MOUSE = { "@media (pointer: coarse)": { display: "none" } };

const DROPZONE = {
  display: "flex",
  flexDirection: "column",
  alignItems: "center",
  textAlign: "center",
  gap: "2",
  padding: "5",
  border: "1px dashed",
  borderColor: "border.control",
  borderRadius: "control",
  "&[data-dragging]": { background: "accent.subtle", borderStyle: "solid" },
};
