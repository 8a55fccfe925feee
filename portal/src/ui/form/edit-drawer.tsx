import { Button } from "@chakra-ui/react";
import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useBlocker } from "react-router";
import { BusyButton } from "../busy-button";
import { ConfirmDialog } from "../confirm-dialog";
import { SideDrawer } from "../side-drawer";
import { Form } from "./form";
import type { FormControl, Values } from "./use-form";

interface EditDrawerProps<V extends Values> {
  title: string;
  form: FormControl<V>;
  /** As `useSave` gives it: checks and sends the form, and tells whether it was taken. */
  save: { run: () => Promise<boolean>; busy: boolean };
  /** The verb on the button; "Save" unless said otherwise. */
  action?: string;
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
}

/** A form beside the list it belongs to. It closes when the server has taken it, and asks before a loss. */
export function EditDrawer<V extends Values>(props: EditDrawerProps<V>) {
  const { title, form, save, action, onClose, children } = props;
  const { t } = useTranslation(["form", "ui"]);
  const id = useId();
  const [asking, setAsking] = useState(false);
  const saved = useRef(false);
  const blocker = useBlocker(() => form.dirty && !saved.current);
  useLeaveQuestion(form.dirty);

  const close = () => {
    if (save.busy) return;
    if (form.dirty) setAsking(true);
    else onClose();
  };
  const submit = async () => {
    saved.current = await save.run();
    if (saved.current) onClose();
  };
  const stay = () => {
    setAsking(false);
    blocker.reset?.();
  };
  const discard = () => {
    setAsking(false);
    saved.current = true;
    if (blocker.state === "blocked") blocker.proceed();
    else onClose();
  };
  return (
    <>
      <SideDrawer
        title={title}
        onClose={close}
        footer={
          <>
            <Button variant="outline" onClick={close}>
              {t("ui:cancel")}
            </Button>
            <BusyButton type="submit" form={id} busy={save.busy}>
              {action ?? t("form:save")}
            </BusyButton>
          </>
        }
      >
        <Form form={form} id={id} busy={save.busy} onSubmit={() => void submit()}>
          {children}
        </Form>
      </SideDrawer>
      {(asking || blocker.state === "blocked") && (
        <ConfirmDialog
          title={t("form:discard.question")}
          action={t("form:discard.yes")}
          destructive
          onConfirm={discard}
          onClose={stay}
        >
          {t("form:discard.consequence")}
        </ConfirmDialog>
      )}
    </>
  );
}

/** The browser's own question, when the tab is closed or reloaded. */
function useLeaveQuestion(dirty: boolean) {
  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [dirty]);
}
