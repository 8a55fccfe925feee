// Shows views, and checks each of them in two looks.
import { audit, equal, report, visit } from "./harness.mjs";

/** Two looks that differ in everything. Width, colour and language are nearly independent, so each appears once. */
const looks = [
  { lang: "en-us", colorScheme: "light", viewport: { width: 1440, height: 900 } },
  { lang: "zh-cn", colorScheme: "dark", viewport: { width: 360, height: 740 } },
];

/** The views of one list. `list` opens it; `acts` say by name how to reach each view from there. */
export function viewsOfList(noun, list, acts) {
  return Object.fromEntries(Object.entries(acts).map(([name, act]) => [`${noun}-${name}`, { ...list, act }]));
}

/** Shows a view in a page, which is complete when this returns. */
export async function show(fake, lang, view, page) {
  await load(fake, lang, view, page);
  await view.act?.(page);
}

/** Loads the page on which the act of a view begins. */
async function load(fake, lang, view, page) {
  Object.assign(fake, {
    mood: view.mood ?? "full",
    lang,
    delay: 0,
    accessList: view.accessList ?? [],
    roles: view.roles,
    waiting: view.waiting ?? 0,
  });
  // Signs in before the answers become slow.
  if (view.delay) {
    await page.goto(`${fake.url}/`);
    await page.locator("[data-app-card]").first().waitFor();
  }
  fake.delay = view.delay ?? 0;
  await page.goto(fake.url + (view.path ?? "/"));
  const first = view.wait ?? "[data-app-card]";
  await (view.ready?.(page) ?? page.locator(first).first().waitFor());
}

/**
 * Checks every view with axe and against the width of the screen, in both looks at once. `server` gives the options of a
 * fake server; `skips(view, viewport)` says which views are left out.
 */
export async function inBothLooks(views, { server, skips = () => false } = {}) {
  await Promise.all(
    looks.map(({ lang, ...look }) =>
      visit(
        async ({ fake, page: next, errors }) => {
          // One page for all: a process for each view takes half as much processor time again.
          const page = await next();
          await page.context().addCookies([{ name: "lang", value: lang, url: fake.url }]);
          let failures = 0;
          let shown;
          // If only the act differs, it begins on the previous view, which saves a load.
          const reach = async (view) => {
            const isThere = shown !== undefined && differInAct(shown, view);
            shown = undefined;
            if (!isThere) await load(fake, lang, view, page);
            await view.act?.(page);
            if (!view.act) shown = view;
          };
          for (const [name, view] of Object.entries(views)) {
            // If the portal itself is broken, every view would wait for nothing.
            if (failures === 5) break;
            if (skips(view, look.viewport)) continue;
            const isGood = await report(
              `view ${name}: WCAG 2.2 AA by axe and nothing wider than the screen, ${lang}, ${look.colorScheme}, ${look.viewport.width}`,
              async () => {
                await reach(view).catch(async (error) => {
                  const there = { ...(await page.evaluate(state)), errors };
                  throw new Error(`${error.message}\n${JSON.stringify(there)}`);
                });
                const found = {
                  axe: await audit(page),
                  ...(await page.evaluate(widerThanTheScreen)),
                  errors,
                };
                equal(found, { axe: [], pixels: 0, isListCut: false, errors: [] });
              },
            );
            if (!isGood) {
              failures += 1;
              errors.length = 0;
              shown = undefined;
            }
            await page.context().setOffline(false);
          }
          const last = Object.keys(views).at(-1);
          await report(`view ${last}: no error after it, ${lang}`, () => equal(errors, []));
        },
        { ...look, server: server?.() },
      ),
    ),
  );
}

/** Whether two views differ only in their act. */
function differInAct(one, other) {
  const names = Object.keys({ ...one, ...other });
  return names.every((name) => name === "act" || one[name] === other[name]);
}

/** The pixels by which the page is wider than the screen, and whether a list overflows its scroll area. */
function widerThanTheScreen() {
  const pixels = Math.max(0, document.documentElement.scrollWidth - innerWidth);
  // A list is a stack of its rows on a phone: no column of it is cut. A wide screen may scroll it.
  const lists = innerWidth === 360 ? [...document.querySelectorAll("table")] : [];
  const isListCut = lists.some((list) => {
    let place = list;
    while (place && place.scrollWidth <= place.clientWidth) place = place.parentElement;
    return place !== null;
  });
  return { pixels, isListCut };
}

/** The state of a page after a step timed out. A low age or another type of navigation means that it was reloaded. */
function state() {
  return {
    address: location.href,
    age: Math.round(performance.now()),
    navigation: performance.getEntriesByType("navigation")[0]?.type,
    focus: document.activeElement?.outerHTML.slice(0, 200),
    isBusy: document.querySelector("main table")?.ariaBusy,
    open: [...document.querySelectorAll("[role=menu], [role=dialog], [role=alertdialog]")].map((part) =>
      part.textContent.slice(0, 200),
    ),
    expanded: [...document.querySelectorAll("[aria-expanded=true]")].map((part) =>
      part.outerHTML.slice(0, 200),
    ),
  };
}
