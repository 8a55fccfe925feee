import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { aStream } from "../../../testing/chat-stream";
import { chooseLanguage, i18n } from "../../../i18n/i18n";
import { aCost, fakeChat, someChats } from "../../../testing/fake-chat";
import { expectAccessible, renderPortal } from "../../../testing/render";
import { answers, handlerOf, refusal, server } from "../../../testing/server";
import { routes } from "../routes";

async function chat(given: Parameters<typeof fakeChat>[0] = {}, address = "/ChatGPT") {
  const fake = fakeChat(given);
  server.use(...fake.mocks.map(handlerOf));
  const view = renderPortal(address, routes);
  await screen.findByRole("heading", { level: 1, name: "AI chat" });
  const input = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Your question" });
  return { ...view, fake, input };
}

const [plan] = someChats;
const openPlan = () => chat({}, "/ChatGPT?chat=c-1");

/** R-04, S-14. */
describe("the AI chat", () => {
  /** T-41, K-49, G-74. */
  it("lists the chats, opens one with its greeting, and is accessible", async () => {
    const { user, router } = await chat();
    expect(document.title).toContain("AI chat");
    await user.click(screen.getByRole("button", { name: plan!.title }));
    await screen.findByText("Book the media");
    expect(router.state.location.search).toBe("?chat=c-1");
    const log = screen.getByRole("log");
    expect(within(log).getAllByRole("article")[0]!.textContent).toBe("Hi");
    expect(screen.getByRole("button", { name: plan!.title }).getAttribute("aria-current")).toBe("true");
    await expectAccessible();
  });

  /** T-40. */
  it("begins a new chat", async () => {
    const { user, router } = await openPlan();
    await screen.findByText("Book the media");
    await user.click(screen.getByRole("button", { name: "New chat" }));
    await waitFor(() => expect(screen.queryByText("Book the media")).toBeNull());
    expect(router.state.location.search).toBe("");
  });

  /** G-72. */
  it("calls a chat without a title 'New chat'", async () => {
    const { user } = await chat({ chats: [{ chatId: "c-3", title: "", messageList: [] }] });
    const row = screen.getAllByRole("button", { name: "New chat" }).find((one) => one.closest("li"))!;
    await user.click(screen.getByRole("button", { name: "Delete chat “New chat”" }));
    await screen.findByText(/^“New chat” and everything in it/);
    await user.keyboard("{Escape}");
    await chooseLanguage("zh-cn");
    await waitFor(() => expect(row.textContent).toBe("新对话"));
  });

  it("hides its list, and shows it again", async () => {
    const { user } = await chat();
    await user.click(screen.getByRole("button", { name: "Hide the chats" }));
    expect(screen.queryByRole("button", { name: plan!.title })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Show the chats" }));
    screen.getByRole("button", { name: plan!.title });
  });

  it("has its list in a drawer on a narrow screen, which a choice closes", async () => {
    const { user, router } = await chat();
    await user.click(screen.getByRole("button", { name: "Chats" }));
    const drawer = await screen.findByRole("dialog", { name: "Chats" });
    await user.click(within(drawer).getByRole("button", { name: plan!.title }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(router.state.location.search).toBe("?chat=c-1");
  });

  /** T-42. */
  it("deletes a chat after a question, and leaves it", async () => {
    const { user, router } = await openPlan();
    await user.click(screen.getByRole("button", { name: `Delete chat “${plan!.title}”` }));
    const question = await screen.findByRole("alertdialog", { name: "Delete this chat?" });
    await user.click(within(question).getByRole("button", { name: "Delete chat" }));
    await waitFor(() => expect(screen.queryByRole("button", { name: plan!.title })).toBeNull());
    screen.getByRole("button", { name: "媒体预算怎么分配" });
    await waitFor(() => expect(router.state.location.search).toBe(""));
  });

  it("says that a chat is gone", async () => {
    const { user, router } = await chat({}, "/ChatGPT?chat=c-9");
    await screen.findByText("This chat is no longer there.");
    await user.click(within(screen.getByRole("main")).getAllByRole("button", { name: "New chat" }).at(-1)!);
    await waitFor(() => expect(router.state.location.search).toBe(""));
    await screen.findByRole("log");
  });

  /** T-45, X-14. */
  it("copies a message, and says so", async () => {
    const { user } = await openPlan();
    await screen.findByText("Book the media");
    const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValueOnce();
    const copy = () => screen.getAllByRole("button", { name: "Copy this message" }).at(-1)!;
    await user.click(copy());
    await screen.findByText("copy success");
    expect(write.mock.calls).toEqual([[plan!.messageList[1]!.content]]);
    write.mockRejectedValueOnce(new Error("no"));
    await user.click(copy());
    await screen.findByText("copy error");
  });
});

/** G-77, G-78. */
describe("what is left", () => {
  it("is shown in per cent and in words, with a notice that folds", async () => {
    const { user } = await chat({ cost: aCost({ remain: 21_000, percentage: 21 }) });
    expect(screen.getByText("21% left").hasAttribute("data-little")).toBe(false);
    screen.getByText("1,200 words used");
    const notice = screen.getByText("How this is used").closest("details")!;
    expect(notice.open).toBe(false);
    await user.click(screen.getByText("How this is used"));
    expect(notice.open).toBe(true);
    const said = () =>
      within(notice)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent);
    expect(said()).toEqual([
      "Used this month: 1,200 words.",
      "Left this month: 21,000 words.",
      "A word is a Chinese character, or a run of letters or digits. A question and its answer count together.",
      "The AI sees about 2,000 words of the conversation before your question.",
      "Answers can be wrong. Check what matters before you use it.",
      "Leave out passwords, other people’s personal data and anything a client hasn’t released.",
      "Your chats are encrypted and are deleted some time after your last question. Administrators see how much you use, not what you write.",
    ]);
    await chooseLanguage("zh-cn");
    await waitFor(() =>
      expect(said()).toEqual([
        "本月已用 1,200 字。",
        "本月剩余 21,000 字。",
        "一个汉字算一字，一串连续的字母或数字也算一字。提问与回答合并计算。",
        "AI 会参考提问之前约 2,000 字的对话内容。",
        "回答可能有误，使用前请核实重要内容。",
        "请勿输入密码、他人的个人信息或客户尚未公开的内容。",
        "您的对话已加密，并在最后一次提问的一段时间后删除。管理员只能看到用量，看不到内容。",
      ]),
    );
    await chooseLanguage("en-us");
    await user.click(screen.getByText("How this is used"));
    expect(notice.open).toBe(false);
  });

  /** T-44, K-12. */
  it("is red at 20 % and below", async () => {
    await chat({ cost: aCost({ remain: 20_000, percentage: 20 }) });
    expect(screen.getByText("20% left").hasAttribute("data-little")).toBe(true);
  });

  it("may have no limit", async () => {
    const { input } = await chat({ cost: aCost({ quota: null, remain: null, percentage: 100 }) });
    screen.getByText("No limit");
    screen.getByText("You have no limit this month.");
    expect(input().disabled).toBe(false);
  });

  /** X-11, D-23, F-34, T-37. */
  it("may be nothing: a dialog says so, and the input is disabled", async () => {
    const { user, input } = await chat({ cost: aCost({ remain: 0, percentage: 0 }) });
    const dialog = await screen.findByRole("dialog", { name: "AI chat" });
    within(dialog).getByText("Your dosage has run out.");
    await user.click(within(dialog).getByRole("button", { name: "Got it" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(input().disabled).toBe(true);
    screen.getByText("0% left");
  });

  /** D-23, X-10 to: the literal texts have no other language. */
  it("is said in Chinese with the same literal texts", async () => {
    await chooseLanguage("zh-cn");
    server.use(...fakeChat({ cost: aCost({ remain: 0, percentage: 0 }) }).mocks.map(handlerOf));
    renderPortal("/ChatGPT", routes);
    const dialog = await screen.findByRole("dialog", { name: "AI 对话" });
    within(dialog).getByText("Your dosage has run out.");
    const keys = ["limit.length", "limit.quota", "limit.other", "copied", "notCopied"] as const;
    expect(keys.map((key) => i18n.t(`assistant:${key}`))).toEqual([
      "Your conversation has exceeded the limit.",
      "Your dosage has run out.",
      "your traffic is used up",
      "copy success",
      "copy error",
    ]);
  });
});

/** G-75. */
describe("the version", () => {
  it("is chosen, and sent with the question", async () => {
    aStream();
    const { user, fake, input } = await chat({ chats: [] });
    await user.selectOptions(screen.getByRole("combobox", { name: "Version" }), "GPT 4.0");
    await user.type(input(), "Go{Enter}");
    await waitFor(() => expect(fake.sent).toEqual([{ text: "Go", versionId: 2 }]));
  });

  it("says that it is a local echo", async () => {
    await chat({ versions: [{ id: 1, value: "GPT 3.5", maxAnswerWords: 1_500, echo: true }] });
    screen.getByRole("option", { name: "GPT 3.5 (local echo)" });
    screen.getByText("No AI provider is set up here. A local echo repeats what you write.");
  });
});

/** F-33, P-10, T-46, X-13. */
describe("a person without the assistant", () => {
  it("comes to home and reads why", async () => {
    server.use(...fakeChat({ authorized: false }).mocks.map(handlerOf));
    const { router } = renderPortal("/ChatGPT", routes);
    await screen.findByText("You may not use AI chat.");
    await waitFor(() => expect(router.state.location.pathname).toBe("/"));
  });
});

describe("a page that does not load", () => {
  it("says why, and tries again", async () => {
    const fake = fakeChat();
    server.use(...fake.mocks.map(handlerOf));
    server.use(
      answers("get", "/api/security/chat-gpt/chat/list", () => refusal(999999, "The database is busy.")),
    );
    const { user } = renderPortal("/ChatGPT", routes);
    await screen.findByText("The database is busy.");
    server.use(...fake.mocks.map(handlerOf));
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByRole("heading", { level: 1, name: "AI chat" });
  });
});
