// Checks of the built portal that need a real browser, against a fake server: content security policy, session over
// reloads and tabs, size, speed, contrast, width.
// `npm run build` first; `npm run browser [part of a name]`.
import { accountScreens } from "./accounts.mjs";
import { arrival } from "./arrival.mjs";
import { badDay } from "./bad-day.mjs";
import { chat } from "./chat.mjs";
import { chatLook } from "./chat-look.mjs";
import { handsAndPaper } from "./hands-and-paper.mjs";
import { cards, check, equal, finish, focused, still, truthy, unfold, until } from "./harness.mjs";
import { inBothLooks } from "./looks.mjs";
import { secondScreen } from "./second-screen.mjs";
import { tables } from "./tables.mjs";
import { views } from "./views.mjs";
import { workbench } from "./workbench.mjs";

await check(
  "the policy default-src 'none' holds: nothing is blocked, no style element, no style from markup",
  async ({ open, fake }) => {
    const page = await open("/");
    await page.locator("#person-button").click();
    await page.getByRole("menuitem").first().waitFor();
    await page.keyboard.press("Escape");
    await unfold(page);
    await page.locator("[data-app-card='4']").click();
    await page.getByText("Client Service North").waitFor();
    equal(await page.evaluate(() => window.violations), []);
    equal(await page.evaluate(() => document.querySelectorAll("style").length), 0);
    truthy(await page.evaluate(() => document.adoptedStyleSheets.length > 0));
    equal(fake.seen.authorize, 1);
  },
);

/** A picture of one pixel. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

await check(
  "a picture of feedback is shown before it is sent, as the policy allows it (D-14, T-50)",
  async ({ open }) => {
    const page = await open("/?feedback=0");
    const dialog = page.getByRole("dialog");
    const file = { name: "screen.png", mimeType: "image/png", buffer: PIXEL };
    await dialog.locator("input[type=file]").setInputFiles(file);
    const picture = dialog.locator("li img");
    await picture.waitFor();
    await until(() => picture.evaluate(({ naturalWidth }) => naturalWidth === 1), "the picture is drawn");
    equal(await page.evaluate(() => window.violations), []);
  },
  {
    server: {
      handlers: {
        "/api/security/user/feedback/picture": (_request, response) => {
          response.writeHead(200, { "content-type": "application/json" });
          response.end(
            JSON.stringify({ status: 0, data: { name: "b.png" }, msg: "success", requestId: "r" }),
          );
        },
      },
    },
  },
);

await check(
  "a token in the address is removed before any request, and no request contains it (T-01, F-01)",
  async ({ open, fake }) => {
    const page = await open("/?token=planted&from=mail");
    equal(new URL(page.url()).search, "?from=mail");
    const telling = fake.requests
      .slice(1)
      .filter(({ url, referer }) => `${url} ${referer}`.includes("planted"));
    equal(telling, []);
  },
);

await check(
  "a reload and a second tab continue the session without a redirect or a token request",
  async ({ open, fake, page: next }) => {
    const page = await open("/");
    const before = { ...fake.seen };
    await page.reload();
    await cards(page);
    const second = await next();
    await second.goto(fake.url);
    await cards(second);
    equal([fake.seen.authorize, fake.seen.token], [before.authorize, before.token]);
  },
);

await check("a deep link is kept through the sign-in", async ({ open }) => {
  const page = await open("/?q=media");
  equal(new URL(page.url()).search, "?q=media");
  // The palette opens with the words of an address.
  equal(await page.getByRole("combobox").inputValue(), "media");
});

await check(
  "two tabs renew together and no refresh token is used twice",
  async ({ open, fake, page: next }) => {
    const page = await open("/");
    const second = await next();
    await second.goto(fake.url);
    await cards(second);
    for (let round = 0; round < 5; round += 1) {
      // A page that is left in the middle of a renewal loses the new token, so no page is open when the tokens end.
      await Promise.all([page.goto("about:blank"), second.goto("about:blank")]);
      fake.access.clear();
      // The cards of the last visit are there before the renewal has ended; the announcements come after it.
      const last = (answer) => answer.ok() && answer.url().includes("/announcement/history");
      const renewed = [page, second].map((tab) => tab.waitForResponse(last));
      await Promise.all([page.goto(fake.url), second.goto(fake.url)]);
      await Promise.all([cards(page), cards(second)]);
      await Promise.all(renewed);
    }
    equal(fake.seen.reused, 0);
    equal(fake.seen.authorize, 1);
  },
);

await check("a session that ended elsewhere leads to one sign-in and back (F-10)", async ({ open, fake }) => {
  const page = await open("/?from=mail");
  fake.access.clear();
  fake.refresh.clear();
  await page.reload();
  await cards(page);
  // The cards of the last visit are there before the session has answered.
  await until(() => fake.seen.authorize === 2, "the sign-in begins");
  await cards(page);
  equal(new URL(page.url()).search, "?from=mail");
});

await check(
  "signing out in one tab signs the other out, and leaves no token (T-10)",
  async ({ open, fake, page: next }) => {
    const page = await open("/");
    const second = await next();
    await second.goto(fake.url);
    await cards(second);
    await page.locator("#person-button").click();
    // The menu opens the entry that is highlighted; the highlight comes with the render after the press.
    const leave = page.getByRole("menuitem", { name: "Sign out" });
    await leave.hover();
    await page.mouse.down();
    await leave.and(page.locator("[data-highlighted]")).waitFor();
    await page.mouse.up();
    await Promise.all([page.waitForURL("**/logout?lang=en-us"), second.waitForURL("**/logout?lang=en-us")]);
    equal(fake.seen.logout, 1);
    const left = await page.evaluate(
      () =>
        new Promise((resolve) => {
          const opening = indexedDB.open("atrium-portal", 1);
          opening.onsuccess = () => {
            const all = opening.result.transaction("session").objectStore("session").getAllKeys();
            all.onsuccess = () => resolve(all.result);
          };
        }),
    );
    equal(left, ["metadata"]);
  },
);

