import { afterEach, describe, expect, it, vi } from "vitest";
import { aConfig } from "../../testing/factories";
import { fakeProvider } from "../../testing/provider";
import { ORIGIN, server } from "../../testing/server";
import { Protocol, SessionOver, type Tokens } from "./protocol";
import { SignInLoop, UnknownCallback } from "./failures";
import { Session } from "./session";
import { memoryStore, type Store } from "./store";

const ASK = `${ORIGIN}/api/security/user/login-count?username=Dan`;

/** A tab of one browser. Tabs share the store, not the memory. */
function tab(store: Store) {
  const leave = {
    to: vi.fn<(url: string) => void>(),
    reload: vi.fn(),
    holdsWork: vi.fn(() => false),
    isAttended: vi.fn(() => true),
  };
  const session = new Session(new Protocol(aConfig(), store), store, leave, () => "en");
  return { session, leave };
}

function provider(options?: Parameters<typeof fakeProvider>[0]) {
  const fake = fakeProvider(options);
  server.use(...fake.handlers);
  return fake.state;
}

/** Follows the redirect of `begin` through the provider, as a browser would. */
async function signIn(
  state: ReturnType<typeof provider>,
  { session, leave }: ReturnType<typeof tab>,
  returnTo = "/",
) {
  begin(session, returnTo);
  await vi.waitFor(() => expect(leave.to).toHaveBeenCalled());
  const asked = new URL(leave.to.mock.lastCall![0]);
  state.nonce = asked.searchParams.get("nonce")!;
  const back = new URLSearchParams({ code: "c-1", state: asked.searchParams.get("state")!, iss: ORIGIN });
  return { asked, target: await session.finish(new URL(`${ORIGIN}/callback?${back}`)) };
}

/** Begins a sign-in, as a call does that nobody waits for. */
function begin(session: Session, returnTo: string) {
  session.begin(returnTo).catch(() => undefined);
}

async function asks({ session }: { session: Session }): Promise<unknown> {
  const response = await session.fetch(new Request(ASK));
  return ((await response.json()) as { data: unknown }).data;
}

afterEach(() => vi.useRealTimers());

