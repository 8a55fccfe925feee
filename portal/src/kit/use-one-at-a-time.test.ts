import { renderHook } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { useOneAtATime } from "./use-one-at-a-time";

beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] }));

/** A component between two renders: its state is as old as the last render. */
function hooked(work: () => Promise<boolean>) {
  return renderHook(() => useOneAtATime(work)).result.current;
}

describe("one press", () => {
  it("is one action, even if it is repeated before an answer or a drawing", async () => {
    const work = vi.fn(() => new Promise<boolean>((resolve) => setTimeout(resolve, 50, true)));
    const press = hooked(work);
    const presses = [press(), press(), press()];
    await vi.advanceTimersByTimeAsync(50);
    await expect(Promise.all(presses)).resolves.toEqual([true, false, false]);
    expect(work).toHaveBeenCalledOnce();
  });

  /** An answer of 20 ms comes between the two presses of a double click of 100 ms. */
  it("is one action for a double click with the answer between the clicks", async () => {
    const work = vi.fn(() => Promise.resolve(true));
    const press = hooked(work);
    await press();
    await vi.advanceTimersByTimeAsync(100);
    await expect(press()).resolves.toBe(false);
    await vi.advanceTimersByTimeAsync(400);
    await expect(press()).resolves.toBe(true);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it.each([
    ["is refused", () => Promise.resolve(false), false],
    ["breaks", () => Promise.reject(new Error("broken")), "broken"],
  ])("may be repeated at once when it %s", async (_what, fails, said) => {
    const work = vi.fn(fails);
    const press = hooked(work);
    const outcome = () => press().catch((error: unknown) => (error as Error).message);
    expect([await outcome(), await outcome()]).toEqual([said, said]);
    expect(work).toHaveBeenCalledTimes(2);
  });
});
