// Walks through the portal by keyboard alone, in the words of the reader's language. After each dialog something has the
// focus, and nothing is wider than the screen.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { ATRIUM, newPage, selects, signIn, tabTo, until, watch } from "./browser.mjs";

/** Two looks that differ in everything: `make screens` takes pictures of all twelve. */
const LOOKS = {
  en: { locale: "en-US", viewport: { width: 1440, height: 900 } },
  zh: { locale: "zh-CN", viewport: { width: 360, height: 740 }, colorScheme: "dark" },
};
const FILES = { en: "en-us.json", zh: "zh-cn.json" };
const portal = new URL("../../portal/src/", import.meta.url);
/** The folder of a feature's second catalogue. */
const SECOND = { homeMore: "home/more" };

const all = [];

/**
 * Declares a walk. `steps` get `as(account, path, walk)`, which opens a page for a person and gives `walk` the words of
 * `feature` and the actions of a keyboard; the language, for the names of the things that they add; and `note(text)`, which
 * adds a line to the report.
 */
export function walks(name, feature, steps) {
  all.push({ name, feature, steps });
}

const turns = new Map();

/**
 * Runs `part` when the other look has ended its part of this name, and returns its result. The server allows some
 * actions only once at a time for each person, and one person walks in both looks.
 */
export function inTurn(name, part) {
  const turn = (turns.get(name) ?? Promise.resolve()).then(part);
  turns.set(
    name,
    turn.catch(() => undefined),
  );
  return turn;
}

/** Tests all walks one after the other, in both looks at the same time: most of a walk waits for the browser. */
export function walkAll() {
  describe("by keyboard alone", { concurrency: true }, () => {
    for (const [language, { viewport }] of Object.entries(LOOKS)) {
      describe(`${language}, ${viewport.width} wide`, { concurrency: 1 }, () => {
        for (const { name, feature, steps } of all) {
          const t = wordsOf(language, feature);
          test(name, (context) =>
            steps((...where) => walkAs(t, language, ...where), language, (text) => context.diagnostic(text)),
          );
        }
      });
    }
  });
}

async function walkAs(t, language, account, path, walk) {
  const desk = await deskOf(account, language);
  await watch(desk, async (page) => {
    await open(page, { account, path, language });
    await walk(walkerOn(page, t));
  }).catch(async (error) => {
    // The next walk starts with a new page.
    desks.delete(`${account} ${language}`);
    await desk.context.close();
    throw error;
  });
}

/**
 * The texts of a feature, or of another catalogue with `catalogue:key`, with these values. The walk finds controls by
 * them, so a page in another language is red.
 */
function wordsOf(language, feature) {
  const read = (name) => {
    const own = new URL(`features/${SECOND[name] ?? name}/locales/${FILES[language]}`, portal);
    const folder = FILES[language].replace(".json", "");
    const shared = new URL(`i18n/locales/${folder}/${name}.json`, portal);
    return JSON.parse(readFileSync(existsSync(own) ? own : shared, "utf8"));
  };
  const catalogues = new Map();
  return (key, values = {}) => {
    const [, catalogue = feature, name] = /^(?:([a-zA-Z]+):)?(.+)$/.exec(key);
    if (!catalogues.has(catalogue)) catalogues.set(catalogue, read(catalogue));
    const texts = catalogues.get(catalogue);
    const plural = values.count === undefined ? "" : `_${new Intl.PluralRules(language).select(values.count)}`;
    const text = texts[name + plural] ?? texts[name];
    assert.ok(text !== undefined, `no text ${key}`);
    const filled = (part) =>
      part.replace(/\{\{(\w+)\}\}/g, (_, value) => {
        assert.ok(value in values, `${key} needs ${value}`);
        return values[value];
      });
    const closed = text.replace(GAP, (gap, before, after) =>
      /[\p{Script=Han}）]$/u.test(filled(before)) && /^\p{Script=Han}/u.test(filled(after)) ? before : gap,
    );
    return filled(closed);
  };
}

/** The space around a blank, which the portal does not show between two Chinese words. */
const GAP = /(\{\{\w+\}\}|\p{Script=Han}) (?=(\{\{\w+\}\}|\p{Script=Han}))/gu;

/** The page of each person in each language: one sign-in, and one browser that has loaded the portal before. */
const desks = new Map();

function deskOf(account, language) {
  const key = `${account} ${language}`;
  if (!desks.has(key)) desks.set(key, newPage({ ...LOOKS[language], reducedMotion: "reduce" }));
  return desks.get(key);
}

