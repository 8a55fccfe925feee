import { renderHook } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { aConfig } from "../../testing/factories";
import { fakeProvider } from "../../testing/provider";
import { ORIGIN, server } from "../../testing/server";
import { createApi, dataOf } from "../client";
import { answerStepUp, askStepUp, place, stepUpAsked, type Errand } from "../step-up";
import { useErrand, useResumed } from "../use-errand";
import { proofOf } from "./proof";
import { Protocol } from "./protocol";
import { Session } from "./session";
import { memoryStore } from "./store";

const PAGE = "/account/security";
const ERRAND: Errand = { proof: { acr_values: "a b", max_age: "300" }, word: "add-authenticator" };
const now = () => Math.floor(Date.now() / 1000);

/** A tab of a person who has signed in. */
async function signedIn() {
  const { state, handlers } = fakeProvider();
  server.use(...handlers);
  const place = {
    to: vi.fn<(url: string) => void>(),
    reload: vi.fn(),
    holdsWork: () => false,
    isAttended: () => true,
  };
  const session = new Session(new Protocol(aConfig(), memoryStore()), memoryStore(), place, () => "en");
  /** Goes to the provider and comes back. */
  const visit = async (errand?: Errand, answer: Record<string, string> = { code: "c-1" }) => {
    place.to.mockClear();
    session.begin(PAGE, errand).catch(() => undefined);
    await vi.waitFor(() => expect(place.to).toHaveBeenCalled());
    const asked = new URL(place.to.mock.lastCall![0]).searchParams;
    state.nonce = asked.get("nonce")!;
    const back = new URLSearchParams({ ...answer, state: asked.get("state")!, iss: ORIGIN });
    const kept = sessionStorage.getItem("atrium.sign-in");
    // A new sign-in may begin as soon as the tab is back.
    (session as unknown as { leaving?: unknown }).leaving = undefined;
    return { asked, kept, target: await session.finish(new URL(`${ORIGIN}/callback?${back}`)) };
  };
  await visit();
  const api = createApi((request) => session.fetch(request));
  const call = () =>
    dataOf(api.GET("/api/security/user/login-count", { params: { query: { username: "Dan" } } }));
  return { state, session, place, visit, call };
}

const resumed = () => renderHook(useResumed).result.current;

/** RFC 9470. */
describe("a call that wants a newer or stronger proof", () => {
  it("asks the person, for what is open, and leaves session and tokens alone (section 3)", async () => {
    const { state, session, call } = await signedIn();
    state.wantsProof = true;
    const grants = state.grants.length;
    const open = renderHook(() => useErrand("add-authenticator"));
    await expect(call()).rejects.toMatchObject({
      kind: "stepUp",
      status: 100013,
      message: "Confirm that it is you.",
    });
    expect(stepUpAsked()?.word).toBe("add-authenticator");
    expect(proofOf(stepUpAsked()?.challenge ?? "")).toEqual(ERRAND.proof);
    expect(state.grants).toHaveLength(grants);
    expect(await session.isKept()).toBe(true);
    state.wantsProof = false;
    await call();
    open.unmount();
    expect(await askStepUp("DPoP")).toBe(false);
    expect(stepUpAsked()).toEqual({ challenge: "DPoP", word: undefined, waits: false });
  });

  it("is repeated with what was typed when the person has proved it in another tab", async () => {
    const { state, session, call } = await signedIn();
    const sent = vi.spyOn(session, "fetch");
    place.holdsWork = () => true;
    state.wantsProof = true;
    const [first, second] = [call(), call()];
    await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(2));
    await vi.waitFor(() => expect(stepUpAsked()?.waits).toBe(true));
    await Promise.all(sent.mock.results.map((result) => result.value as Promise<Response>));
    state.wantsProof = false;
    let done = false;
    const both = Promise.all([first, second]).then(() => (done = true));
    // The second begins to wait a moment after its answer.
    await vi.waitFor(() => {
      answerStepUp(true);
      expect(done).toBe(true);
    });
    await both;
    expect(sent).toHaveBeenCalledTimes(4);
    expect(stepUpAsked()).toBeUndefined();
  });

  it("is refused when the person declines, and nothing asks again", async () => {
    const { state, session, call } = await signedIn();
    const sent = vi.spyOn(session, "fetch");
    place.holdsWork = () => true;
    state.wantsProof = true;
    const refused = expect(call()).rejects.toMatchObject({ kind: "stepUp" });
    await vi.waitFor(() => expect(stepUpAsked()?.waits).toBe(true));
    answerStepUp(false);
    await refused;
    expect(sent).toHaveBeenCalledTimes(1);
    expect(stepUpAsked()).toBeUndefined();
  });

  it("is proved at the authorization endpoint, and the person goes on where they were (section 4)", async () => {
    const { state, visit } = await signedIn();
    state.authTime = now();
    const { asked, kept, target } = await visit(ERRAND);
    expect([asked.get("acr_values"), asked.get("max_age")]).toEqual(["a b", "300"]);
    expect(kept).toContain('"word":"add-authenticator"');
    expect(target).toBe(PAGE);
    expect(resumed()).toBe("add-authenticator");
    // Only once.
    expect(resumed()).toBeUndefined();
  });

  /** OpenID Connect Core 3.1.3.7. */
  it.each([
    ["says no time of the proof", undefined],
    ["has an older proof", now() - 900],
  ])("is refused if the provider %s", async (_case, authTime) => {
    const { state, visit } = await signedIn();
    state.authTime = authTime;
    await expect(visit(ERRAND)).rejects.toThrow();
    expect(resumed()).toBeUndefined();
  });

  it("opens nothing for another person", async () => {
    const { state, visit } = await signedIn();
    state.authTime = now();
    state.subject = "u-2";
    await visit(ERRAND);
    expect(resumed()).toBeUndefined();
  });

  it("leads back, still signed in, if the person stops", async () => {
    const { visit, call } = await signedIn();
    const { target } = await visit(ERRAND, { error: "access_denied" });
    expect(target).toBe(PAGE);
    expect(resumed()).toBeUndefined();
    await call();
  });

  it("wants nothing at an ordinary sign-in", async () => {
    const { visit } = await signedIn();
    const { asked, kept } = await visit();
    expect([asked.has("acr_values"), asked.has("max_age")]).toEqual([false, false]);
    expect(kept).not.toContain("word");
  });
});
