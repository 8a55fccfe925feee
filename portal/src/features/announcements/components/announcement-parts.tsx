import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { HistoryDrawer } from "../../../kit/history/history-drawer";
import { Question } from "../../../kit/question";
import { SwitchDialog } from "../../../kit/switching/switch-dialog";
import { deleteAnnouncement, NAMES, OFF, ON, setStatus } from "../queries";
import { AddAnnouncement, EditAnnouncement } from "./edit-announcement";
import type { Named, Open } from "./open";
import { Readers } from "./readers";

/** The drawers and the questions of the list, fetched with the first that is opened. */
export default function AnnouncementParts({ open, onClose }: { open: Open; onClose: () => void }) {
  switch (open.what) {
    case "edit":
      return open.announcement ? (
        <EditAnnouncement announcement={open.announcement} onClose={onClose} />
      ) : (
        <AddAnnouncement onClose={onClose} />
      );
    case "readers":
      return <Readers announcement={open.announcement} onClose={onClose} />;
    case "status":
      return <ChangeStatus announcement={open.announcement} onClose={onClose} />;
    case "delete":
      return <DeleteAnnouncement announcement={open.announcement} onClose={onClose} />;
    case "history": {
      const { id, title } = open.announcement;
      return <HistoryDrawer kind="announcement" id={id} name={title} onClose={onClose} />;
    }
  }
}

interface OneProps {
  announcement: Named;
  onClose: () => void;
}

/** C-111. */
function ChangeStatus({ announcement: { id, title, status }, onClose }: OneProps) {
  const { t } = useTranslation("announcements");
  const services = useServices();
  return (
    <SwitchDialog
      name={title}
      isOn={status === ON}
      words={{
        on: {
          action: t("turnOn"),
          question: (name) => t("turnOn.question", { name }),
          consequence: t("turnOn.consequence"),
          done: (name) => t("turnOn.done", { name }),
        },
        off: {
          action: t("turnOff"),
          question: (name) => t("turnOff.question", { name }),
          consequence: t("turnOff.consequence"),
          done: (name) => t("turnOff.done", { name }),
        },
      }}
      call={(on) => setStatus(services, id, on ? ON : OFF)}
      refresh={NAMES}
      onClose={onClose}
    />
  );
}

/** C-109. */
function DeleteAnnouncement({ announcement: { id, title: name }, onClose }: OneProps) {
  const { t } = useTranslation("announcements");
  const services = useServices();
  return (
    <Question
      title={t("delete.question", { name })}
      action={t("delete")}
      destructive
      call={() => deleteAnnouncement(services, id)}
      done={t("delete.done", { name })}
      refresh={NAMES}
      onClose={onClose}
    >
      {t("delete.consequence")}
    </Question>
  );
}
