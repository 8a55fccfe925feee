// Asking for access and deciding about it (contract R-07, S-17, D-01 to D-03, D-24, D-26, D-27, T-17 to T-28).
import assert from "node:assert/strict";
import { selects, tabTo } from "../browser.mjs";
import { walks } from "../keyboard.mjs";
import { person } from "../mail.mjs";

/** The product that somebody asks for, as each reader sees it. */
const PLANNER = { en: "Media planner", zh: "媒介计划" };

walks("a member asks, a manager decides, the card opens", "requests", async (as, language) => {
  const asker = `Asker${language}`;
  person(asker, asker);

  // A person without an agency is asked for it (D-08).
  await as(asker, "/", async (walk) => {
    const { page, t, main, dialog, control, button, press, fill, shows, fits, closed, answer } = walk;
    await shows(t("belonging:agency.first"));
    await tabTo(page, dialog.getByRole("radio", { name: "Bluebird" }));
    await page.keyboard.press("ArrowRight");
    await press(button(t("form:save"), dialog));
    await shows(t("belonging:agency.question"));
    await dialog.getByText("Copperleaf").waitFor();
    await answer(t("belonging:confirm"), t("belonging:success"));

    // A closed card leads to a drawer that asks for a group which opens it.
    const card = page.locator("[data-app-card]", { hasText: PLANNER[language] });
    const folds = main.locator("section > button[aria-expanded=false]");
    await card.or(folds).first().waitFor();
    while ((await folds.count()) > 0) await press(folds.first());
    await card.waitFor();
    await tabTo(page, page.locator("[data-app-card][tabindex='0']"));
    for (let presses = 0; presses < 40; presses += 1) {
      if (await card.evaluate((element) => element === document.activeElement)) break;
      await page.keyboard.press("ArrowRight");
    }
    await page.keyboard.press("Enter");
    await shows(t("asking:ask.title", { name: PLANNER[language] }));
    await page.waitForURL(/\?ask=6$/);
    // Two groups open it: none is chosen yet.
    await tabTo(page, dialog.getByRole("radio").first());
    const team = dialog.getByRole("radio", { name: /^Media team/ });
    for (let presses = 0; presses < 5 && !(await team.isChecked()); presses += 1) {
      await page.keyboard.press(presses === 0 ? "Space" : "ArrowDown");
    }
    assert.ok(await team.isChecked());
    await fill(t("asking:reason"), "A study for the spring");
    const durations = dialog.getByRole("radiogroup", { name: t("asking:duration") });
    await tabTo(page, durations.getByRole("radio", { checked: true }));
    for (let presses = 0; presses < 5; presses += 1) {
      if (await durations.getByRole("radio").first().isChecked()) break;
      await page.keyboard.press("ArrowRight");
    }
    await press(button(t("asking:send"), dialog));
    await shows(t("asking:sent.heading"));
    await dialog.getByText(t("asking:Your appication is in progress, please wait for approval.")).waitFor();

    // A request made by mistake is withdrawn, and made again on the page of the groups.
    await press(control("link", t("asking:requests"), dialog));
    await main.getByText("A study for the spring").waitFor();
    await fits("my requests");
    await press(button(t("withdraw.of", { name: "Media team" })));
    await shows(t("withdraw.question", { name: "Media team" }));
    await answer(t("withdraw"), t("withdraw.done"));
    await page.getByRole("table").getByText(t("status.withdrawn")).first().waitFor();
    await press(control("link", t("asking:tabs.groups"), page.getByRole("navigation", { name: t("asking:tabs.label") })));
    for (const name of ["Media team", "Brand team"]) {
      await press(button(t("apply.for", { name })));
      await shows(t("apply.for", { name }));
      await press(button(t("asking:send"), dialog));
      await shows(t("asking:sent.heading"));
      await press(button(t("ui:close"), dialog).first());
      await closed();
      await button(t("apply.for", { name })).waitFor({ state: "detached" });
    }
    await fits("groups");
  });

  // The badge leads to the queue, where nobody is refused without a reason.
  await as("ChloeManager", "/", async (walk) => {
    const { page, t, main, dialog, button, press, fill, shows, fits, answer } = walk;
    // It leads there as soon as the page knows that something waits.
    const badge = page.getByRole("banner").locator('a[href="/requests"]');
    await badge.waitFor();
    await press(badge);
    await page.waitForURL(/\/requests/);
    await fill(t("search"), asker, main);
    await page.waitForURL((url) => url.searchParams.get("context") === asker);
    await press(button(t("refuse.of", { name: asker, group: "Brand team" })));
    await shows(t("refuse.question", { count: 1, names: asker }));
    await press(button(t("refuse"), dialog));
    await dialog.getByText(t("form:empty")).waitFor();
    await fill(t("reason"), "Ask your own team first");
    await answer(t("refuse"), t("refuse.doneOf", { name: asker }));
    await press(button(t("approve.of", { name: asker, group: "Media team" })));
    await shows(t("approve.question", { count: 1, names: asker }));
    await answer(t("approve"), t("approve.doneOf", { name: asker }));
    await fits("the queue");
  });

  // The card opens now, and the refusal says why.
  await as(asker, "/", async ({ page }) => {
    await page.locator("a[data-app-card]", { hasText: PLANNER[language] }).waitFor();
  });
  await as(asker, "/my-requests", async ({ main }) => {
    await main.getByText("Ask your own team first").waitFor();
  });

  // The things that the group opens are a tree, whose only branch is open (D-10).
  await as(asker, "/my-access", async ({ main, press, fits }) => {
    const opens = main.getByText(PLANNER[language]).first();
    await opens.waitFor();
    await fits("group information");
    await press(main.locator("summary", { hasText: "Media team" }));
    await opens.waitFor({ state: "hidden" });
  });
});

