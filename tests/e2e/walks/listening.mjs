// What people say, and what becomes of it: an administrator asks by a survey, a member puts others off, answers it and gives
// feedback with a picture; the administrator reads the results, answers, and follows a figure of the overview; a manager reads
// the own figures (contract, S-24, S-25, D-13, D-14, E-25 to E-27, T-50, T-52, V-20, V-26, K-36, G-58 to G-61).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { selects, tabTo, until } from "../browser.mjs";
import { walks } from "../keyboard.mjs";
import { person } from "../mail.mjs";

/** What the walks of one language share. */
const nameAll = (language) => ({
  group: `Listeners ${language}`,
  survey: `Tea of the week ${language}`,
  said: `The search forgets its words ${language}.`,
  answered: `It keeps them since Monday ${language}.`,
  member: `Voice${language === "zh" ? "Wei" : "Vera"}`,
  manager: `Hearing${language === "zh" ? "Hong" : "Hal"}`,
});

/** Pages of the administration, a card, and the surveys of the demonstration in their order, as each reader sees them. */
const WORDS = {
  en: {
    groups: "User groups",
    surveys: "Survey List",
    feedback: "Feedback List",
    overview: "Overview",
    log: "Audit log",
    handbook: "Style handbook",
    earlier: ["Working with our tools", "Media spending questionnaire"],
  },
  zh: {
    groups: "用户组",
    surveys: "问卷列表",
    feedback: "反馈列表",
    overview: "概览",
    log: "审计日志",
    handbook: "写作手册",
    earlier: ["工具使用体验", "媒介投放调研问卷"],
  },
};

const PICTURE = {
  name: "search.png",
  mimeType: "image/png",
  buffer: readFileSync(new URL("../../../docs/handbook/pictures/home-en.png", import.meta.url)),
};

/** Opens a page of the administration by the palette. */
async function goTo(walk, name) {
  const { page, t, main } = walk;
  await walk.seek(name, new RegExp(`^${name}.*${t("shell:places.administration")}$`));
  await main.getByRole("heading", { level: 1, name, exact: true }).waitFor();
  await page.waitForFunction(() => document.activeElement === document.querySelector("main"));
}

const says = ({ page }, text) => page.getByText(text, { exact: true }).first().waitFor();

walks("an administrator asks a group by a survey", "surveys", async (as, language) => {
  const { group, survey, member, manager } = nameAll(language);
  const words = WORDS[language];
  for (const name of [member, manager]) person(name, name);
  await as("AdaSuper", "/", async (walk) => {
    const { page, t, main, dialog, button, field, press, fill, find, choose, fits, answer } = walk;
    await goTo(walk, words.groups);
    await press(button(t("groups:add"), main));
    await fill(t("groups:name"), group);
    await find(t("groups:products"), words.handbook);
    await find(t("groups:managers"), manager);
    await answer(t("groups:add"), t("groups:add.done", { name: group }));
    await fill(t("groups:name"), group, main);
    await page.waitForURL((url) => url.searchParams.get("context") === group);
    await choose(group, t("groups:members"));
    await find(t("form:people.add"), member);
    await answer(t("form:save"), t("groups:members.done", { name: group }));

    // Every box is filled before it is sent.
    await goTo(walk, words.surveys);
    await press(button(t("add"), main));
    await press(button(t("add"), dialog));
    await dialog.getByText(t("Please input valid format")).first().waitFor();
    await fill(t("name"), survey);
    await fill(t("description"), "One question about tea.");
    await tabTo(page, dialog.getByRole("radio", { name: t("anonymous"), exact: true }));
    await page.keyboard.press("ArrowRight");
    assert.ok(await dialog.getByRole("radio", { name: t("named"), exact: true }).isChecked());
    await fill(t("question.number", { number: 1 }), "Which tea do you want?");
    for (const [at, tea] of ["Green tea", "Black tea"].entries()) await fill(t("option.number", { number: at + 1 }), tea);
    // The keys of this field are those of the browser's language.
    await field(t("end")).fill(`${new Date().getFullYear() + 1}-06-30T18:00`);
    await selects(page, field(t("list:status")), "1");
    await press(dialog.locator("summary", { hasText: t("audience:audience") }));
    await find(t("audience:groups"), group);
    await fits("a survey");
    await answer(t("add"), t("add.done", { name: survey }));
    await main.getByRole("row", { name: new RegExp(survey) }).waitFor();
    await fits("the surveys");
  });
});

