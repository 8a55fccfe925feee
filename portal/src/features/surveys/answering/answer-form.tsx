import { Flex, Text } from "@chakra-ui/react";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ApiFailure } from "../../../api/failure";
import { useServices } from "../../../api/services";
import { useSave } from "../../../kit/use-save";
import { BusyButton } from "../../../ui/busy-button";
import { Form, type SendOptions } from "../../../ui/form/form";
import { useLeaveGuard } from "../../../ui/form/leave-guard";
import { useForm } from "../../../ui/form/use-form";
import { OWN, sendAnswers, type SurveyToAnswer } from "../survey";
import { AnswerField } from "./answer-field";
import { faultsOf, fieldOf, givenOf, valuesOf, type AnswerValues, type Kept } from "./answer-values";

interface AnswerFormProps {
  survey: SurveyToAnswer;
  /** What the person filled in before the questions changed. */
  kept: Kept | undefined;
  /** Called before the form begins again with other questions. */
  onKeep: (kept: Kept) => void;
  onSent: () => void;
}

/** The questions of a survey. What is filled in stays when sending fails, and when an administrator changes the questions. */
export function AnswerForm({ survey, kept, onKeep, onSent }: AnswerFormProps) {
  const { t } = useTranslation("survey");
  const services = useServices();
  const queries = useQueryClient();
  const { id, questions, questionsVersion } = survey;
  const form = useForm<AnswerValues>({
    initial: valuesOf(questions, kept),
    check: (values) =>
      faultsOf(questions, values, t("please select or enter"), t("Please input valid format")),
  });
  const guard = useLeaveGuard(form.dirty || kept !== undefined);
  const send = async (values: AnswerValues) => {
    try {
      return await sendAnswers(services, id, questionsVersion, givenOf(questions, values));
    } catch (error) {
      if (error instanceof ApiFailure && error.faults.some(({ field }) => field === "questionsVersion")) {
        onKeep({ questions, answers: values.answers });
        void queries.invalidateQueries({ queryKey: ["survey-answer", id] });
      }
      throw error;
    }
  };
  const save = useSave(form, {
    call: send,
    done: "",
    refresh: OWN,
    // The server names a question, the form the field of its kind.
    pathOf: (path) => {
      const at = Number(/^answers\.(\d+)$/.exec(path)?.[1] ?? -1);
      const question = questions[at];
      return question ? fieldOf(question, at) : path;
    },
  });
  const submit = async (options: SendOptions) => {
    if (!(await save.run(options))) return;
    guard.letGo();
    onSent();
  };
  return (
    <>
      {kept && (
        <Text role="alert" margin="0" marginBottom="5" color="danger">
          {t("changed")}
        </Text>
      )}
      <Form form={form} busy={save.busy} onSubmit={(options) => void submit(options)}>
        <Flex as="ol" direction="column" gap="7" margin="0" padding="0" listStyleType="none">
          {questions.map((question, at) => (
            <li key={at}>
              <AnswerField form={form} question={question} at={at} />
            </li>
          ))}
        </Flex>
        <Flex align="center" gap="3" wrap="wrap">
          <BusyButton type="submit" busy={save.busy}>
            {t("send")}
          </BusyButton>
          <Text margin="0" fontSize="sm" color="fg.muted">
            {t("again")}
          </Text>
        </Flex>
      </Form>
      {guard.question}
    </>
  );
}
