// The audit log on the real server, used with the keyboard only, in both languages.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, test } from "node:test";
import { ATRIUM, close, isFine, openAdministration, selects, signIn, tabTo, visitor } from "./browser.mjs";

after(close);

const walks = {
  en: {
    locale: "en-US",
    administration: "Administration",
    title: "Audit log",
    event: "Event",
    details: /^Details: Ben.* signed in/,
    signedIn: /^Ben.* signed in/,
    history: /^History of .*Ben/,
    download: "Download CSV",
    take: "Download",
    taken: "The audit log is downloaded.",
  },
  zh: {
    locale: "zh-CN",
    administration: "管理",
    title: "审计日志",
    event: "事件",
    details: /^详情：Ben.*登录/,
    signedIn: /^Ben.*登录/,
    history: /Ben.*的历史记录$/,
    download: "下载 CSV",
    take: "下载",
    taken: "审计日志已下载。",
  },
};

for (const [language, words] of Object.entries(walks)) {
  test(`an administrator finds the latest events in the audit log by keyboard, ${language}`, () =>
    visitor(
      async (page) => {
        await page.goto(ATRIUM);
        await signIn(page, "BenAdmin");
        await openAdministration(page, words.administration);
        const menu = page.getByRole("navigation", { name: words.administration });
        await tabTo(page, menu.getByRole("link", { name: words.title }));
        await page.keyboard.press("Enter");
        await page.getByRole("heading", { level: 1, name: words.title }).waitFor();
        assert.equal(await page.title(), `Atrium - ${words.title}`);

        // The sign-in of this test is among the newest events of its kind.
        const kinds = page.getByRole("combobox", { name: words.event });
        await selects(page, kinds, "sign_in.succeeded");
        assert.equal(new URL(page.url()).searchParams.get("kind"), "sign_in.succeeded");
        const table = page.getByRole("table", { name: words.title });
        const entry = table.getByRole("row", { name: /Ben/ }).getByRole("link", { name: words.details }).first();
        await entry.waitFor();
        await isFine(page, `audit-log-${language}`);

        await tabTo(page, entry);
        await page.keyboard.press("Enter");
        await page.getByRole("dialog", { name: words.signedIn }).waitFor();
        await isFine(page, `audit-entry-${language}`);
        await tabTo(page, page.getByRole("dialog").getByRole("button", { name: words.history }));
        await page.keyboard.press("Enter");
        const history = page.getByRole("dialog", { name: /Ben/ });
        await history.getByRole("listitem").filter({ hasText: /Ben/ }).first().waitFor();
        await isFine(page, `audit-history-${language}`);
        await page.keyboard.press("Escape");
        await history.waitFor({ state: "detached" });

        await tabTo(page, page.getByRole("button", { name: words.download }));
        await page.keyboard.press("Enter");
        await page.getByRole("dialog").getByRole("button", { name: words.take, exact: true }).waitFor();
        await tabTo(page, page.getByRole("dialog").getByRole("button", { name: words.take, exact: true }));
        const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
        await page.getByText(words.taken).waitFor();
        assert.equal(download.suggestedFilename(), "audit-log.csv");
        const lines = (await readFile(await download.path(), "utf8")).trim().split("\r\n");
        assert.match(lines[0], /time,kind,actor_kind/);
        assert.ok(lines.length > 1 && lines.slice(1).every((line) => line.includes("sign_in.succeeded")));
      },
      { locale: words.locale, acceptDownloads: true, reducedMotion: "reduce" },
    ));
}
