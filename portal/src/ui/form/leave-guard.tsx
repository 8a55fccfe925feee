import { useEffect, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useBlocker } from "react-router";
import { ConfirmDialog } from "../confirm-dialog";

interface LeaveGuard {
  /** Leaves at once, or after the question if changes would be lost. */
  leave: (go: () => void) => void;
  /** Stops asking, because the changes are saved. */
  letGo: () => void;
  /** The open question, or null; the page renders it. */
  question: ReactNode;
}

/**
 * Asks before changes are lost: when the form closes, before another page, and (by the browser) before the tab closes.
 */
export function useLeaveGuard(dirty: boolean): LeaveGuard {
  const { t } = useTranslation("form");
  const [waiting, setWaiting] = useState<{ go: () => void }>();
  const free = useRef(false);
  const blocker = useBlocker(() => dirty && !free.current);
  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!free.current) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [dirty]);

  const letGo = () => {
    free.current = true;
  };
  const stay = () => {
    setWaiting(undefined);
    blocker.reset?.();
  };
  const discard = () => {
    setWaiting(undefined);
    letGo();
    if (blocker.state === "blocked") blocker.proceed();
    else waiting?.go();
  };
  const asking = waiting !== undefined || blocker.state === "blocked";
  return {
    leave: (go) => {
      if (dirty && !free.current) setWaiting({ go });
      else go();
    },
    letGo,
    question: asking && (
      <ConfirmDialog
        title={t("discard.question")}
        action={t("discard.yes")}
        stay={t("discard.no")}
        destructive
        onConfirm={discard}
        onClose={stay}
      >
        {t("discard.consequence")}
      </ConfirmDialog>
    ),
  };
}
