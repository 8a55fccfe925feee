import { afterEach, describe, expect, it, vi } from "vitest";
import { openStore } from "./store";

describe("the store", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("keeps values over a reload", async () => {
    const before = await openStore();
    await before.set("tokens", { accessToken: "a" });
    await before.set("other", 1);
    const after = await openStore();
    await expect(after.get("tokens")).resolves.toEqual({ accessToken: "a" });
    await after.delete("tokens", "other");
    await expect(before.get("tokens")).resolves.toBeUndefined();
  });

  it("lives in memory where the browser refuses a database", async () => {
    vi.stubGlobal("indexedDB", {
      open: () => {
        throw new DOMException("no", "SecurityError");
      },
    });
    const store = await openStore();
    await store.set("tokens", 1);
    await expect(store.get("tokens")).resolves.toBe(1);
    await store.delete("tokens");
    await expect(store.get("tokens")).resolves.toBeUndefined();
  });
});
