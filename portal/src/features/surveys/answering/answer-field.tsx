import { Box, chakra, Flex } from "@chakra-ui/react";
import { CircleAlert } from "lucide-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { CheckboxField } from "../../../ui/form/checkbox-field";
import { ChoiceField } from "../../../ui/form/choice-field";
import { TextAreaField } from "../../../ui/form/text-area-field";
import type { FormControl } from "../../../ui/form/use-form";
import { numbersOf, type AnswerValues, type Question } from "./answer-values";

interface AnswerFieldProps {
  form: FormControl<AnswerValues>;
  question: Question;
  /** Its place, from 0. */
  at: number;
}

/** The field of a question, by its kind. */
export function AnswerField({ form, question, at }: AnswerFieldProps) {
  const { t } = useTranslation("survey");
  const text = `${at + 1}. ${question.text ?? ""}`;
  const label = question.required ? text : t("optional", { text });
  switch (question.kind) {
    case "several":
      return <Several form={form} question={question} at={at} label={label} />;
    case "scale": {
      const numbers = numbersOf(question);
      return (
        <ChoiceField
          form={form}
          name={`answers.${at}.scale`}
          label={label}
          help={t("scale.low", { least: numbers[0], most: numbers.at(-1) })}
          chips
          options={numbers.map((number) => ({ value: String(number), label: String(number) }))}
        />
      );
    }
    case "text":
      return <TextAreaField label={label} maxLength={2000} {...form.text(`answers.${at}.text`)} />;
    default:
      return (
        <ChoiceField
          form={form}
          name={`answers.${at}.one`}
          label={label}
          options={(question.options ?? []).map((option, place) => ({
            value: String(place),
            label: option.text ?? "",
          }))}
        />
      );
  }
}

function Several({ form, question, at, label }: AnswerFieldProps & { label: string }) {
  const id = useId();
  const name = `answers.${at}.several` as const;
  const fault = form.faults[name];
  return (
    <chakra.fieldset
      name={name}
      aria-labelledby={id}
      aria-describedby={fault === undefined ? undefined : `${id}error`}
      border="0"
      margin="0"
      padding="0"
      minWidth="0"
    >
      <Box as="legend" id={id} padding="0" marginBottom="1.5" fontSize="md" fontWeight="medium">
        {label}
      </Box>
      <Flex direction="column" gap="2">
        {(question.options ?? []).map((option, place) => (
          <CheckboxField
            key={place}
            label={option.text ?? ""}
            {...(place === 0 && fault !== undefined && { "data-fault": "" })}
            {...form.tick(`answers.${at}.several.${place}`)}
          />
        ))}
      </Flex>
      {fault !== undefined && (
        <Flex id={`${id}error`} gap="1.5" align="center" fontSize="sm" color="danger" marginTop="1.5">
          <CircleAlert size={14} aria-hidden />
          {fault}
        </Flex>
      )}
    </chakra.fieldset>
  );
}
