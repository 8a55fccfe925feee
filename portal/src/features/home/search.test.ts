import { describe, expect, it } from "vitest";
import { aProduct } from "../../testing/factories";
import { pinyinInitials } from "./pinyin";
import { matches } from "./search";

describe("the initials of a Chinese name", () => {
  it.each([
    ["财务", "cw"],
    ["媒体排期", "mtpq"],
    ["报销", "bx"],
    ["创意 Studio 中心", "cyzx"],
    ["人事与行政", "rsyxz"],
    ["Time Sheets", ""],
  ])("%s has %s", (name, initials) => expect(pinyinInitials(name)).toBe(initials));
});

describe("the search of the applications", () => {
  it.each([
    ["媒体排期", "mt", true],
    ["媒体排期", "PQ", true],
    ["媒体排期", "mtx", false],
    ["Time Sheets", "ts", true],
    ["Time Sheets", "hee", true],
  ])("%s is found by %s: %s", (name, query, found) =>
    expect(matches(aProduct({ name, attribute1: "", appName: "APP", adminName: "" }), query)).toBe(found),
  );
});
