import { useTranslation } from "react-i18next";
import { useServices } from "../../api/services";
import { Question } from "../question";
import { CHECK_NAMES, doAct, type CheckAct } from "./acts";
import type { Check } from "./check-query";

interface ActQuestionProps {
  check: Check;
  asked: CheckAct;
  onDone: () => void;
  onClose: () => void;
}

/** The question before an act, which names the person and the thing. The verdict is fetched again after it. */
export function ActQuestion({ check, asked, onDone, onClose }: ActQuestionProps) {
  const { t } = useTranslation("checking");
  const services = useServices();
  const blanks = {
    name: check.fullName || check.username,
    product: check.projectName,
    group: "group" in asked ? asked.group.groupName : "",
  };
  const key = asked.act === "editMembers" ? "addMember" : asked.act;
  return (
    <Question
      title={t(`question.${key}`, blanks)}
      action={t(`act.${key}`, blanks)}
      call={() => doAct(services, check, asked)}
      done={t(`done.${key}`, blanks)}
      refresh={CHECK_NAMES}
      onDone={onDone}
      onClose={onClose}
    >
      {t(`follows.${key}`, blanks)}
    </Question>
  );
}
