// How people really use it: an input method, a finger, paper, a name of any length, the middle button, a new build.
import { check, equal, truthy, until } from "./harness.mjs";
import { views } from "./views.mjs";

const ACCOUNTS = "/auth-management/account-list";
const MAY = ["account_maintain.AccountManagement.AccountList.view"];
const ADD = "account_maintain.AccountManagement.AccountList.add";
const listed = (page) =>
  page.locator("main table[aria-busy=false] tbody td").first().waitFor({ timeout: 10_000 });
const list = { server: { accessList: MAY }, ready: listed };
const LONG = "W".repeat(100);

/** Composes `parts` one after the other in the focused field, as an input method does, then gives `text`. */
export async function compose(page, parts, text, meanwhile) {
  const cdp = await page.context().newCDPSession(page);
  for (const part of parts) {
    await cdp.send("Input.imeSetComposition", {
      text: part,
      selectionStart: part.length,
      selectionEnd: part.length,
    });
    await page.waitForTimeout(100);
  }
  await page.waitForTimeout(700);
  await meanwhile();
  await cdp.send("Input.insertText", { text });
}

export async function handsAndPaper() {
  await check(
    "hands: nothing is sent while an input method composes, or for one letter",
    async ({ open, fake }) => {
      const page = await open(ACCOUNTS);
      const asked = () =>
        fake.requests.map(({ url }) => url).filter((url) => /[?&](context|q)=[^&]/.test(url));
      const box = page.locator("main search input[type=search]").first();
      await box.focus();
      await compose(page, ["w", "wa", "wang"], "王", async () => {
        equal(asked(), []);
        equal(new URL(page.url()).search, "");
      });
      await until(() => new URL(page.url()).searchParams.get("context") === "王");
      await until(() => asked().some((url) => url.includes(encodeURIComponent("王"))));
      await box.fill("");
      await until(() => new URL(page.url()).search === "");
      const before = asked().length;
      await box.pressSequentially("a");
      await page.getByText("Two letters or more, or one Chinese character").first().waitFor();
      await page.waitForTimeout(700);
      equal(asked().length, before);
      truthy(await page.locator("main tbody tr").count());
      await box.fill("");
      // The palette.
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog").getByRole("combobox").waitFor();
      const earlier = asked().length;
      await compose(page, ["s", "sh", "shi"], "时", async () => {
        equal(asked().length, earlier);
      });
      await until(() => asked().some((url) => url.includes(`/find?q=${encodeURIComponent("时")}`)));
    },
    list,
  );

  await check(
    "hands: a search that the server cannot do, in the address, is not sent",
    async ({ open, fake }) => {
      await open(`${ACCOUNTS}?context=a`);
      equal(
        fake.requests.filter(({ url }) => url.includes("context=a")).map(({ url }) => url),
        [`${ACCOUNTS}?context=a`],
      );
    },
    list,
  );

  await check(
    "hands: input fields are 44 pixels high with letters of 16 pixels on a touch screen",
    async ({ open }) => {
      const page = await open(ACCOUNTS);
      await page.locator("main button[aria-controls]").first().click();
      const small = () =>
        page.evaluate(() =>
          [...document.querySelectorAll("input, select, textarea")]
            .filter((field) => !["checkbox", "radio", "file", "hidden"].includes(field.type))
            .filter((field) => field.checkVisibility() && field.getBoundingClientRect().height > 1)
            .filter(
              (field) =>
                field.getBoundingClientRect().height < 44 ||
                parseFloat(getComputedStyle(field).fontSize) < 16,
            )
            .map((field) => field.outerHTML.slice(0, 200)),
        );
      equal(await small(), []);
      await page.locator("main button:has(.lucide-user-plus)").click();
      await page.locator("[role=dialog] form").waitFor();
      equal(await small(), []);
    },
    {
      ...list,
      server: { accessList: [...MAY, ADD] },
      hasTouch: true,
      isMobile: true,
      viewport: { width: 390, height: 800 },
    },
  );

  await check(
    "hands: paper shows the list and its name, dark on white, and nothing else",
    async ({ open }) => {
      const page = await open(ACCOUNTS);
      await page.emulateMedia({ media: "print", colorScheme: "dark" });
      const seen = await page.evaluate(() => {
        const isSeen = (one) => one.checkVisibility();
        const place = document.querySelector("main [role=region]");
        return {
          left: [...document.querySelectorAll("header, footer, nav, search, main input, [aria-haspopup]")]
            .filter(isSeen)
            .map((one) => one.outerHTML.slice(0, 120)),
          hasHeading: isSeen(document.querySelector("h1")),
          rows: [...document.querySelectorAll("main tbody tr")].filter(isSeen).length,
          names: [...document.querySelectorAll("main tbody td a")].filter(isSeen).length,
          isCut: place.scrollHeight > place.clientHeight || getComputedStyle(place).overflowY !== "visible",
        };
      });
      const { rows, names, ...rest } = seen;
      equal(rest, { left: [], hasHeading: true, isCut: false });
      truthy(rows > 1);
      equal(names, rows);
      // The letters are dark once the colours have changed: the sum of red, green and blue.
      await until(async () => {
        const colour = await page.evaluate(() => getComputedStyle(document.querySelector("h1")).color);
        const parts = colour.match(/\d+/g).slice(0, 3).map(Number);
        return parts[0] + parts[1] + parts[2] < 200;
      }, "dark letters");
    },
    { ...list, colorScheme: "dark" },
  );

  for (const [name, act] of Object.entries({
    "the middle button": (card) => card.click({ button: "middle" }),
    Ctrl: (card) => card.click({ modifiers: ["Control"] }),
  })) {
    await check(`hands: ${name} opens the application of a card in a new tab`, async ({ open }) => {
      const page = await open("/");
      const context = page.context();
      await context.route(/^https?:\/\/(?!localhost)/, (route) =>
        route.fulfill({ contentType: "text/html", body: "<h1>There</h1>" }),
      );
      const opened = context.waitForEvent("page");
      await act(page.locator("[data-app-card='1']"));
      const tab = await opened;
      await tab.waitForURL(/^(?!about:)/);
      truthy(new URL(tab.url()).pathname !== "/callback");
      truthy(!tab.url().startsWith(`${new URL(page.url()).origin}/?`));
      equal(new URL(page.url()).pathname, "/");
      equal(context.pages().length, 2);
    });
  }

  await check("hands: after an upgrade the first click reaches its target", async ({ open, fake }) => {
    fake.accessList = MAY;
    const page = await open("/");
    let gone = 0;
    // The files of the old build are gone; a reloaded page has the new one's.
    await page.route(/\/assets\/(accounts-page|pages)-[^/]*\.js$/, (route) => {
      gone += 1;
      return gone === 1 ? route.fulfill({ status: 404, body: "" }) : route.fallback();
    });
    await page.getByRole("link", { name: "Administration" }).click();
    await page.waitForURL((url) => url.pathname === ACCOUNTS);
    await listed(page);
    truthy(gone > 0);
  });

  for (const width of [320, 768, 1024, 1440]) {
    await check(
      `hands: names of 100 letters without a space fit at ${width} and can be read whole`,
      async ({ page: next, fake }) => {
        const page = await next();
        await page.route(/\/api\/security\//, async (route) => {
          try {
            // The server may close an idle connection at this moment.
            const answer = await route.fetch({ maxRetries: 3 });
            const json = await answer.json().catch(() => undefined);
            await route.fulfill({ response: answer, ...(json !== undefined && { json: lengthen(json) }) });
          } catch {
            // The page went on before this answer came.
          }
        });
        const bad = [];
        for (const [name, view] of Object.entries(views)) {
          if (view.act || view.mood || view.delay || view.roles) continue;
          Object.assign(fake, {
            mood: "full",
            accessList: view.accessList ?? [],
            waiting: view.waiting ?? 0,
          });
          await page.goto(fake.url + (view.path ?? "/"));
          await page
            .locator(view.wait ?? "[data-app-card]")
            .first()
            .waitFor();
          // A cut line gets its title in the frame after it was drawn, and another answer may move it again.
          let found;
          for (let frames = 0; frames < 30 && (!found || found.length > 0); frames++) {
            await page.evaluate(
              () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
            );
            found = await page.evaluate(tooLong);
          }
          if (found.length > 0) bad.push([name, found]);
        }
        await page.goto(`${fake.url}/`);
        await page.locator("[data-app-card]").first().waitFor();
        bad.push(...(await page.evaluate(tooLong)));
        equal(bad, []);
      },
      { viewport: { width, height: 800 } },
    );
  }
}