walks("a manager looks after the people of a group", "requests", async (as, language) => {
  const name = `Member${language}`;
  person(name, name);
  await as("ChloeManager", "/my-groups", async (walk) => {
    const { page, t, main, dialog, control, button, field, press, fill, shows, fits, closed, answer } = walk;
    await press(control("link", t("manage.of", { name: "Brand team" })));
    await page.waitForURL(/\/my-groups\/brand-team$/);

    // Nobody is found, one address is wrong, and the right one is invited (D-03, V-16 to V-19, X-20).
    await press(button(t("addUser")));
    await shows(t("addUser"));
    await press(button(t("addUser.find"), dialog));
    await dialog.getByText(t("please select or enter")).waitFor();
    await fill(t("addUser.search"), "zebra crossing");
    await page.keyboard.press("Enter");
    await dialog.getByText(t("dc:没有结果。请邀请您要找的人注册。")).waitFor();
    await fits("nobody found");
    await press(button(t("invite"), dialog));
    await shows(t("invite"));
    // Nobody was found, so an invitation to register comes first, where the server has those.
    const whom = field(t("invite.whom"));
    if (await whom.isVisible()) await selects(page, whom, "members");
    await fill(t("invite.emails"), "nobody");
    await press(button(t("invite.send"), dialog));
    await dialog.getByText(t("Please input your vaild email")).waitFor();
    await fill(t("invite.emails"), "eve@demo.test");
    await answer(t("invite.send"), t("invite.done", { count: 1 }));

    // Somebody is found, and the question comes at once; its safe answer leads back to the choice. Chosen with Space and added.
    await press(button(t("addUser")));
    await fill(t("addUser.search"), name);
    await page.keyboard.press("Enter");
    await shows(t("addUser.question", { name, group: "Brand team" }));
    await press(button(t("ui:back"), dialog));
    await shows(t("addUser"));
    await tabTo(page, dialog.getByRole("radio", { name: t("addUser.choose", { name }) }));
    await page.keyboard.press("Space");
    await press(button(t("addUser"), dialog));
    await shows(t("addUser.question", { name, group: "Brand team" }));
    await answer(t("addUser"), t("addUser.done", { name }));

    // Found in the list, and given a last day.
    await fill(t("members.search"), name, main);
    await page.waitForURL((url) => url.searchParams.get("context") === name);
    const lastDay = async (opener, typed, verb = "extend") => {
      await press(button(opener));
      await shows(t(`${verb}.person`, { name }));
      await tabTo(page, field(t("endsOn")));
      // The order of the browser's own language.
      await page.keyboard.type(typed);
      await press(button(t(verb), dialog));
      await page.getByText(new RegExp(t("extend.lasts", { name, day: ".+" }))).first().waitFor();
      await closed();
    };
    const soon = new Date(Date.now() + 7 * 86_400_000);
    const [month, day] = [soon.getMonth() + 1, soon.getDate()].map((part) => String(part).padStart(2, "0"));
    await lastDay(t("setEnd.person", { name }), `${month}${day}${soon.getFullYear()}`, "setEnd");

    // A membership that ends soon is extended in one click, which is undone; then it gets another day, and the person
    // is removed.
    const oneClick = main.getByRole("button", { name: new RegExp(t("extend.personTo", { name, day: ".+" })) });
    await press(oneClick);
    await oneClick.waitFor({ state: "detached" });
    await press(button(t("extend.undo")));
    await oneClick.waitFor();
    await lastDay(t("extend.otherOf", { name }), "01312027");
    await main.getByRole("cell", { name: /2027/ }).waitFor();
    await press(button(t("delete.person", { name })));
    await shows(t("delete.question", { name }));
    await answer(t("delete"), t("delete.done", { name }));
    await main.locator(".lucide-search-x").waitFor();
    await closed();
  });
});
