// Gives each test a fresh browser, and checks every page: axe's rules, and no error in the console.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { setTimeout as pause } from "node:timers/promises";
import { chromium } from "playwright-core";

export const ATRIUM = "http://localhost:8080";
export const RELYING_APP = "http://localhost:8081";
export const OLD_APP = "http://localhost:8082";
export const PASSWORD = "Atrium2026*";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const folder = process.env.SCREENSHOTS;

let running;

function browser() {
  running ??= chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell",
    args: [
      // The optimizing compilers take a fifth of the processor time, and each load discards what they made.
      "--js-flags=--no-maglev,--no-turbofan",
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
  return running;
}

export async function close() {
  await (await running)?.close();
  running = undefined;
}

/** A page of a browser that nobody used before, and what the browser complained of in it. */
export async function newPage(options = {}) {
  const context = await (await browser()).newContext({
    viewport: { width: 1440, height: 900 },
    locale: "en-US",
    ...options,
  });
  const page = await context.newPage();
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) complaints.push(message.text());
  });
  return { page, context, complaints };
}

/**
 * Runs `visit` with a page and returns its result. Fails if the browser complained. A picture of the page helps to explain
 * a failure.
 */
export async function watch({ page, context, complaints }, visit) {
  try {
    const result = await visit(page, context);
    assert.ok(complaints.length === 0, "the browser complained");
    return result;
  } catch (error) {
    error.message += complaints.map((complaint) => `\n${complaint}`).join("");
    if (folder) await page.screenshot({ path: `${folder}/failed-${Date.now()}.png` }).catch(() => {});
    throw error;
  } finally {
    complaints.length = 0;
  }
}

/** Runs `visit` with a page of a browser that nobody used before. */
export async function visitor(visit, options) {
  const opened = await newPage(options);
  try {
    await watch(opened, visit);
  } finally {
    await opened.context.close();
  }
}

/**
 * Presses Tab, or Shift and Tab if that is the way, until `wanted` has the focus and keeps it: a dialog that opens moves
 * the focus a frame later.
 */
export async function tabTo(page, wanted) {
  await wanted.waitFor();
  let presses = 0;
  for (let tries = 0; presses < 300; tries += 1) {
    const steps = await wanted.evaluate(stepsTo);
    if (steps === 0 && (await wanted.evaluate(keepsFocus))) return;
    // What looks like a stop may be none, so the way is counted again, and at last Tab goes round stop by stop.
    const [key, times] = tries < 3 ? [steps < 0 ? "Shift+Tab" : "Tab", Math.abs(steps)] : ["Tab", 1];
    for (let press = 0; press < times; press += 1) await page.keyboard.press(key);
    presses += times || 1;
  }
  throw new Error(`Tab does not reach ${wanted}`);
}

/** Puts the focus on `select` by Tab, and presses an arrow until it has `value`. */
export async function selects(page, select, value) {
  await tabTo(page, select);
  const values = await select.locator("option").evaluateAll((options) => options.map((option) => option.value));
  const [from, to] = [values.indexOf(await select.inputValue()), values.indexOf(value)];
  if (to < 0 || to === from) throw new Error(`no other ${value} in ${select}: ${values.join()}`);
  const way = from < to ? values.slice(from + 1, to + 1) : values.slice(to, from).reverse();
  for (const next of way) {
    await page.keyboard.press(from < to ? "ArrowDown" : "ArrowUp");
    // The field shows its value once it is drawn: a quicker press would count from the old one.
    await until(async () => (await select.inputValue()) === next, `${select} does not show ${next}`);
  }
}

/** Waits until `holds` answers true, half a minute at most; `why` says what did not happen. */
export async function until(holds, why) {
  for (const end = Date.now() + 30_000; !(await holds()); await pause(20)) {
    if (Date.now() > end) throw new Error(why);
  }
}

/** How many presses of Tab lead from what has the focus to `element`; a negative number leads back. */
function stepsTo(element) {
  const from = document.activeElement;
  if (element === from) return 0;
  const isBefore = (one, other) => Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
  // Tab stops once in a group of radio buttons.
  const isPassed = ({ type, name, checked }, at) => type === "radio" && !checked && stops[at - 1]?.name === name;
  const isStop = (one, at) =>
    one === element ||
    (one.tabIndex >= 0 &&
      !one.disabled &&
      !isPassed(one, at) &&
      !one.closest("[inert], [aria-hidden=true]") &&
      one.checkVisibility({ visibilityProperty: true }));
  const stops = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")];
  const [first, last] = isBefore(from, element) ? [from, element] : [element, from];
  const between = stops.filter((one, at) => isBefore(first, one) && isBefore(one, last) && isStop(one, at)).length;
  return first === from ? between + 1 : -between - 1;
}

const keepsFocus = (element) =>
  new Promise((resolve) => {
    const check = () => resolve(element === document.activeElement);
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(check)));
  });

/** axe finds nothing (WCAG 2.2 AA), and a picture is kept. */
export async function isFine(page, name) {
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, animations: "disabled" });
  assert.deepEqual(await violations(page), [], `axe on ${name}`);
}

/** What axe finds. It runs in an isolated world, as an extension would: the policy of our pages forbids `eval`. */
async function violations(page) {
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send("Page.getFrameTree");
  const { executionContextId } = await session.send("Page.createIsolatedWorld", {
    frameId: frameTree.frame.id,
    worldName: "axe",
  });
  const run = async (expression) => {
    const answer = await session.send("Runtime.evaluate", {
      expression,
      contextId: executionContextId,
      awaitPromise: true,
      returnByValue: true,
    });
    if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.exception?.description);
    return answer.result.value;
  };
  if (!(await run(`"axe" in globalThis`))) await run(axe);
  const found = await run(`axe.run({
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
      resultTypes: ["violations"],
    }).then((r) => r.violations.map((v) => v.id + ": " + v.nodes.map((n) => n.target).join(" ")))`);
  await session.detach();
  return found;
}

/** Opens the administration from the header by keyboard. `administration` is the name of that link. */
export async function openAdministration(page, administration) {
  await tabTo(page, page.getByRole("link", { name: administration, exact: true }));
  await page.keyboard.press("Enter");
}

/** Fills the account form and sends it. */
export async function signIn(page, account, password = PASSWORD) {
  await page.locator("#account").fill(account);
  await page.locator("#password").fill(password);
  await page.locator("form[action$='/login'] button:not([type=button])").last().click();
}
