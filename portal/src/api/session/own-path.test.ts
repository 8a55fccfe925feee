import { describe, expect, it } from "vitest";
import { ownPath } from "./own-path";

// Attack 1, T1: after a sign-in the portal only goes to its own paths.
describe("the address after a sign-in", () => {
  it.each([
    "/",
    "/?q=time",
    "/groups/7?tab=members#top",
    "/a//b",
    "/?next=//evil.example",
    "/#//evil.example",
    "/100%25",
  ])("keeps %s", (path) => expect(ownPath(path)).toBe(path));

  it.each([
    "",
    "groups",
    "//evil.example",
    "//evil.example/groups",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/a\\b",
    "/%2fevil.example",
    "/%2F/evil.example",
    "/%5Cevil.example",
    "/%252fevil.example",
    "/%25255cevil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "\t//evil.example",
    "/ /evil.example",
    "https://evil.example/",
    "https:evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
  ])("refuses %j", (path) => expect(ownPath(path)).toBe("/"));
});
