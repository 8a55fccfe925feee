import { useServices } from "../../../api/services";
import { HistoryDrawer } from "../../../kit/history/history-drawer";
import { SwitchDialog } from "../../../kit/switching/switch-dialog";
import { RIGHT_NAMES } from "../../../kit/stale-names";
import { OFF, ON, updateRight, type RightRow } from "../queries";
import { ConfirmRight, DeleteRight } from "./confirm-right";
import { AddRight, AssignGroups, EditRight } from "./edit-right";
import type { Open } from "./right-actions";
import { RightDetails } from "./right-details";
import { useRightSwitch } from "./right-words";

interface RightPartsProps {
  open: Open;
  onOpen: (open: Open) => void;
  onClose: () => void;
}

/**
 * The drawers and questions of the access rights, fetched with the first that is opened. Only one
 * is open at a time.
 */
export default function RightParts({ open, onOpen, onClose }: RightPartsProps) {
  switch (open.what) {
    case "add":
      return <AddRight onClose={onClose} />;
    case "details":
      return <RightDetails right={open.right} onOpen={onOpen} onClose={onClose} />;
    case "edit":
      return <EditRight right={open.right} onClose={onClose} />;
    case "groups":
      return <AssignGroups right={open.right} onClose={onClose} />;
    case "confirm":
      return <ConfirmRight right={open.right} onClose={onClose} />;
    case "status":
      return <ChangeStatus right={open.right} onClose={onClose} />;
    case "delete":
      return <DeleteRight right={open.right} onClose={onClose} />;
    case "history": {
      const { accessId, accessName } = open.right;
      return <HistoryDrawer kind="access_right" id={accessId} name={accessName} onClose={onClose} />;
    }
  }
}

function ChangeStatus({ right, onClose }: { right: RightRow; onClose: () => void }) {
  const services = useServices();
  const { accessId, version, accessName, status } = right;
  return (
    <SwitchDialog
      name={accessName}
      isOn={status === ON}
      words={useRightSwitch()}
      call={(on) => updateRight(services, { accessId, version, status: on ? ON : OFF })}
      refresh={RIGHT_NAMES}
      onClose={onClose}
    />
  );
}