describe("signing in", () => {
  it("sends PKCE S256, state, nonce and language (RFC 7636, OIDC Core 3.1.2.1)", async () => {
    const state = provider();
    const { asked, target } = await signIn(state, tab(memoryStore()), "/?q=time#x");
    const given = Object.fromEntries(asked.searchParams);
    expect(given).toMatchObject({
      client_id: "portal",
      response_type: "code",
      redirect_uri: `${ORIGIN}/callback`,
      scope: "openid profile email",
      code_challenge_method: "S256",
      ui_locales: "en",
    });
    expect(given.code_challenge).toHaveLength(43);
    expect(target).toBe("/?q=time#x");
    expect(state.grants[0]!.get("code_verifier")!.length).toBeGreaterThanOrEqual(43);
  });

  /** `http://our.host//evil.example` is on our host, but its path alone leads to another host (attack 1). */
  it.each(["//evil.example/groups", "/\\evil.example", "/%2Fevil.example"])(
    "leads home and not to %s",
    async (returnTo) => {
      const { target } = await signIn(provider(), tab(memoryStore()), returnTo);
      expect(target).toBe("/");
    },
  );

  /** A browser that translates the page changes `<html lang>`. */
  it("asks for the chosen language, not the document's (OIDC Core 3.1.2.1)", async () => {
    document.documentElement.lang = "fr";
    const { asked } = await signIn(provider(), tab(memoryStore()));
    expect(asked.searchParams.get("ui_locales")).toBe("en");
  });

  it("proves its key at the token endpoint and uses the server's nonce (RFC 9449 section 8)", async () => {
    const state = provider();
    await signIn(state, tab(memoryStore()));
    expect(state.proofs[0]).toMatchObject({
      htm: "POST",
      htu: `${ORIGIN}/oauth2/token`,
      nonce: "server-nonce",
    });
  });

  it("keeps a key that no script can read", async () => {
    const store = memoryStore();
    await signIn(provider(), tab(store));
    const kept = await store.get<Tokens>("tokens");
    expect(kept!.key.privateKey.extractable).toBe(false);
    expect(kept!.key.privateKey.algorithm).toMatchObject({ name: "ECDSA", namedCurve: "P-256" });
  });

  it.each([-3 * 3600, 3 * 3600])(
    "accepts a server whose clock is %i s ahead of the browser",
    async (ahead) => {
      const state = provider({ ahead });
      const store = memoryStore();
      const one = tab(store);
      await signIn(state, one);
      state.live.clear();
      await expect(asks(one)).resolves.toBe("at-2");
      const reloaded = tab(store);
      await reloaded.session.restore();
      state.live.clear();
      await expect(asks(reloaded)).resolves.toBe("at-3");
    },
  );

  it("redirects once for many calls", async () => {
    provider();
    const one = tab(memoryStore());
    begin(one.session, "/a");
    begin(one.session, "/b");
    await vi.waitFor(() => expect(one.leave.to).toHaveBeenCalledOnce());
  });

  it("refuses a callback that it did not ask for, and a callback that was used before", async () => {
    const state = provider();
    const one = tab(memoryStore());
    await expect(
      one.session.finish(new URL(`${ORIGIN}/callback?code=x&state=planted`)),
    ).rejects.toBeInstanceOf(UnknownCallback);
    const { asked } = await signIn(state, one);
    const again = new URL(
      `${ORIGIN}/callback?code=x&state=${asked.searchParams.get("state")!}&iss=${ORIGIN}`,
    );
    await expect(one.session.finish(again)).rejects.toBeInstanceOf(UnknownCallback);
  });

  it("stops after the third round within half a minute", async () => {
    provider();
    const store = memoryStore();
    for (let round = 0; round < 3; round += 1) {
      const { session, leave } = tab(store);
      begin(session, "/");
      await vi.waitFor(() => expect(leave.to).toHaveBeenCalled());
    }
    await expect(tab(store).session.begin("/")).rejects.toBeInstanceOf(SignInLoop);
  });
});

describe("a valid session", () => {
  it("continues on reload and in a second tab without any request", async () => {
    const state = provider();
    const store = memoryStore();
    await signIn(state, tab(store));
    const reloaded = tab(store);
    await expect(reloaded.session.restore()).resolves.toBe(true);
    expect(state.grants).toHaveLength(1);
    await expect(asks(reloaded)).resolves.toBe("at-1");
    expect(state.proofs.at(-1)).toMatchObject({ htm: "GET", htu: `${ORIGIN}/api/security/user/login-count` });
    expect(state.proofs.at(-1)!.ath).toHaveLength(43);
  });

  it("is renewed before its token ends", async () => {
    const state = provider({ lifetime: 20 });
    const one = tab(memoryStore());
    await signIn(state, one);
    state.lifetime = 300;
    await expect(asks(one)).resolves.toBe("at-2");
    expect(state.grants[1]!.get("grant_type")).toBe("refresh_token");
  });

  it("is renewed by an answer without an ID token, for the same person (OIDC Core 12.2)", async () => {
    const state = provider({ lifetime: 20, leanRefresh: true });
    const store = memoryStore();
    const one = tab(store);
    await signIn(state, one);
    state.lifetime = 300;
    await expect(asks(one)).resolves.toBe("at-2");
    await expect(store.get("tokens")).resolves.toMatchObject({ accessToken: "at-2", subject: "u-1" });
  });

  it("is renewed on a 401, and the call is sent again", async () => {
    const state = provider();
    const one = tab(memoryStore());
    await signIn(state, one);
    state.live.delete("at-1");
    await expect(asks(one)).resolves.toBe("at-2");
  });

  it("is renewed once for parallel calls of two tabs: no refresh token is used twice", async () => {
    const state = provider();
    const store = memoryStore();
    const one = tab(store);
    await signIn(state, one);
    const two = tab(store);
    await two.session.restore();
    state.live.delete("at-1");
    await expect(Promise.all([asks(one), asks(two), asks(one), asks(two)])).resolves.toEqual(
      Array(4).fill("at-2"),
    );
    expect(state.grants).toHaveLength(2);
  });

  it("survives a short absence of the server", async () => {
    const state = provider({ lifetime: 20 });
    const store = memoryStore();
    await signIn(state, tab(store));
    const { http, HttpResponse } = await import("msw");
    server.use(http.post(`${ORIGIN}/oauth2/token`, () => HttpResponse.error(), { once: true }));
    const reloaded = tab(store);
    await expect(reloaded.session.restore()).rejects.toBeInstanceOf(TypeError);
    await expect(reloaded.session.restore()).resolves.toBe(true);
  });
});

