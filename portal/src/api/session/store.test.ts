import { IDBDatabase, IDBObjectStore } from "fake-indexeddb";
import { afterEach, describe, expect, it, vi } from "vitest";
import { someTokens } from "../../testing/factories";
import { openStore } from "./store";

/** A request of IndexedDB that never answers. */
const silent = () => ({}) as IDBOpenDBRequest;
const mute = () => {
  const table = { get: silent, put: silent, delete: silent };
  return { objectStore: () => table } as unknown as ReturnType<IDBDatabase["transaction"]>;
};
const refuses = (name: string) => () => {
  throw new DOMException("no", name);
};

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe("the store", () => {
  it("keeps values over a reload", async () => {
    const before = await openStore();
    await before.set("tokens", { accessToken: "a" });
    await before.set("other", 1);
    const after = await openStore();
    await expect(after.get("tokens")).resolves.toEqual({ accessToken: "a" });
    await after.delete("tokens", "other");
    await expect(before.get("tokens")).resolves.toBeUndefined();
  });

  /** Each of these faults once ended a good sign-in in "Something went wrong". */
  it.each<[string, () => unknown]>([
    ["has no database at all", () => vi.stubGlobal("indexedDB", undefined)],
    ["refuses to open it", () => vi.stubGlobal("indexedDB", { open: refuses("SecurityError") })],
    ["never answers when it opens it", () => vi.stubGlobal("indexedDB", { open: silent })],
    [
      "refuses to store a key",
      () => vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(refuses("DataCloneError")),
    ],
    [
      "has no room left",
      () => vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(refuses("QuotaExceededError")),
    ],
    [
      "refuses to read",
      () => vi.spyOn(IDBObjectStore.prototype, "get").mockImplementation(refuses("UnknownError")),
    ],
    [
      "refuses to delete",
      () => vi.spyOn(IDBObjectStore.prototype, "delete").mockImplementation(refuses("UnknownError")),
    ],
    [
      "never answers a transaction",
      () => vi.spyOn(IDBDatabase.prototype, "transaction").mockReturnValue(mute()),
    ],
  ])("lives in memory where the browser %s, after two seconds at most", async (_what, breaks) => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const tokens = await someTokens();
    // The fake makes its tables by the calls that break here.
    await openStore();
    breaks();
    const walk = async () => {
      const store = await openStore();
      await store.set("tokens", tokens);
      const read = await store.get("tokens");
      await store.delete("tokens");
      return [read, await store.get("tokens")];
    };
    const walked = walk();
    await vi.advanceTimersByTimeAsync(2_001);
    const [read, left] = await walked;
    expect(read).toMatchObject({ accessToken: "at-1" });
    expect(left).toBeUndefined();
  });

  /** RFC 9700 section 4.14: another tab must not spend the refresh token of an older value. */
  it("leaves no older value in the database", async () => {
    const store = await openStore();
    await store.set("tokens", "old");
    vi.spyOn(IDBObjectStore.prototype, "put").mockImplementationOnce(refuses("QuotaExceededError"));
    await store.set("tokens", "new");
    await expect(store.get("tokens")).resolves.toBe("new");
    await expect((await openStore()).get("tokens")).resolves.toBeUndefined();
  });

  it("closes when another page, such as the page of a sign-out, deletes the database", async () => {
    const store = await openStore();
    await store.set("tokens", 1);
    const gone = new Promise<void>((resolve) => {
      indexedDB.deleteDatabase("atrium-portal").onsuccess = () => resolve();
    });
    await gone;
    await expect((await openStore()).get("tokens")).resolves.toBeUndefined();
  });
});
