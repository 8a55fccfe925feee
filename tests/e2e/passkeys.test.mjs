// Passkeys with the virtual authenticator of Chromium (WebAuthn section 11): a key is added in the portal, signs in by
// the button and by the account field, and is removed.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { close, isFine, signIn, until, visitor } from "./browser.mjs";
import { makeFolder, removeFolder, startAtrium } from "./server.mjs";

const PORT = 8340;
const HERE = `http://localhost:${PORT}`;
const folder = makeFolder();
let server;

before(async () => {
  server = await startAtrium({ folder, port: PORT });
});

after(async () => {
  await close();
  server?.stop();
  removeFolder(folder);
});

/** An authenticator with discoverable keys, which verifies its user. */
async function authenticator(page, options = {}) {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable", { enableUI: false });
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      ...options,
    },
  });
  return { session, authenticatorId };
}

/** Calls the product API in the page with the portal's token and key. */
const callApi = (page, method, path, body) =>
  page.evaluate(
    async ([method, path, body]) => {
      const opened = await new Promise((resolve, reject) => {
        const opening = indexedDB.open("atrium-portal");
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      const { key, accessToken } = await new Promise((resolve) => {
        const reading = opened.transaction("session").objectStore("session").get("tokens");
        reading.onsuccess = () => resolve(reading.result);
      });
      opened.close();
      const text = (bytes) =>
        btoa(String.fromCharCode(...new Uint8Array(bytes)))
          .replaceAll("+", "-")
          .replaceAll("/", "_")
          .replaceAll("=", "");
      const json = (value) => text(new TextEncoder().encode(JSON.stringify(value)));
      const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(accessToken));
      const { kty, crv, x, y } = await crypto.subtle.exportKey("jwk", key.publicKey);
      const send = async (nonce) => {
        const head = json({ typ: "dpop+jwt", alg: "ES256", jwk: { kty, crv, x, y } });
        const claims = json({
          htm: method,
          htu: `${location.origin}${path}`,
          iat: Math.floor(Date.now() / 1000),
          jti: crypto.randomUUID(),
          ath: text(hash),
          ...(nonce && { nonce }),
        });
        const signed = new TextEncoder().encode(`${head}.${claims}`);
        const signature = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, key.privateKey, signed);
        return fetch(path, {
          method,
          headers: {
            Authorization: `DPoP ${accessToken}`,
            DPoP: `${head}.${claims}.${text(signature)}`,
            "Content-Type": "application/json",
          },
          body: body && JSON.stringify(body),
        });
      };
      let response = await send();
      const nonce = response.headers.get("dpop-nonce");
      if (response.status === 401 && nonce) response = await send(nonce);
      return response.json();
    },
    [method, path, body],
  );

const OWN = "/api/security/account/passkeys";

/** Signs in with the password and adds a passkey on the account page: what the server has of it. */
async function addPasskey(page, account) {
  await page.goto(`${HERE}/account/security`);
  await signIn(page, account);
  await page.getByRole("button", { name: "Add passkey" }).click();
  const dialog = page.getByRole("dialog", { name: "Name the passkey" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("My phone");
  await dialog.getByRole("button", { name: "Add passkey" }).click();
  await page.getByRole("button", { name: "Remove: My phone" }).waitFor();
  const list = await callApi(page, "GET", OWN);
  assert.equal(list.data.keys.length, 1, JSON.stringify(list));
  return list.data.keys[0];
}

/** Forgets the session, as another day. */
async function leave(page, context) {
  await context.clearCookies();
  await page.goto(`${HERE}/healthz`);
  await page.evaluate(() => indexedDB.deleteDatabase("atrium-portal"));
}

/** Signs in by the button of the page. */
async function signInByKey(page, { session, authenticatorId }) {
  const simulate = (enabled) => session.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
  // The account field would use the key at once, without a person.
  await simulate(false);
  await page.goto(`${HERE}/login`);
  await page.locator("#passkey-sign-in").waitFor();
  await simulate(true);
  await page.locator("#passkey-sign-in").click();
  await page.waitForURL(`${HERE}/`);
  await page.getByRole("heading").first().waitFor();
}

/** Whether the authenticator has no key. */
async function keepsNone({ session, authenticatorId }) {
  const { credentials } = await session.send("WebAuthn.getCredentials", { authenticatorId });
  return credentials.length === 0;
}

const chooseNothing = { automaticPresenceSimulation: false };

test("a passkey is added, signs in by the button, and is removed", () =>
  visitor(async (page, context) => {
    const device = await authenticator(page);
    const key = await addPasskey(page, "DanMember");
    assert.equal(key.discoverable, true);
    await leave(page, context);
    await signInByKey(page, device);
    const list = await callApi(page, "GET", OWN);
    assert.ok(list.data.keys[0].usedAt >= key.addedAt, JSON.stringify(list));
    await page.goto(`${HERE}/account/security`);
    await page.getByRole("button", { name: "Remove: My phone" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await page.getByText("With a passkey you sign in by fingerprint").waitFor();
    // The portal lets the device forget it.
    await until(() => keepsNone(device), "the device keeps a key that was removed");
  }));

test("a passkey signs in by the account field", () =>
  visitor(async (page, context) => {
    await authenticator(page);
    await addPasskey(page, "ChloeManager");
    await leave(page, context);
    await page.goto(`${HERE}/login`);
    await page.waitForURL(`${HERE}/`);
  }));

test("a passkey answers after the password", () =>
  visitor(async (page, context) => {
    const { session, authenticatorId } = await authenticator(page);
    await addPasskey(page, "AdaSuper");
    const askedForKey = async () => {
      await session.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled: false });
      await leave(page, context);
      await page.goto(`${HERE}/login`);
      await signIn(page, "AdaSuper");
      await page.waitForURL(`${HERE}/second-factor**`);
      await page.locator("#passkey-sign-in").waitFor();
    };
    await askedForKey();
    await session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
    await session.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled: true });
    await page.locator("#passkey-sign-in").click();
    await page.locator("#passkey-problem:not([hidden])").waitFor();
    assert.match(await page.locator("#passkey-problem").innerText(), /Press the button again/);
    await session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: true });
    await page.locator("#passkey-sign-in").click();
    await page.waitForURL(`${HERE}/`);
    await page.getByRole("heading").first().waitFor();
    // The proof by the key is as strong as the account can give.
    const asked = await callApi(page, "POST", `${OWN}/begin`, {});
    assert.equal(asked.status, 0, JSON.stringify(asked));
    // Last, because it ends the authenticator.
    await askedForKey();
    await isFine(page, "second-factor-key");
  }));