/** A timer's call counts as no use, so `sessions.idle` ends a session at an unattended desk. */
describe("a call that nobody caused", () => {
  it.each([
    ["a timer's call", false, {}, "?1"],
    ["a person's call", true, {}, null],
    ["a change of a long work", false, { "idempotency-key": "k" }, null],
  ])("is recognised: %s", async (_what, attended, headers, mark) => {
    const state = provider();
    const one = tab(memoryStore());
    await signIn(state, one);
    one.leave.isAttended.mockReturnValue(attended);
    state.live.clear();
    await one.session.fetch(new Request(ASK, { headers }));
    // The first call finds its token ended, so there is a renewal and another call.
    expect(state.marks.map(({ call, mark: is }) => [call, is])).toEqual([
      ["authorization_code", null],
      ["api", mark],
      ["refresh_token", attended ? null : "?1"],
      ["api", mark],
    ]);
  });
});

describe("an ended session", () => {
  it("is forgotten when the server refuses the refresh token", async () => {
    const state = provider();
    const store = memoryStore();
    const one = tab(store);
    await signIn(state, one);
    state.live.clear();
    state.refreshTokens.clear();
    await expect(asks(one)).rejects.toBeInstanceOf(SessionOver);
    await expect(tab(store).session.restore()).resolves.toBe(false);
  });

  it("leaves neither token nor key, and the other tabs are notified (T-10)", async () => {
    const state = provider();
    const store = memoryStore();
    const one = tab(store);
    await signIn(state, one);
    const two = tab(store);
    await two.session.restore();
    const heard = vi.fn();
    two.session.onEnd(heard);
    await one.session.end(() => Promise.resolve());
    await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce());
    expect(two.session.signedIn).toBe(false);
    await expect(store.get("tokens")).resolves.toBeUndefined();
  });

  it("leads to no sign-in while it ends, with any answer of the server (T-10)", async () => {
    const state = provider();
    const store = memoryStore();
    const [one, two] = [tab(store), tab(store)];
    await signIn(state, one);
    await two.session.restore();
    const heard = vi.fn();
    two.session.onEnd(heard);
    one.leave.to.mockClear();
    await one.session.end(() => {
      // Another call of the page finds the session gone before the answer to the sign-out arrives.
      begin(one.session, "/");
      return Promise.reject(new Error("away"));
    });
    await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce());
    begin(two.session, "/");
    // A third tab, which is not signing out, proves that there was time for redirects.
    const three = tab(store);
    begin(three.session, "/");
    await vi.waitFor(() => expect(three.leave.to).toHaveBeenCalled());
    expect([one.leave.to, two.leave.to].flatMap(({ mock }) => mock.calls)).toEqual([]);
  });

  it("immediately calls a listener that is added after the end (T-10)", async () => {
    const store = memoryStore();
    const two = tab(store);
    const first = vi.fn();
    two.session.onEnd(first);
    await tab(store).session.end(() => Promise.resolve());
    await vi.waitFor(() => expect(first).toHaveBeenCalledOnce());
    const late = vi.fn();
    two.session.onEnd(late);
    expect(late).toHaveBeenCalledOnce();
  });

  it("never shows one person's tab in another person's session", async () => {
    const state = provider();
    const store = memoryStore();
    const one = tab(store);
    await signIn(state, one);
    state.subject = "u-2";
    await signIn(state, tab(store));
    await vi.waitFor(() => expect(one.leave.reload).toHaveBeenCalled());
  });
});
