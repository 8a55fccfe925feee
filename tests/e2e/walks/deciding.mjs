// What administrators decide, and what a manager decides for many at once (contract R-07, S-17, D-09, D-26, D-27, T-20,
// T-49).
import assert from "node:assert/strict";
import { tabTo } from "../browser.mjs";
import { walks } from "../keyboard.mjs";
import { person } from "../mail.mjs";

walks("many requests are decided at once, and who was let in leaves again", "requests", async (as, language) => {
  const people = ["First", "Second"].map((name) => `${name}${language}`);
  for (const name of people) {
    person(name, name);
    await as(name, "/my-groups", async ({ t, dialog, button, press, shows, closed }) => {
      for (const group of ["Media team", "Brand team"]) {
        await press(button(t("apply.for", { name: group })));
        await press(button(t("asking:send"), dialog));
        await shows(t("asking:sent.heading"));
        await press(button(t("ui:close"), dialog).first());
        await closed();
      }
    });
  }

  // A manager takes both for one group, and an administrator decides about the others.
  await as("ChloeManager", `/requests?context=${language}`, async (walk) => {
    const { page, t, main, dialog, control, button, press, shows, answer } = walk;
    for (const name of people) {
      const row = main.getByRole("row", { name: new RegExp(`${name}.*Media team`) });
      await tabTo(page, control("checkbox", t("list:select.row", { name }), row));
      await page.keyboard.press("Space");
    }
    await press(button(t("approve"), page.getByRole("region", { name: t("list:select.label") })));
    // Chinese lists have no "and".
    const style = language === "zh" ? "narrow" : "long";
    const names = new Intl.ListFormat(language, { style }).format(people);
    await shows(t("approve.question", { count: 2, names }));
    await answer(t("approve"), t("approve.done", { count: 2 }));
    await button(t("approve.of", { name: people[0], group: "Media team" })).waitFor({ state: "detached" });
  });
  await as("AdaSuper", `/auth-management/access-list?context=${language}`, async (walk) => {
    const { page, t, main, dialog, button, press, fill, narrow, shows, answer } = walk;
    const [first, second] = people;
    await press(button(t("approve.of", { name: first, group: "Brand team" })));
    await shows(t("approve.question", { count: 1, names: first }));
    await answer(t("approve"), t("approve.doneOf", { name: first }));
    await press(button(t("refuse.of", { name: second, group: "Brand team" })));
    await shows(t("refuse.question", { count: 1, names: second }));
    await press(button(t("refuse"), dialog));
    await dialog.getByText(t("form:empty")).waitFor();
    await fill(t("reason"), "Ask your own team first");
    await answer(t("refuse"), t("refuse.doneOf", { name: second }));
    await fill(t("search"), second, main);
    await page.waitForURL((url) => url.searchParams.get("context") === second);
    await narrow("status", t("state"), "refused");
    await main.getByText("Ask your own team first").waitFor();
  });

  await as(people[0], "/my-groups", async ({ t, main, button, press, shows, answer }) => {
    const name = "Media team";
    await press(button(t("leave.of", { name })));
    await shows(t("quit this group"));
    await answer(t("leave.confirm"), t("leave.done", { name }));
    await button(t("apply.for", { name }), main).waitFor();
  });
});

walks("an administrator decides about a change of agency", "organisations", async (as, language) => {
  const name = `Mover${language}`;
  person(name, name);
  await as(name, "/", async ({ page, t, dialog, button, press, shows, answer }) => {
    await shows(t("belonging:agency.first"));
    await tabTo(page, dialog.getByRole("radio", { name: "Bluebird" }));
    await page.keyboard.press("Space");
    await press(button(t("form:save"), dialog));
    await answer(t("belonging:confirm"), t("belonging:success"));
  });
  // The first wish is refused, the second approved.
  for (const [wish, decides] of [["Copperleaf", "refuse"], ["Driftwood", "approve"]]) {
    await as(name, "/", async ({ page, t, main, dialog, button, press, shows, answer }) => {
      await press(main.locator("button[aria-controls]").first());
      await press(button(t("home:place.changeAgency"), main));
      await shows(t("belonging:agency.title"));
      const wanted = dialog.getByRole("radio", { name: wish });
      await tabTo(page, dialog.getByRole("radio", { checked: true }));
      const agencies = await dialog.getByRole("radio").count();
      for (let presses = 0; presses < agencies && !(await wanted.isChecked()); presses += 1) {
        await page.keyboard.press("ArrowRight");
      }
      assert.ok(await wanted.isChecked(), `the arrows do not reach ${wish}`);
      await press(button(t("form:save"), dialog));
      await dialog.getByText(t("belonging:agency.approval")).waitFor();
      await answer(t("belonging:confirm"), t("belonging:agency.asked", { name: wish }));
    });
    await as("AdaSuper", "/auth-management/agency-requests", async (walk) => {
      const { page, t, main, dialog, button, press, fill, narrow, choose, shows, answer } = walk;
      await narrow("state", t("state"), "0");
      await choose(name, t(decides));
      if (decides === "refuse") {
        await shows(t("refuse.title", { name }));
        await press(button(t("refuse"), dialog));
        await dialog.getByText(t("form:empty")).waitFor();
        await fill(t("reason"), "Your team stays where it is");
        await answer(t("refuse"), t("refuse.done", { name }));
      } else {
        await shows(t("approve.question", { name, agency: wish }));
        await answer(t("approve"), t("approve.done", { name, agency: wish }));
      }
      await button(t("list:row.actions", { name })).waitFor({ state: "detached" });
    });
  }
});
