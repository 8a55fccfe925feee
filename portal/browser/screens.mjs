// Pictures of every view at three widths, light and dark, in both languages, into portal/screenshots (ignored).
// Look at them after each change of the look. `npm run build` first; `npm run screens [part of a name]`.
import { mkdir } from "node:fs/promises";
import { ACCOUNTS, accountServer, accountViews, listed as accountsListed } from "./accounts.mjs";
import { launch } from "./browser.mjs";
import { startFake } from "./fake-atrium.mjs";
import { badgeServer, buildSecondScreen, kitViews, listed } from "./second-screen.mjs";
import { show, views } from "./views.mjs";

const only = process.argv[2] ?? "";
const folder = new URL("../screenshots/", import.meta.url).pathname;
const widths = { 1440: 900, 768: 1024, 360: 740 };

await mkdir(folder, { recursive: true });
const browser = await launch();
const portal = await startFake();
await pictures(portal, views);
await portal.stop();
for (const [name, act] of Object.entries(accountViews)) {
  const server = await startFake(accountServer());
  const { accessList } = server;
  await pictures(server, {
    [`accounts-${name}`]: { path: ACCOUNTS, accessList, ready: accountsListed, act },
  });
  await server.stop();
}
await buildSecondScreen();
for (const [name, act] of Object.entries(kitViews)) {
  const kit = await startFake(badgeServer());
  const { accessList } = kit;
  await pictures(kit, {
    [`kit-${name}`]: { path: "/auth-management/badges", accessList, ready: listed, act },
  });
  await kit.stop();
}
await browser.close();

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
          const page = await context.newPage();
          await show(fake, lang, view, page);
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
