import { useServices } from "../../../api/services";
import { HistoryDrawer } from "../../../kit/history/history-drawer";
import { SwitchDialog } from "../../../kit/switching/switch-dialog";
import { GROUP_NAMES, OFF, ON, setStatus } from "../queries";
import { AddGroup } from "./add-group";
import { EditGroup } from "./edit-group";
import { GroupAccess } from "./group-access";
import type { GroupName, Open } from "./group-actions";
import { GroupIndustries } from "./group-industries";
import { GroupMembers } from "./group-members";
import { ConfirmAccess, DeleteGroup } from "./group-questions";
import { useSwitchWords } from "./switch-words";

interface OneProps {
  group: GroupName;
  onClose: () => void;
}

/**
 * The drawers and questions of the list, fetched with the first that is opened. Only one is open at
 * a time.
 */
export default function GroupParts({ open, onClose }: { open: Open; onClose: () => void }) {
  switch (open.what) {
    case "add":
      return <AddGroup onClose={onClose} />;
    case "edit":
      return <EditGroup group={open.group} onClose={onClose} />;
    case "members":
      return <GroupMembers group={open.group} onClose={onClose} />;
    case "access":
      return <GroupAccess group={open.group} onClose={onClose} />;
    case "confirm":
      return <ConfirmAccess group={open.group} onClose={onClose} />;
    case "industries":
      return <GroupIndustries group={open.group} onClose={onClose} />;
    case "delete":
      return <DeleteGroup group={open.group} onClose={onClose} />;
    case "status":
      return <ChangeStatus group={open.group} onClose={onClose} />;
    case "history": {
      const { groupId, groupName } = open.group;
      return <HistoryDrawer kind="group" id={groupId} name={groupName} onClose={onClose} />;
    }
  }
}

function ChangeStatus({ group: { groupId, groupName, status }, onClose }: OneProps) {
  const services = useServices();
  return (
    <SwitchDialog
      name={groupName}
      isOn={status === ON}
      words={useSwitchWords()}
      call={(on) => setStatus(services, groupId, on ? ON : OFF)}
      refresh={GROUP_NAMES}
      onClose={onClose}
    />
  );
}
