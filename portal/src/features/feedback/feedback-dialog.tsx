import { Box, Text } from "@chakra-ui/react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../api/services";
import { SearchField } from "../../kit/search-field";
import { useSave } from "../../kit/use-save";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { FormDialog } from "../../ui/form/form-dialog";
import { SelectField } from "../../ui/form/select-field";
import { TextAreaField } from "../../ui/form/text-area-field";
import { useForm, type Faults } from "../../ui/form/use-form";
import { Pictures } from "./components/pictures";
import { usePictures } from "./components/use-pictures";
import { bodyOf, draftAbout, forgetDraft, keepDraft, type Draft } from "./draft";
import { CATEGORIES } from "./feedback";
import { sendFeedback, subjects } from "./queries";

const REFRESH = ["feedback", "feedback-details", "feedback-weeks", "own-feedback"] as const;
const MOST = 2_000;

/** D-14, V-20, T-50: product, category, content and pictures; a question; then it is sent. */
export default function FeedbackDialog({ productId, onClose }: { productId: string; onClose: () => void }) {
  const { t } = useTranslation("feedback");
  const services = useServices();
  const [initial] = useState(() => draftAbout(productId));
  const [asking, setAsking] = useState(false);
  const form = useForm<Draft>({ initial, check: (values) => missing(values, t("invalid")) });
  const forget = useKeptDraft(form.hook.getValues);
  const pictures = usePictures(form);
  const save = useSave(form, {
    call: (values) => sendFeedback(services, bodyOf(values)),
    done: t("form.sent"),
    refresh: REFRESH,
  });
  const ask = async () => {
    if (await form.attempt()) setAsking(true);
    return false;
  };
  const send = async () => {
    const accepted = await save.run();
    setAsking(false);
    if (!accepted) return;
    forget();
    onClose();
  };
  return (
    <>
      <FormDialog
        title={t("form.title")}
        width="560px"
        form={form}
        save={{ run: ask, busy: save.busy }}
        action={t("form.send")}
        onClose={onClose}
      >
        <Box display="flex" flexDirection="column" gap="4" onPaste={pictures.onPaste}>
          <SearchField
            label={t("product")}
            form={form}
            name="projectId"
            source={subjects(services)}
            required
          />
          <SelectField
            label={t("category")}
            placeholder=""
            options={CATEGORIES.map((value) => ({ value: String(value), label: t(`category.${value}`) }))}
            {...form.text("categoryId")}
            required
          />
          <TextAreaField
            label={t("content")}
            help={t("form.what")}
            rows={6}
            maxLength={MOST}
            {...form.text("feedback")}
            required
          />
          <Pictures form={form} pictures={pictures} />
          <Text margin="0" fontSize="sm" color="fg.muted">
            {t("form.kept")}
          </Text>
        </Box>
      </FormDialog>
      {asking && (
        <ConfirmDialog
          title={t("form.question")}
          action={t("form.send")}
          stay={t("form.back")}
          busy={save.busy}
          onConfirm={() => void send()}
          onClose={() => setAsking(false)}
        >
          {t("form.consequence")}
        </ConfirmDialog>
      )}
    </>
  );
}

/** Every box is filled (V-20). */
function missing({ projectId, categoryId, feedback }: Draft, text: string): Faults<Draft> {
  return {
    ...(!projectId && { projectId: text }),
    ...(!categoryId && { categoryId: text }),
    ...(!feedback.trim() && { feedback: text }),
  };
}

/** Keeps what is written when the dialog closes by accident. The answer forgets it, once it is sent. */
function useKeptDraft(values: () => Draft) {
  const read = useRef(values);
  const sent = useRef(false);
  useEffect(() => {
    read.current = values;
  });
  useEffect(
    () => () => {
      if (sent.current) forgetDraft();
      else keepDraft(read.current());
    },
    [],
  );
  return () => {
    sent.current = true;
  };
}
