import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { pathOf } from "../../../kit/audience/audience";
import { useEdited } from "../../../kit/use-edited";
import { useSave } from "../../../kit/use-save";
import { EditDrawer } from "../../../ui/form/edit-drawer";
import { useForm } from "../../../ui/form/use-form";
import { addSurvey, NAMES, surveyQuery, updateSurvey } from "../queries";
import type { Named } from "./open";
import { SurveyFields } from "./survey-fields";
import { bodyOf, faultsOf, NOTHING, valuesOf, type SurveyValues } from "./survey-values";

function useRules() {
  const { t } = useTranslation("surveys");
  return {
    check: (values: SurveyValues) =>
      faultsOf(values, t("please select or enter"), t("Please input valid format")),
  };
}

/** C-116. */
export function AddSurvey({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("surveys");
  const services = useServices();
  const form = useForm({ initial: NOTHING, ...useRules() });
  const save = useSave(form, {
    call: (values) => addSurvey(services, bodyOf(values)),
    done: (_, { surveyName }) => t("add.done", { name: surveyName.trim() }),
    refresh: NAMES,
    pathOf,
  });
  return (
    <EditDrawer title={t("add")} action={t("add")} form={form} save={save} onClose={onClose}>
      <SurveyFields form={form} />
    </EditDrawer>
  );
}

/** C-118. */
export function EditSurvey({ survey, onClose }: { survey: Named; onClose: () => void }) {
  const { t } = useTranslation("surveys");
  const services = useServices();
  const { id, surveyName: name } = survey;
  const rules = useRules();
  const { base, form, version, current, waiting } = useEdited(surveyQuery(services, id), {
    valuesOf,
    nothing: NOTHING,
    rules: () => rules,
  });
  const save = useSave(form, {
    call: async (values, how) =>
      updateSurvey(services, { ...bodyOf(values), id, version: await version(how) }),
    current,
    done: (_, { surveyName }) => t("edit.done", { name: surveyName.trim() }),
    refresh: NAMES,
    pathOf,
  });
  return (
    <EditDrawer
      title={t("edit.title", { name })}
      form={form}
      save={save}
      onClose={onClose}
      {...(waiting && { waiting })}
    >
      {base && <SurveyFields form={form} hiddenGroups={base.hiddenGroups} answers={base.answers} />}
    </EditDrawer>
  );
}
