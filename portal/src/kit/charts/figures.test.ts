import { describe, expect, it } from "vitest";
import { csvOf, totalOf } from "./figures";

const figures = {
  head: "Day",
  labels: ["21 Nov 2026", "@SUM(1)"],
  series: [
    { key: "a", name: 'Name "A"', values: [1, 2] },
    { key: "b", name: "B", values: [3] },
  ],
};

describe("figures", () => {
  it("are a file with quotation marks, without formulas, and with 0 for what is missing", () => {
    expect(csvOf(figures)).toBe('\uFEFF"Day","Name ""A""","B"\r\n"21 Nov 2026",1,3\r\n"\'@SUM(1)",2,0\r\n');
  });

  it("have a sum", () => {
    expect(totalOf(figures)).toBe(6);
  });
});
