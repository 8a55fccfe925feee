import { Button } from "@chakra-ui/react";
import { useEffect, useId, useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { BusyButton, DESTRUCTIVE } from "../busy-button";
import { SideDrawer } from "../side-drawer";
import { Form, type SendOptions } from "./form";
import { useLeaveGuard } from "./leave-guard";
import type { FormControl, Values } from "./use-form";

interface EditDrawerProps<V extends Values> {
  title: string;
  form: FormControl<V>;
  /** From `useSave`: checks and sends the form, and gives whether the server accepted it. */
  save: { run: (options: SendOptions) => Promise<boolean>; busy: boolean };
  /** The verb on the button; "Save" by default. */
  action?: string;
  /** True for a red button: it ends or refuses something. */
  destructive?: boolean;
  onClose: () => void;
  /** The step of a form that has several. A new step puts the focus on its first field. */
  step?: number;
  /** Leads to the step before, in place of the button that closes. */
  onBack?: (() => void) | undefined;
  /** Shown instead of the fields while their values load, or if they failed to load. */
  waiting?: ReactNode;
  /** The fields. */
  children: ReactNode;
}

/** A form in a drawer. It closes after the server has accepted it, and asks before changes are lost. */
export function EditDrawer<V extends Values>(props: EditDrawerProps<V>) {
  const {
    title,
    form,
    save,
    action,
    destructive = false,
    onClose,
    step = 1,
    onBack,
    waiting,
    children,
  } = props;
  const { t } = useTranslation(["form", "ui"]);
  const id = useId();
  const guard = useLeaveGuard(form.dirty);
  const ready = waiting === undefined;
  const shownStep = useRef(step);
  useEffect(() => {
    // The fields may appear after the drawer. The first one gets the focus, unless the reader has left the drawer.
    const fields = document.getElementById(id);
    const drawer = fields?.closest("[role=dialog]");
    // A new step replaces the fields, also the field with the focus.
    const isNewStep = shownStep.current !== step;
    shownStep.current = step;
    if (!ready || (!isNewStep && !drawer?.contains(document.activeElement))) return;
    (firstOf(fields) ?? drawer?.querySelector<HTMLElement>("[type=submit]"))?.focus();
  }, [ready, id, step]);

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
        first={() => firstOf(document.getElementById(id))}
        footer={
          <>
            <Button variant="outline" onClick={onBack ?? close}>
              {onBack ? t("form:back") : t("ui:cancel")}
            </Button>
            <BusyButton
              {...(destructive && DESTRUCTIVE)}
              type="submit"
              form={id}
              busy={save.busy}
              disabled={waiting !== undefined}
            >
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

/** The field that gets the focus: the field with `data-autofocus`, else the first outside closed folds. */
function firstOf(fields: HTMLElement | null): HTMLElement | null {
  const inputs = [...(fields?.querySelectorAll<HTMLElement>("input:not(:disabled), select, textarea") ?? [])];
  const chosen = fields?.querySelector<HTMLElement>("[data-autofocus]");
  return chosen ?? inputs.find((input) => !input.closest("details:not([open])")) ?? null;
}
