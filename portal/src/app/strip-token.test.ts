import { describe, expect, it } from "vitest";
import { withoutToken } from "./strip-token";

/** T-01, F-01, G-07, trap T1. */
describe("a token in the address", () => {
  it.each([
    ["http://a/?token=x", "http://a/"],
    ["http://a/p?q=1&token=x#f", "http://a/p?q=1#f"],
    ["http://a/?token=x&token=y&q=a%20b", "http://a/?q=a%20b"],
    ["http://a/?%74oken=x", "http://a/"],
    ["http://a/?token", "http://a/"],
  ])("is removed from %s", (given, clean) => expect(withoutToken(given)).toBe(clean));

  it.each(["http://a/", "http://a/?", "http://a/?q=token", "http://a/?tokens=1", "http://a/?&q=1&"])(
    "leaves %s alone",
    (given) => expect(withoutToken(given)).toBeUndefined(),
  );
});
