// Shared by the checks in a real browser.
import { readFileSync } from "node:fs";
import { launch } from "./browser.mjs";
import { startFake } from "./fake-atrium.mjs";

const axe = readFileSync(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
let browser;
let ran = 0;
let failed = 0;

/** Part of a name: other checks do not run. */
const only = process.argv[2] ?? "";

/** Runs one check in a browser context and a fake server of its own, and prints its result. `options` as for `visit`. */
export function check(name, work, options) {
  return report(name, () =>
    visit(async (visitor) => {
      await work(visitor);
      equal(visitor.errors, []);
    }, options),
  );
}

/** Runs one check and prints its result. False if it failed. */
export async function report(name, work) {
  if (!name.includes(only)) return true;
  ran += 1;
  try {
    await work();
    console.log(`ok      ${name}`);
    return true;
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${name}\n        ${error.message}`);
    return false;
  }
}

/**
 * Opens a browser context and a fake server, and closes both after `work`. `options` are the browser's; `server` the
 * fake server's, and `ready` waits until an opened page is complete.
 */
export async function visit(work, { server, ready = cards, ...options } = {}) {
  const fake = await startFake(server);
  browser ??= launch();
  const context = await (await browser).newContext({ reducedMotion: "reduce", ...options });
  await context.addInitScript(() => {
    window.violations = [];
    document.addEventListener("securitypolicyviolation", (event) => {
      window.violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
    });
  });
  const errors = [];
  const page = async () => {
    const made = await context.newPage();
    made.on("pageerror", (error) => errors.push(error.message));
    return made;
  };
  const open = async (path) => {
    const made = await page();
    await made.goto(fake.url + path);
    await ready(made);
    return made;
  };
  try {
    await work({ fake, page, open, errors });
  } finally {
    await context.close();
    await fake.stop();
  }
}

export function cards(page) {
  return page.locator("[data-app-card]").first().waitFor({ timeout: 10_000 });
}

/** Shows the applications of home that do not open, too. */
export async function unfold(page) {
  await cards(page);
  const folds = page.locator("main section > button[aria-expanded=false]");
  while ((await folds.count()) > 0) await folds.first().click();
}

export function focused(page, attribute) {
  return page.evaluate(
    (name) => (name ? document.activeElement.getAttribute(name) : document.activeElement.textContent),
    attribute,
  );
}

/** Waits until nothing moves, except endless animations such as a spinner. */
export function still(page) {
  return page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    await frame();
    await frame();
    const ends = (animation) => animation.effect?.getComputedTiming().endTime < Infinity;
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(ends)
        .map(({ finished }) => finished),
    );
  });
}

/** Waits until `holds` is true; `what` is said if it never is. */
export async function until(holds, what = holds) {
  const end = Date.now() + 5_000;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`does not come to hold: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** What axe finds. With `top` the page is scrolled to its start: the header covers part of what is scrolled under it. */
export async function audit(page, { top = false } = {}) {
  await still(page);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  const { violations } = await page.evaluate((top) => {
    if (top) window.scrollTo({ top: 0, behavior: "instant" });
    return window.axe.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
      resultTypes: ["violations"],
      // Menus are outside the landmarks of the page, as in the ARIA pattern.
      rules: { region: { enabled: false } },
    });
  }, top);
  return violations.map(({ id, nodes: [node] }) => {
    const related = node.any.flatMap(({ relatedNodes }) =>
      relatedNodes.map(({ html }) => html.slice(0, 160)),
    );
    return `${id}: ${node.html.slice(0, 160)} ${node.failureSummary} ${related.join(" ")}`;
  });
}

export function equal(given, wanted) {
  const [is, should] = [JSON.stringify(given), JSON.stringify(wanted)];
  if (is !== should) throw new Error(`${is} instead of ${should}`);
}

export function truthy(value) {
  if (!value) throw new Error("does not hold");
}

/** Ends the browser and the process, with exit code 1 if a check failed or none ran. */
export async function finish() {
  await (await browser)?.close();
  console.log(ran === 0 ? `no check has "${only}" in its name` : `${ran} checks, ${failed} failed`);
  process.exit(failed > 0 || ran === 0 ? 1 : 0);
}
