import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useErrand } from "../../../api/use-errand";
import { Question } from "../../../kit/question";
import { deleteVersion, type Version } from "../queries";
import { EditVersion } from "./edit-version";
import { wordOfDelete, type OpenVersion } from "./open";
import { TestVersion } from "./test-version";

interface VersionPartsProps {
  open: OpenVersion;
  currency: string;
  onClose: () => void;
}

/** The drawers and the question of the versions, fetched with the first that is opened. */
export default function VersionParts({ open, currency, onClose }: VersionPartsProps) {
  switch (open.what) {
    case "edit":
      return <EditVersion version={open.version} currency={currency} onClose={onClose} />;
    case "test":
      return <TestVersion version={open.version} onClose={onClose} />;
    case "delete":
      return <DeleteVersion version={open.version} onClose={onClose} />;
  }
}

function DeleteVersion({ version, onClose }: { version: Version; onClose: () => void }) {
  const { t } = useTranslation("gateway");
  const services = useServices();
  const name = version.value;
  useErrand(wordOfDelete(version));
  return (
    <Question
      title={t("delete.question", { name })}
      action={t("delete")}
      destructive
      call={() => deleteVersion(services, version.id)}
      done={t("delete.done", { name })}
      refresh={["assistant-versions", "chat-versions"]}
      onClose={onClose}
    >
      {t("delete.consequence")}
    </Question>
  );
}
