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
    const { page, t, main, dialog, control, button, press, fill, shows, answer } = walk;
    const unfold = (text) => press(dialog.locator("summary", { hasText: new RegExp(`^${text}$`) }));
    await press(button(t("add"), main));
    await fill(t("name"), name);
    await press(button(t("form:next"), dialog));
    await fill(t("row.redirect_uris", { number: 1 }), callback);
    await unfold(t("advanced"));
    await unfold(t("section.basics"));
    await fill(t("clientId"), id);
    await unfold(t("section.signIn"));
    // The walk sends the request below without PKCE.
    await tabTo(page, dialog.getByLabel(t("history:field.require_pkce")));
    await page.keyboard.press("Space");
    await unfold(t("section.tokens"));
    await fill(t("history:field.scopes"), "openid groups");
    await press(button(t("add"), dialog));
    await shows(t("ready", { name }));
    // Below the issuer and the client id.
    secret = await dialog.locator("code").nth(2).innerText();

    // The card has name, list, contact, address and application already.
    await press(control("link", t("ready.toProducts"), dialog));
    await shows(t("products:add"));
    await fill(t("products:code"), `CONNECTED${language}`);
    for (const text of ["attribute1", "attribute2", "attribute3"]) await fill(t(`products:${text}`), "For this walk");
    await press(button(t("products:add"), dialog));
    await shows(t("products:opens", { name }));

    // Its group has the product already.
    await press(control("link", t("products:opens.add"), dialog));
    await shows(t("groups:add"));
    await fill(t("groups:name"), group);
    await answer(t("groups:add"), t("groups:add.done", { name: group }));
  });

  // From now on the product decides.
  await as("DanMember", "/my-groups", async ({ page }) => {
    const refused = await page.goto(signsIn);
    assert.equal(refused.status(), 403);
  });

  await as("AdaSuper", "/operation-access/group-list", async (walk) => {
    const { page, t, main, fill, find, choose, answer } = walk;
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
