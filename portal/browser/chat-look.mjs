// How the assistant looks where only a browser knows: colours as they are drawn, and tables that scroll.
import { readFileSync } from "node:fs";
import { chatServer, input, ready } from "./chat.mjs";
import { testing } from "./fake-atrium.mjs";
import { check, equal, truthy } from "./harness.mjs";

const { aCost, fakeChat } = await testing("fake-chat");
const tokens = JSON.parse(readFileSync(new URL("../src/theme/tokens.json", import.meta.url), "utf8"));

/** A colour of the theme as a browser writes it. */
function rgb(name, scheme) {
  const parts = tokens.color[name][scheme].match(/[0-9a-f]{2}/g).map((part) => parseInt(part, 16));
  return `rgb(${parts.join(", ")})`;
}

const drawn = (locator, property) =>
  locator.evaluate((element, name) => getComputedStyle(element)[name], property);

/** Whether red, or green, is the strongest part of a colour. */
const isRed = (color) => strongest(color) === 0;
const isGreen = (color) => strongest(color) === 1;
function strongest(color) {
  const parts = color.match(/\d+/g).slice(0, 3).map(Number);
  return parts.indexOf(Math.max(...parts));
}

const WIDE = `| ${"A column that is wide | ".repeat(12)}\n|${"---|".repeat(12)}\n| ${"content | ".repeat(12)}\n\nThe end.`;

export async function chatLook() {
  for (const colorScheme of ["light", "dark"]) {
    for (const [percentage, name] of [
      [20, "danger"],
      [21, "fg"],
    ]) {
      const { mocks } = fakeChat({ cost: aCost({ remain: percentage * 1_000, percentage }) });
      await check(
        `chat: ${percentage} % that are left are ${name === "danger" ? "red" : "not red"}, ${colorScheme} (T-44, K-12)`,
        async ({ open }) => {
          const page = await open("/ChatGPT");
          const color = await drawn(page.getByText(`${percentage}% left`, { exact: true }), "color");
          equal(color, rgb(name, colorScheme));
          equal(isRed(color), name === "danger");
        },
        { server: { mocks }, ready, colorScheme },
      );
    }

    await check(
      `product 56 is green on its card, in its panel of home and on the page of the assistant, ${colorScheme} (K-31, K-32)`,
      async ({ open, fake, page: next }) => {
        const home = await next();
        await home.goto(fake.url);
        const tile = home.locator("[data-app-card='56'] [style*='--tile-hue']");
        await tile.waitFor();
        const panel = home.locator("section", { has: home.locator("a[href*='appId=56']") });
        const page = await open("/ChatGPT?chat=c-1");
        const question = page.getByRole("log").getByRole("article", { name: "You" });
        await question.waitFor();
        const notice = page.locator("main details");
        const places = [
          [tile, "color", "ai"],
          [tile, "backgroundColor", "ai.subtle"],
          ...[panel, notice, question].flatMap((place) => [
            [place, "borderTopColor", "ai"],
            [place, "backgroundColor", "ai.subtle"],
          ]),
        ];
        for (const [place, property, name] of places) {
          const color = await drawn(place, property);
          equal([color, isGreen(color)], [rgb(name, colorScheme), true]);
        }
        const other = home.locator("[data-app-card='2'] [style*='--tile-hue']");
        truthy((await drawn(other, "color")) !== rgb("ai", colorScheme));
      },
      { ready, colorScheme },
    );
  }

  const { server } = chatServer({ pieces: [WIDE] });
  await check(
    "chat: a wide table of an answer scrolls inside itself, by the keys too, and the page does not (S-14, 1.4.10)",
    async ({ open }) => {
      const page = await open("/ChatGPT");
      await input(page).fill("Compare them");
      await page.keyboard.press("Enter");
      await page.getByRole("log").getByText("The end.").waitFor();
      const table = page.getByRole("log").getByRole("group", { name: "Table" });
      const [inside, shown] = await table.evaluate(({ scrollWidth, clientWidth }) => [
        scrollWidth,
        clientWidth,
      ]);
      truthy(inside > shown);
      equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
      await table.focus();
      await page.keyboard.press("ArrowRight");
      await page.waitForFunction((element) => element.scrollLeft > 0, await table.elementHandle());
      equal(await page.evaluate(() => scrollX), 0);
    },
    { server, ready, viewport: { width: 390, height: 740 } },
  );
}
