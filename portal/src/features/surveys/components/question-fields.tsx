import { useTranslation } from "react-i18next";
import { CheckboxField } from "../../../ui/form/checkbox-field";
import { RowsField } from "../../../ui/form/rows-field";
import { SelectField } from "../../../ui/form/select-field";
import { TextField } from "../../../ui/form/text-field";
import { useValue, type FormControl } from "../../../ui/form/use-form";
import { BLANK_OPTION, BLANK_QUESTION, isChoice, type SurveyValues } from "./survey-values";

const KINDS = ["one", "several", "scale", "text"] as const;
const MOST_QUESTIONS = 30;
const MOST_OPTIONS = 20;

interface QuestionFieldsProps {
  form: FormControl<SurveyValues>;
}

/** The questions of a survey: added, moved by buttons or Alt with the arrow keys, and deleted. */
export function QuestionFields({ form }: QuestionFieldsProps) {
  const { t } = useTranslation("surveys");
  return (
    <RowsField
      form={form}
      name="questions"
      label={t("questions")}
      rowName={(index) => t("question.number", { number: index + 1 })}
      blank={BLANK_QUESTION}
      add={t("question.add")}
      max={MOST_QUESTIONS}
    >
      {(index) => <QuestionRow form={form} index={index} />}
    </RowsField>
  );
}

function QuestionRow({ form, index }: QuestionFieldsProps & { index: number }) {
  const { t } = useTranslation("surveys");
  const kind = useValue(form, `questions.${index}.kind`);
  return (
    <>
      <TextField
        label={t("question.number", { number: index + 1 })}
        maxLength={500}
        {...form.text(`questions.${index}.text`)}
        required
      />
      <TextField
        label={t("question.zh")}
        lang="zh-cn"
        maxLength={500}
        {...form.text(`questions.${index}.textZh`)}
      />
      <SelectField
        label={t("question.kind")}
        options={KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
        {...form.text(`questions.${index}.kind`)}
      />
      {kind === "scale" && (
        <SelectField
          label={t("scale")}
          options={[
            { value: "5", label: t("scale.five") },
            { value: "10", label: t("scale.ten") },
          ]}
          {...form.text(`questions.${index}.most`)}
        />
      )}
      {isChoice(kind) && (
        <RowsField
          form={form}
          name={`questions.${index}.options`}
          label={t("options")}
          rowName={(option) => t("option.number", { number: option + 1 })}
          blank={BLANK_OPTION}
          add={t("option.add")}
          max={MOST_OPTIONS}
        >
          {(option) => (
            <>
              <TextField
                label={t("option.number", { number: option + 1 })}
                maxLength={100}
                {...form.text(`questions.${index}.options.${option}.text`)}
                required
              />
              <TextField
                label={t("option.zh")}
                lang="zh-cn"
                maxLength={100}
                {...form.text(`questions.${index}.options.${option}.textZh`)}
              />
            </>
          )}
        </RowsField>
      )}
      <CheckboxField label={t("question.required")} {...form.tick(`questions.${index}.required`)} />
    </>
  );
}
