import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aStream } from "../../../testing/chat-stream";
import { chooseLanguage } from "../../../i18n/i18n";
import { aCost, fakeChat, said, someChats } from "../../../testing/fake-chat";
import { renderPortal } from "../../../testing/render";
import { answers, handlerOf, nobody, refusal, server, success } from "../../../testing/server";
import { routes } from "../routes";

async function chat(given: Parameters<typeof fakeChat>[0] = { chats: [] }, address = "/ChatGPT") {
  const fake = fakeChat(given);
  server.use(...fake.mocks.map(handlerOf));
  const view = renderPortal(address, routes);
  await screen.findByRole("heading", { level: 1, name: "AI chat" });
  const input = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Your question" });
  return { ...view, fake, input };
}

/** A chat that was left in this state. */
function left(...[content, given]: [string, Parameters<typeof said>[2]]) {
  const messageList = [said("user", "Go"), said("assistant", content, given)];
  return chat({ chats: [{ ...someChats[0]!, messageList }] }, "/ChatGPT?chat=c-1");
}

describe("a question", () => {
  /** T-37, T-38, T-43, K-13, K-14, V-32. */
  it("is sent with Enter; what arrives is typed, and the answer stays", async () => {
    const stream = aStream();
    const { user, fake, input, router } = await chat();
    expect(input().rows).toBe(3);
    await user.type(input(), "Plan a launch{Shift>}{Enter}{/Shift}for us{Enter}");
    await waitFor(() => expect(fake.sent).toEqual([{ text: "Plan a launch\nfor us", versionId: 1 }]));
    expect([input().value, input().readOnly]).toEqual(["", true]);
    await screen.findByText("The assistant is thinking …");
    const log = screen.getByRole("log");
    stream.text("First **this**");
    await within(log).findByText("this");
    fake.end("First **this**, then that.");
    stream.end(0);
    await within(log).findByText(/then that/);
    expect(within(log).getAllByRole("article")).toHaveLength(3);
    expect(router.state.location.search).toBe("?chat=c-new");
    await screen.findByRole("button", { name: "Send" });
    screen.getByRole("button", { name: /^Plan a launch/ });
    expect([input().readOnly, document.activeElement === input()]).toEqual([false, true]);
  });

  /** T-38: chat list and cost are asked for again. */
  it("changes what is left and the list of chats, once its answer has ended", async () => {
    const stream = aStream();
    let remain = 98;
    let asked = 0;
    const { user, fake, input } = await chat();
    server.use(
      answers("get", "/api/security/chat-gpt/get-cost", () => {
        asked += 1;
        return success(aCost({ remain: remain * 1_000, percentage: remain }));
      }),
    );
    await user.type(input(), "Go{Enter}");
    stream.text("Some");
    await screen.findByText("Some");
    // A question that has begun holds words.
    await screen.findByText("98% left");
    expect(asked).toBe(1);
    remain = 97;
    fake.end("Some words", 0, "A better title");
    stream.end(0);
    await screen.findByText("97% left");
    await screen.findByRole("button", { name: "A better title" });
    expect(asked).toBe(2);
  });

  /** Screen readers get the whole answer once, and no piece of it. */
  it("is announced, and so is its answer when it is whole", async () => {
    const stream = aStream();
    const { user, fake, input } = await chat();
    const announced = () => within(screen.getByRole("main")).getByRole("status").textContent;
    await user.type(input(), "Go{Enter}");
    await waitFor(() => expect(announced()).toBe("The assistant is thinking"));
    stream.text("Some **words**");
    await screen.findByText("words");
    expect(announced()).toBe("The assistant is thinking");
    expect(screen.getByRole("log").getAttribute("aria-live")).toBe("off");
    fake.end("Some **words**");
    stream.end(0);
    await waitFor(() => expect(announced()).toBe("Some words"));
  });

  /** V-24, V-32. */
  it("is not sent when it is empty, while an input method composes, or while an answer is awaited", async () => {
    aStream();
    const { user, fake, input } = await chat();
    await user.type(input(), "   {Enter}");
    fireEvent.change(input(), { target: { value: "nihao" } });
    fireEvent.keyDown(input(), { key: "Enter", isComposing: true });
    fireEvent.keyDown(input(), { key: "Enter", keyCode: 229 });
    expect(fake.sent).toEqual([]);
    fireEvent.keyDown(input(), { key: "Enter" });
    await waitFor(() => expect(fake.sent).toHaveLength(1));
    fireEvent.change(input(), { target: { value: "more" } });
    fireEvent.keyDown(input(), { key: "Enter" });
    await screen.findByRole("button", { name: "Stop" });
    expect(fake.sent).toHaveLength(1);
  });

  /** V-25, K-07, F-35, X-10, D-23. */
  it("has at most 2047 characters", async () => {
    const { user, input } = await chat();
    for (let time = 0; time < 2; time += 1) {
      fireEvent.change(input(), { target: { value: "x".repeat(2_047) } });
      expect(input().value).toHaveLength(2_047);
      fireEvent.change(input(), { target: { value: "x".repeat(2_048) } });
      const dialog = await screen.findByRole("dialog", { name: "AI chat" });
      within(dialog).getByText("Your conversation has exceeded the limit.");
      await user.click(within(dialog).getByRole("button", { name: "Got it" }));
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
      expect(input().value).toHaveLength(2_047);
    }
  });

  /** K-07, F-35: a character outside the basic plane is one, as the server counts it. */
  it("counts characters, and not their halves", async () => {
    const { input } = await chat();
    fireEvent.change(input(), { target: { value: "😀".repeat(2_047) } });
    expect(Array.from(input().value)).toHaveLength(2_047);
    expect(screen.queryByRole("dialog")).toBeNull();
    fireEvent.change(input(), { target: { value: "😀".repeat(2_048) } });
    await screen.findByRole("dialog", { name: "AI chat" });
    expect(Array.from(input().value)).toHaveLength(2_047);
  });

  /** T-39, X-10, X-11, X-12, D-23, F-34. */
  it.each([
    ["text", "Too long", "Your conversation has exceeded the limit."],
    ["quota", "Used up", "Your dosage has run out."],
    ["chatId", "An answer is still arriving.", "An answer is still arriving."],
    ["versionId", "This version is gone.", "This version is gone."],
    ["other", "", "your traffic is used up"],
  ])("that is refused keeps its text; dialog and bubble say why: %s", async (field, msg, shown) => {
    const { user, fake, input } = await chat();
    server.use(
      answers("post", "/api/security/chat-gpt/stream", () =>
        refusal(100012, msg, { faults: [{ field, msg }] }),
      ),
    );
    await user.type(input(), "Go{Enter}");
    const dialog = await screen.findByRole("dialog", { name: "AI chat" });
    within(dialog).getByText(shown);
    await user.click(within(dialog).getByRole("button", { name: "Got it" }));
    await waitFor(() => expect(input().value).toBe("Go"));
    within(screen.getByRole("log")).getByText(msg || shown);
    // The same question again.
    aStream();
    server.use(...fake.mocks.map(handlerOf));
    await user.type(input(), "{Enter}");
    await waitFor(() => expect(fake.sent).toHaveLength(1));
  });

  it("that does not reach the server keeps its text", async () => {
    const { user, input } = await chat();
    server.use(answers("post", "/api/security/chat-gpt/stream", () => nobody));
    await user.type(input(), "Go{Enter}");
    const dialog = await screen.findByRole("dialog", { name: "AI chat" });
    await user.click(within(dialog).getByRole("button", { name: "Got it" }));
    await waitFor(() => expect(input().value).toBe("Go"));
  });
});

