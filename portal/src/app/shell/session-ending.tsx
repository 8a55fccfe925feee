import { Button } from "@chakra-ui/react";
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { userQuery } from "../../access/user";
import { useServices } from "../../api/services";
import { onSessionEnd, sessionEnd } from "../../api/session/session-end";
import { useFormats } from "../../i18n/use-formats";
import { BusyButton } from "../../ui/busy-button";
import { DialogFrame } from "../../ui/dialog-frame";

/** How long before its end a session is announced to end. */
const WARNING_MS = 120_000;
/** Answers of the same moment differ by this. */
const SLACK_MS = 5_000;

const isNear = (endsAt: number | undefined) =>
  endsAt !== undefined && endsAt - Date.now() <= WARNING_MS + SLACK_MS;
const isSame = (one: number | undefined, other: number | undefined) =>
  one !== undefined && other !== undefined && Math.abs(one - other) < SLACK_MS;

/**
 * Warns two minutes before the session ends, because nobody has used it or because it is old. Before it warns, it asks the
 * server: the person may have used another tab.
 */
export default function SessionEnding() {
  const services = useServices();
  const endsAt = useSyncExternalStore(onSessionEnd, sessionEnd);
  /** The end of which the person was warned. */
  const [warned, setWarned] = useState<number>();
  const shown = isSame(endsAt, warned);
  const asked = useRef<number>(undefined);
  const ask = useCallback(
    () => services.queries.query({ ...userQuery(services), staleTime: 0, retry: false }),
    [services],
  );
  useEffect(() => {
    if (endsAt === undefined) return;
    // The answer to the question comes here too.
    if (isSame(endsAt, asked.current)) return;
    const timer = setTimeout(
      () => {
        asked.current = endsAt;
        ask().then(
          () => setWarned(isNear(sessionEnd()) ? sessionEnd() : undefined),
          () => undefined,
        );
      },
      endsAt - WARNING_MS - Date.now(),
    );
    return () => clearTimeout(timer);
  }, [endsAt, ask]);
  // At the end the server says that the session is over.
  useEffect(() => {
    if (!shown || endsAt === undefined) return;
    const timer = setTimeout(() => {
      setWarned(undefined);
      ask().catch(() => undefined);
    }, endsAt - Date.now());
    return () => clearTimeout(timer);
  }, [shown, endsAt, ask]);
  return shown && endsAt !== undefined ? (
    <Warning endsAt={endsAt} ask={ask} onClose={() => setWarned(undefined)} />
  ) : null;
}

interface WarningProps {
  endsAt: number;
  ask: () => Promise<unknown>;
  onClose: () => void;
}

function Warning({ endsAt, ask, onClose }: WarningProps) {
  const { t } = useTranslation(["lapse", "ui"]);
  const { time } = useFormats();
  const [busy, setBusy] = useState(false);
  const [inAnyCase, setInAnyCase] = useState(false);
  // The press itself makes the call one of a person, so the session goes on unless it is too old.
  const stay = () => {
    setBusy(true);
    ask()
      .then(
        () => setInAnyCase(isNear(sessionEnd())),
        () => undefined,
      )
      .finally(() => setBusy(false));
  };
  return (
    <DialogFrame
      role="alertdialog"
      title={t("lapse:ending.title")}
      onClose={onClose}
      footer={
        inAnyCase ? (
          <Button data-autofocus onClick={onClose}>
            {t("ui:close")}
          </Button>
        ) : (
          <BusyButton data-autofocus busy={busy} onClick={stay}>
            {t("lapse:ending.stay")}
          </BusyButton>
        )
      }
    >
      {t(inAnyCase ? "lapse:ending.old" : "lapse:ending.text", { time: time(endsAt) })}
    </DialogFrame>
  );
}
