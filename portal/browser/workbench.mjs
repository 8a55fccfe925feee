// Checks the parts of the kit that no page uses yet, on a page of the tests (src/testing/workbench): days as a filter, a
// list inside a form, a file, server-sent events. By keyboard alone, under the portal's policy.
import { audit, check, equal, truthy, until } from "./harness.mjs";
import { badgeServer } from "./second-screen.mjs";

const PATH = "/auth-management/workbench";

const looks = [
  {
    words: {
      ...{
        from: "Added: from",
        filters: "Filters",
        links: "Links",
        add: "Add",
        send: "Send",
        start: "Start",
      },
      ...{ stop: "Stop", choose: "Choose a file", cancel: "Cancel the upload", remove: "Remove a.png" },
      ...{ up: "Move Link 2 up", sent: "Sent: https://b.example https://a.example", stored: "Stored: " },
      ...{ dropped: "Remove Link 2", empty: "Fill in this field.", cancelled: "The upload was cancelled." },
      ...{ open: "Connected", again: "Connecting again", closed: "Not connected", wrong: "a.txt is no file" },
    },
    day: "01312026",
    options: { lang: "en-us", locale: "en-US", colorScheme: "light", viewport: { width: 1440, height: 900 } },
  },
  {
    words: {
      ...{
        from: "添加日期：从",
        filters: "筛选",
        links: "链接",
        add: "添加",
        send: "发送",
        start: "开始",
      },
      ...{ stop: "停止", choose: "选择文件", cancel: "取消上传", remove: "移除 a.png", up: "上移链接 2" },
      ...{ sent: "已发送：https://b.example https://a.example", stored: "已保存：", dropped: "移除链接 2" },
      ...{ empty: "请填写此项。", cancelled: "上传已取消。", open: "已连接", again: "正在重新连接" },
      ...{ closed: "未连接", wrong: "a.txt" },
    },
    day: "01312026",
    options: { lang: "zh-cn", locale: "zh-CN", colorScheme: "dark", viewport: { width: 360, height: 740 } },
  },
];

/** Answers that mocks cannot give: an upload, and a stream that breaks once and continues. */
function workbenchServer() {
  const seen = { pictures: 0, lastEventIds: [], open: 0 };
  const handlers = {
    "/api/security/workbench/links": (request, response) => json(response, null),
    "/api/security/workbench/picture": (request, response, body) => {
      seen.pictures += 1;
      // The first upload gets no answer, so that it can be cancelled.
      if (seen.pictures > 1) json(response, { bytes: body.length });
    },
    "/api/security/workbench/events": (request, response) => {
      const last = request.headers["last-event-id"] ?? "";
      seen.lastEventIds.push(last);
      seen.open += 1;
      response.on("close", () => (seen.open -= 1));
      response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
      const next = Number(last || 0) + 1;
      response.write(`retry: 20\nid: ${next}\ndata: event ${next}\n\n`);
      if (next === 1) response.end();
    },
  };
  return { seen, server: { ...badgeServer(), handlers } };
}

/** Runs after `secondScreen`, whose build contains the workbench. */
export async function workbench() {
  for (const { words, day, options } of looks) {
    const { lang, ...look } = options;
    const { seen, server } = workbenchServer();
    await check(
      `workbench: days, rows, file and events by keyboard alone, ${lang}, ${look.colorScheme}, ${look.viewport.width}`,
      async ({ fake, page: next }) => {
        fake.lang = lang;
        const page = await next();
        await page.context().addCookies([{ name: "lang", value: lang, url: fake.url }]);
        await page.goto(fake.url + PATH);
        await page.getByRole("button", { name: words.send, exact: true }).waitFor();
        await walkDays(page, words, day);
        await walkRows(page, words);
        await walkPicture(page, words, seen);
        await walkEvents(page, words, seen);
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        truthy(over <= 0);
        equal(await page.evaluate(() => window.violations), []);
      },
      { ...look, server },
    );
  }
}

async function walkDays(page, words, day) {
  const fold = page.getByRole("button", { name: words.filters, exact: true });
  if (await fold.isVisible()) {
    await tabTo(page, fold);
    await page.keyboard.press("Enter");
  }
  const from = page.getByLabel(words.from, { exact: true });
  await tabTo(page, from);
  const steps = await page.evaluate(() => history.length);
  await page.keyboard.type(day);
  await page.waitForURL(/from=2026-01-31/);
  // A day is one step of the back button, for any number of keys.
  equal((await page.evaluate(() => history.length)) - steps, 1);
  equal(await audit(page, { top: true }), []);
  const chip = page.locator("search").getByRole("button", { name: /31 Jan 2026|2026年1月31日/ });
  await tabTo(page, chip);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => !url.search.includes("from"));
  const inFilters = () => document.querySelector("search").contains(document.activeElement);
  await until(() => page.evaluate(inFilters), "the focus in the filters");
}