walks("a member puts surveys off, answers one, and gives feedback with a picture", "survey", async (as, language) => {
  const { survey, said, member } = nameAll(language);
  const words = WORDS[language];
  await as(member, "/", async (walk) => {
    const { page, t, main, dialog, control, button, field, press, fill, find, shows, fits, answer } = walk;
    // The agency and the first steps come before any survey.
    await shows(t("belonging:agency.first"));
    await tabTo(page, dialog.getByRole("radio", { name: "Bluebird" }));
    await page.keyboard.press("Space");
    await press(button(t("form:save"), dialog));
    await answer(t("belonging:confirm"), t("belonging:success"));
    await press(button(t("homeMore:welcome.leave"), main));

    // Later: it takes no focus, is put off, and the next visit meets the next one.
    const offered = (name) => page.getByRole("dialog", { name, exact: true });
    for (const name of words.earlier) {
      await offered(name).waitFor();
      assert.equal(await offered(name).locator(":focus").count(), 0);
      await fits("the survey that is offered");
      await press(button(t("fill later"), offered(name)));
      await says(walk, t("tomorrow"));
      await offered(name).waitFor({ state: "detached" });
      await page.reload();
    }

    // Now: who will know the answers is said before the first question.
    await offered(survey).getByText(t("named.short")).waitFor();
    await press(control("link", t("fill now"), offered(survey)));
    await main.getByRole("heading", { level: 1, name: survey, exact: true }).waitFor();
    await main.getByText(t("named"), { exact: true }).waitFor();
    await press(button(t("send"), main));
    await main.getByText(t("please select or enter")).waitFor();
    await tabTo(page, main.getByRole("radio", { name: "Green tea" }));
    await page.keyboard.press("Space");
    await fits("the questions");
    await press(button(t("send"), main));
    await main.getByRole("heading", { name: t("done"), exact: true }).waitFor();
    await press(control("link", t("home"), main));
    await page.locator("[data-app-card]").first().waitFor();

    // Feedback about an application, from the person's menu.
    await press(button(t("shell:person.menu", { name: member })));
    await page.locator("[role=menu]:focus").waitFor();
    const marked = page.locator("[role=menuitem][data-highlighted]");
    // The last entry signs out.
    await page.keyboard.press("End");
    await marked.waitFor();
    await page.keyboard.press("ArrowUp");
    await control("menuitem", t("menu:feedback")).and(marked).waitFor();
    await page.keyboard.press("Enter");
    await shows(t("feedback:form.title"));
    await press(button(t("feedback:form.send"), dialog));
    await dialog.getByText(t("feedback:invalid")).first().waitFor();
    await find(t("feedback:product"), words.handbook);
    await selects(page, field(t("feedback:category")), "3");
    await fill(t("feedback:content"), said);
    await walk.upload(button(t("feedback:pictures.add"), dialog), PICTURE);
    await button(t("feedback:pictures.remove", { place: 1 }), dialog).waitFor();
    await fits("feedback with a picture");
    await press(button(t("feedback:form.send"), dialog));
    await shows(t("feedback:form.question"));
    await answer(t("feedback:form.send"), t("feedback:form.sent"));
    assert.equal(await page.getByRole("dialog").count(), 0, "no survey comes twice");
  });
});

walks("an administrator reads the results, answers feedback and follows a figure", "feedback", async (as, language) => {
  const { survey, said, answered, member } = nameAll(language);
  const words = WORDS[language];
  await as("AdaSuper", "/", async (walk) => {
    const { page, t, main, dialog, control, button, press, fill, choose, shows, fits, closed } = walk;
    await goTo(walk, words.surveys);
    await choose(survey, t("surveys:results"));
    await shows(t("surveys:results.title", { name: survey }));
    await dialog.getByText(t("surveys:results.named")).waitFor();
    await dialog.getByRole("row", { name: /Green tea 1/ }).waitFor();
    await dialog.getByRole("row", { name: /Black tea 0/ }).waitFor();
    await page.keyboard.press("Escape");
    await closed();

    // The picture is there, and the author gets an answer.
    await goTo(walk, words.feedback);
    await press(control("link", said, main));
    await shows(t("details", { name: member }));
    const picture = dialog.getByRole("img", { name: t("pictures.one", { place: 1 }) });
    await until(() => picture.evaluate(({ naturalWidth }) => naturalWidth > 0), "the picture is not drawn");
    await press(button(t("answer"), dialog));
    await shows(t("answer.title", { name: member }));
    await fill(t("answer.text"), answered);
    await press(button(t("answer.send"), dialog));
    await says(walk, t("answer.done"));
    await shows(t("details", { name: member }));
    await dialog.getByText(answered).waitFor();
    await page.keyboard.press("Escape");
    await closed();
    await main.getByRole("row", { name: new RegExp(`${said}.*${t("status.2")}`) }).waitFor();

    // A figure of the overview leads to its list with the same days.
    await goTo(walk, words.overview);
    const signIns = main.getByRole("region", { name: t("insight:signIns"), exact: true });
    await signIns.getByRole("img").waitFor();
    await fits("the overview");
    await press(control("link", t("insight:signIns"), signIns));
    await page.waitForURL(/\/audit-log\?kind=sign_in\.succeeded&from=\d{4}-\d\d-\d\d&until=\d{4}-\d\d-\d\d/);
    await main.getByRole("heading", { level: 1, name: words.log, exact: true }).waitFor();
    await main.getByRole("row").nth(1).waitFor();
    await fits("the list behind a figure");
  });
  await as(member, "/account/feedback", async ({ main, fits }) => {
    await main.getByText(answered).waitFor();
    await fits("my feedback");
  });
});

walks("a manager reads the figures of the own groups", "insight", async (as) => {
  await as("ChloeManager", "/my-access", async ({ page, t, main, control, press, fits }) => {
    const tabs = page.getByRole("navigation", { name: t("asking:tabs.label") });
    await press(control("link", t("asking:tabs.figures"), tabs));
    await page.waitForURL(/\/my-overview$/);
    const own = main.getByRole("region", { name: t("own.groups"), exact: true });
    await own.getByRole("row", { name: /^Media team/ }).waitFor();
    await fits("the own figures");
    await press(control("link", "Media team", own));
    await page.waitForURL(/\/my-groups\/[^/]+$/);
    await main.getByRole("row").nth(1).waitFor();
  });
});
