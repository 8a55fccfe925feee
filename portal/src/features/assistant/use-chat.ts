import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { ApiFailure } from "../../api/failure";
import { failureText } from "../../api/failure-text";
import { useServices } from "../../api/services";
import { showToast } from "../../ui/toast/toast-store";
import { answerOf, ARRIVING, ask, chatQuery, stopAnswer, type ChatMessage } from "./queries";
import { turnsOf, type Live, type Refused } from "./turns";

interface Hooks {
  /** The server has begun this chat. */
  onBegun: (chatId: string) => void;
  /** Nothing was answered: the question goes back into the input. */
  onRefused: (question: string) => void;
}

/**
 * One chat: what was said, and the answer that is arriving. An answer belongs to the server, so a reload, another tab or
 * another device goes on where it is (T-37, T-38, T-39).
 */
export function useChat(chatId: string | undefined, { onBegun, onRefused }: Hooks) {
  const services = useServices();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    ...chatQuery(services, chatId ?? ""),
    enabled: chatId !== undefined,
  });
  const [followed, setLive] = useState<Live>();
  // A new chat gets its address a moment after its id.
  const isHere = followed?.chatId === chatId || followed?.askedIn === chatId;
  const live = isHere ? followed : undefined;
  /** Ends what the live question or answer waits for. */
  const control = useRef<AbortController>(undefined);
  /** "Stop" was pressed before the server had begun the answer. */
  const wantsStop = useRef(false);

  const begin = (first: Pick<Live, "question" | "answerId">): AbortSignal => {
    control.current?.abort();
    control.current = new AbortController();
    wantsStop.current = false;
    setLive({ chatId, askedIn: chatId, ...first, text: "", state: ARRIVING, link: "on" });
    return control.current.signal;
  };
  const clear = () => {
    control.current?.abort();
    setLive(undefined);
  };
  const refresh = () =>
    Promise.all(
      (["chats", "chat", "chat-cost"] as const).map((name) =>
        queries.invalidateQueries({ queryKey: [name] }),
      ),
    );

  const follow = async (answerId: string, signal: AbortSignal) => {
    const put = (part: Partial<Live>) => {
      if (!signal.aborted) setLive((before) => before && { ...before, ...part });
    };
    let text = "";
    let state: Live["state"] | undefined;
    try {
      const events = answerOf(services, answerId, {
        signal,
        reconnect: true,
        onState: (link) => put({ link: link === "open" ? "on" : "again" }),
      });
      for await (const { name, data: line } of events) {
        if (name === "text") {
          text += (JSON.parse(line) as { text: string }).text;
          put({ text });
          continue;
        }
        if (name === "end") ({ state } = JSON.parse(line) as Pick<ChatMessage, "state">);
        break;
      }
    } catch {
      // Shown as a connection that is off.
    }
    put(state === undefined ? { link: "off" } : { state, link: "on" });
    if (!signal.aborted) await refresh();
  };

  const send = async (question: string, versionId: number | undefined) => {
    const signal = begin({ question, answerId: undefined });
    try {
      const { data: begun } = await ask(services, {
        text: question,
        ...(chatId !== undefined && { chatId }),
        ...(versionId !== undefined && { versionId }),
      });
      void refresh();
      if (signal.aborted) return;
      setLive((before) => before && { ...before, ...begun });
      if (begun.chatId !== chatId) onBegun(begun.chatId);
      if (wantsStop.current) void stopAt(begun.answerId);
      await follow(begun.answerId, signal);
    } catch (failure) {
      if (signal.aborted) return;
      onRefused(question);
      // The page says by itself that the session has ended.
      const refused = isSignedOut(failure) ? undefined : refusalOf(failure);
      setLive((before) => before && refused && { ...before, refused });
      void queries.invalidateQueries({ queryKey: ["chat-cost"] });
      // The chosen version may be gone.
      void queries.invalidateQueries({ queryKey: ["chat-versions"] });
      if (isDenied(failure)) void queries.invalidateQueries({ queryKey: ["chat-authority"] });
    }
  };

  const stopAt = (answerId: string) =>
    stopAnswer(services, answerId).catch((failure: unknown) =>
      showToast({ tone: "warning", text: failureText(failure) }),
    );
  const arriving = data?.messageList.findLast(({ state }) => state === ARRIVING)?.answerId ?? undefined;
  const resume = useEffectEvent((answerId: string) => {
    if (live?.answerId !== answerId) void follow(answerId, begin({ question: undefined, answerId }));
  });
  useEffect(() => {
    if (arriving === undefined) return undefined;
    const timer = setTimeout(() => resume(arriving));
    return () => clearTimeout(timer);
  }, [arriving]);
  useEffect(() => () => control.current?.abort(), []);

  const turns = turnsOf(data?.messageList ?? [], live);
  return {
    turns,
    live,
    /** V-24: nothing is sent while an answer is awaited. */
    loading: turns.at(-1)?.state === ARRIVING && turns.at(-1)?.role === "assistant",
    error: chatId === undefined ? null : error,
    ready: chatId === undefined || data !== undefined || live !== undefined,
    refetch,
    send,
    stop: () => {
      const answerId = live?.answerId ?? arriving;
      if (answerId === undefined) wantsStop.current = true;
      else void stopAt(answerId);
    },
    /** Opens the connection to an answer again. */
    rejoin: () => {
      if (live?.answerId === undefined) return;
      const { question, answerId } = live;
      void follow(answerId, begin({ question, answerId }));
    },
    clear,
  };
}

const isSignedOut = (failure: unknown) => failure instanceof ApiFailure && failure.kind === "needLogin";
const isDenied = (failure: unknown) => failure instanceof ApiFailure && failure.kind === "denied";

function refusalOf(failure: unknown): Refused {
  const isSaid = failure instanceof ApiFailure && failure.kind === "refused";
  const text = isSaid ? failure.message : failureText(failure);
  const field = failure instanceof ApiFailure ? failure.faults[0]?.field : undefined;
  const limit = field === "text" ? "length" : field === "quota" ? "quota" : "other";
  return { text, limit };
}
