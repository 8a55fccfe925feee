// The life of an account on the real binary, by keyboard alone, in both languages (contract S-16, C-038 to C-041, C-043).
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { ATRIUM, close, isFine, signIn, tabTo, visitor } from "./browser.mjs";

after(close);

const LIST = `${ATRIUM}/auth-management/account-list`;

/** The words that the walk needs, as each language has them. */
const WORDS = {
  en: {
    heading: "Accounts",
    add: "Add account",
    username: /^Account name/,
    email: /^Email/,
    password: /^Password/,
    search: "Name, email or Lion ID",
    link: /^Send a welcome email/,
    added: (name) => `${name} is added and gets a welcome email.`,
    actions: (name) => `Actions for ${name}`,
    edit: "Edit",
    fullName: /^Full name/,
    save: "Save",
    saved: (name) => `${name} is saved.`,
    random: "Reset password",
    make: "Generate password",
    disable: "Disable",
    disabled: "Disabled",
    history: "History",
  },
  zh: {
    heading: "账号",
    add: "添加账号",
    username: /^账号名/,
    email: /^邮箱/,
    password: /^密码/,
    search: "姓名、邮箱或 Lion ID",
    link: /^发送欢迎邮件/,
    added: (name) => `${name} 已添加，将收到欢迎邮件。`,
    actions: (name) => `${name} 的操作`,
    edit: "编辑",
    fullName: /^姓名/,
    save: "保存",
    saved: (name) => `${name} 已保存。`,
    random: "重置密码",
    make: "生成密码",
    disable: "停用",
    disabled: "停用",
    history: "历史记录",
  },
};

async function press(page, wanted) {
  await tabTo(page, wanted);
  await page.keyboard.press("Enter");
}

/** Opens the menu of a row and takes this item of it. */
async function choose(page, words, name, item) {
  await press(page, page.getByRole("button", { name: words.actions(name) }));
  const wanted = page.getByRole("menuitem", { name: item, exact: true });
  await wanted.waitFor();
  for (let presses = 0; presses < 20; presses += 1) {
    if ((await wanted.getAttribute("data-highlighted")) !== null) break;
    const marked = await page.locator("[role=menuitem][data-highlighted]").getAttribute("id");
    await page.keyboard.press("ArrowDown");
    // The next item is highlighted with the next render; an earlier key press would go past it.
    await page.locator(`[role=menuitem][data-highlighted]:not([id="${marked}"])`).waitFor();
  }
  await page.keyboard.press("Enter");
}

async function walk(page, language, name) {
  const words = WORDS[language];
  const look = `accounts-${language}`;
  await page.goto(LIST);
  await signIn(page, "AdaSuper");
  await page.getByRole("heading", { level: 1, name: words.heading }).waitFor();
  await page.getByRole("button", { name: words.actions("DanMember") }).waitFor();
  await isFine(page, `${look}-list`);

  await press(page, page.locator("main").getByRole("button", { name: words.add }));
  const drawer = page.getByRole("dialog", { name: words.add });
  await tabTo(page, drawer.getByRole("textbox", { name: words.username }));
  await page.keyboard.type(name);
  await tabTo(page, drawer.getByRole("textbox", { name: words.email }));
  await page.keyboard.type(`${name}@walk.test`);
  await tabTo(page, drawer.getByRole("radio", { name: words.link }));
  await page.keyboard.press("ArrowDown");
  await tabTo(page, drawer.getByLabel(words.password));
  await page.keyboard.type("abc-def");
  await page.keyboard.press("Enter");
  // The form checks the server's rule before it sends: letters, digits and * (V-06).
  await drawer.locator("[aria-invalid=true]").waitFor();
  await isFine(page, `${look}-fault`);
  await tabTo(page, drawer.getByLabel(words.password));
  await page.keyboard.press("Control+A");
  await page.keyboard.type("abcDEF12*");
  await page.keyboard.press("Enter");
  await page.getByText(words.added(name)).waitFor();
  await drawer.waitFor({ state: "detached" });

  // A search finds any part of a name, and stays in the address.
  await tabTo(page, page.getByRole("searchbox", { name: words.search }));
  await page.keyboard.type(name.slice(2));
  await page.waitForURL((url) => url.searchParams.get("context") === name.slice(2));
  await page.getByRole("button", { name: words.actions("DanMember") }).waitFor({ state: "detached" });

  await choose(page, words, name, words.edit);
  const editor = page.getByRole("dialog");
  await tabTo(page, editor.getByRole("textbox", { name: words.fullName }));
  await page.keyboard.press("Control+A");
  await page.keyboard.type("Walker, by keyboard");
  await isFine(page, `${look}-edit`);
  await page.keyboard.press("Enter");
  await page.getByText(words.saved(name)).waitFor();
  await editor.waitFor({ state: "detached" });
  await page.getByText("Walker, by keyboard").waitFor();

  await choose(page, words, name, words.random);
  await press(page, page.getByRole("alertdialog").getByRole("button", { name: words.make }));
  const shown = page.getByRole("alertdialog").filter({ has: page.locator("code") });
  const password = await shown.locator("code").innerText();
  assert.match(password, /^\S{12,}$/);
  await isFine(page, `${look}-password`);
  await page.keyboard.press("Escape");
  await shown.waitFor({ state: "detached" });

  await choose(page, words, name, words.disable);
  await press(page, page.getByRole("alertdialog").getByRole("button", { name: words.disable, exact: true }));
  await page.getByRole("row", { name: new RegExp(name) }).getByText(words.disabled, { exact: true }).waitFor();

  await choose(page, words, name, words.history);
  const history = page.getByRole("dialog");
  await history.getByText("Walker, by keyboard").last().waitFor();
  await isFine(page, `${look}-history`);
  assert.ok(!(await history.innerText()).includes(password), "the trail tells no password");
}

test("an account is added, found, changed, given a password and disabled by keyboard, in English", () =>
  visitor((page) => walk(page, "en", "WalterWalker"), { reducedMotion: "reduce" }));

test("the same in Chinese", () =>
  visitor((page) => walk(page, "zh", "WandaWalker"), { locale: "zh-CN", reducedMotion: "reduce" }));

test("a person without the access code gets a page that says so", () =>
  visitor(async (page) => {
    await page.goto(LIST);
    await signIn(page, "DanMember");
    await page.waitForURL(`${ATRIUM}/401`);
  }));
