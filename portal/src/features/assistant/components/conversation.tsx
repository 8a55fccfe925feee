import { Button, Flex, VisuallyHidden } from "@chakra-ui/react";
import { MessageSquareOff } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { isRefused } from "../../../api/failure";
import type { components } from "../../../api/schema";
import { isUsedUp, type Cost } from "../../../kit/assistant-cost";
import { NotThereYet } from "../../../kit/not-there-yet";
import { Notice } from "../../../ui/notice";
import { limitOf } from "../limits";
import { ARRIVING, type Version } from "../queries";
import { spoken } from "../spoken";
import { useChat } from "../use-chat";
import { useEndInSight } from "../use-end-in-sight";
import { ChatHeader } from "./chat-header";
import { ChatDrawer, ChatList } from "./chat-list";
import { Composer } from "./composer";
import { LimitDialog } from "./limit-dialog";
import { Thread } from "./thread";

/** The address of the chat that is open. */
const CHAT = "chat";

interface ConversationProps {
  chats: components["schemas"]["ChatRow"][];
  cost: Cost;
  versions: Version[];
}

/** S-14: the chats at the left, the conversation beside them. The chat stands in the address. */
export function Conversation({ chats, cost, versions }: ConversationProps) {
  const { t } = useTranslation("assistant");
  const [params, setParams] = useSearchParams();
  const chatId = params.get(CHAT) ?? undefined;
  const choose = (id: string | undefined, replace = false) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (id === undefined) after.delete(CHAT);
        else after.set(CHAT, id);
        return after;
      },
      { replace },
    );
  const [text, setText] = useState("");
  const chat = useChat(chatId, { onBegun: (id) => choose(id, true), onRefused: setText });
  const [version, setVersion] = useState<number>();
  const [isTooLong, setIsTooLong] = useState(false);
  const [closed, setClosed] = useState<string>();
  const [isListed, setIsListed] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLTextAreaElement>(null);
  const toEnd = useEndInSight(place);
  const chosen = versions.find(({ id }) => id === version) ?? versions[0];
  const usedUp = isUsedUp(cost);
  const last = chat.turns.at(-1);
  const limit = limitOf({ isTooLong, live: chat.live, last, usedUp });
  const isGone = chat.error !== null && isRefused(chat.error);
  const send = (question: string) => {
    setText("");
    setClosed(undefined);
    void chat.send(question, chosen?.id);
    toEnd();
  };
  /** T-40, T-41. */
  const leave = (id: string | undefined) => {
    chat.clear();
    choose(id);
    if (id === undefined) input.current?.focus();
  };
  const list = { chats, current: chatId, onChoose: leave };
  return (
    <Flex gap="6" flex="1">
      <ChatList {...list} />
      {isListed && <ChatDrawer {...list} onClose={() => setIsListed(false)} />}
      <Flex direction="column" gap="3" flex="1" minWidth="0">
        <ChatHeader
          {...{ cost, versions, chosen }}
          onVersion={setVersion}
          onChats={() => setIsListed(true)}
        />
        <Flex ref={place} direction="column" flex="1" css={ROOM}>
          {isGone ? (
            <Notice icon={MessageSquareOff} heading={t("gone")}>
              <Button variant="outline" onClick={() => leave(undefined)}>
                {t("new")}
              </Button>
            </Notice>
          ) : chat.ready ? (
            <Thread turns={chat.turns} live={chat.live} onSend={send} onRejoin={chat.rejoin} />
          ) : (
            <NotThereYet error={chat.error} onRetry={() => void chat.refetch()} lines={3} height="12" />
          )}
        </Flex>
        <Announced turn={last?.isLive ? last : undefined} />
        <Composer
          {...{ input, text, usedUp, loading: chat.loading }}
          onText={setText}
          onSend={send}
          onStop={chat.stop}
          onTooLong={() => setIsTooLong(true)}
        />
      </Flex>
      {limit && limit.key !== closed && (
        <LimitDialog
          limit={limit.limit}
          text={limit.text || (limit.state ? t(`state.${limit.state}`) : "")}
          {...(limit.canBegin && { onNewChat: () => leave(undefined) })}
          onClose={() => {
            if (isTooLong) setIsTooLong(false);
            else setClosed(limit.key);
          }}
        />
      )}
    </Flex>
  );
}

/** No control with the focus is below the input or the header (WCAG 2.4.11). */
const ROOM = { "--selection-room": "160px", "& :is(a, button, [tabindex])": { scrollMarginTop: "150px" } };

/** Says to screen readers that an answer is awaited, and what it is when it is whole. */
function Announced({ turn }: { turn: { text: string; state: number } | undefined }) {
  const { t } = useTranslation("assistant");
  const words = !turn ? "" : turn.state === ARRIVING ? t("waiting") : spoken(turn.text);
  return <VisuallyHidden role="status">{words}</VisuallyHidden>;
}
