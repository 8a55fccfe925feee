import { afterEach, describe, expect, it, vi } from "vitest";
import { chosenLanguage, rememberChoice, rememberedLanguage, rememberLanguage } from "./language";

afterEach(() => {
  document.cookie = "lang=; Max-Age=0; Path=/";
  localStorage.clear();
});

/** F-58: the choice in this browser, then the browser's languages, then en-us, as on the sign-in pages. */
describe("the language before a sign-in", () => {
  it.each([
    [["zh-CN", "en"], "zh-cn"],
    [["fr", "zh-Hans-CN"], "zh-cn"],
    [["en-GB", "zh"], "en-us"],
    [["fr"], "en-us"],
  ])("is, for a browser set to %j, %s", (languages, wanted) => {
    vi.spyOn(navigator, "languages", "get").mockReturnValue(languages);
    expect(rememberedLanguage()).toBe(wanted);
  });

  it("is the chosen one, instead of the browser's", () => {
    vi.spyOn(navigator, "languages", "get").mockReturnValue(["zh-CN"]);
    rememberChoice("en-us");
    expect(rememberedLanguage()).toBe("en-us");
  });

  it("is the last one shown, without counting as a choice", () => {
    rememberLanguage("zh-cn");
    expect(rememberedLanguage()).toBe("zh-cn");
    expect(chosenLanguage()).toBeUndefined();
  });
});
