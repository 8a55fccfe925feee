// The portal on a bad day: a browser that stores nothing, a session that ends under a form, presses that come twice.
// The forms are those of the second screen (second-screen.mjs builds it).
import { testing } from "./fake-atrium.mjs";
import { cards, check, equal, truthy, until } from "./harness.mjs";
import { BADGES, badgeServer, listed } from "./second-screen.mjs";
import { losesSecret } from "./views.mjs";

const APPLICATIONS = ["view", "add", "secret"].map(
  (may) => `operation_access.ApplicationManagement.ApplicationList.${may}`,
);

/** What the portal's database holds. */
const keysInDatabase = () =>
  new Promise((resolve) => {
    const opening = indexedDB.open("atrium-portal", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("session");
    opening.onsuccess = () => {
      const all = opening.result.transaction("session").objectStore("session").getAllKeys();
      all.onsuccess = () => (opening.result.close(), resolve(all.result));
    };
  });

const { fakeBadges, someBadges } = await testing("second-screen/fake");

/** What a browser may refuse. Each runs in the page before any of our code. */
const REFUSALS = {
  "stores no CryptoKey": () => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("no keys", "DataCloneError");
    };
  },
  "has no room in its database": () => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  },
  "has no database": () => Object.defineProperty(window, "indexedDB", { get: () => undefined }),
  "never answers when the database is opened": () => {
    IDBFactory.prototype.open = () => ({});
  },
  "never ends a transaction": () => {
    const silent = () => ({});
    const mute = { objectStore: () => ({ get: silent, put: silent, delete: silent }) };
    IDBDatabase.prototype.transaction = () => mute;
  },
  "has a full sessionStorage": () => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  },
  "refuses sessionStorage": () =>
    Object.defineProperty(window, "sessionStorage", {
      get: () => {
        throw new DOMException("no", "SecurityError");
      },
    }),
};
REFUSALS["stores nothing at all"] = () => undefined;