/** Opens a page for a person, who signs in if this is the first. */
async function open(page, { account, path, language }) {
  const isFirst = page.url() === "about:blank";
  await page.goto(ATRIUM + path);
  if (isFirst) {
    await signIn(page, account);
    await page.waitForURL(ATRIUM + path);
  }
  await page.locator("main h1").waitFor();
  assert.equal(await page.locator("html").getAttribute("lang"), language === "zh" ? "zh-CN" : "en");
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

function walkerOn(page, t) {
  const dialog = page.locator("[role=dialog], [role=alertdialog]").last();
  const control = (role, name, where = page) => where.getByRole(role, { name, exact: true });
  const button = (name, where) => control("button", name, where);
  const main = page.locator("main");

  /** Puts the focus on a control by Tab, and presses Enter. */
  async function press(wanted) {
    await tabTo(page, wanted);
    await page.keyboard.press("Enter");
  }

  /** The field with this label, required or not. */
  const field = (label, where = dialog) =>
    where
      .getByLabel(new RegExp(`^${escaped(label)}\\s*\\*?$`))
      .and(page.locator("input, select, textarea"))
      .first();

  /** Types into the field with this label, instead of what is there. */
  async function fill(label, text, where) {
    await tabTo(page, field(label, where));
    await page.keyboard.press("Control+A");
    await page.keyboard.type(text);
  }

  /** Narrows the list to `value` of the filter `name`, whose field has this label. On a phone the filters are folded. */
  async function narrow(name, label, value) {
    // Its name goes on with what leaves rows out already.
    const unfold = main.getByRole("button", { name: new RegExp(`^${escaped(t("list:filter.label"))}`) });
    // One of the two comes with the list.
    const isThere = async () => (await unfold.isVisible()) || (await field(label, main).isVisible());
    await until(isThere, `no filter ${label}`);
    const isFolded = (await unfold.isVisible()) && (await unfold.getAttribute("aria-expanded")) === "false";
    if (isFolded) await press(unfold);
    await selects(page, field(label, main), value);
    await main.locator("table[aria-busy=false], .lucide-search-x").first().waitFor();
  }

  /** Chooses what the field with this label finds for the text. */
  async function find(label, text, where) {
    await fill(label, text, where);
    await page.getByRole("option", { name: text }).first().waitFor();
    await page.locator("[role=option][data-highlighted]").filter({ hasText: text }).first().waitFor();
    await page.keyboard.press("Enter");
  }

  /** Opens the menu of a row and takes this item of it. */
  function choose(row, item, options) {
    return pick(button(t("list:row.actions", { name: row })), item, options);
  }

  /** Opens a menu with this button and takes this item of it. */
  async function pick(opener, item, { opens = true } = {}) {
    await press(opener);
    const wanted = control("menuitem", item);
    await wanted.waitFor();
    await page.locator("[role=menuitem][data-highlighted]").waitFor();
    for (let presses = 0; presses < 20; presses += 1) {
      if ((await wanted.getAttribute("data-highlighted")) !== null) break;
      const marked = await page.locator("[role=menuitem][data-highlighted]").getAttribute("id");
      await page.keyboard.press("ArrowDown");
      // The next item is marked with the next render; a quicker press would skip the wanted one.
      await page.locator(`[role=menuitem][data-highlighted]:not([id="${marked}"])`).waitFor();
    }
    assert.notEqual(await wanted.getAttribute("data-highlighted"), null, `no key marks ${item}`);
    await page.keyboard.press("Enter");
    if (opens) await dialog.waitFor();
  }

  /** The dialog has this title, and nothing is wider than the screen. */
  async function shows(title) {
    await dialog.getByRole("heading", { name: title, exact: true }).waitFor();
    await fits(title);
  }

  async function fits(what) {
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${what} is ${wide} pixels too wide`);
  }

  /** Opens the palette from anywhere, types `text`, and chooses the line with this name, which Enter opens. */
  async function seek(text, line) {
    await page.keyboard.press("Control+K");
    const box = control("combobox", t("palette:label"), dialog);
    await box.waitFor();
    await page.waitForFunction(() => document.activeElement?.role === "combobox");
    await page.keyboard.type(text);
    // It says how many there are once the server has answered, so that no line moves any more.
    await dialog.locator("[role=status]:not(:empty)").waitFor();
    const wanted = dialog.getByRole("option", { name: line }).first();
    await wanted.waitFor();
    for (let presses = 0; presses < 20; presses += 1) {
      if ((await wanted.getAttribute("aria-selected")) === "true") break;
      await page.keyboard.press("ArrowDown");
    }
    assert.equal(await wanted.getAttribute("aria-selected"), "true", `no key marks ${line}`);
    await page.keyboard.press("Enter");
  }

  /** Chooses a file for what this button uploads. */
  async function upload(opener, file) {
    // The test must wait for the file dialog before it presses Enter.
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), press(opener)]);
    await chooser.setFiles(file);
  }

  /** Nothing is open, `said` was announced, and the focus is on something: the next Tab does not begin at the top. */
  async function closed(said) {
    if (said !== undefined) await page.getByText(said, { exact: true }).filter({ visible: true }).first().waitFor();
    await page.locator("[role=dialog], [role=alertdialog]").first().waitFor({ state: "detached" });
    await page.waitForFunction(() => document.activeElement !== document.body);
  }

  /** Answers the question that is open with the button of this name. */
  async function answer(name, said) {
    await fits(name);
    await press(button(name, dialog));
    await closed(said);
  }

  const acts = { press, fill, narrow, find, choose, pick, shows, fits, closed, answer, seek, upload };
  return { page, t, main, dialog, control, button, field, ...acts };
}