describe("an answer", () => {
  it("is stopped by a call", async () => {
    const stream = aStream();
    const { user, fake, input } = await chat();
    await user.type(input(), "Go{Enter}");
    stream.text("Some");
    await user.click(await screen.findByRole("button", { name: "Stop" }));
    await waitFor(() => expect(fake.stopped).toEqual(["a-new"]));
    fake.end("Some", 2);
    stream.end(2);
    await screen.findByText("You stopped this answer.");
    expect(document.activeElement).toBe(input());
  });

  it("goes on if it was arriving when the page was left", async () => {
    const stream = aStream();
    const { fake } = await left("", { state: 1, answerId: "a-new" });
    stream.text("It goes on");
    await screen.findByText("It goes on");
    fake.end("It goes on to its end");
    stream.end(0);
    await within(screen.getByRole("log")).findByText("It goes on to its end");
  });

  it("goes on where it was after a lost connection, and says so meanwhile", async () => {
    const stream = aStream();
    const { fake } = await left("", { state: 1, answerId: "a-new" });
    stream.text("One ");
    await screen.findByText("One");
    stream.cut();
    await waitFor(() => expect(stream.lastEventIds).toEqual([null, "a-new.4"]));
    stream.text("two");
    await screen.findByText("One two");
    fake.end("One two");
    stream.end(0);
    await screen.findByRole("button", { name: "Send" });
  });

  it("can be joined again when its stream has ended with a right", async () => {
    const stream = aStream();
    const { user } = await left("", { state: 1, answerId: "a-new" });
    stream.text("One ");
    await screen.findByText("One");
    stream.ended();
    await screen.findByText("The connection to this answer has ended. The answer itself goes on.");
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(stream.lastEventIds).toHaveLength(2));
  });

  it.each([
    [3, "This answer was cut off."],
    [6, "This answer is as long as an answer may be."],
  ] as const)("that was cut is continued: %i", async (state, words) => {
    const { user, fake } = await left("Half", { state });
    await screen.findByText(words);
    aStream();
    await user.click(screen.getByRole("button", { name: "Continue" }));
    const question = { chatId: "c-1", text: "Go on where you stopped.", versionId: 1 };
    await waitFor(() => expect(fake.sent).toEqual([question]));
  });

  it("is continued in the language of its reader", async () => {
    const { user, fake } = await left("Half", { state: 3 });
    await chooseLanguage("zh-cn");
    aStream();
    await user.click(await screen.findByRole("button", { name: "继续" }));
    await waitFor(() => expect(fake.sent[0]?.text).toBe("请从中断的地方继续。"));
  });

  it("that failed is asked for again", async () => {
    const { user, fake } = await left("", { state: 4 });
    await screen.findByText("The assistant didn’t answer. Try again.");
    aStream();
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(fake.sent).toEqual([{ chatId: "c-1", text: "Go", versionId: 1 }]));
  });

  /** T-39, X-11, X-12, D-23, F-34: the state is the message of the server (decision 0089). */
  it.each([
    [4, "The assistant didn’t answer. Try again.", "The assistant didn’t answer. Try again."],
    [5, "Your dosage has run out.", "This answer ends here, because your words of the month are used up."],
    [7, "The assistant was busy. Try again shortly.", "The assistant was busy. Try again shortly."],
  ] as const)(
    "that begins and ends with %i says why in a dialog and in its bubble",
    async (state, says, noted) => {
      const stream = aStream();
      const { user, fake, input } = await chat();
      await user.type(input(), "Go{Enter}");
      stream.text("Half");
      await screen.findByText("Half");
      fake.end("Half", state);
      stream.end(state);
      const dialog = await screen.findByRole("dialog", { name: "AI chat" });
      within(dialog).getByText(says);
      await user.click(within(dialog).getByRole("button", { name: "Got it" }));
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
      const answer = within(screen.getByRole("log")).getAllByRole("article").at(-1)!;
      within(answer).getByText("Half");
      within(answer).getByText(noted);
      expect(within(answer).queryByRole("button", { name: "Try again" }) !== null).toBe(state !== 5);
    },
  );

  /** X-10, F-34. */
  it("that the model has no room for leads to a new chat", async () => {
    const stream = aStream();
    const { user, fake, input, router } = await chat();
    await user.type(input(), "Go{Enter}");
    await waitFor(() => expect(fake.sent).toHaveLength(1));
    fake.end("", 8);
    stream.end(8);
    const dialog = await screen.findByRole("dialog", { name: "AI chat" });
    within(dialog).getByText("Your conversation has exceeded the limit.");
    await user.click(within(dialog).getByRole("button", { name: "Begin a new chat" }));
    await waitFor(() => expect(router.state.location.search).toBe(""));
  });

  it("does not lead back to its chat when another was opened meanwhile", async () => {
    const { user, fake, router } = await chat({ chats: someChats });
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const [first] = fake.mocks.filter(({ path, method }) => method === "post" && path.endsWith("/stream"));
    server.use(handlerOf({ ...first!, reply: async (asked) => (await begun, first!.reply(asked)) }));
    await user.type(screen.getByRole("textbox", { name: "Your question" }), "Go{Enter}");
    await screen.findByText("The assistant is thinking …");
    await user.click(screen.getByRole("button", { name: someChats[0]!.title }));
    await screen.findByText("Book the media");
    begin();
    await screen.findByRole("button", { name: "Go" });
    expect(router.state.location.search).toBe("?chat=c-1");
    screen.getByText("Book the media");
  });
});
