import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../api/client";
import { eventsOf, type StreamOptions } from "../../api/event-stream";
import type { components } from "../../api/schema";
import type { Services } from "../../api/services";
import { write } from "../../api/write";

declare module "../../api/kept" {
  interface Kept {
    chats: true;
    chat: true;
    "chat-versions": true;
    "chat-authority": true;
  }
  interface Changes {
    "/api/security/chat-gpt/stream": "chats" | "chat" | "chat-cost";
    "/api/security/chat-gpt/stream/stop": never;
    "/api/security/chat-gpt/chat/del": "chats" | "chat";
  }
}

export type ChatMessage = components["schemas"]["ChatMessage"];
export type Version = components["schemas"]["ChatVersion"];
type State = components["schemas"]["TurnState"];

/** How a turn stands; 2: the person has stopped it. */
export const WHOLE = 0 satisfies State;
export const ARRIVING = 1 satisfies State;
export const CUT = 3 satisfies State;
export const FAILED = 4 satisfies State;
export const USED_UP = 5 satisfies State;
export const LONG = 6 satisfies State;
export const BUSY = 7 satisfies State;
export const TOO_LONG = 8 satisfies State;

/** Whether the person may use the assistant (C-124, P-10). */
export function authorityQuery({ api }: Services) {
  return queryOptions({
    queryKey: ["chat-authority"],
    queryFn: async ({ signal }) =>
      (await dataOf(api.GET("/api/security/chat-gpt/authority", { signal }))).authorized,
    meta: { ownMessage: true },
  });
}

/** The chats, newest first (C-127). */
export function chatsQuery({ api }: Services) {
  return queryOptions({
    queryKey: ["chats"],
    queryFn: ({ signal }) => dataOf(api.GET("/api/security/chat-gpt/chat/list", { signal })),
    meta: { ownMessage: true },
  });
}

/** A whole chat (C-128). */
export function chatQuery({ api }: Services, chatId: string) {
  return queryOptions({
    queryKey: ["chat", chatId],
    queryFn: ({ signal }) =>
      dataOf(api.GET("/api/security/chat-gpt/chat/info", { params: { query: { chatId } }, signal })),
    meta: { ownMessage: true },
  });
}

/** The versions to choose from (E-15, G-75). */
export function versionsQuery({ api }: Services) {
  return queryOptions({
    queryKey: ["chat-versions"],
    queryFn: ({ signal }) => dataOf(api.GET("/api/security/chat-gpt/version-list", { signal })),
    meta: { ownMessage: true },
  });
}

interface Question {
  chatId?: string;
  text: string;
  versionId?: number;
}

/** Asks; the answer is read with `answerOf`. */
export function ask(services: Services, { chatId, text, versionId }: Question) {
  return write(services, "/api/security/chat-gpt/stream", {
    text,
    ...(chatId !== undefined && { chatId }),
    ...(versionId !== undefined && { versionId }),
  });
}

export function stopAnswer(services: Services, answerId: string) {
  return write(services, "/api/security/chat-gpt/stream/stop", { answerId });
}

export function deleteChat(services: Services, chatId: string) {
  return write(services, "/api/security/chat-gpt/chat/del", { chatId });
}

/** The events of an answer while it arrives; a lost connection goes on where it was. */
export function answerOf({ api }: Services, answerId: string, options: StreamOptions) {
  const params = { query: { answerId } };
  return eventsOf((opening) => api.GET("/api/security/chat-gpt/stream", { params, ...opening }), options);
}
