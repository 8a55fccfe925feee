import { afterEach, describe, expect, it, vi } from "vitest";
import { forgetAttempts, goesInCircles, keepPending, takePending } from "./pending";

const pending = { verifier: "v".repeat(43), nonce: "n-1", returnTo: "/?q=time" };
const refuses = (name: string) => () => {
  throw new DOMException("no", name);
};

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe.each<[string, () => unknown, string]>([
  ["works", () => undefined, ""],
  [
    "is full",
    () => vi.spyOn(Storage.prototype, "setItem").mockImplementation(refuses("QuotaExceededError")),
    "atrium.sign-in",
  ],
  ["is refused", () => vi.stubGlobal("sessionStorage", undefined), "atrium.sign-in"],
])("a sign-in in a tab whose sessionStorage %s", (_what, breaks, cookie) => {
  it("is found by its state, once", () => {
    breaks();
    keepPending("s-1", pending);
    expect(document.cookie.split("=")[0]).toBe(cookie);
    expect(takePending("s-2")).toBeUndefined();
    expect(takePending("s-1")).toMatchObject(pending);
    expect(takePending("s-1")).toBeUndefined();
  });

  it("is counted, so that redirects end", () => {
    breaks();
    const rounds = [1, 2, 3, 4].map(goesInCircles);
    expect(rounds).toEqual([false, false, false, true]);
    forgetAttempts();
    expect(goesInCircles(5)).toBe(false);
    expect(goesInCircles(60_000)).toBe(false);
  });

  /** A cookie above 4 KiB is refused whole, so the target is dropped and the sign-in ends at home. */
  it("survives a long address", () => {
    breaks();
    keepPending("s-1", { ...pending, returnTo: `/?q=${"长".repeat(600)}` });
    expect(takePending("s-1")?.verifier).toBe(pending.verifier);
  });
});
