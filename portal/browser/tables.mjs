// Lists: where their heads are, how wide their columns are, and whether the labels of their filters can be read.
import { testing } from "./fake-atrium.mjs";
import { check, equal, truthy } from "./harness.mjs";

const { fakeAccounts, someAccounts } = await testing("fake-accounts");
const { fakeRights, someRights } = await testing("fake-rights");

const ACCOUNTS = "/auth-management/account-list";
const RIGHTS = "/operation-access/access-list";
const MAY = [
  "account_maintain.AccountManagement.AccountList.view",
  "operation_access.AccessManagement.AccessList.view",
];
const many = Array.from({ length: 60 }, (_, index) => ({
  ...someAccounts[index % someAccounts.length],
  userId: `many-${index}`,
}));
const listed = (page) =>
  page.locator("main table[aria-busy=false] tbody td").first().waitFor({ timeout: 10_000 });
const server = { mocks: [...fakeAccounts(many).mocks, ...fakeRights(someRights).mocks], accessList: MAY };

/** The left edge of each head of a column. */
function edges() {
  return [...document.querySelectorAll("main th")].map((head) => Math.round(head.getBoundingClientRect().x));
}

/** The labels of filters that are wider than their fields. */
function cutLabels() {
  const pen = document.createElement("canvas").getContext("2d");
  return [...document.querySelectorAll("main search :is(select, input:not([type=date]))")]
    .filter((field) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(field);
      pen.font = font;
      const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
      const text = field.matches("select") ? field.selectedOptions[0].text : field.placeholder;
      return pen.measureText(text).width > room + 0.5;
    })
    .map((field) => field.ariaLabel || field.labels[0]?.textContent);
}

/** The controls above a list that the keyboard reaches after another one that is seen later. */
function outOfOrder() {
  const seen = [...document.querySelectorAll("main search :is(select, input, button)")].filter((control) =>
    control.checkVisibility(),
  );
  const rects = seen.map((control) => control.getBoundingClientRect());
  return seen
    .filter((_, index) => index > 0 && rects[index].bottom <= rects[index - 1].top)
    .map((control) => control.textContent);
}

export async function tables() {
  for (const viewport of [
    { width: 768, height: 1024 },
    { width: 1440, height: 900 },
  ])
    await check(
      `tables: the heads stay below the header where the page ends, ${viewport.width}`,
      async ({ open }) => {
        const page = await open(`${ACCOUNTS}?size=50`);
        await page.evaluate(() =>
          scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" }),
        );
        const [header, heads] = await page.evaluate(() => [
          Math.max(
            ...[...document.querySelectorAll("header, header nav")].map(
              (part) => part.getBoundingClientRect().bottom,
            ),
          ),
          document.querySelector("main th").getBoundingClientRect().top,
        ]);
        truthy(heads >= header);
      },
      { server, ready: listed, viewport },
    );

  await check(
    "tables: no column moves when the status of rows changes",
    async ({ open }) => {
      const page = await open(ACCOUNTS);
      const before = await page.evaluate(edges);
      await page.evaluate(() => {
        for (const cell of document.querySelectorAll("main td[data-label=Status]")) {
          const word = cell.querySelector("svg").nextSibling;
          word.textContent = word.textContent === "Enabled" ? "Disabled" : "Enabled";
        }
      });
      equal(await page.evaluate(edges), before);
    },
    { server, ready: listed, viewport: { width: 1440, height: 900 } },
  );

  for (const width of [768, 1440])
    for (const lang of ["en-us", "zh-cn"])
      await check(
        `tables: the labels of filters are whole, and the keyboard follows what one sees, ${width}, ${lang}`,
        async ({ open, page: first, fake }) => {
          fake.lang = lang;
          await (await first()).context().addCookies([{ name: "lang", value: lang, url: fake.url }]);
          for (const path of [ACCOUNTS, RIGHTS]) {
            const page = await open(path);
            equal(await page.evaluate(cutLabels), []);
            equal(await page.evaluate(outOfOrder), []);
          }
        },
        { server, ready: listed, viewport: { width, height: 900 } },
      );
}
