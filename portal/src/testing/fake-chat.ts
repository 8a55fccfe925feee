import type { components } from "../api/schema";
import { mock, refusal, success, type Mock } from "./mocks";

type Info = components["schemas"]["ChatInfo"];
type Message = components["schemas"]["ChatMessage"];
type Cost = components["schemas"]["Cost"];
type Version = components["schemas"]["ChatVersion"];

export function aCost(given: Partial<Cost> = {}): Cost {
  return { cost: 1_200, words: 1_200, remain: 98_800, percentage: 99, held: 0, quota: 100_000, ...given };
}

export function said(role: "user" | "assistant", content: string, given: Partial<Message> = {}): Message {
  const words = content.split(/\s+/).length;
  return { role, content, state: 0, answerId: role === "user" ? null : "a-1", at: 0, words, ...given };
}

const PLAN = `Here is a **plan** for twelve weeks, with what [the handbook](https://handbook.example/launch) asks for:

1. Brief the team
2. Book the media

\`\`\`js
// Weeks from the brief to the launch.
const weeks = 12;
const plan = ["brief", "media"].map((task) => ({ task, done: false }));
\`\`\`

| Week | Task |
|---|---|
| 1 | Brief |
| 4 | Media |`;

export const someChats: Info[] = [
  {
    chatId: "c-1",
    title: "Plan the launch in spring",
    messageList: [said("user", "Plan the launch in spring"), said("assistant", PLAN)],
  },
  {
    chatId: "c-2",
    title: "媒体预算怎么分配",
    messageList: [
      said("user", "媒体预算怎么分配"),
      said("assistant", "先看三个渠道：", { answerId: "a-2", state: 3 }),
    ],
  },
];

const VERSIONS: Version[] = [
  { id: 1, value: "GPT 3.5", maxAnswerWords: 1_500, echo: false },
  { id: 2, value: "GPT 4.0", maxAnswerWords: 1_500, echo: false },
];

interface FakeChat {
  chats?: Info[];
  cost?: Cost;
  authorized?: boolean;
  versions?: Version[];
}

/** Mocks the assistant. `sent` collects the questions; the stream of an answer is mocked by the test. */
export function fakeChat(given: FakeChat = {}) {
  const { chats = someChats, cost = aCost(), authorized = true, versions = VERSIONS } = given;
  const kept = chats.map((chat) => ({ ...chat }));
  const sent: { text: string; chatId?: string | null; versionId?: number | null }[] = [];
  const stopped: string[] = [];
  const mocks: Mock[] = [
    mock("get", "/api/security/chat-gpt/authority", () => success({ authorized })),
    mock("get", "/api/security/chat-gpt/version-list", () => success(versions)),
    mock("get", "/api/security/chat-gpt/get-cost", () => success(cost)),
    mock("get", "/api/security/chat-gpt/chat/list", () =>
      success(kept.map(({ chatId, title }) => ({ chatId, title }))),
    ),
    mock("get", "/api/security/chat-gpt/chat/info", ({ query }) => {
      const found = kept.find(({ chatId }) => chatId === query.chatId);
      return found ? success(found) : refusal(100012, "", { field: "chatId" });
    }),
    mock("post", "/api/security/chat-gpt/chat/del", ({ body }) => {
      const at = kept.findIndex(({ chatId }) => chatId === body.chatId);
      if (at >= 0) kept.splice(at, 1);
      return success(null);
    }),
    mock("post", "/api/security/chat-gpt/stream", ({ body }) => {
      sent.push(body);
      const chatId = body.chatId ?? "c-new";
      let chat = kept.find((one) => one.chatId === chatId);
      if (!chat) {
        chat = { chatId, title: body.text.slice(0, 30), messageList: [] };
        kept.unshift(chat);
      }
      chat.messageList = [
        ...chat.messageList,
        said("user", body.text),
        said("assistant", "", { state: 1, answerId: "a-new" }),
      ];
      return success({ chatId, answerId: "a-new" });
    }),
    mock("post", "/api/security/chat-gpt/stream/stop", ({ body }) => {
      stopped.push(body.answerId);
      return success(null);
    }),
  ];
  /** The answer has ended with this text, and perhaps its chat has another title. */
  const end = (text: string, state: Message["state"] = 0, title?: string) => {
    for (const chat of kept) {
      if (title && chat.messageList.some(({ answerId }) => answerId === "a-new")) chat.title = title;
      chat.messageList = chat.messageList.map((one) =>
        one.answerId === "a-new" ? { ...one, content: text, state } : one,
      );
    }
  };
  return { mocks, sent, stopped, end };
}

export const standIn = () => fakeChat().mocks;
