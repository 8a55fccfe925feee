// The first steps of a visit: what loads first, and what people see if a part does not load.
import { readFileSync } from "node:fs";
import { testing } from "./fake-atrium.mjs";
import { cards, check, equal, truthy } from "./harness.mjs";

const { anOffer, fakeSurvey } = await testing("fake-survey");

const START = /assets\/start-/;
const index = readFileSync(new URL("../dist/index.html", import.meta.url), "utf8");

export async function arrival() {
  await check(
    "a visitor without a session signs in before the drawing code is loaded; a reload then keeps the deep link (F-10)",
    async ({ fake, page: next }) => {
      truthy(/<link rel="modulepreload"[^>]+href="\/assets\/start-/.test(index));
      const page = await next();
      await page.route(START, () => undefined);
      await Promise.all([
        page.waitForResponse((answer) => answer.url().includes("token") && answer.ok()),
        page.goto(`${fake.url}/?from=mail`, { waitUntil: "commit" }),
      ]);
      await page.waitForURL(`${fake.url}/?from=mail`, { waitUntil: "commit" });
      equal([fake.seen.authorize, await page.locator("#root > *").count()], [1, 0]);
      await page.unroute(START);
      await page.reload();
      await cards(page);
      equal([fake.seen.authorize, new URL(page.url()).search], [1, "?from=mail"]);
    },
  );

  await check(
    "the survey that is offered has the words of the specification, drawn as they are written (D-13)",
    async ({ open }) => {
      const page = await open("/");
      const box = page.getByRole("dialog", { name: "Survey s-1" });
      for (const words of ["fill later", "fill now"]) {
        const transforms = await box
          .getByText(words, { exact: true })
          .evaluate((button) =>
            ["", "::first-letter"].map((part) => getComputedStyle(button, part).textTransform),
          );
        equal(transforms, ["none", "none"]);
      }
    },
    { server: { mocks: fakeSurvey(undefined, anOffer()).mocks } },
  );

  for (const [what, missing, documents] of [
    ["what draws cannot", [START], 2],
    ["neither settings nor texts can", [/config\.json/, /assets\/shell-/], 1],
  ]) {
    await check(
      `no white page when ${what} be loaded: a message in both languages, and a reload (G-82)`,
      async ({ fake, page: next }) => {
        const page = await next();
        let seen = 0;
        page.on("request", (request) => (seen += request.isNavigationRequest() ? 1 : 0));
        for (const path of missing) await page.route(path, (route) => route.abort());
        await page.goto(`${fake.url}/no/such/page`);
        const reload = page.getByRole("button", { name: "Reload" });
        await reload.waitFor();
        await page.getByText("Atrium 未能加载。").waitFor();
        equal([seen, await page.evaluate(() => window.violations)], [documents, []]);
        for (const path of missing) await page.unroute(path);
        await reload.click();
        await page.getByText("Page not found").waitFor();
      },
    );
  }
}
