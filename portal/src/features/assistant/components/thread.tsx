import { Button, Flex } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { ARRIVING, BUSY, CUT, FAILED, LONG } from "../queries";
import type { Live, Turn } from "../turns";
import { Message } from "./message";

/** K-49, G-74: of the assistant; shown only, never stored or sent. */
const GREETING = "Hi";

interface ThreadProps {
  turns: Turn[];
  live: Live | undefined;
  onSend: (question: string) => void;
  onRejoin: () => void;
}

/** The conversation below its greeting. Screen readers get an answer when it is whole, not piece by piece. */
export function Thread({ turns, live, onSend, onRejoin }: ThreadProps) {
  const { t } = useTranslation("assistant");
  return (
    <Flex direction="column" gap="3" role="log" aria-live="off" aria-label={t("conversation")}>
      <Message role="assistant" text={GREETING} greets />
      {turns.map(({ key, role, text, state, isLive }, at) => {
        const isLast = at === turns.length - 1 && role === "assistant";
        const link = isLive && state === ARRIVING ? (live?.link ?? "on") : "on";
        const refused = isLive ? live?.refused : undefined;
        const lost = link === "on" ? undefined : t(`link.${link}`);
        const note = refused ? refused.text || t("limit.other") : lost;
        const earlier = turns.findLast((turn) => turn.role === "user")?.text;
        return (
          <Message key={key} role={role} text={text} state={state} typing={isLive} note={note}>
            {link === "off" && <Act onAct={onRejoin}>{t("again")}</Act>}
            {isLast && (state === CUT || state === LONG) && (
              <Act onAct={() => onSend(t("continue.text"))}>{t("continue")}</Act>
            )}
            {isLast && (state === FAILED || state === BUSY) && !refused && earlier !== undefined && (
              <Act onAct={() => onSend(earlier)}>{t("again")}</Act>
            )}
          </Message>
        );
      })}
    </Flex>
  );
}

function Act({ onAct, children }: { onAct: () => void; children: string }) {
  return (
    <Button variant="outline" size="sm" onClick={onAct}>
      {children}
    </Button>
  );
}