/** The answer with every name replaced by one of 100 letters. */
function lengthen(value) {
  if (Array.isArray(value)) return value.map(lengthen);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      typeof one === "string" && one !== "" && /name$/i.test(key) && key !== "appName" ? LONG : lengthen(one),
    ]),
  );
}

/** Elements that are wider than the screen, or cut off with no way to read them. */
function tooLong() {
  const found = [];
  const more = document.documentElement.scrollWidth - innerWidth;
  if (more > 0) found.push(`the page is ${more} pixels too wide`);
  for (const one of document.querySelectorAll("main *")) {
    const style = getComputedStyle(one);
    const cuts = style.overflowX !== "visible" && style.overflowX !== "auto" && style.overflowX !== "scroll";
    const isOwn = [...one.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.data.includes("WWWWWWWWWW"),
    );
    if (!isOwn || !one.checkVisibility()) continue;
    const { right, left, width } = one.getBoundingClientRect();
    // Text for screen readers alone is one pixel wide.
    if (width <= 1) continue;
    // A button that shows the whole text when it is pressed.
    if (one.closest("[aria-expanded], [aria-haspopup=dialog]")) continue;
    // A cut line of a table shows its whole text as soon as it has the focus, or the details of the row show it.
    const line = one.closest("[data-line][title]");
    if (
      line &&
      (line.tabIndex === 0 || line.closest("tr")?.querySelector("a[href]") || line.querySelector("button"))
    )
      continue;
    if (cuts && one.scrollWidth > one.clientWidth + 1) found.push(`cut: ${one.outerHTML.slice(0, 160)}`);
    if (width > 490 && one.closest("[role=cell]"))
      found.push(`${width} wide: ${one.outerHTML.slice(0, 160)}`);
    if (width < 100 && innerWidth >= 768 && one.closest("[role=cell]"))
      found.push(`only ${width} wide: ${one.outerHTML.slice(0, 160)}`);
    const list = one.closest("[role=region]");
    if (!list && (right > innerWidth + 1 || left < -1)) found.push(`outside: ${one.outerHTML.slice(0, 160)}`);
  }
  return found;
}
