import { HistoryDrawer } from "../../../kit/history/history-drawer";
import { AddGroup } from "./add-group";
import { ChangeStatus } from "./change-status";
import { EditGroup } from "./edit-group";
import type { Open } from "./group-actions";

/** The drawers and questions of the list, fetched with the first that is opened. One at a time: none over another. */
export default function GroupParts({ open, onClose }: { open: Open; onClose: () => void }) {
  switch (open.what) {
    case "add":
      return <AddGroup onClose={onClose} />;
    case "edit":
      return <EditGroup group={open.group} onClose={onClose} />;
    case "status":
      return <ChangeStatus group={open.group} onClose={onClose} />;
    case "history": {
      const { groupId, groupName } = open.group;
      return <HistoryDrawer kind="group" id={groupId} name={groupName} onClose={onClose} />;
    }
  }
}
