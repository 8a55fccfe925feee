// A morning of an administrator, a member and a manager: each finds what the one before has left. Between them a member asks
// the assistant (contract, S-04, S-06, S-08, S-12, S-14, S-23, D-02, D-03, D-15, D-18, D-22, D-24, E-10, G-17,
// G-59, T-17, T-30, T-32, T-37, T-38, T-42, T-43, T-51, T-54, F-57, F-65).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { tabTo, until } from "../browser.mjs";
import { walks } from "../keyboard.mjs";
import { person } from "../mail.mjs";

/** What the walks of one language share. */
const nameAll = (language) => ({
  // Its name is Chinese in both languages, for the search by pinyin.
  product: `晨间日历 ${language}`,
  title: `Calendar of the morning ${language}`,
  mornings: `Mornings ${language}`,
  evenings: `Evenings ${language}`,
  nights: `Nights ${language}`,
  member: `Morning${language === "zh" ? "Mei" : "Max"}`,
  manager: `Manager${language === "zh" ? "Gao" : "Gus"}`,
  late: `Late${language === "zh" ? "Lan" : "Lou"}`,
});

/** The pages of the administration, and a card, as each reader sees them. */
const WORDS = {
  en: {
    products: "Products",
    groups: "User groups",
    announcements: "Announcements",
    jobs: "Jobs and mail",
    accounts: "Accounts",
    log: "Audit log",
    handbook: "Style handbook",
    creators: "Creator desk",
  },
  zh: {
    products: "产品",
    groups: "用户组",
    announcements: "公告",
    jobs: "后台任务与邮件",
    accounts: "账号",
    log: "审计日志",
    handbook: "写作手册",
    creators: "达人库",
  },
};

const PICTURE = {
  name: "morning.png",
  mimeType: "image/png",
  buffer: readFileSync(new URL("../../../docs/handbook/pictures/home-en.png", import.meta.url)),
};
const FILE = { name: "plan.csv", mimeType: "text/csv", buffer: Buffer.from("day,what\n1,begin\n") };

/** The page of the heading is there, and the focus is in it. */
async function arrives({ page, main }, heading) {
  await main.getByRole("heading", { level: 1, name: heading, exact: true }).waitFor();
  await page.waitForFunction(() => document.activeElement === document.querySelector("main"));
}

