// Accounts beside their list, organisations, IRIS mappings, products, applications, jobs (contract, S-16,
// S-18, S-19).
import assert from "node:assert/strict";
import { tabTo, until } from "../browser.mjs";
import { inTurn, walks } from "../keyboard.mjs";
import { givenUp } from "../mail.mjs";

walks("an administrator imports accounts, sees what one may do and where it is signed in", "accounts", (as, language) =>
  as("AdaSuper", "/auth-management/account-list", async (walk) => {
    const { page, t, main, dialog, button, press, fill, choose, shows, closed, answer } = walk;
    const name = `${language === "zh" ? "Ivan" : "Imogen"}Imported`;
    await press(button(t("import"), main));
    await shows(t("import.title"));
    const upload = async (text) => {
      // The test must wait for the file dialog before it presses Enter.
      const [chooser] = await Promise.all([
        page.waitForEvent("filechooser"),
        press(button(t("form:upload.choose"), dialog)),
      ]);
      await chooser.setFiles({ name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
    };
    await inTurn("import", async () => {
      await upload("username,email\nno mail,nonsense\n");
      await dialog.getByText(t("import.faults")).waitFor();
      await press(dialog.getByRole("button", { name: t("form:upload.remove", { name: "people.csv" }) }));
      await upload(`username,email\n${name},${name}@demo.test\n`);
      await dialog.getByText(t("import.line", { row: 2, username: name })).waitFor();
      await answer(t("import.run"), t("import.done", { count: 1 }));
    });

    // The imported person has not chosen a password yet, so the welcome email can be sent.
    await fill(t("filter.context"), name, main);
    await page.waitForURL((url) => url.searchParams.get("context") === name);
    await press(main.getByRole("link", { name, exact: true }));
    await button(t("edit"), dialog).waitFor();
    await walk.pick(button(t("more"), dialog), t("welcome.action"));
    await shows(t("welcome.question", { name }));
    await answer(t("welcome.send"), t("welcome.done", { name }));

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
    await page.waitForURL(/account-list\?context=DanMember$/);
  }),
);

walks(
  "an administrator adds and changes organisations and IRIS mappings",
  "organisations",
  async (as, language) => {
    const name = `Harbourside ${language}`;
    await as(
      "AdaSuper",
      "/auth-management/agencies",
      async ({ page, t, main, button, press, fill, choose, answer }) => {
        await press(button(t("add.agency"), main));
        await fill(t("name"), name);
        await answer(t("add.agency"), t("add.done", { name }));
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
        await press(button(t("iris:add"), dialog));
        await dialog.getByText(t("form:empty")).first().waitFor();
        await fill(t("iris:code"), code);
        await fill(t("iris:name"), "A walk");
        await find(t("iris:agency"), "Northlight");
        await answer(t("iris:add"), t("iris:add.done", { code }));
        await choose(code, t("iris:turnOff"));
        await answer(t("iris:turnOff"), t("iris:turnOff.done", { code }));
      },
    );
    // A client of an agency; a brand and a division of that client.
    const client = `Lakeside ${language}`;
    for (const [kind, own, parent, parentName] of [
      ["client", client, "agency", "Northlight"],
      ["brand", `Lakeside Milk ${language}`, "client", client],
      ["division", `Lakeside North ${language}`, "client", client],
    ]) {
      await as("AdaSuper", `/auth-management/${kind}s`, async (walk) => {
        const { t, main, button, press, fill, find, choose, answer } = walk;
        await press(button(t(`add.${kind}`), main));
        await fill(t("name"), own);
        await find(t(parent), parentName);
        await answer(t(`add.${kind}`), t("add.done", { name: own }));
        await main.getByRole("row", { name: own }).getByText(parentName, { exact: true }).waitFor();
        if (kind === "client") return;
        await choose(own, t("edit"));
        await fill(t("name"), `${own}!`);
        await answer(t("form:save"), t("edit.done", { name: `${own}!` }));
        await choose(`${own}!`, t("turnOff"));
        await answer(t("turnOff"), t("turnOff.done", { name: `${own}!` }));
      });
    }
  },
);

walks("an administrator adds a product, hides it and switches it off and on", "products", async (as, language) => {
  const name = `Route planner ${language}`;
  await as(
    "AdaSuper",
    "/operation-access/product-list",
    async ({ page, t, main, dialog, button, field, press, fill, find, choose, answer }) => {
      await press(button(t("add"), main));
      await press(button(t("add"), dialog));
      await dialog.getByText(t("form:empty")).first().waitFor();
      await fill(t("name"), name);
      await fill(t("code"), `ROUTES${language}`);
      await tabTo(page, field(t("type")));
      await page.keyboard.press("ArrowDown");
      await find(t("administrator"), "Ben Admin");
      await fill(t("link"), "https://routes.test/");
      for (const text of ["attribute1", "attribute2", "attribute3"]) await fill(t(text), "Ways through the town");
      await answer(t("add"), t("add.done", { name }));

      await fill(t("nameOrCode"), name, main);
      await page.waitForURL((url) => url.searchParams.get("context") === name);
      await choose(name, t("edit"));
      await press(dialog.locator("summary", { hasText: t("section.access") }));
      await tabTo(page, dialog.getByRole("checkbox", { name: t("hidden") }));
      await page.keyboard.press("Space");
      await answer(t("form:save"), t("edit.done", { name }));
      await main.getByRole("row", { name }).getByText(t("type.none")).waitFor();
      for (const turn of ["turnOff", "turnOn"]) {
        await choose(name, t(turn));
        await answer(t(turn), t(`${turn}.done`, { name }));
      }
    },
  );
});

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
        await press(button(t("form:next"), dialog));
        await fill(t("row.redirect_uris", { number: 1 }), "https://walk.test/callback");
        await press(button(t("add"), dialog));
        await shows(t("ready", { name }));
        // Below the issuer and the client id.
        const first = await dialog.locator("code").nth(2).innerText();
        await page.keyboard.press("Escape");
        await closed();
        await choose(name, t("edit"));
        await fill(t("name"), `${name}!`);
        await answer(t("form:save"), t("edit.done", { name: `${name}!` }));
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

walks("an administrator tries again what was given up, and looks at the queue", "jobs", async (as, language) => {
  // No email can be sent to such an address, so every retry is given up at once.
  const [first, second] = ["one", "two"].map((name) => `${name}..${language}@demo.test`);
  for (const address of [first, second]) givenUp(address);
  await as(
    "AdaSuper",
    "/operation-access/job-list",
    async ({ page, t, main, dialog, button, press, choose, closed, answer }) => {
      const letter = (address) => `${t("kind.mail.send")}${language === "zh" ? "：" : ": "}${address}`;
      const rows = main.getByRole("row", { name: new RegExp(`\\.\\.${language}@.*${t("state.givenUp")}`) });
      await until(async () => {
        await page.reload();
        await main.locator("table[aria-busy=false], .lucide-search-x").first().waitFor();
        return (await rows.count()) === 2;
      }, "the two emails are not given up");
      await choose(letter(first), t("retry"), { opens: false });
      await closed(t("retry.done"));
      await tabTo(page, page.getByRole("checkbox", { name: t("list:select.row", { name: letter(second) }) }));
      await page.keyboard.press("Space");
      await press(button(t("retry"), page.getByRole("region", { name: t("list:select.label") })));
      await dialog.getByText(second).waitFor();
      await answer(t("retry"), t("retry.manyDone", { count: 1 }));
      await press(button(t("routines"), main));
      await dialog.getByRole("heading", { name: t("routine.jobs") }).waitFor();
      await page.keyboard.press("Escape");
      await closed();
    },
  );
});
