import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { Question } from "../../../kit/question";
import { ASKED } from "../../../kit/asking/queries";
import { leave, type MyGroup } from "../queries";

/** T-20: the question before a person leaves a group. */
export function LeaveGroup({ group, onClose }: { group: MyGroup; onClose: () => void }) {
  const { t } = useTranslation("requests");
  const services = useServices();
  const name = group.groupName;
  return (
    <Question
      title={t("quit this group")}
      action={t("leave.confirm")}
      stay={t("leave.stay")}
      destructive
      call={() => leave(services, group.groupId)}
      done={t("leave.done", { name })}
      refresh={ASKED}
      onClose={onClose}
    >
      {t("leave.consequence", { name })}
    </Question>
  );
}
