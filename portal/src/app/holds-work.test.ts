import { afterEach, describe, expect, it } from "vitest";
import { holdsWork } from "./holds-work";

afterEach(() => document.body.replaceChildren());

describe("unsaved work", () => {
  it.each([
    ["an empty page", "<main><input></main>", false],
    ["a page with a form", "<main><form><input></form></main>", true],
    ["a drawer with a form, changed or not", "<div role=dialog><form><input></form></div>", true],
    ["a question with a reason", "<div role=alertdialog><textarea></textarea></div>", true],
    ["a drawer for reading", "<div role=dialog><p>Details</p></div>", false],
  ])("%s: %s", (_what, html, held) => {
    document.body.innerHTML = html;
    expect(holdsWork()).toBe(held);
  });

  it("is everything that asks before the tab is closed", () => {
    const ask = (event: Event) => event.preventDefault();
    addEventListener("beforeunload", ask);
    expect(holdsWork()).toBe(true);
    removeEventListener("beforeunload", ask);
    expect(holdsWork()).toBe(false);
  });
});
