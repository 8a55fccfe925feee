// Checks the kit (lists, forms, drawers, questions) with the screen that README tells to copy
// (src/testing/second-screen). It is built with the portal into a folder of its own, never into dist.
import { build } from "vite";
import { testing } from "./fake-atrium.mjs";
import { check, equal, truthy, until } from "./harness.mjs";
import { inBothLooks, viewsOfList } from "./looks.mjs";

const root = new URL("../", import.meta.url).pathname;
const dist = `${root}node_modules/.cache/second-screen/`;
const { fakeBadges, someBadges } = await testing("second-screen/fake");
const ENTRY = "/src/main.tsx";
export const BADGES = "/auth-management/badges";
const MAY = ["account_maintain.AccountManagement.AccountList.view"];

/** Builds the portal with the second screen: the same settings with another entry. */
export async function buildSecondScreen() {
  const otherEntry = {
    name: "second-screen",
    transformIndexHtml: {
      order: "pre",
      handler: (html) => {
        if (!html.includes(ENTRY)) throw new Error(`index.html no longer begins with ${ENTRY}`);
        return html.replace(ENTRY, "/src/testing/second-screen/main.tsx");
      },
    },
  };
  await build({
    root,
    configFile: `${root}vite.config.ts`,
    logLevel: "warn",
    plugins: [otherEntry],
    build: { outDir: dist, emptyOutDir: true },
  });
}

export function badgeServer() {
  const { mocks } = fakeBadges(someBadges);
  return { dist, mocks, accessList: MAY };
}

/** How to reach each view from the list. */
const acts = {
  list: undefined,
  drawer: async (page) => {
    await page.getByRole("button", { name: "Archive" }).click();
    await page.getByRole("dialog").waitFor();
  },
  faults: async (page) => {
    await page.locator("main").getByRole("button").first().click();
    await page.getByRole("dialog").locator("[type=submit]").click();
    await page.getByRole("alert").waitFor();
  },
  loss: async (page) => {
    await acts.drawer(page);
    await page.getByRole("textbox").first().fill("Archive 2");
    await page.keyboard.press("Escape");
    await page.getByRole("alertdialog").waitFor();
  },
  question: async (page) => {
    await page.getByRole("row").nth(1).getByRole("button").last().click();
    await page.getByRole("alertdialog").waitFor();
  },
};

/** The views for checks and pictures. */
export const kitViews = viewsOfList("kit", { path: BADGES, accessList: MAY, ready: listed }, acts);

/** Opens the drawer of the archive badge by keyboard. Gives the drawer and its name field. */
async function changed(page) {
  await tabTo(page, "Archive");
  await page.keyboard.press("Enter");
  const drawer = page.getByRole("dialog", { name: "Change Archive" });
  const field = drawer.getByRole("textbox", { name: "Name" });
  await field.waitFor();
  return { drawer, field };
}

export async function secondScreen() {
  await buildSecondScreen();
  const kit = (name, work) => check(`kit: ${name}`, work, { server: badgeServer(), ready: listed });

  await kit(
    "by keyboard alone: change one in the drawer, and the focus is back where it was",
    async ({ open }) => {
      const page = await open(BADGES);
      const { drawer, field } = await changed(page);
      await until(() => inside(page, drawer), "the focus is in the drawer");
      await tabTo(page, field);
      await page.keyboard.press("End");
      await page.keyboard.type(" 2");
      await page.keyboard.press("Enter");
      await page.getByText("The badge is saved.").waitFor();
      await drawer.waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Archive 2" }).waitFor();
      await until(async () => (await focusedText(page)) === "Archive 2", "the focus is on the badge");
      equal(await page.evaluate(() => window.violations), []);
      equal(await page.evaluate(() => document.querySelectorAll("style").length), 0);
    },
  );

  await kit(
    "Escape asks before a loss; staying keeps the words, leaving gives the focus back",
    async ({ open }) => {
      const page = await open(BADGES);
      const { drawer, field } = await changed(page);
      await tabTo(page, field);
      await page.keyboard.type(" typed");
      await page.keyboard.press("Escape");
      const question = page.getByRole("alertdialog", { name: "Discard your changes?" });
      await until(async () => (await focusedText(page)) === "Keep editing");
      await page.keyboard.press("Enter");
      await question.waitFor({ state: "detached" });
      truthy((await field.inputValue()).includes(" typed"));
      await until(() => inside(page, drawer), "the focus is in the drawer");
      await page.keyboard.press("Escape");
      await until(async () => (await focusedText(page)) === "Keep editing");
      await page.keyboard.press("Tab");
      equal(await focusedText(page), "Discard");
      await page.keyboard.press("Enter");
      await drawer.waitFor({ state: "detached" });
      await until(async () => (await focusedText(page)) === "Archive");
    },
  );

  await kit(
    "a question has the focus on its safe answer, and the page keeps one after the loss",
    async ({ open }) => {
      const page = await open(BADGES);
      const remove = page.getByRole("row", { name: /Archive/ }).getByRole("button", { name: "Remove" });
      await remove.focus();
      await page.keyboard.press("Enter");
      await until(async () => (await focusedText(page)) === "Back");
      await page.keyboard.press("Escape");
      await page.getByRole("alertdialog").waitFor({ state: "detached" });
      await until(() => remove.evaluate((button) => button === document.activeElement));
      await page.keyboard.press("Enter");
      await until(async () => (await focusedText(page)) === "Back");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await page.getByText("The badge is removed.").waitFor();
      await remove.waitFor({ state: "detached" });
      await page.getByRole("alertdialog").waitFor({ state: "detached" });
      await until(() =>
        page.evaluate(() => document.getElementById("main").contains(document.activeElement)),
      );
    },
  );

  await inBothLooks(kitViews, { server: badgeServer });
}

export function listed(page) {
  return page.getByRole("button", { name: "Archive" }).waitFor({ timeout: 10_000 });
}

/** Presses Tab until this control (or the one with this name) has the focus. */
async function tabTo(page, wanted) {
  const there = () =>
    typeof wanted === "string"
      ? focusedText(page).then((text) => text === wanted)
      : wanted.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 40; presses += 1) {
    if (await there()) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${wanted}`);
}

function focusedText(page) {
  return page.evaluate(() => document.activeElement.textContent.trim());
}

function inside(page, box) {
  return box.evaluate((element) => element.contains(document.activeElement));
}