test("a removed passkey, and a cancelled request, end in a sentence and a next step", () =>
  visitor(async (page, context) => {
    const { session, authenticatorId } = await authenticator(page);
    const key = await addPasskey(page, "BenAdmin");
    // A change needs the key from now on.
    await leave(page, context);
    await signInByKey(page, { session, authenticatorId });
    const removed = await callApi(page, "POST", `${OWN}/remove`, { id: key.id });
    assert.equal(removed.data.keys.length, 0);
    await session.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled: false });
    await leave(page, context);
    await page.goto(`${HERE}/login`);
    await session.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled: true });
    await page.locator("#passkey-sign-in").click();
    await page.getByText("This passkey belongs to no account here").waitFor();
    // The browser forgets a key that no account has.
    const forgotten = () => keepsNone({ session, authenticatorId });
    await until(forgotten, "the browser keeps a key that no account has");
    await page.locator("#passkey-sign-in").click();
    await page.locator("#passkey-problem:not([hidden])").waitFor();
    assert.match(await page.locator("#passkey-problem").innerText(), /Press the button again/);
    // The password still signs in.
    await signIn(page, "BenAdmin");
    await page.waitForURL(`${HERE}/`);
  }));

/** WebAuthn Level 3, section 5.1.4.2: the errors of a browser that the virtual authenticator cannot cause in time. */
test("a request that ran out of time, and a device without passkeys, end in a sentence and a next step", () =>
  visitor(async (page) => {
    await page.addInitScript(() => {
      navigator.credentials.get = ({ mediation, signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
          if (mediation !== "conditional") reject(new DOMException("", window.ending));
        });
    });
    await page.goto(`${HERE}/login`);
    const endings = [
      ["TimeoutError", "The time for the passkey ran out. Press the button again"],
      ["NotSupportedError", "This device has no way to use a passkey. Sign in with your password"],
    ];
    for (const [name, words] of endings) {
      await page.evaluate((name) => (window.ending = name), name);
      await page.locator("#passkey-sign-in:not([aria-disabled])").click();
      await page.locator("#passkey-problem", { hasText: words }).waitFor();
    }
    // The password still signs in.
    await signIn(page, "DanMember");
    await page.waitForURL(`${HERE}/`);
  }));

test("the button is one pending request beside the account field", () =>
  visitor(async (page) => {
    await authenticator(page, chooseNothing);
    await page.addInitScript(() => {
      window.pending = 0;
      window.most = 0;
      const get = navigator.credentials.get.bind(navigator.credentials);
      navigator.credentials.get = async (options) => {
        window.most = Math.max(window.most, (window.pending += 1));
        try {
          return await get(options);
        } finally {
          window.pending -= 1;
        }
      };
    });
    await page.goto(`${HERE}/login`);
    await page.waitForFunction(() => window.pending === 1);
    await page.locator("#passkey-sign-in").click();
    await page.waitForFunction(() => document.querySelector("#passkey-sign-in[aria-disabled]"));
    assert.equal(await page.evaluate(() => window.most), 1);
    await page.reload();
    await page.locator("#passkey-sign-in").waitFor();
    await isFine(page, "login-passkey");
  }));