await check("the key cannot be read, and no token is where scripts usually look", async ({ open }) => {
  const page = await open("/");
  const key = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open("atrium-portal", 1);
        opening.onsuccess = () => {
          const got = opening.result.transaction("session").objectStore("session").get("tokens");
          got.onsuccess = () => {
            const { privateKey } = got.result.key;
            resolve([privateKey.extractable, privateKey.algorithm.name]);
          };
        };
      }),
  );
  equal(key, [false, "ECDSA"]);
  equal(await page.evaluate(() => [Object.keys(localStorage).sort(), document.cookie]), [
    ["atrium.card-counts", "atrium.home", "lang"],
    "",
  ]);
});

await check("a launch opens a tab without an opener", async ({ open }) => {
  const page = await open("/");
  await page.context().route(/example\.test/, (route) => route.fulfill({ body: "there" }));
  const [popup] = await Promise.all([
    page.context().waitForEvent("page"),
    page.locator("[data-app-card='2']").click(),
  ]);
  await popup.waitForURL(/app2/);
  truthy(/\?token=[0-9a-f-]{36}$/.test(popup.url()));
  equal(await popup.evaluate(() => [window.opener, document.referrer]), [null, ""]);
});

await check(
  "the page says that it is offline, and trying again asks the server again",
  async ({ open, fake }) => {
    const page = await open("/");
    const away = page.getByText("You are offline.");
    await page.context().setOffline(true);
    await away.waitFor();
    await page.context().setOffline(false);
    await away.waitFor({ state: "detached" });
    // A browser may think that it is offline, for example behind some tunnels. The button still works.
    await page.evaluate(() => {
      Object.defineProperty(navigator, "onLine", { value: false });
      dispatchEvent(new Event("offline"));
    });
    await away.waitFor();
    const before = fake.seen.api;
    const [answered] = await Promise.all([
      page.waitForResponse(/security\/home/),
      page.getByRole("button", { name: "Try again" }).click(),
    ]);
    equal(answered.status(), 200);
    truthy(fake.seen.api > before);
  },
);

