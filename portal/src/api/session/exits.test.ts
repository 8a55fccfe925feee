import { delay, http, HttpResponse } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { aConfig, someTokens } from "../../testing/factories";
import { fakeProvider } from "../../testing/provider";
import { ORIGIN, server } from "../../testing/server";
import { keepPending } from "./pending";
import { Protocol, SessionOver, type Tokens } from "./protocol";
import { SignInLoop, UnknownCallback } from "./failures";
import { Session } from "./session";
import { memoryStore } from "./store";

/** A tab of a person with (or without) a session, which cannot leave: it tries, and stays. */
async function tab(tokens?: Partial<Tokens>) {
  const store = memoryStore();
  if (tokens) await store.set("tokens", await someTokens(tokens));
  const place = {
    to: vi.fn<(url: string) => void>(),
    reload: vi.fn(),
    holdsWork: () => false,
    isAttended: () => true,
  };
  const session = new Session(new Protocol(aConfig(), store), store, place, () => "en");
  return { session, place, store };
}
type Tab = Awaited<ReturnType<typeof tab>>;

const ASK = `${ORIGIN}/api/security/user/login-count?username=Dan`;
const TOKEN = `${ORIGIN}/oauth2/token`;
const METADATA = `${ORIGIN}/.well-known/openid-configuration`;
const asks = ({ session }: Tab) => session.fetch(new Request(ASK));
const realTimeout = setTimeout;
const silent = () => delay("infinite") as Promise<never>;

/** A tab that shows the page of `u-1` while the stored tokens belong to `subject`. */
async function afterAnother(subject = "u-2") {
  const one = await tab({});
  await one.session.restore();
  await one.store.set("tokens", await someTokens({ keyId: "k-2", subject }));
  return one;
}

async function callback(one: Tab) {
  keepPending("s-1", { verifier: "v".repeat(43), nonce: "n-1", returnTo: "/" });
  return one.session.finish(new URL(`${ORIGIN}/callback?code=c-1&state=s-1&iss=${ORIGIN}`));
}

beforeEach(() => {
  server.use(...fakeProvider().handlers);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  // A test cannot move the browser's own timer.
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException("late", "TimeoutError")), ms);
    return controller.signal;
  });
});
afterEach(() => vi.restoreAllMocks());

/** With a promise that never settles, a button would spin for ever. */
describe("every promise of the session settles", () => {
  it.each<[string, () => Promise<unknown>, unknown]>([
    ["a sign-in that the tab does not leave for", async () => (await tab()).session.begin("/"), SessionOver],
    [
      "a sign-in without the server",
      async () => {
        server.use(http.get(METADATA, () => HttpResponse.error()));
        return (await tab()).session.begin("/");
      },
      TypeError,
    ],
    [
      "a sign-in at a silent server",
      async () => {
        server.use(http.get(METADATA, silent));
        return (await tab()).session.begin("/");
      },
      DOMException,
    ],
    [
      "a sign-in in circles",
      async () => {
        for (let round = 0; round < 3; round += 1) (await tab()).session.begin("/").catch(() => undefined);
        return (await tab()).session.begin("/");
      },
      SignInLoop,
    ],
    ["a call that finds no session", async () => (await tab()).session.signInAgain("/"), SessionOver],
    [
      "a call that finds no session while work is open",
      async () => {
        const one = await tab();
        one.place.holdsWork = () => true;
        return one.session.signInAgain("/");
      },
      SessionOver,
    ],
    ["a call without a session", async () => asks(await tab()), SessionOver],
    ["a call whose renewal is refused", async () => asks(await tab({ expiresAt: 0 })), SessionOver],
    [
      "a call whose renewal gets no answer",
      async () => {
        server.use(http.post(TOKEN, silent));
        return asks(await tab({ expiresAt: 0 }));
      },
      DOMException,
    ],
    ["a call after another person signed in", async () => asks(await afterAnother()), SessionOver],
    [
      "a call after another person signed in while work is open",
      async () => {
        const one = await afterAnother();
        one.place.holdsWork = () => true;
        return asks(one);
      },
      SessionOver,
    ],
    ["a page after another person signed in", async () => (await afterAnother()).session.restore(), false],
    ["a page whose renewal is refused", async () => (await tab({ expiresAt: 0 })).session.restore(), false],
    [
      "a callback that nobody asked for",
      async () => (await tab()).session.finish(new URL(`${ORIGIN}/callback?state=x`)),
      UnknownCallback,
    ],
    [
      "a callback whose code gets no answer",
      async () => {
        server.use(http.post(TOKEN, silent));
        return callback(await tab());
      },
      DOMException,
    ],
    [
      "a sign-out whose call fails",
      async () => (await tab({})).session.end(() => Promise.reject(new Error("away"))),
      undefined,
    ],
    [
      "a call during a sign-out",
      async () => {
        const one = await tab({});
        await one.session.end(() => Promise.resolve());
        return one.session.signInAgain("/");
      },
      SessionOver,
    ],
  ])("%s", async (_what, exit, outcome) => {
    let result: { is: unknown } | undefined;
    exit().then(
      (is: unknown) => (result = { is }),
      (error: unknown) => (result = { is: (error as Error).constructor }),
    );
    // At most two tries of twenty seconds, then the time to leave.
    for (let second = 0; second < 60 && !result; second += 1) {
      await vi.advanceTimersByTimeAsync(1_000);
      await new Promise((resolve) => realTimeout(resolve, 2));
    }
    expect(result).toEqual({ is: outcome });
  });
});

