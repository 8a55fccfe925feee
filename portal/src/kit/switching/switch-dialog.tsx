import type { CoveredBy, KeptName } from "../../api/kept";
import type { Written } from "../../api/write";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { useAct } from "../use-act";
import type { Both, SwitchOneWords } from "./switch-words";

interface SwitchDialogProps<Name extends KeptName> {
  /** The name of the thing. */
  name: string;
  /** Whether it is on now. */
  isOn: boolean;
  words: Both<SwitchOneWords>;
  /** Switches it on, or off. */
  call: (on: boolean) => Promise<Written<CoveredBy<Name>, unknown>>;
  refresh: readonly Name[];
  onClose: () => void;
}

/** Switches a thing on or off, after a question that names it and what follows. */
export function SwitchDialog<Name extends KeptName>(props: SwitchDialogProps<Name>) {
  const { name, isOn, words, call, refresh, onClose } = props;
  const { action, question, consequence, done } = isOn ? words.off : words.on;
  const act = useAct(() => call(!isOn), { done: done(name), refresh });
  return (
    <ConfirmDialog
      title={question(name)}
      action={action}
      destructive={isOn}
      busy={act.busy}
      onConfirm={() => void act.run().then(onClose)}
      onClose={onClose}
    >
      {consequence}
    </ConfirmDialog>
  );
}
