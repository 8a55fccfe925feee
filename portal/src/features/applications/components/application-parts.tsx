import { HistoryDrawer } from "../../../kit/history/history-drawer";
import { AddApplication } from "./add-application";
import type { Open } from "./application-actions";
import { ApplicationDetails } from "./application-details";
import { ChangeStatus } from "./change-status";
import { EditApplication } from "./edit-application";
import { LostSecret } from "./lost-secret";
import { NewSecret, ShownSecret } from "./new-secret";
import { ReadyApplication } from "./ready-application";

interface ApplicationPartsProps {
  open: Open;
  onOpen: (open: Open) => void;
  onClose: () => void;
}

/**
 * The drawers and questions of the list, fetched with the first that is opened. Only one is open at
 * a time.
 */
export default function ApplicationParts({ open, onOpen, onClose }: ApplicationPartsProps) {
  switch (open.what) {
    case "add":
      return <AddApplication onOpen={onOpen} onClose={onClose} />;
    case "details":
      return <ApplicationDetails application={open.application} onOpen={onOpen} onClose={onClose} />;
    case "edit":
      return <EditApplication application={open.application} onOpen={onOpen} onClose={onClose} />;
    case "status":
      return <ChangeStatus application={open.application} onClose={onClose} />;
    case "rotate":
      return <NewSecret application={open.application} onOpen={onOpen} onClose={onClose} />;
    case "secret":
      return <ShownSecret name={open.name} secret={open.secret} onClose={onClose} />;
    case "ready":
      return <ReadyApplication made={open} onClose={onClose} />;
    case "lost":
      return (
        <LostSecret application={open.application} isNew={open.isNew} onOpen={onOpen} onClose={onClose} />
      );
    case "history": {
      const { client_id: id, name } = open.application;
      return <HistoryDrawer kind="client" id={id} name={name} onClose={onClose} />;
    }
  }
}