walks("an administrator's morning", "announcements", async (as, language) => {
  const { product, title, mornings, evenings, nights, member, manager, late } = nameAll(language);
  const words = WORDS[language];
  for (const name of [member, manager, late]) person(name, name);
  await as("AdaSuper", "/", async (walk) => {
    const { page, t, main, dialog, control, button, field, press, fill, find, choose, fits, closed, answer } = walk;
    const goTo = async (name) => {
      // Pages for members may have the same name.
      await walk.seek(name, new RegExp(`^${name}.*${t("shell:places.administration")}$`));
      await arrives(walk, name);
    };

    // A product gets a file.
    await goTo(words.products);
    await press(button(t("products:add"), main));
    await fill(t("products:name"), product);
    await fill(t("products:code"), `MORNING${language}`);
    await tabTo(page, field(t("products:type")));
    await page.keyboard.press("ArrowDown");
    await find(t("products:administrator"), "Ben Admin");
    await fill(t("products:link"), `http://localhost:8081/tools/morning-${language}`);
    for (const text of ["attribute1", "attribute2", "attribute3"]) await fill(t(`products:${text}`), "What the day brings");
    await answer(t("products:add"), t("products:add.done", { name: product }));
    await fill(t("products:nameOrCode"), product, main);
    await page.waitForURL((url) => url.searchParams.get("context") === product);
    await choose(product, t("products:edit"));
    await press(dialog.locator("summary", { hasText: t("products:section.more") }));
    const files = control("group", t("products:files"), dialog);
    await press(button(t("form:rows.add"), files));
    await fill(t("products:description"), `Plan ${language}`, files);
    await walk.upload(button(t("form:upload.choose"), files), FILE);
    await button(t("form:upload.remove", { name: FILE.name }), files).waitFor();
    await fits("a file of a product");
    await answer(t("form:save"), t("products:edit.done", { name: product }));

    // Groups: one for the product, and two that somebody asks for.
    await goTo(words.groups);
    for (const [group, opens] of [[mornings, product], [evenings, words.creators], [nights, words.creators]]) {
      await press(button(t("groups:add"), main));
      await fill(t("groups:name"), group);
      await find(t("groups:products"), opens);
      await find(t("groups:managers"), manager);
      await answer(t("groups:add"), t("groups:add.done", { name: group }));
    }
    await fill(t("groups:name"), mornings, main);
    await page.waitForURL((url) => url.searchParams.get("context") === mornings);
    await choose(mornings, t("groups:members"));
    await find(t("form:people.add"), member);
    await answer(t("form:save"), t("groups:members.done", { name: mornings }));

    // An announcement with a picture, for the group; it is published.
    await goTo(words.announcements);
    await press(button(t("add"), main));
    await fill(t("title"), title);
    await fill(t("content"), "The **new calendar** is here.");
    await page.keyboard.press("Control+End");
    const toolbar = control("group", t("toolbar", { label: t("content") }), dialog);
    await walk.upload(button(t("mark.picture"), toolbar), PICTURE);
    const preview = control("group", t("preview"), dialog);
    await preview.locator("img").waitFor();
    await preview.locator("strong", { hasText: "new calendar" }).waitFor();
    await fits("an announcement with a picture");
    await press(dialog.locator("summary", { hasText: t("audience:audience") }));
    await find(t("audience:groups"), mornings);
    await answer(t("add"), t("add.done", { name: title }));
    await choose(title, t("turnOn"));
    await answer(t("turnOn"), t("turnOn.done", { name: title }));

    // What runs by itself.
    await goTo(words.jobs);
    await press(button(t("jobs:routines"), main));
    await dialog.getByRole("heading", { name: t("jobs:routine.jobs") }).waitFor();
    await page.keyboard.press("Escape");
    await closed();

    // An account is disabled and enabled again, and the log says so.
    await goTo(words.accounts);
    await fill(t("accounts:filter.context"), late, main);
    await page.waitForURL((url) => url.searchParams.get("context") === late);
    const row = main.getByRole("row", { name: new RegExp(late) });
    for (const [turn, state] of [["disable", "disabled"], ["enable", "enabled"]]) {
      await choose(late, t(`accounts:${turn}`));
      await answer(t(`accounts:${turn}`), t(`accounts:${turn}.done`, { name: late }));
      await row.getByText(t(`accounts:status.${state}`), { exact: true }).first().waitFor();
    }
    await goTo(words.log);
    await main.getByRole("row", { name: new RegExp(late) }).nth(1).waitFor();
    await fits("the audit log");
  });
});

