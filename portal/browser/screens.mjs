// Pictures of every view at three widths, light and dark, in both languages, into portal/screenshots (ignored).
// Look at them before a change to the look is done. `npm run build` first; `npm run screens [part of a name]`.
import { mkdir } from "node:fs/promises";
import { launch } from "./browser.mjs";
import { startFake } from "./fake-atrium.mjs";
import { badgeServer, buildSecondScreen, kitViews, listed } from "./second-screen.mjs";

const only = process.argv[2] ?? "";
const folder = new URL("../screenshots/", import.meta.url).pathname;
const widths = { 1440: 900, 768: 1024, 360: 740 };

const views = {
  home: { mood: "full" },
  empty: { mood: "empty" },
  failed: { mood: "partial" },
  search: { mood: "full", act: (page) => page.getByRole("searchbox").fill("re") },
  nomatch: { mood: "full", act: (page) => page.getByRole("searchbox").fill("zebra") },
  place: { mood: "full", act: (page) => page.locator("button[aria-controls]").first().click() },
  menu: {
    mood: "full",
    act: async (page) => {
      await page.locator("#person-button").click();
      await page.getByRole("menu").waitFor();
    },
  },
  blocked: {
    mood: "full",
    act: async (page) => {
      await page.locator("[data-app-card='4']").click();
      await page.getByText("Client Service North").waitFor();
    },
  },
  links: {
    mood: "full",
    act: async (page) => {
      await page.locator("[data-app-card='3']").click();
      await page.getByRole("dialog").waitFor();
    },
  },
  loading: { mood: "full", delay: 60_000, wait: "header" },
  offline: { mood: "full", act: (page) => page.context().setOffline(true) },
  lost: {
    mood: "full",
    act: async (page) => {
      await page.context().setOffline(true);
      // A page that no view before this one has fetched.
      await page.evaluate(() => {
        history.pushState({}, "", "/no/such/page");
        dispatchEvent(new PopStateEvent("popstate"));
      });
      await page.locator("main .lucide-wifi-off").waitFor();
    },
  },
  unauthorised: { path: "/401", wait: "h1" },
  notfound: { path: "/no/such/page", wait: "h1" },
};

await mkdir(folder, { recursive: true });
const browser = await launch();
const portal = await startFake();
await pictures(portal, views);
await portal.stop();
await buildSecondScreen();
for (const [name, act] of Object.entries(kitViews)) {
  const kit = await startFake(badgeServer());
  await pictures(kit, { [`kit-${name}`]: { path: "/badges", ready: listed, act } });
  await kit.stop();
}
await browser.close();

/** Every view at every width, in both colours and languages. */
async function pictures(fake, views) {
  for (const lang of ["en-us", "zh-cn"]) {
    for (const colorScheme of ["light", "dark"]) {
      for (const [width, height] of Object.entries(widths)) {
        const context = await browser.newContext({
          viewport: { width: Number(width), height },
          colorScheme,
          reducedMotion: "reduce",
        });
        await context.addCookies([{ name: "lang", value: lang, url: fake.url }]);
        for (const [name, view] of Object.entries(views)) {
          const label = `${name}-${width}-${colorScheme}-${lang.slice(0, 2)}`;
          if (!label.includes(only)) continue;
          Object.assign(fake, { mood: view.mood ?? "full", lang, delay: 0 });
          const page = await context.newPage();
          // Sign in first where the view wants slow answers.
          if (view.delay)
            await page.goto(`${fake.url}/`).then(() => page.locator("[data-app-card]").first().waitFor());
          fake.delay = view.delay ?? 0;
          await page.goto(fake.url + (view.path ?? "/"));
          const first = view.wait ?? (view.mood === "empty" ? "h3" : "[data-app-card]");
          await (view.ready?.(page) ?? page.locator(first).first().waitFor());
          await view.act?.(page);
          await page.waitForTimeout(250);
          await page.screenshot({ path: `${folder}${label}.png` });
          await context.setOffline(false);
          await page.close();
        }
        await context.close();
      }
    }
  }
}
