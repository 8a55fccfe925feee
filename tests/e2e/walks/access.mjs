// Modules, access rights, roles and the inside of a group (contract, S-19 to S-22).
import { tabTo } from "../browser.mjs";
import { walks } from "../keyboard.mjs";

/** A product of the demo, as each reader sees it. */
const PRODUCT = { en: "Campaign calendar", zh: "活动日历" };

walks("an administrator adds a module and switches it off and on", "modules", (as, language) =>
  as(
    "AdaSuper",
    "/operation-access/Module-list",
    async ({ page, t, main, dialog, button, press, fill, find, choose, answer }) => {
      const name = `Plans ${language}`;
      await press(button(t("add"), main));
      await press(button(t("add"), dialog));
      await dialog.getByText(t("form:empty")).first().waitFor();
      await find(t("product"), PRODUCT[language]);
      await fill(t("name"), name);
      await fill(t("code"), `plans-${language}`);
      await answer(t("add"), t("add.done", { name }));
      await choose(name, t("edit"));
      await fill(t("desc"), "Plans of the year");
      await answer(t("form:save"), t("edit.done", { name }));
      for (const turn of ["turnOff", "turnOn"]) {
        await choose(name, t(turn));
        await answer(t(turn), t(`${turn}.done`, { name }));
        // The list has been fetched again, so the next change starts from its current rows.
        const status = t(turn === "turnOn" ? "status.on" : "status.off");
        await main.getByRole("row").filter({ hasText: name }).getByText(status, { exact: true }).first().waitFor();
      }
      // The selected rows are switched in one step.
      await tabTo(page, page.getByRole("checkbox", { name: t("list:select.row", { name }) }));
      await page.keyboard.press("Space");
      await press(button(t("turnOff"), page.getByRole("region", { name: t("list:select.label") })));
      await answer(t("turnOff"), t("turnOff.manyDone", { count: 1 }));
    },
  ),
);

walks(
  "an administrator adds an access right, confirms it and gives it to a group and a role",
  "rights",
  async (as, language) => {
    const right = `Read plans ${language}`;
    const role = `Planner ${language}`;
    await as(
      "AdaSuper",
      "/operation-access/access-list",
      async ({ page, t, main, dialog, button, press, fill, find, choose, shows, closed, answer }) => {
        await press(button(t("add"), main));
        await find(t("product"), PRODUCT[language]);
        await fill(t("name"), right);
        await fill(t("code"), `plans.read.${language}`);
        await answer(t("add"), t("add.done", { name: right }));
        await fill(t("nameOrCode"), right, main);
        await page.waitForURL((url) => url.searchParams.get("context") === right);
        await choose(right, t("confirm"));
        await shows(t("confirm.question", { name: right }));
        await dialog.getByRole("listitem").first().waitFor();
        await answer(t("confirm"), t("confirm.done", { name: right }));
        await choose(right, t("edit"));
        await fill(t("desc"), "Everybody's plans");
        await answer(t("form:save"), t("draft.saved", { name: right }));
        await choose(right, t("groups"));
        await find(t("groups"), "Brand team");
        await answer(t("form:save"), t("draft.saved", { name: right }));
        await choose(right, t("details"));
        await dialog.getByText("Everybody's plans").first().waitFor();
        await page.keyboard.press("Escape");
        await closed();
        await choose(right, t("turnOff"));
        await answer(t("turnOff"), t("draft.turnsOff", { name: right }));
      },
    );
    await as(
      "AdaSuper",
      "/operation-access/role-list",
      async ({ page, t, main, dialog, button, press, fill, find, choose, answer }) => {
        await press(button(t("role.add"), main));
        await find(t("product"), PRODUCT[language]);
        await fill(t("name"), role);
        await tabTo(page, dialog.getByRole("checkbox", { name: new RegExp(right) }));
        await page.keyboard.press("Space");
        await answer(t("role.add"), t("role.add.done", { name: role }));
        await choose(role, t("people"));
        await find(t("form:people.add"), "DanMember");
        await answer(t("form:save"), t("people.done", { name: role }));
        await choose(role, t("people"));
        await press(button(t("form:rows.remove", { name: "Dan Member" }), dialog));
        await answer(t("form:save"), t("people.done", { name: role }));
        await choose(role, t("edit"));
        await fill(t("desc"), "Plans, and nothing else");
        await answer(t("form:save"), t("edit.done", { name: role }));
        await choose(role, t("delete"));
        await answer(t("delete"), t("delete.done", { name: role }));
      },
    );
  },
);

walks("an administrator adds a group, fills it and deletes it", "groups", async (as, language) => {
  const name = `Walkers ${language}`;
  const industry = `Travel ${language}`;
  await as("AdaSuper", "/auth-management/industries", async ({ t, main, button, press, fill, answer }) => {
    await press(button(t("organisations:add.industry"), main));
    await fill(t("organisations:name"), industry);
    await answer(t("organisations:add.industry"), t("organisations:add.done", { name: industry }));
  });
  await as(
    "AdaSuper",
    "/operation-access/group-list",
    async ({ page, t, main, dialog, button, field, press, fill, find, choose, shows, closed, answer }) => {
      await press(button(t("add"), main));
      await fill(t("name"), name);
      await find(t("products"), PRODUCT[language]);
      await find(t("managers"), "Chloe Manager");
      await answer(t("add"), t("add.done", { name }));
      await fill(t("name"), name, main);
      await page.waitForURL((url) => url.searchParams.get("context") === name);
      await choose(name, t("members"));
      await press(button(t("form:save"), dialog));
      await dialog.getByText(t("members.nobody")).waitFor();
      await find(t("form:people.add"), "Eve Newcomer");
      await answer(t("form:save"), t("members.done", { name }));
      // The new member becomes a manager until a day.
      const member = "Eve Newcomer";
      await choose(name, t("members"));
      await press(button(t("form:people.changeOf", { name: member }), dialog));
      await shows(t("membership.title", { name: member }));
      await tabTo(page, dialog.getByRole("checkbox", { name: t("membership.manages") }));
      await page.keyboard.press("Space");
      await tabTo(page, field(t("membership.endsOn")));
      // The order of the browser's own language.
      await page.keyboard.type("01312027");
      await press(button(t("form:save"), dialog));
      await page.getByText(t("membership.done", { name: member }), { exact: true }).waitFor();
      await shows(t("members.title", { name }));
      await dialog.getByRole("listitem").filter({ hasText: member }).getByText(t("members.manages")).waitFor();
      await page.keyboard.press("Escape");
      await closed();
      await choose(name, t("access"));
      await find(t("product"), "Atrium");
      // Another right in each language: confirming a right confirms it for every group, also for the other
      // walk's.
      await tabTo(page, dialog.getByRole("checkbox").nth(language === "en" ? 1 : 2));
      await page.keyboard.press("Space");
      await answer(t("form:save"), t("access.done", { name }));
      await choose(name, t("confirm.drafts", { count: 1 }));
      await dialog.getByRole("listitem").first().waitFor();
      await answer(t("confirm"), t("confirm.done", { name }));
      await choose(name, t("industries.action"));
      await find(t("industries"), industry);
      await answer(t("form:save"), t("industries.done", { name }));
      await choose(name, t("delete"));
      await dialog.getByText(PRODUCT[language]).waitFor();
      await answer(t("delete"), t("delete.done", { name }));
    },
  );
});
