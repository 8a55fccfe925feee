import { describe, expect, it } from "vitest";
import { aProduct } from "../../testing/factories";
import { launchOf, shownAddress } from "./launch";

/** F-02, G-07: only web addresses and paths of the portal are opened, and none of them gets a token here. */
describe("the address of a link", () => {
  it.each([
    ["https://a.example", "https://a.example"],
    ["https://a.example/p?x=%20", "https://a.example/p?x=%20"],
    ["http://localhost:8082/#/route?y", "http://localhost:8082/#/route?y"],
    ["/", "http://localhost:8080/"],
    ["/a?b", "http://localhost:8080/a?b"],
  ])("%s is shown as %s", (given, wanted) => expect(shownAddress(given)).toBe(wanted));

  it.each([
    "",
    "javascript:alert(1)",
    "data:text/html,x",
    "relative",
    "//other.example",
    "/\\other.example",
    "https://",
  ])("refuses %j", (given) => expect(shownAddress(given)).toBeUndefined());
});

/** F-31, T-32. */
describe("what a card leads to", () => {
  const one = { name: "Main", url: "https://one.example/?a=b&c" };
  const bad = { name: "Bad", url: "javascript:alert(1)" };

  it.each([
    ["one address", { links: [one] }, { kind: "opened", way: "http://localhost:8080/open/7" }],
    ["a second one that is no address", { links: [one, bad] }, { kind: "opened" }],
    ["its own address alone", { links: [] }, { kind: "opened" }],
    [
      "one that people may copy",
      { links: [one], linkDialog: true },
      {
        kind: "choose",
        links: [
          {
            name: "Main",
            address: one.url,
            way: "http://localhost:8080/open/7?way=https%3A%2F%2Fone.example%2F%3Fa%3Db%26c",
          },
        ],
      },
    ],
    ["several", { links: [one, { ...one, name: "Other" }] }, { kind: "choose" }],
    ["no address", { links: [bad], link: "", linkDialog: true }, { kind: "blocked" }],
    ["no access", { links: [one], state: "request" }, { kind: "blocked" }],
  ] as const)("with %s", (_case, given, wanted) => {
    const product = aProduct({ id: 7, link: "https://time.example/", ...given, links: [...given.links] });
    expect(launchOf(product)).toMatchObject(wanted);
  });
});
