import { act, renderHook } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { useTyped } from "./use-typed";

const typed = (text: string, typing = true) =>
  renderHook(({ text, typing }) => useTyped(text, typing), { initialProps: { text, typing } });

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

/** T-43, K-14. */
describe("the typing animation", () => {
  it("waits 10 ms, and takes 20 for a character", () => {
    vi.useFakeTimers();
    const { result } = typed("abc");
    pass(29);
    expect(result.current).toBe("");
    pass(1);
    expect(result.current).toBe("a");
    pass(20);
    expect(result.current).toBe("ab");
    pass(20);
    expect(result.current).toBe("abc");
  });

  it("follows a text that grows, and is never far behind", () => {
    vi.useFakeTimers();
    const { result, rerender } = typed("a");
    pass(30);
    rerender({ text: "ab", typing: true });
    pass(20);
    expect(result.current).toBe("ab");
    rerender({ text: "word ".repeat(2_000), typing: true });
    for (let ms = 0; ms < 6_000; ms += 20) pass(20);
    expect(result.current.length).toBeGreaterThan(9_900);
  });

  it("parts no character", () => {
    vi.useFakeTimers();
    const { result } = typed("👍👍");
    pass(30);
    expect(result.current).toBe("👍");
  });

  it("is left out for people who want no motion, and for what was there before", () => {
    expect(typed("abc", false).result.current).toBe("abc");
    vi.spyOn(window, "matchMedia").mockReturnValue({ matches: true } as MediaQueryList);
    expect(typed("abc").result.current).toBe("abc");
  });
});
