// The screens of the accounts (S-16), with a fake list of accounts.
import { readFileSync } from "node:fs";
import { testing } from "./fake-atrium.mjs";
import { check, equal, still, truthy } from "./harness.mjs";
import { inBothLooks, viewsOfList } from "./looks.mjs";

const tokens = JSON.parse(readFileSync(new URL("../src/theme/tokens.json", import.meta.url), "utf8"));
const { fakeAccounts, someAccounts } = await testing("fake-accounts");
const { fakeAccountFactors } = await testing("fake-account-factors");

const ACCOUNTS = "/auth-management/account-list";
const MAY = ["view", "add", "edit", "status", "password", "export"].map(
  (act) => `account_maintain.AccountManagement.AccountList.${act}`,
);

export function accountServer() {
  return {
    mocks: [...fakeAccounts(someAccounts).mocks, ...fakeAccountFactors().mocks],
    accessList: MAY,
  };
}

function listed(page) {
  return page.getByRole("link", { name: "Dan Member", exact: true }).waitFor({ timeout: 10_000 });
}

/** Opens the menu of a row and takes the entry with this index. */
async function rowMenu(page, row, item) {
  await page.getByRole("row").nth(row).getByRole("button").last().click();
  await page.getByRole("menuitem").nth(item).click();
}

async function drawer(page) {
  await page.locator("[role=dialog] form, [role=dialog] dl").first().waitFor();
}

