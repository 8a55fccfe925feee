import { Button } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { HistoryDrawer } from "../../../kit/history/history-drawer";
import { Question } from "../../../kit/question";
import { SwitchDialog } from "../../../kit/switching/switch-dialog";
import { DialogFrame } from "../../../ui/dialog-frame";
import { OFF, ON } from "../queries";
import { deleteRole, ROLE_NAMES, updateRole, type RoleRow } from "../role-queries";
import { AddRole, EditRole } from "./edit-role";
import type { Open } from "./role-actions";
import { RoleDetails } from "./role-details";
import { RolePeople } from "./role-people";
import { useRoleSwitch } from "./role-words";

interface RolePartsProps {
  open: Open;
  onOpen: (open: Open) => void;
  onClose: () => void;
}

/**
 * The drawers and questions of the roles, fetched with the first that is opened. Only one is open
 * at a time.
 */
export default function RoleParts({ open, onOpen, onClose }: RolePartsProps) {
  switch (open.what) {
    case "add":
      return <AddRole onClose={onClose} />;
    case "details":
      return <RoleDetails role={open.role} onOpen={onOpen} onClose={onClose} />;
    case "edit":
      return <EditRole role={open.role} onClose={onClose} />;
    case "people":
      return <RolePeople role={open.role} onClose={onClose} />;
    case "status":
      return <ChangeStatus role={open.role} onClose={onClose} />;
    case "delete":
      return open.role.numbersOfUsers > 0 ? (
        <HasPeople role={open.role} onOpen={onOpen} onClose={onClose} />
      ) : (
        <DeleteRole role={open.role} onClose={onClose} />
      );
    case "history": {
      const { roleId, roleName } = open.role;
      return <HistoryDrawer kind="role" id={roleId} name={roleName} onClose={onClose} />;
    }
  }
}

interface OneProps {
  role: RoleRow;
  onClose: () => void;
}

interface RolePartProps extends OneProps {
  onOpen: (open: Open) => void;
}

function ChangeStatus({ role: { roleId, version, roleName, status }, onClose }: OneProps) {
  const services = useServices();
  return (
    <SwitchDialog
      name={roleName}
      isOn={status === ON}
      words={useRoleSwitch()}
      call={(on) => updateRole(services, { roleId, version, status: on ? ON : OFF })}
      refresh={ROLE_NAMES}
      onClose={onClose}
    />
  );
}

/** C-056: a role that somebody has cannot be deleted. */
function HasPeople({ role, onOpen, onClose }: RolePartProps) {
  const { t } = useTranslation(["rights", "ui"]);
  return (
    <DialogFrame
      title={t("rights:role.delete.title", { name: role.roleName })}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {t("ui:close")}
          </Button>
          <Button data-autofocus onClick={() => onOpen({ what: "people", role })}>
            {t("rights:role.delete.show")}
          </Button>
        </>
      }
    >
      {t("rights:role.delete.people", { count: role.numbersOfUsers })}
    </DialogFrame>
  );
}

function DeleteRole({ role: { roleId, version, roleName: name }, onClose }: OneProps) {
  const { t } = useTranslation("rights");
  const services = useServices();
  return (
    <Question
      title={t("delete.question", { name })}
      action={t("delete")}
      destructive
      call={() => deleteRole(services, roleId, version)}
      done={t("delete.done", { name })}
      refresh={ROLE_NAMES}
      onClose={onClose}
    >
      {t("role.delete.consequence")}
    </Question>
  );
}