walks("a member's morning", "home", async (as, language) => {
  const { product, title, evenings, nights, member } = nameAll(language);
  const words = WORDS[language];
  await as(member, "/", async (walk) => {
    const { page, t, main, dialog, control, button, press, fill, pick, shows, fits, closed } = walk;
    const said = (text) => page.getByText(text, { exact: true }).first().waitFor();
    const isFocused = (wanted) => wanted.evaluate((element) => element === document.activeElement);

    // One thing at a time: the agency, then the announcement, which takes no focus and leaves it in the header.
    await shows(t("belonging:agency.first"));
    const news = page.getByRole("dialog", { name: title });
    assert.equal(await news.count(), 0);
    await tabTo(page, dialog.getByRole("radio", { name: "Bluebird" }));
    await page.keyboard.press("Space");
    await press(button(t("form:save"), dialog));
    await press(button(t("belonging:confirm"), dialog));
    await news.waitFor();
    await until(() => news.locator("img").evaluate(({ naturalWidth }) => naturalWidth > 0), "the picture is not drawn");
    assert.equal(await news.locator(":focus").count(), 0);
    await fits("an announcement");
    await press(button(t("news:read"), news));
    await news.waitFor({ state: "detached" });
    await page.waitForFunction(() => document.activeElement?.id === "news-button");

    // Two applications are pinned by their menus, and the second is moved before the first.
    const goTo = async (card) => {
      await tabTo(page, page.locator("[data-app-card][tabindex='0']"));
      await page.keyboard.press("Home");
      for (let presses = 0; presses < 60 && !(await isFocused(card)); presses += 1) await page.keyboard.press("ArrowRight");
      assert.ok(await isFocused(card), "the arrows do not reach the card");
    };
    const cardOf = (name) => page.locator("[data-app-card]", { hasText: name });
    for (const name of [product, words.handbook]) {
      await cardOf(name).waitFor();
      await goTo(cardOf(name));
      await pick(main.locator("li", { has: cardOf(name) }).getByRole("button"), t("homeMore:pin"), { opens: false });
      await said(t("homeMore:pin.done", { name }));
    }
    const tile = (name) => page.locator(`button[title="${name}"][aria-keyshortcuts]`);
    await tabTo(page, tile(words.handbook));
    await page.keyboard.press("Alt+ArrowLeft");
    await said(t("homeMore:move.done", { name: words.handbook, place: 1, total: 2 }));
    assert.ok(await isFocused(tile(words.handbook)), "the moved tile keeps the focus");
    await fits("home with pins");

    // The palette finds it by pinyin and opens it in a tab of its own.
    const opened = page.context().waitForEvent("page");
    await walk.seek("chenjian", product);
    const tool = await opened;
    await tool.waitForURL(`http://localhost:8081/tools/morning-${language}`);
    await tool.close();
    await closed();

    // What it is for, with its file.
    await tabTo(page, tile(product));
    await page.keyboard.press("Enter");
    await shows(product);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      press(button(t("homeMore:download.of", { name: `Plan ${language}` }), dialog)),
    ]);
    assert.equal(download.suggestedFilename(), FILE.name);
    await page.keyboard.press("Escape");
    await closed();
    assert.ok(await isFocused(tile(product)), "the tile has the focus again");

    // A closed card leads to the form; another group is asked for on its page.
    const card = cardOf(words.creators);
    const folds = main.locator("section > button[aria-expanded=false]");
    while ((await folds.count()) > 0) await press(folds.first());
    await goTo(card);
    await page.keyboard.press("Enter");
    await shows(t("asking:ask.title", { name: words.creators }));
    const group = dialog.getByRole("radio", { name: new RegExp(`^${evenings}`) });
    await tabTo(page, dialog.getByRole("radio").first());
    for (let presses = 0; presses < 8 && !(await group.isChecked()); presses += 1) {
      await page.keyboard.press(presses === 0 ? "Space" : "ArrowDown");
    }
    assert.ok(await group.isChecked());
    await fill(t("asking:reason"), "For the work of the evening");
    await fits("asking for access");
    await press(button(t("asking:send"), dialog));
    await shows(t("asking:sent.heading"));
    await press(control("link", t("asking:requests"), dialog));
    await main.getByText("For the work of the evening").waitFor();
    await press(control("link", t("asking:tabs.groups"), page.getByRole("navigation", { name: t("asking:tabs.label") })));
    await press(button(t("requests:apply.for", { name: nights })));
    await press(button(t("asking:send"), dialog));
    await shows(t("asking:sent.heading"));
    await press(button(t("ui:close"), dialog).first());
    await closed();
  });
});

