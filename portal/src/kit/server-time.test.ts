import { describe, expect, it } from "vitest";
import { beginOf } from "./server-time";

const utc = (at: number) => new Date(at).toISOString().slice(0, 16);

describe("a day of the server", () => {
  it("begins at midnight of its zone", () => {
    expect(utc(beginOf("2026-11-16", "Asia/Shanghai"))).toBe("2026-11-15T16:00");
    expect(utc(beginOf("2026-11-16", "America/New_York", 7))).toBe("2026-11-23T05:00");
  });

  it("begins at midnight where the clocks change on it, and on the day after", () => {
    expect(utc(beginOf("2027-03-28", "Europe/Berlin"))).toBe("2027-03-27T23:00");
    expect(utc(beginOf("2027-03-28", "Europe/Berlin", 1))).toBe("2027-03-28T22:00");
    expect(utc(beginOf("2026-11-01", "America/New_York"))).toBe("2026-11-01T04:00");
  });

  it("begins at midnight of UTC where the zone is unknown", () => {
    expect(utc(beginOf("2026-11-16", "Mars/Olympus", 1))).toBe("2026-11-17T00:00");
  });

  it("is no day if the address has none", () => {
    expect(beginOf("soon", "Asia/Shanghai")).toBeNaN();
  });
});
