import { Text } from "@chakra-ui/react";
import { useState, type ReactNode } from "react";
import type { CoveredBy, KeptName } from "../api/kept";
import { needsStepUp } from "../api/failure";
import { failureText } from "../api/failure-text";
import type { Written } from "../api/write";
import { useAct, type ActOptions } from "./use-act";
import { ConfirmDialog } from "../ui/confirm-dialog";

interface QuestionProps<Name extends KeptName, Data> extends ActOptions<Name, Data, void> {
  title: string;
  /** The consequence. */
  children: ReactNode;
  /** The verb on the button. */
  action: string;
  /** The verb on the safe button. */
  stay?: string;
  destructive?: boolean;
  call: () => Promise<Written<CoveredBy<Name>, Data>>;
  /** Called instead of `onClose` after the change. */
  onDone?: () => void;
  onClose: () => void;
}

/**
 * A question before one change (D-26). It closes when the change is done; a refusal stays visible, and the lists show
 * what somebody else has done meanwhile.
 */
export function Question<Name extends KeptName, Data>(props: QuestionProps<Name, Data>) {
  const {
    title,
    children,
    action,
    stay,
    destructive = false,
    call,
    done,
    refresh,
    onClose,
    onDone = onClose,
  } = props;
  const [failure, setFailure] = useState("");
  const act = useAct(call, {
    done,
    refresh,
    onFailure: (error) => {
      // Another dialog asks for that.
      if (needsStepUp(error)) onClose();
      else setFailure(failureText(error));
    },
  });
  return (
    <ConfirmDialog
      title={title}
      action={action}
      stay={stay}
      destructive={destructive}
      busy={act.busy}
      onConfirm={() => void act.run().then((accepted) => accepted && onDone())}
      onClose={onClose}
    >
      {children}
      <Text role="alert" margin="0" {...(failure && { marginTop: "3" })} color="danger">
        {failure}
      </Text>
    </ConfirmDialog>
  );
}
