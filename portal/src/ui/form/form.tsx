import { Box, Button, Flex } from "@chakra-ui/react";
import { CircleAlert } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { labelled } from "../../i18n/marks";
import { CopyButton } from "../copy-button";
import type { FormControl, Values } from "./use-form";

/** How a form is sent. */
export interface SendOptions {
  /** Replaces somebody else's change, which the reader has seen. */
  overwrite: boolean;
}

interface FormProps<V extends Values> {
  form: FormControl<V>;
  /** For a submit button outside the form: `<Button type="submit" form={id}>`. */
  id?: string;
  busy: boolean;
  onSubmit: (options: SendOptions) => void;
  children: ReactNode;
}

/** A form. After a failed try the first field with an error gets the focus, else the summary. */
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
        // React's events bubble from a dialog to the form around it, but its form is a separate one.
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

/** The server's message about the whole form, or the number of fields with errors. */
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
            {labelled(t("ui:requestId"))}
            <code>{requestId}</code>
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
