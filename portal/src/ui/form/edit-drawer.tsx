import { Button } from "@chakra-ui/react";
import { useEffect, useId, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { BusyButton } from "../busy-button";
import { SideDrawer } from "../side-drawer";
import { Form, type SendOptions } from "./form";
import { useLeaveGuard } from "./leave-guard";
import type { FormControl, Values } from "./use-form";

interface EditDrawerProps<V extends Values> {
  title: string;
  form: FormControl<V>;
  /** As `useSave` gives it: checks and sends the form, and tells whether it was taken. */
  save: { run: (options: SendOptions) => Promise<boolean>; busy: boolean };
  /** The verb on the button; "Save" unless said otherwise. */
  action?: string;
  onClose: () => void;
  /** Stands in place of the fields while they are on their way, or failed to come. */
  waiting?: ReactNode;
  /** The fields. */
  children: ReactNode;
}

/** A form beside the list it belongs to. It closes when the server has taken it, and asks before a loss. */
export function EditDrawer<V extends Values>(props: EditDrawerProps<V>) {
  const { title, form, save, action, onClose, waiting, children } = props;
  const { t } = useTranslation(["form", "ui"]);
  const id = useId();
  const guard = useLeaveGuard(form.dirty);
  const ready = waiting === undefined;
  useEffect(() => {
    // The fields may come after the drawer: whoever has not gone on meanwhile begins at the first.
    const fields = document.getElementById(id);
    const drawer = fields?.closest("[role=dialog]");
    if (!ready || !drawer?.contains(document.activeElement)) return;
    fields?.querySelector<HTMLElement>("input:not(:disabled), select, textarea")?.focus();
  }, [ready, id]);

  const close = () => {
    if (!save.busy) guard.leave(onClose);
  };
  const submit = async (options: SendOptions) => {
    if (!(await save.run(options))) return;
    guard.letGo();
    onClose();
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
            <BusyButton type="submit" form={id} busy={save.busy} disabled={waiting !== undefined}>
              {action ?? t("form:save")}
            </BusyButton>
          </>
        }
      >
        {waiting ?? (
          <Form form={form} id={id} busy={save.busy} onSubmit={(options) => void submit(options)}>
            {children}
          </Form>
        )}
      </SideDrawer>
      {guard.question}
    </>
  );
}
