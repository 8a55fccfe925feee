// Pictures of every view at three widths, light and dark, in both languages, into portal/screenshots (ignored).
// Look at them after each change of the look. `npm run build` first; `npm run screens [part of a name]`.
import { mkdir } from "node:fs/promises";
import { accountServer, accountViews } from "./accounts.mjs";
import { launch } from "./browser.mjs";
import { startFake } from "./fake-atrium.mjs";
import { show } from "./looks.mjs";
import { badgeServer, buildSecondScreen, kitViews } from "./second-screen.mjs";
import { views } from "./views.mjs";

const only = process.argv[2] ?? "";
const folder = new URL("../screenshots/", import.meta.url).pathname;
const widths = { 1440: 900, 768: 1024, 360: 740 };

await mkdir(folder, { recursive: true });
const browser = await launch();
const portal = await startFake();
await pictures(portal, views);
await portal.stop();
await picturesEach(accountViews, accountServer);
await buildSecondScreen();
await picturesEach(kitViews, badgeServer);
await browser.close();

/** A view may change its server's data, so each has its own server. */
async function picturesEach(views, server) {
  for (const [name, view] of Object.entries(views)) {
    const fake = await startFake(server());
    await pictures(fake, { [name]: view });
    await fake.stop();
  }
}

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
