import { describe, expect, it } from "vitest";
import { daysBetween, hoursOf, partsOf, valuesOf } from "./spans";

const point = (at: string, part: string, count: number) => ({ at, part, count });

describe("the days and hours of a chart", () => {
  it("are all between the first and the last, over a change of the clocks too", () => {
    expect(daysBetween("2027-03-27", "2027-03-29")).toEqual(["2027-03-27", "2027-03-28", "2027-03-29"]);
    expect(daysBetween("2026-11-21", "2026-11-21")).toEqual(["2026-11-21"]);
  });

  it("have hours that only the server's zone has", () => {
    const hours = hoursOf("2026-11-21", [point("2026-11-21 05:30", "", 1)]);
    expect(hours).toHaveLength(25);
    expect(hours.slice(5, 7)).toEqual(["2026-11-21 05:00", "2026-11-21 05:30"]);
  });
});

describe("the parts of a chart", () => {
  it("keep their order, and unknown ones come last", () => {
    const points = [point("a", "new", 1), point("a", "passkey", 2), point("b", "password", 3)];
    expect(partsOf(points, ["password", "code", "passkey"])).toEqual(["password", "passkey", "new"]);
    expect(valuesOf(points, "password", ["a", "b"])).toEqual([0, 3]);
  });
});
