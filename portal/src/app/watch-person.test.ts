import { describe, expect, it, vi } from "vitest";
import { watchPerson } from "./watch-person";

const MINUTE = 60_000;

describe("use of the tab", () => {
  it.each(["pointerdown", "keydown", "wheel", "touchmove"])("%s counts as use for a minute", (deed) => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const isAttended = watchPerson();
    expect(isAttended()).toBe(true);
    vi.advanceTimersByTime(5 * MINUTE);
    expect(isAttended()).toBe(false);
    document.body.dispatchEvent(new Event(deed, { bubbles: true }));
    expect(isAttended()).toBe(true);
    vi.advanceTimersByTime(MINUTE);
    expect(isAttended()).toBe(false);
  });

  it("coming back to the tab counts as use", () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const isAttended = watchPerson();
    vi.advanceTimersByTime(5 * MINUTE);
    document.dispatchEvent(new Event("visibilitychange"));
    expect(isAttended()).toBe(true);
  });
});
