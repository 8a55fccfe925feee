import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { HistoryDrawer } from "../../../kit/history/history-drawer";
import { Question } from "../../../kit/question";
import { SwitchDialog } from "../../../kit/switching/switch-dialog";
import { deleteSurvey, NAMES, OFF, ON, updateSurvey } from "../queries";
import { AddSurvey, EditSurvey } from "./edit-survey";
import type { Named, Open } from "./open";
import { Results } from "./results";

/** The drawers and the questions of the list, fetched with the first that is opened. */
export default function SurveyParts({ open, onClose }: { open: Open; onClose: () => void }) {
  switch (open.what) {
    case "edit":
      return open.survey ? (
        <EditSurvey survey={open.survey} onClose={onClose} />
      ) : (
        <AddSurvey onClose={onClose} />
      );
    case "results":
      return <Results survey={open.survey} onClose={onClose} />;
    case "status":
      return <ChangeStatus survey={open.survey} onClose={onClose} />;
    case "delete":
      return <DeleteSurvey survey={open.survey} onClose={onClose} />;
    case "history": {
      const { id, surveyName } = open.survey;
      return <HistoryDrawer kind="survey" id={id} name={surveyName} onClose={onClose} />;
    }
  }
}

interface OneProps {
  survey: Named;
  onClose: () => void;
}

function ChangeStatus({ survey: { id, surveyName, status }, onClose }: OneProps) {
  const { t } = useTranslation("surveys");
  const services = useServices();
  return (
    <SwitchDialog
      name={surveyName}
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
      call={(on) => updateSurvey(services, { id, status: on ? ON : OFF })}
      refresh={NAMES}
      onClose={onClose}
    />
  );
}

/** C-117. */
function DeleteSurvey({ survey: { id, surveyName: name }, onClose }: OneProps) {
  const { t } = useTranslation("surveys");
  const services = useServices();
  return (
    <Question
      title={t("delete.question", { name })}
      action={t("delete")}
      destructive
      call={() => deleteSurvey(services, id)}
      done={t("delete.done", { name })}
      refresh={NAMES}
      onClose={onClose}
    >
      {t("delete.consequence")}
    </Question>
  );
}