// The answer of the echo goes on through a reload, and another is stopped.
walks("a member asks the assistant", "assistant", async (as, language) => {
  const question = { en: "Plan the launch in spring", zh: "请安排春季上市的计划" }[language];
  const longAs = (end) => `${"again ".repeat(330)}${end}`;
  await as("DanMember", "/", async (walk) => {
    const { page, t, main, control, button, press, fits, answer } = walk;
    const log = main.getByRole("log");
    const last = log.getByRole("article").last();
    const answered = (words) =>
      until(async () => (await last.innerText()).includes(words), `the answer does not come to ${words}`);
    const ask = async (text) => {
      await tabTo(page, main.getByRole("textbox", { name: t("input") }));
      await page.keyboard.insertText(text);
      await page.keyboard.press("Enter");
    };

    // Home leads to the assistant, which greets.
    await press(control("link", t("homeMore:Enter"), main));
    await page.waitForURL(/\/ChatGPT\?appId=56$/);
    await arrives(walk, t("heading"));
    await log.getByText("Hi", { exact: true }).waitFor();
    await fits("a new chat");
    await ask(question);
    await answered(question);
    await button(t("send"), main).waitFor();
    await page.waitForURL(/[?&]chat=/);
    await press(main.locator("summary", { hasText: t("notice") }));
    await main.getByText(t("notice.true")).waitFor();
    await fits("an answer");

    // A reload in the middle loses nothing.
    await ask(longAs("the first end"));
    await answered("again");
    await page.reload();
    await answered("the first end");
    await button(t("send"), main).waitFor();
    await log.getByText(question).first().waitFor();

    // Another answer is stopped: what has arrived stays.
    await ask(longAs("the second end"));
    await answered("again");
    await press(button(t("stop"), main));
    await last.getByText(t("state.2")).waitFor();
    assert.ok(!(await last.innerText()).includes("the second end"), "the answer was not stopped");

    // The chat is deleted.
    const chats = button(t("chats"), main);
    if (await chats.isVisible()) await press(chats);
    await press(button(t("delete", { title: question })));
    await answer(t("delete.action"), t("delete.done"));
    await page.waitForURL((url) => !url.searchParams.has("chat"));
    assert.equal(await button(t("delete", { title: question })).count(), 0);
  });
});

walks("a manager's morning", "requests", async (as, language, note) => {
  const { mornings, evenings, nights, member, manager, late } = nameAll(language);
  await as(manager, "/my-access", async (walk) => {
    const { page, t, main, dialog, control, button, fill, shows, fits, answer } = walk;
    let clicks = 0;
    const press = async (wanted) => {
      clicks += 1;
      await walk.press(wanted);
    };
    // The badge leads to the queue.
    const badge = control("link", t("shell:places.waiting", { count: 2 }), page.getByRole("banner"));
    await badge.waitFor();
    await press(badge);
    await page.waitForURL(/\/requests$/);
    await press(button(t("approve.of", { name: member, group: evenings })));
    await shows(t("approve.question", { count: 1, names: member }));
    await answer(t("approve"), t("approve.doneOf", { name: member }));
    await press(button(t("refuse.of", { name: member, group: nights })));
    await shows(t("refuse.question", { count: 1, names: member }));
    await fill(t("reason"), "Nights are full");
    await answer(t("refuse"), t("refuse.doneOf", { name: member }));
    await badge.waitFor({ state: "detached" });

    // Somebody is added to a group.
    await press(control("link", t("asking:tabs.groups"), page.getByRole("navigation", { name: t("asking:tabs.label") })));
    clicks = 0;
    await press(control("link", t("manage.of", { name: mornings })));
    await page.waitForURL(/\/my-groups\/[^/]+$/);
    await press(button(t("addUser"), main));
    await fill(t("addUser.search"), late);
    await page.keyboard.press("Enter");
    clicks += 1;
    // Only one person is found, so the question comes at once.
    await shows(t("addUser.question", { name: late, group: mornings }));
    clicks += 1;
    await answer(t("addUser"), t("addUser.done", { name: late }));
    await main.getByRole("row", { name: new RegExp(late) }).waitFor();
    note(`adding a person to a group: ${clicks} clicks from the list of groups`);
    assert.ok(clicks <= 4);

    // What was decided before.
    await press(control("link", t("asking:tabs.queue"), page.getByRole("navigation", { name: t("asking:tabs.label") })));
    await walk.narrow("status", t("state"), "approved");
    await main.getByRole("row", { name: new RegExp(`${member}.*${evenings}`) }).waitFor();
    await walk.narrow("status", t("state"), "refused");
    await main.getByText("Nights are full").waitFor();
    await fits("what was decided");
  });
});