/** Somebody else's session never sends what the first person typed, and never shows it either. */
describe("after another person has signed in from another tab", () => {
  it.each([
    ["stays and has lapsed", true, ["other", 0]],
    ["is loaded anew", false, [undefined, 1]],
  ])("a tab %s (work open: %s), and sends nothing", async (_what, work, wanted) => {
    const sent = vi.fn(() => HttpResponse.json({ status: 0, data: null, msg: "" }));
    server.use(http.get(ASK.split("?")[0]!, sent));
    const one = await afterAnother();
    one.place.holdsWork = () => work;
    asks(one).catch(() => undefined);
    await vi.advanceTimersByTimeAsync(0);
    await vi.waitFor(() => expect([one.session.lapse(), one.place.reload.mock.calls.length]).toEqual(wanted));
    expect(sent).not.toHaveBeenCalled();
  });

  it("a renewal never gives a call the other person's tokens", async () => {
    const one = await tab({ expiresAt: 0 });
    one.place.holdsWork = () => true;
    server.use(
      http.post(
        TOKEN,
        async () => {
          // The other one signs in during the renewal, and this tab's renewal is refused.
          await one.store.set("tokens", await someTokens({ keyId: "k-2", subject: "u-2" }));
          return HttpResponse.json({ error: "invalid_grant" }, { status: 400 });
        },
        { once: true },
      ),
    );
    await expect(asks(one)).rejects.toBeInstanceOf(SessionOver);
  });
});

describe("a tab with work whose session has ended", () => {
  async function lapsed() {
    const one = await tab({});
    await one.session.restore();
    one.place.holdsWork = () => true;
    await one.store.delete("tokens");
    await one.session.signInAgain("/").catch(() => undefined);
    return one;
  }

  it("stays, and continues when the same person has signed in from another tab", async () => {
    const one = await lapsed();
    expect([one.session.lapse(), one.place.to.mock.calls]).toEqual(["over", []]);
    const heard = vi.fn();
    one.session.onLapse(heard);
    await one.store.set("tokens", await someTokens({ keyId: "k-2" }));
    new BroadcastChannel("atrium.session").postMessage({ kind: "changed", subject: "u-1" });
    await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce());
    expect(one.session.lapse()).toBeUndefined();
  });

  it("says that somebody else signed in, and sends nothing", async () => {
    const one = await lapsed();
    await one.store.set("tokens", await someTokens({ keyId: "k-2", subject: "u-2" }));
    new BroadcastChannel("atrium.session").postMessage({ kind: "changed", subject: "u-2" });
    await vi.waitFor(() => expect(one.session.lapse()).toBe("other"));
    await expect(asks(one)).rejects.toBeInstanceOf(SessionOver);
    expect(one.place.reload).not.toHaveBeenCalled();
  });

  it("says so again for a press, not for a call that the page makes by itself", async () => {
    const one = await lapsed();
    const heard = vi.fn();
    one.session.onLapse(heard);
    await one.session.signInAgain("/").catch(() => undefined);
    expect(heard).not.toHaveBeenCalled();
    await one.session.signInAgain("/", true).catch(() => undefined);
    expect([heard.mock.calls.length, one.session.lapse()]).toEqual([1, "over"]);
  });

  it("has not lapsed if another tab signed in after the call found no session", async () => {
    const one = await tab({});
    await one.session.restore();
    one.place.holdsWork = () => true;
    await expect(one.session.signInAgain("/")).rejects.toBeInstanceOf(SessionOver);
    expect([one.session.lapse(), one.place.to.mock.calls]).toEqual([undefined, []]);
  });

  it("has lapsed if the product API refuses even a new token", async () => {
    const one = await tab({});
    await one.session.restore();
    one.place.holdsWork = () => true;
    const provider = fakeProvider();
    provider.state.refreshTokens.add("rt-1");
    server.use(
      http.get(ASK, () => new HttpResponse(null, { status: 401 })),
      ...provider.handlers,
    );
    expect((await asks(one)).status).toBe(401);
    await one.session.signInAgain("/").catch(() => undefined);
    expect(one.session.lapse()).toBe("over");
  });

  it("stays on its page after a timer noticed it, even without typed text", async () => {
    const one = await tab();
    one.place.isAttended = () => false;
    await expect(one.session.signInAgain("/")).rejects.toBeInstanceOf(SessionOver);
    expect([one.session.lapse(), one.place.to.mock.calls]).toEqual(["over", []]);
  });
});
