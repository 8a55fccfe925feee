import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { Question } from "../../../kit/question";
import { ASKED } from "../../../kit/asking/queries";
import { withdraw, type Request } from "../queries";

/** The question before a person takes a request back. */
export function Withdraw({ request, onClose }: { request: Request; onClose: () => void }) {
  const { t } = useTranslation("requests");
  const services = useServices();
  return (
    <Question
      title={t("withdraw.question", { name: request.groupName })}
      action={t("withdraw")}
      call={() => withdraw(services, request.id)}
      done={t("withdraw.done")}
      refresh={ASKED}
      onClose={onClose}
    >
      {t("withdraw.consequence")}
    </Question>
  );
}
