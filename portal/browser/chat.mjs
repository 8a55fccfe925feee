// The AI chat where it needs a real browser: a long answer while it arrives, an input method, a phone.
import { testing } from "./fake-atrium.mjs";
import { compose } from "./hands-and-paper.mjs";
import { audit, check, equal, still, truthy, until } from "./harness.mjs";
import { tasksOf } from "./thread-time.mjs";

const { fakeChat } = await testing("fake-chat");
const STREAM = "/api/security/chat-gpt/stream";

/** Answers each question with `pieces`, one every `every` milliseconds. */
export function chatServer({ pieces = ["Yes."], every = 10 } = {}) {
  const chats = fakeChat({ chats: [] });
  const begin = chats.mocks.find(({ method, path }) => method === "post" && path === STREAM);
  const handler = async (request, response, body) => {
    if (request.method === "POST") {
      const { data } = await begin.reply({ query: {}, body: JSON.parse(body) });
      response.writeHead(200, { "content-type": "application/json" });
      return void response.end(JSON.stringify({ status: 0, data, msg: "success", requestId: "r" }));
    }
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    for (const [at, text] of pieces.entries()) {
      response.write(`event: text\nid: a-new.${at + 1}\ndata: ${JSON.stringify({ text })}\n\n`);
      await new Promise((resolve) => setTimeout(resolve, every));
    }
    chats.end(pieces.join(""));
    response.end('event: end\ndata: {"state":0,"words":1}\n\n');
  };
  return { chats, server: { mocks: chats.mocks, handlers: { [STREAM]: handler } } };
}

export const input = (page) => page.locator("main textarea");
export const ready = (page) => input(page).waitFor();

/** The longest task in milliseconds, and how many there are at least: the rendering of an answer has thousands. */
const LONGEST = 50;
const MANY = 1_000;
const END = "The end of the plan.";

/** About 100 kB of what models write: headings, paragraphs, lists, code and tables. */
export function longAnswer() {
  const part = (at) =>
    [
      `## Step ${at}`,
      "A paragraph with **strong** words, `code` and [a link](https://plan.example/step). ".repeat(4),
      Array.from({ length: 6 }, (_, item) => `${item + 1}. An item that says what to do next`).join("\n"),
      `\`\`\`js\n${"const weeks = plan.map((task) => task.weeks + 1);\n".repeat(6)}\`\`\``,
      `| Week | Task |\n|---|---|\n${Array.from({ length: 5 }, (_, row) => `| ${row} | Brief |`).join("\n")}`,
    ].join("\n\n");
  let text = "";
  for (let at = 1; text.length < 100_000; at += 1) text += `${part(at)}\n\n`;
  return `${text}${END}`;
}

/** Asks, and waits until the answer is typed to its end. */
async function isAnswered(page) {
  await input(page).fill("Plan the launch");
  await page.keyboard.press("Enter");
  // The question is cheap, because it takes time as well.
  await page.waitForFunction(
    (end) => document.querySelector("main [role=log]").lastElementChild.textContent.endsWith(end),
    END,
    { timeout: 120_000, polling: 500 },
  );
}

const lengthOfAll = (page) =>
  page.evaluate(() => document.querySelector("main [role=log]")?.textContent.length ?? 0);

export async function chat() {
  // 20 pieces a second, each of the length of a paragraph.
  const { server } = chatServer({ pieces: longAnswer().match(/[\s\S]{1,1000}/g), every: 50 });
  await check(
    "chat: an answer of 100 kB arrives without long tasks, and is there after a reload (S-14, T-43)",
    async ({ open }) => {
      const page = await open("/ChatGPT");
      const tasks = await tasksOf(page, () => isAnswered(page));
      console.log(`        the longest of ${tasks.length} tasks: ${tasks.slice(0, 5).join(" ")} ms`);
      truthy(tasks.length > MANY && tasks[0] <= LONGEST);
      const wanted = await lengthOfAll(page);
      truthy(wanted > 70_000);
      await page.locator("main pre span.hljs-keyword").first().waitFor();
      equal(await page.evaluate(() => window.violations), []);
      // The end is in sight.
      truthy(await page.evaluate(() => innerHeight + scrollY > document.documentElement.scrollHeight - 200));
      await page.reload();
      await ready(page);
      await until(async () => (await lengthOfAll(page)) === wanted, "the whole answer after the reload");
    },
    { server, ready, reducedMotion: "no-preference" },
  );

  const composing = chatServer();
  await check(
    "chat: nothing is sent while an input method composes (V-32)",
    async ({ open }) => {
      const page = await open("/ChatGPT");
      await input(page).focus();
      await compose(page, ["n", "ni", "nihao"], "你好", async () => {
        equal(composing.chats.sent, []);
      });
      equal(await input(page).inputValue(), "你好");
      await page.keyboard.press("Enter");
      await until(() => composing.chats.sent.length === 1);
      equal(composing.chats.sent[0].text, "你好");
    },
    { server: composing.server, ready },
  );

  for (const width of [390, 320]) {
    const phone = chatServer();
    await check(
      `chat: a phone of ${width} pixels has the chats in a drawer, and the input in sight (S-14, 1.4.10)`,
      async ({ open }) => {
        const page = await open("/ChatGPT");
        await input(page).fill("A question with aLongWordThatDoesNotFitOnALineOfAPhone".repeat(3));
        await page.keyboard.press("Enter");
        await page.getByRole("log").getByText("Yes.").waitFor();
        await page.getByRole("button", { name: "Send" }).waitFor();
        truthy(await input(page).isVisible());
        equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
        const opener = page.locator("main").getByRole("button", { name: "Chats" });
        await opener.click();
        await page.getByRole("dialog").getByRole("button", { name: "New chat" }).waitFor();
        await still(page);
        equal(await audit(page), []);
        await page.keyboard.press("Escape");
        await page.getByRole("dialog").waitFor({ state: "detached" });
        await until(() => opener.evaluate((button) => button === document.activeElement));
      },
      { server: phone.server, ready, viewport: { width, height: 740 } },
    );
  }
}
