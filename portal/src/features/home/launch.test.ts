import { describe, expect, it } from "vitest";
import { launchAddress } from "./launch";

/** G-07, F-02: the token is added to any query; only web addresses are opened. */
describe("the address of a launch", () => {
  it.each([
    ["https://a.example", "https://a.example?token=t"],
    ["https://a.example/?", "https://a.example/?token=t"],
    ["https://a.example/p?x=1", "https://a.example/p?x=1&token=t"],
    ["https://a.example/p?x=1&", "https://a.example/p?x=1&token=t"],
    ["http://localhost:8082/#/route?y", "http://localhost:8082/?token=t#/route?y"],
  ])("%s becomes %s", (given, wanted) => expect(launchAddress(given, "t")).toBe(wanted));

  it("stays as it is without a token", () => {
    expect(launchAddress("https://a.example/p?x=%20", null)).toBe("https://a.example/p?x=%20");
  });

  it("gets the portal's origin and no token if it is a path of the portal", () => {
    expect(launchAddress("/", "t")).toBe("http://localhost:8080/");
    expect(launchAddress("/a?b", null)).toBe("http://localhost:8080/a?b");
  });

  it.each([
    "",
    "javascript:alert(1)",
    "data:text/html,x",
    "relative",
    "//other.example",
    "/\\other.example",
    "https://",
  ])("refuses %j", (given) => expect(launchAddress(given, "t")).toBeUndefined());
});
