import { describe, expect, it } from "vitest";
import { i18n, loadTexts, showLanguage } from "./i18n";
import { ownTexts } from "./own-texts";
import type { Texts } from "./texts";

/** Registers a catalogue that nobody has loaded yet; its files arrive when `arrive` is called. */
function catalogue(name: string) {
  let arrive: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const file = (word: string) => () => arrived.then(() => ({ default: { word } }));
  const registered = ownTexts(name as keyof Texts, {
    "./locales/en-us.json": file("word"),
    "./locales/zh-cn.json": file("词"),
  });
  return { name: registered, arrive };
}

/** Everything that does not wait for a catalogue has happened. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

/** G-11: no text is missing when a page loads its texts while the language changes. */
describe("texts that load while the language changes", () => {
  it("are in the new language if the change began first", async () => {
    const { name, arrive } = catalogue("second");
    const both = Promise.all([showLanguage("zh-cn"), loadTexts([name])]);
    await Promise.race([both, settled()]);
    arrive();
    await both;
    expect(i18n.getResource("zh-cn", name, "word")).toBe("词");
  });

  it("are in the new language if they began first", async () => {
    const { name, arrive } = catalogue("first");
    const both = Promise.all([loadTexts([name]), showLanguage("zh-cn")]);
    await Promise.race([both, settled()]);
    arrive();
    await both;
    expect(i18n.getResource("zh-cn", name, "word")).toBe("词");
  });
});