async function walkRows(page, words) {
  const group = page.getByRole("group", { name: words.links });
  const add = group.getByRole("button", { name: words.add, exact: true });
  await tabTo(page, add);
  await page.keyboard.press("Enter");
  await focusIs(page, group.getByRole("textbox").nth(1));
  await tabTo(page, page.getByRole("button", { name: words.send, exact: true }));
  await page.keyboard.press("Enter");
  await page.getByText(words.empty).waitFor();
  await focusIs(page, group.getByRole("textbox").nth(1));
  equal(await audit(page, { top: true }), []);
  await page.keyboard.type("https://b.example");
  const up = group.getByRole("button", { name: words.up });
  await tabTo(page, up);
  await page.keyboard.press("Enter");
  await until(async () => (await group.getByRole("textbox").first().inputValue()) === "https://b.example");
  await until(() => group.evaluate((box) => box.contains(document.activeElement)), "the focus in the list");
  await tabTo(page, page.getByRole("button", { name: words.send, exact: true }));
  await page.keyboard.press("Enter");
  await page.getByText(words.sent).waitFor();
  await tabTo(page, group.getByRole("button", { name: words.dropped }));
  await page.keyboard.press("Enter");
  await until(async () => (await group.getByRole("textbox").count()) === 1);
  await until(() => group.evaluate((box) => box.contains(document.activeElement)), "the focus in the list");
}

async function walkPicture(page, words, seen) {
  // Catches file dialogs from now on. If both were requested at the same time, the key press could come first.
  page.on("filechooser", () => undefined);
  const choose = page.getByRole("button", { name: words.choose });
  const send = async (name, mimeType) => {
    await tabTo(page, choose);
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.keyboard.press("Enter")]);
    await chooser.setFiles({ name, mimeType, buffer: Buffer.alloc(200_000, "a") });
  };
  await send("a.txt", "text/plain");
  await page.getByText(words.wrong).waitFor();
  equal([seen.pictures, await audit(page, { top: true })], [0, []]);
  await send("a.png", "image/png");
  const cancel = page.getByRole("button", { name: words.cancel });
  await cancel.waitFor();
  await focusIs(page, cancel);
  await until(() => seen.pictures === 1);
  equal(await audit(page, { top: true }), []);
  await page.keyboard.press("Enter");
  await page.getByText(words.cancelled).waitFor();
  await focusIs(page, choose);
  await send("a.png", "image/png");
  await page.getByText(words.stored).waitFor();
  const remove = page.getByRole("button", { name: words.remove });
  await focusIs(page, remove);
  equal(await audit(page, { top: true }), []);
  await page.keyboard.press("Enter");
  await remove.waitFor({ state: "detached" });
  await focusIs(page, choose);
}

async function walkEvents(page, words, seen) {
  await tabTo(page, page.getByRole("button", { name: words.start, exact: true }));
  await page.keyboard.press("Enter");
  await page.getByText("event 1", { exact: true }).waitFor();
  await page.getByText("event 2", { exact: true }).waitFor();
  await page.getByText(words.open, { exact: true }).waitFor();
  equal([seen.lastEventIds, seen.open], [["", "1"], 1]);
  equal(await audit(page, { top: true }), []);
  await tabTo(page, page.getByRole("button", { name: words.stop, exact: true }));
  await page.keyboard.press("Enter");
  await page.getByText(words.closed, { exact: true }).waitFor();
  await until(() => seen.open === 0);
}

/** Presses Tab until this control has the focus. */
async function tabTo(page, wanted) {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await hasFocus(wanted)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${wanted}`);
}

function hasFocus(wanted) {
  return wanted.evaluate((element) => element === document.activeElement);
}

function focusIs(page, wanted) {
  return until(() => hasFocus(wanted), wanted);
}

function json(response, data) {
  const body = JSON.stringify({ status: 0, data, msg: "success", requestId: "01JD-FAKE" });
  response.writeHead(200, { "content-type": "application/json" }).end(body);
}