export async function badDay() {
  for (const [what, refuse] of Object.entries(REFUSALS)) {
    await check(`bad day: a browser that ${what} still signs in`, async ({ fake, page: next }) => {
      const page = await next();
      const all = what === "stores nothing at all";
      const scripts = all ? [REFUSALS["has no database"], REFUSALS["refuses sessionStorage"]] : [refuse];
      for (const script of scripts) await page.addInitScript(script);
      const begun = Date.now();
      await page.goto(`${fake.url}/?from=mail`);
      await cards(page);
      truthy(Date.now() - begun < 8_000);
      equal(new URL(page.url()).search, "?from=mail");
      // Later calls of the page work too, and so does a reload, with a sign-in if necessary.
      await page.reload();
      await cards(page);
      equal([await page.getByText("Something went wrong").count(), fake.seen.reused], [0, 0]);
      equal(await page.evaluate(() => document.cookie.includes("atrium.sign-in=%7B%22pending")), false);
    });
  }

  await check(
    "a sign-out on the server's page signs the portal's tabs out within a second, and leaves neither token nor key",
    async ({ open, page: next, fake }) => {
      const tabs = [await open("/"), await open("/?from=mail")];
      const page = await next();
      await page.goto(`${fake.url}/logout?ended`);
      const out = Date.now();
      for (const tab of tabs) {
        await until(() => new URL(tab.url()).pathname === "/logout", "the tab leaves");
      }
      truthy(Date.now() - out < 1_000);
      await until(
        () => page.evaluate(keysInDatabase).then((keys) => keys.length === 0),
        "the database is empty",
      );
    },
  );

  await check(
    "a session that ended elsewhere leaves neither token nor key after the next call",
    async ({ open, fake }) => {
      const page = await open("/");
      await page.route(/oauth2\/authorize/, (route) => route.fulfill({ status: 204 }));
      fake.access.clear();
      fake.refresh.clear();
      await page.getByRole("button", { name: /language|语言/ }).click();
      await until(
        () => page.evaluate(keysInDatabase).then((keys) => !keys.includes("tokens")),
        "the tokens are gone",
      );
      equal(await page.evaluate(keysInDatabase), ["metadata"]);
    },
  );

  await check(
    "a timer that finds the session ended does not leave the page, but hides it and says so",
    async ({ page: next, fake }) => {
      const page = await next();
      await page.clock.install();
      await page.goto(fake.url);
      await cards(page);
      await page.clock.runFor(2_000);
      fake.access.clear();
      fake.refresh.clear();
      const { authorize } = fake.seen;
      await page.clock.runFor(5 * 60_000);
      const lapse = page.getByRole("alertdialog", { name: "Your session has ended" });
      await lapse.waitFor();
      equal(fake.seen.authorize, authorize);
      await lapse.getByRole("button", { name: "Sign in again" }).click();
      await until(() => fake.seen.authorize === authorize + 1, "the sign-in begins");
    },
  );

  const { state, mocks } = fakeBadges(someBadges);
  const kit = (name, work) =>
    check(
      `bad day: ${name}`,
      async (visitor) => {
        state.sent.length = 0;
        await work(visitor);
      },
      { server: { ...badgeServer(), mocks }, ready: listed },
    );

  /** Types into the form of the archive badge and saves it. The session ends at the server when the change arrives. */
  async function typedAndOver({ open, fake }) {
    const page = await open(BADGES);
    await page.getByRole("button", { name: "Archive" }).click();
    const form = page.getByRole("dialog", { name: "Change Archive" });
    const field = form.getByRole("textbox", { name: "Name" });
    await field.fill("Archive, typed");
    const over = (route) => {
      fake.access.clear();
      fake.refresh.clear();
      return route.continue();
    };
    await page.route("**/api/security/badge/save", over, { times: 1 });
    const asked = [];
    page.on("dialog", (dialog) => (asked.push(dialog.type()), dialog.dismiss()));
    await form.locator("[type=submit]").click();
    return { page, form, field, asked, documents: await page.evaluate(() => performance.timeOrigin) };
  }

  await kit(
    "a form stays when its session is over, and is saved after a sign-in in another tab",
    async (visitor) => {
      const { page, form, field, asked, documents } = await typedAndOver(visitor);
      const lapse = page.getByRole("alertdialog", { name: "Your session has ended" });
      await lapse.waitFor();
      const [other] = await Promise.all([
        page.context().waitForEvent("page"),
        lapse.getByRole("link", { name: "Sign in in a new tab" }).click(),
      ]);
      await cards(other);
      equal(await other.evaluate(() => window.opener), null);
      await lapse.waitFor({ state: "detached" });
      await page.getByText("You are signed in again.").waitFor();
      equal([await field.inputValue(), asked, state.sent.length], ["Archive, typed", [], 0]);
      await page.bringToFront();
      await form.locator("[type=submit]").click();
      await page.getByText("The badge is saved.").waitFor();
      equal(
        state.sent.map(({ name }) => name),
        ["Archive, typed"],
      );
      equal(await page.evaluate(() => performance.timeOrigin), documents);
    },
  );

  await kit(
    "a form is not sent in the name of somebody else who signs in in another tab",
    async (visitor) => {
      const { page, form, asked } = await typedAndOver(visitor);
      const { fake } = visitor;
      fake.subject = "somebody-else";
      const lapse = page.getByRole("alertdialog");
      const [other] = await Promise.all([
        page.context().waitForEvent("page"),
        lapse.getByRole("link", { name: "Sign in in a new tab" }).click(),
      ]);
      await cards(other);
      await page.bringToFront();
      await page.getByRole("alertdialog", { name: /is signed in now$/ }).waitFor();
      await page.keyboard.press("Escape");
      await lapse.waitFor({ state: "detached" });
      await form.locator("[type=submit]").click();
      await page.getByRole("alertdialog", { name: /is signed in now$/ }).waitFor();
      // The form is behind the words.
      equal(await page.evaluate(() => document.querySelector("[role=dialog] input").value), "Archive, typed");
      equal([asked, state.sent], [[], []]);
    },
  );

  for (const [what, press] of [
    ["a double click", (page) => page.getByRole("dialog").locator("[type=submit]").dblclick()],
    [
      "two clicks within 100 ms",
      (page) =>
        page.evaluate(() => {
          const save = document.querySelector("[role=dialog] [type=submit]");
          save.click();
          setTimeout(() => save.click(), 90);
        }),
    ],
    [
      "Enter held down",
      async (page) => {
        await page.getByRole("dialog").getByRole("textbox").first().focus();
        for (let repeat = 0; repeat < 20; repeat += 1) await page.keyboard.down("Enter");
        await page.keyboard.up("Enter");
      },
    ],
  ]) {
    await kit(`${what} adds one badge`, async ({ open, fake }) => {
      const page = await open(BADGES);
      await page.locator("main").getByRole("button").first().click();
      const form = page.getByRole("dialog");
      await form.getByRole("textbox", { name: "Name" }).fill("Pressed once");
      await form.getByRole("combobox").selectOption("staff");
      fake.delay = 20;
      await press(page);
      await page.getByText("The badge is saved.").waitFor();
      await form.waitFor({ state: "detached" });
      await page.waitForTimeout(300);
      equal(state.sent.length, 1);
      equal(await page.getByRole("dialog").count(), 0);
    });
  }

  await check(
    "bad day: an application whose answer was lost exists once; the page says that its secret is lost, and makes a new one",
    async ({ open, fake }) => {
      const page = await open("/operation-access/application-list");
      const before = await page.locator("main tbody tr").count();
      await losesSecret(page);
      const lost = page.getByRole("alertdialog", {
        name: "Lost on the way is added, but its secret was lost",
      });
      await lost.getByText(/the answer with its secret didn’t arrive/).waitFor();
      equal(await page.locator("main tbody tr").count(), before + 1);
      await lost.getByRole("button", { name: "Generate secret" }).click();
      await page.getByRole("alertdialog", { name: "Secret of Lost on the way" }).locator("code").waitFor();
      const added = fake.requests.filter(({ url }) => url.endsWith("/application/add"));
      equal(added.length, 2);
    },
    {
      server: { accessList: APPLICATIONS },
      ready: (page) => page.locator("main tbody button").first().waitFor({ timeout: 10_000 }),
    },
  );

  await kit(
    "a sign-out in one tab takes along another with typed work, within a second",
    async ({ open, page: next, fake }) => {
      const typing = await open(BADGES);
      await typing.getByRole("button", { name: "Archive" }).click();
      await typing.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("typed");
      const asked = [];
      typing.on("dialog", (dialog) => (asked.push(dialog.type()), dialog.dismiss()));
      const page = await next();
      await page.goto(fake.url);
      await cards(page);
      await page.locator("#person-button").click();
      await page.getByRole("menuitem", { name: "Sign out" }).click();
      await page.waitForURL("**/logout?lang=en-us");
      const out = Date.now();
      await until(
        () => new URL(typing.url()).pathname === "/logout",
        `the other tab leaves ${typing.url()} ${asked}`,
      );
      truthy(Date.now() - out < 1_000);
      equal(asked, []);
    },
  );
}
