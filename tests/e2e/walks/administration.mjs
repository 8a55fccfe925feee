// Accounts beside their list, organisations, IRIS mappings, products, applications, jobs (contract, S-16, S-18, S-19).
import assert from "node:assert/strict";
import { tabTo } from "../browser.mjs";
import { walks } from "../keyboard.mjs";

walks("an administrator imports accounts, sees what one may do and where it is signed in", "accounts", (as, language) =>
  as("AdaSuper", "/auth-management/account-list", async (walk) => {
    const { page, t, main, dialog, button, press, fill, choose, shows, closed, answer } = walk;
    const name = `${language === "zh" ? "Ivan" : "Imogen"}Imported`;
    await press(button(t("import"), main));
    await shows(t("import.title"));
    const upload = async (text) => {
      await tabTo(page, button(t("form:upload.choose"), dialog));
      const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.keyboard.press("Enter")]);
      await chooser.setFiles({ name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
    };
    await upload("username,email\nno mail,nonsense\n");
    await dialog.getByText(t("import.faults")).waitFor();
    await press(dialog.getByRole("button", { name: t("form:upload.remove", { name: "people.csv" }) }));
    await upload(`username,email\n${name},${name}@demo.test\n`);
    await dialog.getByText(t("import.line", { row: 2, username: name })).waitFor();
    await answer(t("import.run"), t("import.done"));

    await fill(t("filter.context"), "AdaSuper", main);
    await page.waitForURL((url) => url.searchParams.get("context") === "AdaSuper");
    await choose("AdaSuper", t("access"));
    await dialog.getByText(t("access.by.superAdministrator")).first().waitFor();
    await page.keyboard.press("Escape");
    await closed();
    await choose("AdaSuper", t("sessions"));
    await dialog.getByText(t("sessions.current")).first().waitFor();
    await page.keyboard.press("Escape");
    await closed();

    await fill(t("filter.context"), "DanMember", main);
    await page.waitForURL((url) => url.searchParams.get("context") === "DanMember");
    await button(t("list:row.actions", { name: "AdaSuper" })).waitFor({ state: "detached" });
    await choose("DanMember", t("home"), { opens: false });
    await main.getByText(t("looking:text")).waitFor();
    await walk.fits("home as Dan sees it");
    await press(main.getByRole("link", { name: t("looking:back") }));
    await page.waitForURL(/account-list$/);
  }),
);

walks(
  "an administrator adds and changes organisations, IRIS mappings and products",
  "organisations",
  async (as, language) => {
    const name = `Harbourside ${language}`;
    await as(
      "AdaSuper",
      "/auth-management/agencies",
      async ({ page, t, main, button, press, fill, choose, answer }) => {
        await press(button(t("add"), main));
        await fill(t("name"), name);
        await answer(t("form:save"), t("add.done"));
        await fill(t("name"), name, main);
        await page.waitForURL(/context=Harbourside/);
        await choose(name, t("turnOff"));
        await answer(t("turnOff"), t("turnOff.done", { name }));
      },
    );
    await as(
      "AdaSuper",
      "/auth-management/IRIS-list",
      async ({ t, main, dialog, button, press, fill, find, choose, answer }) => {
        const code = `WALK${language}`;
        await press(button(t("iris:add"), main));
        await press(button(t("form:save"), dialog));
        await dialog.getByText(t("form:empty")).first().waitFor();
        await fill(t("iris:code"), code);
        await fill(t("iris:name"), "A walk");
        await find(t("iris:agency"), "Northlight");
        await answer(t("form:save"), t("iris:add.done"));
        await choose(code, t("iris:turnOff"));
        await answer(t("iris:turnOff"), t("iris:turnOff.done", { code }));
      },
    );
    await as("AdaSuper", "/operation-access/product-list", async ({ t, choose, fill, dialog, button, answer }) => {
      await choose("Training", t("products:edit"));
      await fill(t("products:attribute1"), `Courses, ${language}`);
      await fill(t("products:attribute2"), "Choose a course");
      await answer(t("form:save"), t("products:edit.done", { name: "Training" }));
      await choose("Training", t("products:turnOff"));
      await button(t("ui:cancel"), dialog).waitFor();
      await answer(t("ui:cancel"));
    });
  },
);

walks(
  "an administrator adds an application, gets its secret once and makes a new one",
  "applications",
  async (as, language) => {
    const name = `Walk ${language}`;
    await as(
      "AdaSuper",
      "/operation-access/application-list",
      async ({ page, t, main, dialog, button, press, fill, choose, shows, closed, answer }) => {
        await press(button(t("add"), main));
        await fill(t("name"), name);
        const uris = t("history:field.redirect_uris");
        await press(button(t("form:rows.add"), dialog.getByRole("group", { name: uris })));
        await page.keyboard.type("https://walk.test/callback");
        await press(button(t("add"), dialog));
        await shows(t("secret.shown", { name }));
        const first = await dialog.locator("code").innerText();
        await page.keyboard.press("Escape");
        await closed();
        await choose(name, t("edit"));
        await fill(t("name"), `${name}!`);
        await answer(t("form:save"), t("edit.done", { name }));
        await choose(`${name}!`, t("details"));
        await press(button(t("secret.action"), dialog));
        await shows(t("secret.question", { name: `${name}!` }));
        await press(button(t("secret.make"), dialog));
        await shows(t("secret.shown", { name: `${name}!` }));
        assert.notEqual(await dialog.locator("code").innerText(), first);
        await page.keyboard.press("Escape");
        await closed();
        await choose(`${name}!`, t("disable"));
        await answer(t("disable"), t("disable.done", { name: `${name}!` }));
      },
    );
  },
);
