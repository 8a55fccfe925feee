import { useTranslation } from "react-i18next";
import { HistoryDrawer } from "../../../kit/history/history-drawer";
import { FeedbackDrawer } from "./feedback-drawer";
import type { Open } from "./open";

/** The drawers of the list, fetched with the first that is opened. */
export default function FeedbackParts({ open, onClose }: { open: Open; onClose: () => void }) {
  const { t } = useTranslation("feedback");
  const { id, fullName, username } = open.feedback;
  const name = t("details", { name: fullName || username });
  if (open.what === "history") return <HistoryDrawer kind="feedback" id={id} name={name} onClose={onClose} />;
  return <FeedbackDrawer id={id} title={name} onClose={onClose} />;
}
