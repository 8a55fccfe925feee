import { Box, Button, Text } from "@chakra-ui/react";
import { Download } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { download, saveFile } from "../../../api/download";
import { ApiFailure, STATUS, type FieldFault } from "../../../api/failure";
import { failureText } from "../../../api/failure-text";
import { useServices } from "../../../api/services";
import { UploadField } from "../../../kit/upload-field";
import { useAct } from "../../../kit/use-act";
import { useUpload, type UploadWatch } from "../../../kit/use-upload";
import { ACCOUNT_NAMES } from "../../../kit/stale-names";
import { BusyButton } from "../../../ui/busy-button";
import { CheckboxField } from "../../../ui/form/checkbox-field";
import { SideDrawer } from "../../../ui/side-drawer";
import { showToast } from "../../../ui/toast/toast-store";
import { checkImport, importAccounts, importTemplate, type Imported } from "../queries";
import { Faults, Found } from "./import-findings";

const LARGEST = 500_000;
const TYPES = { "text/csv": [".csv"] };

/** A file that the server has read: what it would do, or what is wrong with it. */
type Checked = { file: string; found: Imported } | { faults: FieldFault[] };

/** Adds and changes accounts by a CSV file: it is checked first, and imported when the reader has seen the result. */
export default function ImportAccounts({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(["accounts", "ui"]);
  const services = useServices();
  const [welcome, setWelcome] = useState(false);
  const [chosen, setChosen] = useState<File>();
  const [checked, setChecked] = useState<Checked>();
  // The options of the next check, which may begin before the next render.
  const wanted = useRef(welcome);
  const check = async (file: File, watch: UploadWatch): Promise<Checked> => {
    const text = await base64(file);
    setChosen(file);
    try {
      return {
        file: text,
        found: await checkImport(services, { file: text, welcome: wanted.current }, watch),
      };
    } catch (error) {
      const isFile = error instanceof ApiFailure && error.status === STATUS.fileTemplate;
      if (!isFile || error.faults.length === 0) throw error;
      return { faults: error.faults };
    }
  };
  const onDone = (answer: Checked | undefined) => {
    setChecked(answer);
    if (!answer) setChosen(undefined);
  };
  const upload = useUpload<Checked>({ call: check, onDone });
  const ready = checked && "found" in checked ? checked : undefined;
  const changes = ready ? ready.found.added + ready.found.changed : 0;
  const isStopped = useRef(false);
  const act = useAct(
    async () => {
      const { file = "", found } = ready ?? {};
      const written = await importAccounts(services, { file, welcome, check: found?.check ?? null });
      isStopped.current = Boolean(written.data.stopped);
      return written;
    },
    {
      done: ({ stopped }) =>
        stopped
          ? t("accounts:import.stopped", { row: stopped.row, why: stopped.msg })
          : t("accounts:import.done", { count: changes }),
      refresh: ACCOUNT_NAMES,
    },
  );
  const run = async () => {
    if (!(await act.run())) return;
    if (!isStopped.current || !chosen) {
      onClose();
      return;
    }
    // The rest of the file, plus the rows that are already written.
    setChecked(undefined);
    upload.start(chosen);
  };
  const template = () =>
    download(importTemplate(services), { signal: new AbortController().signal, onProgress: () => undefined })
      .then((file) => saveFile(file, "account-template.csv"))
      .catch((error: unknown) => showToast({ tone: "warning", text: failureText(error) }));
  return (
    <SideDrawer
      title={t("accounts:import.title")}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {t("ui:cancel")}
          </Button>
          <BusyButton busy={act.busy} disabled={changes === 0} onClick={() => void run()}>
            {t("accounts:import.run")}
          </BusyButton>
        </>
      }
    >
      <Text marginTop="0" marginBottom="3">
        {t("accounts:import.intro")}
      </Text>
      <Button variant="outline" size="sm" marginBottom="4" onClick={() => void template()}>
        <Download size={16} aria-hidden />
        {t("accounts:import.template")}
      </Button>
      <CheckboxField
        label={t("accounts:import.welcome")}
        help={t("accounts:import.welcomeHelp")}
        checked={welcome}
        onChange={({ target }) => {
          wanted.current = target.checked;
          setWelcome(target.checked);
          if (!chosen) return;
          setChecked(undefined);
          upload.start(chosen);
        }}
      />
      <Box marginTop="4">
        <UploadField
          label={t("accounts:import.file")}
          upload={upload}
          types={TYPES}
          maxSize={LARGEST}
          required
        />
      </Box>
      <Box role="status" marginTop="4">
        {checked &&
          ("found" in checked ? <Found found={checked.found} /> : <Faults faults={checked.faults} />)}
      </Box>
    </SideDrawer>
  );
}

async function base64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}
