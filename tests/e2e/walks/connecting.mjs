// The walk of docs/relying-apps.md, "Who may open it, and its groups", to its end: the application reads the group.
import assert from "node:assert/strict";
import { ATRIUM, tabTo } from "../browser.mjs";
import { walks } from "../keyboard.mjs";

/** The application's answers for this code: its ID token's claims, and UserInfo. */
async function claimsFor({ id, secret, callback, code }) {
  const basic = Buffer.from(`${id}:${secret}`).toString("base64");
  const answer = await fetch(`${ATRIUM}/oauth2/token`, {
    method: "POST",
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams({ grant_type: "authorization_code", redirect_uri: callback, code }),
  });
  const tokens = await answer.json();
  assert.equal(answer.status, 200, JSON.stringify(tokens));
  const headers = { authorization: `Bearer ${tokens.access_token}` };
  const told = await (await fetch(`${ATRIUM}/oauth2/userinfo`, { headers })).json();
  const [, claims] = tokens.id_token.split(".");
  return { idToken: JSON.parse(Buffer.from(claims, "base64url")), told };
}

walks("an application is connected: product, group, member, and it reads the group", "applications", async (as, language) => {
  const [name, id, group] = [`Connected ${language}`, `connected-${language}`, `Connected people ${language}`];
  const callback = `https://connected-${language}.test/callback`;
  const request = { client_id: id, redirect_uri: callback, response_type: "code", scope: "openid groups", state: "s" };
  const signsIn = `${ATRIUM}/oauth2/authorize?${new URLSearchParams(request)}`;
  let secret;

  await as("AdaSuper", "/operation-access/application-list", async (walk) => {
    const { page, t, main, dialog, button, press, fill, shows, closed } = walk;
    await press(button(t("add"), main));
    await fill(t("name"), name);
    await fill(t("clientId"), id);
    await press(button(t("form:rows.add"), dialog.getByRole("group", { name: t("history:field.redirect_uris") })));
    await page.keyboard.type(callback);
    await press(dialog.locator("summary", { hasText: new RegExp(`^${t("section.tokens")}$`) }));
    await fill(t("history:field.scopes"), "openid groups");
    await press(button(t("add"), dialog));
    await shows(t("ready", { name }));
    // Below the client id.
    secret = await dialog.locator("code").nth(1).innerText();
    await page.keyboard.press("Escape");
    await closed();
  });

  await as("AdaSuper", "/operation-access/product-list", async (walk) => {
    const { page, t, main, dialog, button, field, press, fill, find, answer } = walk;
    await press(button(t("products:add"), main));
    await fill(t("products:name"), name);
    await fill(t("products:code"), `CONNECTED${language}`);
    await tabTo(page, field(t("products:type")));
    await page.keyboard.press("ArrowDown");
    await find(t("products:administrator"), "Ben Admin");
    await fill(t("products:link"), `https://connected-${language}.test/`);
    for (const text of ["attribute1", "attribute2", "attribute3"]) await fill(t(`products:${text}`), "For this walk");
    await press(dialog.locator("summary", { hasText: t("products:section.access") }));
    await find(t("products:application"), name);
    await answer(t("products:add"), t("products:add.done"));
  });

  // From now on the product decides.
  await as("DanMember", "/my-groups", async ({ page }) => {
    const refused = await page.goto(signsIn);
    assert.equal(refused.status(), 403);
  });

  await as("AdaSuper", "/operation-access/group-list", async (walk) => {
    const { page, t, main, button, press, fill, find, choose, answer } = walk;
    await press(button(t("groups:add"), main));
    await fill(t("groups:name"), group);
    await find(t("groups:products"), name);
    await answer(t("groups:add"), t("groups:add.done"));
    await fill(t("groups:name"), group, main);
    await page.waitForURL((url) => url.searchParams.get("context") === group);
    await choose(group, t("groups:members"));
    await find(t("form:people.add"), "Dan Member");
    await answer(t("form:save"), t("groups:members.done", { name: group }));
  });

  await as("DanMember", "/my-groups", async ({ page, press }) => {
    await page.route(`${callback}?**`, (route) => route.fulfill({ contentType: "text/html", body: "<h1>Here</h1>" }));
    await page.goto(signsIn);
    // The page takes no answer in its first moment.
    await page.locator("#consent-allow:not([aria-disabled])").waitFor();
    await press(page.locator("#consent-allow"));
    await page.waitForURL(`${callback}?**`);
    const code = new URL(page.url()).searchParams.get("code");
    const { idToken, told } = await claimsFor({ id, secret, callback, code });
    assert.deepEqual([told.sub, told.groups], [idToken.sub, [group]]);
  });
});
