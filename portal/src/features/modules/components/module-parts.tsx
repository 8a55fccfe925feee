import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { HistoryDrawer } from "../../../kit/history/history-drawer";
import { Question } from "../../../kit/question";
import { SwitchDialog } from "../../../kit/switching/switch-dialog";
import { deleteModule, NAMES, OFF, ON, updateModule, type ModuleRow } from "../queries";
import { EditModule } from "./edit-module";
import { useSwitchWords } from "./switch-words";

/** What is open beside the list; without a module, one is added. */
export type Open =
  | { what: "edit"; module: ModuleRow | undefined }
  | { what: "status" | "delete" | "history"; module: ModuleRow };

/** The drawer and the questions of the list, fetched with the first that is opened. */
export default function ModuleParts({ open, onClose }: { open: Open; onClose: () => void }) {
  switch (open.what) {
    case "edit":
      return <EditModule module={open.module} onClose={onClose} />;
    case "status":
      return <ChangeStatus module={open.module} onClose={onClose} />;
    case "delete":
      return <DeleteModule module={open.module} onClose={onClose} />;
    case "history": {
      const { moduleId, moduleName } = open.module;
      return <HistoryDrawer kind="module" id={moduleId} name={moduleName} onClose={onClose} />;
    }
  }
}

interface OneProps {
  module: ModuleRow;
  onClose: () => void;
}

function ChangeStatus({ module: { moduleId, version, moduleName, status }, onClose }: OneProps) {
  const services = useServices();
  return (
    <SwitchDialog
      name={moduleName}
      isOn={status === ON}
      words={useSwitchWords()}
      call={(on) => updateModule(services, { moduleId, version, status: on ? ON : OFF })}
      refresh={NAMES}
      onClose={onClose}
    />
  );
}

/** C-029: a module with access rights cannot be deleted. */
function DeleteModule({ module: { moduleId, moduleName: name, numbersOfRights: count }, onClose }: OneProps) {
  const { t } = useTranslation("modules");
  const services = useServices();
  return (
    <Question
      title={t("delete.question", { name })}
      action={t("delete")}
      destructive
      call={() => deleteModule(services, moduleId)}
      done={t("delete.done", { name })}
      refresh={NAMES}
      onClose={onClose}
    >
      {count > 0 ? t("delete.used", { count }) : t("delete.consequence")}
    </Question>
  );
}
