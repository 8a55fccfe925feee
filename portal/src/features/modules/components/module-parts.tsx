import { Button } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCan } from "../../../access/can";
import { useServices } from "../../../api/services";
import { HistoryDrawer } from "../../../kit/history/history-drawer";
import { Question } from "../../../kit/question";
import { SwitchDialog } from "../../../kit/switching/switch-dialog";
import { DialogFrame } from "../../../ui/dialog-frame";
import { deleteModule, NAMES, OFF, ON, updateModule, type ModuleRow } from "../queries";
import { EditModule } from "./edit-module";
import { rightsOf } from "./module-actions";
import type { Open } from "./open";
import { useSwitchWords } from "./switch-words";

/** The drawer and the questions of the list, fetched with the first that is opened. */
export default function ModuleParts({ open, onClose }: { open: Open; onClose: () => void }) {
  switch (open.what) {
    case "edit":
      return <EditModule module={open.module} onClose={onClose} />;
    case "status":
      return <ChangeStatus module={open.module} onClose={onClose} />;
    case "delete":
      return open.module.numbersOfRights > 0 ? (
        <HasRights module={open.module} onClose={onClose} />
      ) : (
        <DeleteModule module={open.module} onClose={onClose} />
      );
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
function HasRights({ module, onClose }: OneProps) {
  const { t } = useTranslation(["modules", "ui"]);
  const can = useCan();
  return (
    <DialogFrame
      title={t("modules:delete.title", { name: module.moduleName })}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {t("ui:close")}
          </Button>
          {can("operation_access.AccessManagement.AccessList.view", module.projectId) && (
            <Button asChild data-autofocus>
              <Link to={rightsOf(module)}>{t("modules:delete.show")}</Link>
            </Button>
          )}
        </>
      }
    >
      {t("modules:delete.used", { count: module.numbersOfRights })}
    </DialogFrame>
  );
}

function DeleteModule({ module: { moduleId, moduleName: name }, onClose }: OneProps) {
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
      {t("delete.consequence")}
    </Question>
  );
}
