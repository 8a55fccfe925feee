import { ARRIVING, FAILED, type ChatMessage } from "./queries";

type State = ChatMessage["state"];

/** Why nothing was answered, and which dialog says so (F-34). */
export interface Refused {
  /** What the server said; empty if it said nothing. */
  text: string;
  limit: "length" | "quota" | "other";
}

/** The question that was asked here, or the answer that is followed. */
export interface Live {
  /** The chat that it belongs to; undefined while a new one begins. */
  chatId: string | undefined;
  /** The chat that was open when it was asked. */
  askedIn: string | undefined;
  /** Undefined for an answer that was arriving when the page opened. */
  question: string | undefined;
  /** Undefined until the server has begun the answer. */
  answerId: string | undefined;
  /** What has arrived. */
  text: string;
  state: State;
  /** The connection to the answer: it is there, it is opened again, or it cannot be. */
  link: "on" | "again" | "off";
  refused?: Refused;
}

/** What the page shows of a turn. */
export interface Turn {
  key: string;
  role: "user" | "assistant";
  text: string;
  state: State;
  /** It arrived while the person looked. */
  isLive: boolean;
}

/**
 * The turns of a chat: those that the server has, and the live ones that it does not have yet, or has not finished. A turn
 * keeps its key when the server has it, so that nothing jumps.
 */
export function turnsOf(messages: readonly ChatMessage[], live: Live | undefined): Turn[] {
  const turns = messages.map((message, at): Turn => {
    const { role, content, state, answerId } = message;
    if (role === "user") {
      const key = questionKey(messages[at + 1]?.answerId ?? String(at));
      return { key, role, text: content, state, isLive: false };
    }
    const isLive = live !== undefined && answerId === live.answerId;
    const shown = isLive && state === ARRIVING ? live : { text: content, state };
    return { key: answerId ?? String(at), role: "assistant", text: shown.text, state: shown.state, isLive };
  });
  const isThere = live?.answerId !== undefined && turns.some(({ isLive }) => isLive);
  if (!live || isThere) return turns;
  const key = live.answerId ?? "next";
  if (live.question !== undefined)
    turns.push({ key: questionKey(key), role: "user", text: live.question, state: 0, isLive: false });
  const state = live.refused ? FAILED : live.state;
  turns.push({ key, role: "assistant", text: live.text, state, isLive: true });
  return turns;
}

const questionKey = (answer: string) => `question ${answer}`;
