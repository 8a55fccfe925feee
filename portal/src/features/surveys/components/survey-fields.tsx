import { Text } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { sentenceGap } from "../../../i18n/marks";
import { AudienceFields } from "../../../kit/audience/audience-fields";
import { ChoiceField } from "../../../ui/form/choice-field";
import { FormSection } from "../../../ui/form/form-section";
import { MomentField } from "../../../ui/form/moment-field";
import { SelectField } from "../../../ui/form/select-field";
import { TextAreaField } from "../../../ui/form/text-area-field";
import { TextField } from "../../../ui/form/text-field";
import { useValue, type FormControl } from "../../../ui/form/use-form";
import { STATUS } from "../queries";
import { QuestionFields } from "./question-fields";
import type { SurveyValues } from "./survey-values";

interface SurveyFieldsProps {
  form: FormControl<SurveyValues>;
  /** How many groups of the audience the reader may not see. */
  hiddenGroups?: number;
  /** How many people have answered: what they were asked, and what they were promised, stays. */
  answers?: number;
}

/** Both languages, what is asked, the times and the audience. */
export function SurveyFields({ form, hiddenGroups = 0, answers = 0 }: SurveyFieldsProps) {
  const { t } = useTranslation(["surveys", "list"]);
  const services = useServices();
  const kind = useValue(form, "kind");
  const inZone = t("zone", { zone: services.config.timeZone });
  return (
    <>
      <TextField label={t("name")} maxLength={100} counted {...form.text("surveyName")} required />
      <TextAreaField label={t("description")} maxLength={2000} {...form.text("description")} required />
      <FormSection title={t("chinese")} form={form} names={["surveyNameZh", "descriptionZh"]}>
        <TextField
          label={t("nameZh")}
          help={t("sameIfEmpty")}
          lang="zh-cn"
          maxLength={100}
          counted
          {...form.text("surveyNameZh")}
        />
        <TextAreaField
          label={t("descriptionZh")}
          help={t("sameIfEmpty")}
          lang="zh-cn"
          maxLength={2000}
          {...form.text("descriptionZh")}
        />
      </FormSection>
      {answers > 0 ? (
        <Text margin="0">{t("stays", { count: answers })}</Text>
      ) : (
        <>
          <ChoiceField
            form={form}
            name="kind"
            label={t("asks")}
            chips
            options={(["own", "link"] as const).map((value) => ({ value, label: t(`asks.${value}`) }))}
          />
          {kind === "own" && (
            <ChoiceField
              form={form}
              name="anonymous"
              label={t("answers.kind")}
              help={t("anonymous.help")}
              chips
              options={(["anonymous", "named"] as const).map((value) => ({ value, label: t(value) }))}
            />
          )}
        </>
      )}
      {kind === "link" ? (
        <TextField label={t("url")} help={t("url.help")} type="url" {...form.text("url")} required />
      ) : (
        answers === 0 && <QuestionFields form={form} />
      )}
      <MomentField
        label={t("start")}
        help={`${t("start.help")}${sentenceGap()}${inZone}`}
        {...form.text("startTime")}
      />
      <MomentField label={t("end")} help={inZone} {...form.text("endTime")} required />
      <SelectField
        label={t("list:status")}
        options={Object.entries(STATUS).map(([value, word]) => ({ value, label: t(`list:status.${word}`) }))}
        {...form.text("status")}
      />
      <AudienceFields form={form} hiddenGroups={hiddenGroups} />
    </>
  );
}
