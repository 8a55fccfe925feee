import { describe, expect, it } from "vitest";
import { strengthOf } from "./strength";

describe("the strength of a password", () => {
  it.each([
    ["password1", "weak"],
    ["Qwerty12345", "weak"],
    ["Copper4Tea", "fair"],
    ["turnip8Lamp", "good"],
    ["kettleOrbitPlum7Fern", "strong"],
  ])("%s: %s", (password, strength) => {
    expect(strengthOf(password, [])).toBe(strength);
  });

  it("falls with words of the person", () => {
    expect(strengthOf("ZhangSanFeng88", [])).not.toBe("weak");
    expect(strengthOf("ZhangSanFeng88", ["ZhangSanFeng", "张三丰", "zhang@demo.test"])).toBe("weak");
  });
});
