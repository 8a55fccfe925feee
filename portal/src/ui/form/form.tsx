import { Box, Button, Flex } from "@chakra-ui/react";
import { CircleAlert } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { CopyButton } from "../copy-button";
import type { FormControl, Values } from "./use-form";

/** How a form is sent. */
export interface SendOptions {
  /** Over the change of somebody else, which was shown before. */
  overwrite: boolean;
}

interface FormProps<V extends Values> {
  form: FormControl<V>;
  /** So that a button elsewhere can send it: `<Button type="submit" form={id}>`. */
  id?: string;
  busy: boolean;
  onSubmit: (options: SendOptions) => void;
  children: ReactNode;
}

/** Fields that are sent together. After a try that failed the first field in fault has the focus, else the summary. */
export function Form<V extends Values>({ form, id, busy, onSubmit, children }: FormProps<V>) {
  const element = useRef<HTMLFormElement>(null);
  const { failures } = form;
  useEffect(() => {
    if (failures === 0) return;
    const field = element.current?.querySelector<HTMLElement>("[aria-invalid=true], [data-fault]");
    (field ?? element.current?.querySelector<HTMLElement>("[role=alert]"))?.focus();
  }, [failures]);
  return (
    <form
      ref={element}
      id={id}
      noValidate
      aria-busy={busy}
      onSubmit={(event) => {
        event.preventDefault();
        // A form in a dialog of a form is no part of it, though React's events bubble there.
        event.stopPropagation();
        if (!busy) onSubmit({ overwrite: false });
      }}
    >
      <Flex direction="column" gap="5">
        <Summary form={form} onOverwrite={() => busy || onSubmit({ overwrite: true })} />
        {children}
      </Flex>
    </form>
  );
}

/** What the server said of the whole, or how many fields are in fault. */
function Summary<V extends Values>({ form, onOverwrite }: { form: FormControl<V>; onOverwrite: () => void }) {
  const { t } = useTranslation(["form", "ui"]);
  const count = Object.keys(form.faults).length;
  const { requestId, takeTheirs } = form.refusal ?? {};
  const text = form.refusal?.text ?? (count > 1 ? t("form:faults", { count }) : undefined);
  if (text === undefined) return null;
  return (
    <Flex
      role="alert"
      tabIndex={-1}
      gap="2.5"
      padding="3"
      border="1px solid"
      borderColor="danger"
      borderRadius="control"
      fontSize="md"
    >
      <Box color="danger" paddingTop="0.5">
        <CircleAlert size={16} aria-hidden />
      </Box>
      <Box>
        {text}
        {requestId && (
          <Flex align="center" gap="1" fontSize="sm" color="fg.muted">
            {t("ui:requestId")}: <code>{requestId}</code>
            <CopyButton text={requestId} label={t("ui:requestId")} />
          </Flex>
        )}
        {takeTheirs && (
          <>
            <Box marginBlock="2">{t("form:conflict.choice")}</Box>
            <Flex gap="2" wrap="wrap">
              <Button variant="outline" size="sm" onClick={() => void takeTheirs()}>
                {t("form:conflict.takeTheirs")}
              </Button>
              <Button variant="outline" size="sm" onClick={onOverwrite}>
                {t("form:conflict.overwrite")}
              </Button>
            </Flex>
          </>
        )}
      </Box>
    </Flex>
  );
}