await check("home works when separately loaded code cannot be fetched", async ({ fake, page: next }) => {
  const page = await next();
  let missed = false;
  let asked = 0;
  // A failure that would replace the page asks for the settings again, to see whether the server can be reached.
  await page.route(/config\.json/, (route) => {
    asked += missed ? 1 : 0;
    return missed ? route.abort() : route.continue();
  });
  await page.route(/hints-/, (route) => {
    missed = true;
    return route.abort();
  });
  await Promise.all([
    page.waitForEvent("requestfailed", (request) => /hints-/.test(request.url())),
    page.goto(fake.url),
  ]);
  await cards(page);
  await still(page);
  equal([asked, await page.getByRole("heading", { name: "No connection" }).count()], [0, 0]);
  truthy(await page.locator("[data-app-card='5']").isVisible());
});

await check("code that never arrives delays no navigation", async ({ fake, page: next }) => {
  const page = await next();
  await page.route(/hints-/, () => undefined);
  await Promise.all([page.waitForRequest(/hints-/), page.goto(fake.url)]);
  await cards(page);
  await page.keyboard.press("/");
  await page.getByRole("combobox").pressSequentially("my requests");
  await page.getByRole("option", { selected: true, name: "My requests" }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(`${fake.url}/my-requests`);
});

for (const [what, reach] of [
  [
    "a part",
    async (page) => {
      await unfold(page);
      await page.locator("[data-app-card='4']").click();
    },
  ],
  [
    "a page",
    (page) =>
      page.evaluate(() => {
        history.pushState({}, "", "/no/such/page");
        dispatchEvent(new PopStateEvent("popstate"));
      }),
  ],
]) {
  await check(
    `${what} that was not fetched before is missing because of the network, not of a newer version; trying again helps (G-82)`,
    async ({ open }) => {
      const page = await open("/");
      let documents = 0;
      page.on("request", (request) => (documents += request.isNavigationRequest() ? 1 : 0));
      await page.context().setOffline(true);
      await reach(page);
      const lost = page.getByRole("heading", { name: "No connection" });
      await lost.waitFor();
      const again = page.locator("main").getByRole("button", { name: "Try again" });
      await again.click();
      await page.getByText("The server can’t be reached. Check your connection.").waitFor();
      equal([await lost.isVisible(), documents], [true, 0]);
      await page.context().setOffline(false);
      await again.click();
      await (what === "a part" ? cards(page) : page.getByText("Page not found").waitFor());
      equal(documents, 1);
    },
  );
}

await check("missing code reloads once, then offers the reload (G-82)", async ({ fake, page: next }) => {
  const page = await next();
  let documents = 0;
  page.on("request", (request) => (documents += request.isNavigationRequest() ? 1 : 0));
  await page.route(/not-found-page/, (route) => route.abort());
  await page.goto(`${fake.url}/no/such/page`);
  await page.getByRole("button", { name: "Reload" }).waitFor();
  equal(documents, 2);
});

await check(
  "a server that does not answer gives a message, not an empty page",
  async ({ fake, page: next }) => {
    const page = await next();
    await page.route(/config\.json/, (route) => route.fulfill({ status: 503, body: "" }));
    await page.goto(fake.url);
    await page.getByText("Something went wrong").waitFor();
    await page.unroute(/config\.json/);
    await page.getByRole("button", { name: "Try again" }).click();
    await cards(page);
  },
);

await check("the keyboard reaches everything: skip link, palette, grid by arrows", async ({ open }) => {
  const page = await open("/");
  await page.keyboard.press("Tab");
  equal(await focused(page), "Skip to content");
  await page.keyboard.press("/");
  await page.getByRole("combobox").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("combobox").waitFor({ state: "detached" });
  await page.locator("[data-app-card='1']").focus();
  for (const [key, id] of [
    ["ArrowRight", "2"],
    ["ArrowDown", "56"],
    ["ArrowDown", "14"],
    ["ArrowUp", "56"],
    ["End", "23"],
  ]) {
    await page.keyboard.press(key);
    equal([key, await focused(page, "data-app-card")], [key, id]);
  }
});

await check(
  "nothing is cut or scrolls sideways at 320 pixels (1.4.10)",
  async ({ open }) => {
    const page = await open("/");
    equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
  },
  { viewport: { width: 320, height: 640 } },
);

await check("cards appear at the place of the skeletons: no layout shift", async ({ open }) => {
  const page = await open("/");
  await page.reload();
  await cards(page);
  const shift = await page.evaluate(
    () =>
      new Promise((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += entry.value;
        }).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => resolve(sum), 300);
      }),
  );
  console.log(`        cumulative layout shift ${shift.toFixed(3)}`);
  truthy(shift < 0.1);
});

