// The roles of a person from the list of accounts, and an account that a manager creates for a group (contract C-044,
// C-043, D-03, G-90, T-27).
import { selects, until } from "../browser.mjs";
import { walks } from "../keyboard.mjs";
import { person } from "../mail.mjs";

/** A product of the demo, as each reader sees it. */
const PRODUCT = { en: "Campaign calendar", zh: "活动日历" };

walks("an administrator gives somebody roles, each with a limit of its own", "accounts", async (as, language) => {
  const name = `Roles${language === "zh" ? "Zoe" : "Eva"}`;
  const [reader, reviewer] = [`Reader ${language}`, `Reviewer ${language}`];
  person(name, name);
  await as("AdaSuper", "/operation-access/role-list", async ({ t, main, button, press, fill, find, answer }) => {
    for (const role of [reader, reviewer]) {
      await press(button(t("rights:role.add"), main));
      await find(t("rights:product"), PRODUCT[language]);
      await fill(t("rights:name"), role);
      await answer(t("rights:role.add"), t("rights:role.add.done", { name: role }));
    }
  });
  await as("AdaSuper", "/auth-management/account-list", async (walk) => {
    const { page, t, main, dialog, button, control, field, press, fill, find, choose, shows, closed, answer } = walk;
    const limitOf = (role) => control("group", role, dialog);
    const type = (role) => field(t("roles.limit"), limitOf(role));
    const agency = (role) => field(t("form:limit.agency"), limitOf(role));
    const ofProduct = async () => {
      await choose(name, t("roles"));
      await shows(t("roles.title", { name }));
      await find(t("roles.product"), PRODUCT[language]);
    };
    const roles = () => dialog.getByRole("listitem").filter({ hasText: PRODUCT[language] });
    await fill(t("filter.context"), name, main);
    await page.waitForURL((url) => url.searchParams.get("context") === name);

    // Nothing can be saved without a product.
    await choose(name, t("roles"));
    await press(button(t("form:save"), dialog));
    await dialog.getByText(t("form:empty")).first().waitFor();
    await page.keyboard.press("Escape");
    await closed();

    await ofProduct();
    for (const role of [reader, reviewer]) {
      await find(t("roles"), role);
      await limitOf(role).waitFor();
    }
    await selects(page, type(reader), "1");
    await find(t("form:limit.agency"), "Northlight", limitOf(reader));
    await walk.fits("the limits of two roles");
    await answer(t("form:save"), t("roles.done", { name }));
    await choose(name, t("access"));
    await roles().filter({ hasText: reader }).getByText(t("access.narrowed", { name: "Northlight" })).waitFor();
    await roles().filter({ hasText: reviewer }).waitFor();
    await page.keyboard.press("Escape");
    await closed();

    // Each limit is shown again, and removing a role removes no other.
    await ofProduct();
    await until(async () => (await agency(reader).inputValue()) === "Northlight", "the limit is not there again");
    await until(async () => (await type(reviewer).inputValue()) === "0", "a role without a limit has one");
    await press(button(t("form:rows.remove", { name: reviewer }), dialog));
    await limitOf(reviewer).waitFor({ state: "detached" });
    await answer(t("form:save"), t("roles.done", { name }));
    await choose(name, t("access"));
    await roles().filter({ hasText: reader }).getByText(t("access.narrowed", { name: "Northlight" })).waitFor();
    await roles().filter({ hasText: reviewer }).waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await closed();
  });
});

walks("a manager who finds nobody creates an account for the group", "requests", async (as, language) => {
  const group = `Newcomers ${language}`;
  const name = `${language === "zh" ? "Nina" : "Nora"}Newcomer`;
  await as("AdaSuper", "/operation-access/group-list", async ({ t, main, button, press, fill, find, answer }) => {
    await press(button(t("groups:add"), main));
    await fill(t("groups:name"), group);
    await find(t("groups:managers"), "Chloe Manager");
    await answer(t("groups:add"), t("groups:add.done", { name: group }));
  });
  await as("ChloeManager", "/my-groups", async (walk) => {
    const { page, t, main, dialog, control, button, field, press, fill, shows, fits, closed, answer } = walk;
    await press(control("link", t("manage.of", { name: group })));
    await page.waitForURL(/\/my-groups\/[^/]+$/);
    await button(t("addUser"), main).waitFor();
    // The heading is the group's name as soon as that is known.
    await main.locator("h1").filter({ hasNotText: /^(Members of the group|用户组成员)/ }).waitFor();
    const heading = await main.locator("h1").innerText();
    await press(button(t("addUser")));
    await fill(t("addUser.search"), `nobody${language}`);
    await page.keyboard.press("Enter");
    await dialog.getByText(t("dc:没有结果。请邀请您要找的人注册。")).waitFor();
    await press(control("link", t("addUser.account"), dialog));
    await page.waitForURL(/\/add-account$/);
    await shows(t("accounts:add"));

    // The people of the group stay visible behind it, and the safe button leads back to them.
    await main.locator("h1", { hasText: heading }).waitFor();
    await main.locator("table, .lucide-inbox").first().waitFor();
    await press(button(t("ui:cancel"), dialog));
    await closed();
    await page.waitForURL(/\/my-groups\/[^/]+$/);
    await page.goBack();
    await shows(t("accounts:add"));

    const chosen = field(t("accounts:group"));
    await until(async () => (await chosen.inputValue()) === group, "the group is not chosen");
    await press(button(t("accounts:add"), dialog));
    await dialog.getByText(t("accounts:empty.username")).waitFor();
    await fits("the faults of a new account");
    await fill(t("accounts:username"), "name");
    await dialog.getByText(t("dc:请按规则输入")).first().waitFor();
    await fill(t("accounts:username"), name);
    await fill(t("accounts:email"), `${name.toLowerCase()}@walk.test`);
    await answer(t("accounts:add"), t("accounts:add.welcomed", { name }));
    await page.waitForURL(/\/my-groups\/[^/]+$/);
    await main.getByRole("row", { name: new RegExp(name) }).waitFor();
  });
  await as("AdaSuper", "/operation-access/group-list", async ({ page, t, main, fill, choose, answer }) => {
    await fill(t("groups:name"), group, main);
    await page.waitForURL((url) => url.searchParams.get("context") === group);
    await choose(group, t("groups:delete"));
    await answer(t("groups:delete"), t("groups:delete.done", { name: group }));
  });
});