/** Chooses a file of accounts and waits for what the server says about it. */
async function send(page, text) {
  const file = { name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
  await page.locator("[role=dialog] input[type=file]").setInputFiles(file);
  await page.locator("[role=dialog] [role=status] li").first().waitFor();
}

/** How to reach each view from the list. */
const acts = {
  list: undefined,
  filtered: async (page) => {
    await page.goto(`${page.url()}?accountStatus=2&agencyId=8&context=zebra`);
    await page.locator("main .lucide-search-x").waitFor();
  },
  menu: async (page) => {
    await page.getByRole("row").nth(1).getByRole("button").last().click();
    await page.getByRole("menu").waitFor();
  },
  selected: async (page) => {
    for (const row of [1, 2, 4]) await page.getByRole("row").nth(row).getByRole("checkbox").click();
    await page
      .getByRole("region")
      .filter({ has: page.getByRole("button") })
      .last()
      .waitFor();
    // The bar covers rows that are scrolled under it; at the end of the page it covers none.
    // The page may still grow, so it scrolls until it stays at its end.
    await page.waitForFunction(() => {
      const end = document.documentElement.scrollHeight - innerHeight;
      const isThere = Math.abs(scrollY - end) < 1;
      scrollTo({ top: end, behavior: "instant" });
      return isThere;
    });
  },
  bulk: async (page) => {
    await acts.selected(page);
    await page.locator("[role=region]").last().getByRole("button").nth(1).click();
    await page.getByRole("alertdialog").waitFor();
  },
  details: async (page) => {
    await page.getByRole("link", { name: "Dan Member", exact: true }).click();
    await drawer(page);
  },
  more: async (page) => {
    await acts.details(page);
    await page.locator("[role=dialog] button[aria-haspopup=menu]").click();
    await page.getByRole("menuitem").first().waitFor();
  },
  edit: async (page) => {
    await rowMenu(page, 1, 1);
    await drawer(page);
  },
  add: async (page) => {
    await page.locator("main button:has(.lucide-user-plus)").click();
    await drawer(page);
  },
  download: async (page) => {
    await page.locator("main button:has(.lucide-download)").click();
    await page.getByRole("dialog").waitFor();
  },
  access: async (page) => {
    await rowMenu(page, 1, 2);
    await page.locator("[role=dialog] li").first().waitFor();
  },
  roles: async (page) => {
    await rowMenu(page, 1, 3);
    await page.locator("[role=dialog] input").first().waitFor();
    // The choices open where the field is, which moves in with the drawer.
    await still(page);
    for (const field of [0, 1]) {
      await page.locator("[role=dialog] input").nth(field).click();
      await page.locator("[role=option]").locator("visible=true").first().click();
    }
    await page.locator("[role=dialog] select").first().waitFor();
  },
  sessions: async (page) => {
    await rowMenu(page, 1, 5);
    await page.locator("[role=dialog] li").first().waitFor();
  },
  second: async (page) => {
    await rowMenu(page, 1, 7);
    await drawer(page);
  },
  code: async (page) => {
    await rowMenu(page, 1, 11);
    await page.getByRole("alertdialog").getByRole("button").nth(1).click();
    await page.getByText("GEZD-GNBV-GY3T-QOJQ").waitFor();
  },
  endSession: async (page) => {
    await acts.sessions(page);
    await page.locator("[role=dialog] li button").first().click();
    await page.getByRole("alertdialog").waitFor();
  },
  import: async (page) => {
    await page.locator("main button:has(.lucide-upload)").click();
    await page.locator("[role=dialog] input[type=file]").waitFor({ state: "attached" });
  },
  imported: async (page) => {
    await acts.import(page);
    await send(page, "username,fullName\nDanMember,丹 · 成员\n");
  },
  importFaults: async (page) => {
    await acts.import(page);
    await send(page, "username,email\nno hump,x\n");
  },
  faults: async (page) => {
    await acts.add(page);
    await page.locator("[role=dialog] [type=submit]").click();
    await page.getByRole("alert").waitFor();
  },
  corporate: async (page) => {
    await acts.add(page);
    await page.getByRole("tab").last().click();
    await page.getByRole("combobox").first().click();
    await page.getByRole("option").first().waitFor();
  },
  question: async (page) => {
    await rowMenu(page, 1, 14);
    await page.getByRole("alertdialog").waitFor();
  },
  welcome: async (page) => {
    await acts.more(page);
    await page.getByRole("menuitem").first().click();
    await page.getByRole("alertdialog").waitFor();
  },
  password: async (page) => {
    await rowMenu(page, 1, 9);
    await page.getByRole("alertdialog").getByRole("button").nth(1).click();
    await page.getByText("Kx7mQ2vTn4Rw").waitFor();
  },
};

/** The views for checks and pictures. */
export const accountViews = viewsOfList("accounts", { path: ACCOUNTS, accessList: MAY, ready: listed }, acts);

/** Checks every view of the accounts, and walks them by keyboard. */
export async function accountScreens() {
  await inBothLooks(accountViews, { server: accountServer });
  await check(
    "accounts: by keyboard alone, a corporate identity is added to an agency found by the server's search",
    async ({ open }) => {
      const page = await open(ACCOUNTS);
      await page.getByRole("button", { name: "Add account" }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("tab", { name: "New account" }).focus();
      await page.keyboard.press("ArrowRight");
      const panel = page.getByRole("tabpanel", { name: "Corporate identity" });
      await panel.waitFor();
      await page.keyboard.press("Tab");
      // The full name stays empty.
      for (const text of ["", "ZhangWuJi", "zhawuji", "zhang@a.example"]) {
        await page.keyboard.type(text);
        await page.keyboard.press("Tab");
      }
      await page.keyboard.type("North");
      await page.getByRole("option", { name: "Northlight" }).waitFor();
      await page.keyboard.press("Enter");
      equal(await page.getByRole("combobox", { name: "Agency" }).inputValue(), "Northlight");
      // The first Escape closes only the list of choices.
      await page.keyboard.press("ArrowDown");
      await page.getByRole("option", { name: "Northlight" }).waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("option", { name: "Northlight" }).waitFor({ state: "hidden" });
      equal(await page.getByRole("alertdialog").count(), 0);
      await page.keyboard.press("Enter");
      await page.getByText("ZhangWuJi is added.").waitFor();
      await page.getByRole("link", { name: "ZhangWuJi", exact: true }).waitFor();
      equal(await page.evaluate(() => window.violations), []);
    },
    { server: accountServer(), ready: listed },
  );
  await check(
    "accounts: a drawer is drawn as soon as its code is loaded, without waiting for a timer of the page",
    async ({ fake, page: next }) => {
      const page = await next();
      await page.clock.install();
      await page.goto(fake.url + ACCOUNTS);
      await listed(page);
      await page.clock.pauseAt(Date.now() + 60_000);
      await page.getByRole("button", { name: "Add account" }).click();
      await drawer(page);
    },
    { server: accountServer() },
  );
  await check(
    "accounts: a new element restyles itself, not the page",
    async ({ open }) => {
      const page = await open(ACCOUNTS);
      // A font that arrives restyles the page.
      await page.evaluate(async () => void (await document.fonts.ready));
      await still(page);
      const rows = await page.evaluate(() => document.querySelectorAll("tbody *").length);
      // The first menu brings new rules.
      const menu = await restyled(page, () => acts.menu(page));
      await page.keyboard.press("Escape");
      await acts.add(page);
      await still(page);
      // The drawer and its styles have loaded; further styles may only be for new elements.
      const tab = await restyled(page, async () => {
        await page.getByRole("tab").last().click();
        await page.getByRole("combobox").first().waitFor();
      });
      console.log(`        at most ${menu} elements with a menu, ${tab} in a drawer; the rows have ${rows}`);
      // Room for more parts of the menu and the drawer, but not for the rows of the list.
      truthy(menu > 0 && tab > 0 && Math.max(menu, tab) < rows);
    },
    { server: accountServer(), ready: listed },
  );
  await check(
    "accounts: a tablet shows the list without scrolling sideways, and its checkboxes in dark mode (1.4.11)",
    async ({ open }) => {
      const page = await open(ACCOUNTS);
      const over = await page.locator("main table").evaluate((list) => {
        const place = list.parentElement;
        return place.scrollWidth - place.clientWidth;
      });
      equal(over, 0);
      const border = await page
        .getByRole("checkbox")
        .nth(1)
        .evaluate((box) => {
          const { appearance, borderTopWidth, borderTopColor } = getComputedStyle(box);
          return [appearance, borderTopWidth, borderTopColor];
        });
      const control = tokens.color["border.control"].dark.match(/\w\w/g).map((part) => parseInt(part, 16));
      equal(border, ["none", "1px", `rgb(${control.join(", ")})`]);
    },
    { viewport: { width: 768, height: 1024 }, colorScheme: "dark", server: accountServer(), ready: listed },
  );
  await check(
    "accounts: neither the bar of the selected rows nor the header hides the focused element (2.4.11)",
    async ({ open }) => {
      const page = await open(ACCOUNTS);
      await page.getByRole("row").nth(1).getByRole("checkbox").focus();
      await page.keyboard.press("Space");
      await page.getByRole("region", { name: "Selected rows" }).waitFor();
      const hidden = new Set();
      for (const key of ["Tab", "Shift+Tab"]) {
        for (let presses = 0; presses < 60; presses += 1) {
          await page.keyboard.press(key);
          const control = await page.evaluate(hiddenFocus);
          if (control) hidden.add(`${key}: ${control}`);
        }
      }
      equal([...hidden], []);
      // The header and the bar are always visible: the page stays where it is when one of their controls gets the
      // focus.
      for (const control of [
        page.locator("header [role=search] button"),
        page.getByRole("button", { name: "Clear selection" }),
      ]) {
        await page.evaluate(() => scrollTo(0, 60));
        await control.focus();
        equal(await page.evaluate(() => scrollY), 60);
      }
    },
    { viewport: { width: 1440, height: 900 }, server: accountServer(), ready: listed },
  );
}

/** How many elements Chromium gives new styles at once, at most, during `work`. */
async function restyled(page, work) {
  const browser = page.context().browser();
  let trace;
  await browser.startTracing(page, { categories: ["devtools.timeline"] });
  try {
    await work();
    await still(page);
  } finally {
    trace = await browser.stopTracing();
  }
  const { traceEvents } = JSON.parse(trace.toString());
  return Math.max(
    ...traceEvents.map(({ name, args }) => (name === "UpdateLayoutTree" && args?.elementCount) || 0),
  );
}

/** The name of the control that has the focus, if something else is drawn over its middle or an edge. */
function hiddenFocus() {
  const control = document.activeElement;
  if (!control.closest("main") || control.getAttribute("role") === "region") return undefined;
  const { top, bottom, left, right } = control.getBoundingClientRect();
  const shown = [top + 2, (top + bottom) / 2, bottom - 2].every((y) => {
    const drawn = document.elementFromPoint((left + right) / 2, y);
    return drawn && (control.contains(drawn) || drawn.contains(control));
  });
  return shown ? undefined : (control.getAttribute("aria-label") ?? control.textContent);
}