await check(
  "the dialog of the password is 580 pixels wide, and only its field loads the meter (D-05, K-39)",
  async ({ page: next, fake }) => {
    const page = await next();
    const loaded = [];
    page.on("request", (request) => loaded.push(request.url()));
    const meters = () => loaded.filter((url) => url.includes("/assets/strength-")).length;
    await page.goto(`${fake.url}/account/security`);
    await page.locator("main section button").first().waitFor();
    equal(meters(), 0);
    await page.goto(`${fake.url}/account/security?change-password`);
    const dialog = page.getByRole("dialog");
    await dialog.locator("[name=newPassword]").fill("password1");
    await dialog.locator("[aria-live=polite]:not(:empty)").waitFor();
    equal(meters(), 1);
    await still(page);
    equal((await dialog.boundingBox()).width, 580);
    equal(await page.evaluate(() => window.violations), []);
  },
);

await check("an empty browser loads under 215 kB with headers", async ({ page, fake }) => {
  // The browser may leave out a file that a redirect cut off: the round with the most bytes counts.
  const browser = (await page()).context().browser();
  const rounds = [];
  for (let round = 1; round <= 3; round += 1) rounds.push(await firstLoad(browser, fake));
  console.log(
    `        bytes and ms with the redirects of a sign-in: ${rounds.map((it) => it.join(" ")).join(", ")}`,
  );
  const most = Math.max(...rounds.map(([bytes]) => bytes));
  truthy(most > 150_000 && most < 215_000);
});

// Views that the menu test shows to axe on the real server at this width are left out.
const isShownThere = (view, { width }) => view.isInMenuTest && width === 1440;
await inBothLooks(views, { skips: isShownThere });
await arrival();
await handsAndPaper();
await tables();
await chat();
await chatLook();
await accountScreens();
await secondScreen();
await badDay();
await workbench();
await finish();

/** The bytes and milliseconds of a first page in a browser of its own, without what the page loads when it is complete. */
async function firstLoad(browser, fake) {
  const context = await browser.newContext({ reducedMotion: "reduce" });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send("Network.enable");
  const needed = new Set();
  let bytes = 0;
  let quiet = false;
  cdp.on("Network.requestWillBeSent", ({ requestId, request }) => {
    // The palette is fetched first of what can wait.
    quiet ||= /\/(when-quiet|palette)-/.test(request.url);
    if (!quiet) needed.add(requestId);
  });
  cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (needed.has(requestId)) bytes += encodedDataLength;
  });
  const start = Date.now();
  await page.goto(fake.url);
  await cards(page);
  const ms = Date.now() - start;
  await until(() => quiet, "the page is complete");
  await context.close();
  return [bytes, ms];
}
