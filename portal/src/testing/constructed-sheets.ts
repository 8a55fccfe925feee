/**
 * Constructed style sheets for jsdom, which lacks them. Only rules that decide whether something is hidden take effect.
 * jsdom compares every rule with every element for each query by role, so all of Chakra's rules would double the time of
 * the tests. Colours and layout are checked in the browser.
 *
 * Import this before the theme, which asks once whether the browser supports such sheets.
 */

/** What Testing Library, user-event and axe ask about: who can see or click an element. */
const HIDES = /(?:^|[{;\s])(?:display:\s*none|visibility:|content-visibility:|pointer-events:)/;

class Sheet implements Pick<CSSStyleSheet, "insertRule"> {
  readonly cssRules: string[] = [];
  readonly element = document.createElement("style");
  /** The rules of a class, until one of them hides; a later one may show the element again. */
  private readonly waiting = new Map<string, string[]>();
  private readonly hiding = new Set<string>();

  insertRule(rule: string): number {
    this.cssRules.push(rule);
    // jsdom ignores rules in layers, and no media query with a condition matches.
    if (rule.startsWith("@")) return this.cssRules.length - 1;
    const subject = /^[^\s{:[>+~,]*/.exec(rule)?.[0] ?? "";
    const rules = [...(this.waiting.get(subject) ?? []), rule];
    if (HIDES.test(rule)) this.hiding.add(subject);
    if (this.hiding.has(subject)) {
      for (const each of rules) this.element.append(each);
      rules.length = 0;
    }
    this.waiting.set(subject, rules);
    return this.cssRules.length - 1;
  }
}

let adopted: Sheet[] = [];

Object.defineProperty(document, "adoptedStyleSheets", {
  configurable: true,
  get: () => adopted,
  set: (sheets: Sheet[]) => {
    for (const sheet of adopted) if (!sheets.includes(sheet)) sheet.element.remove();
    for (const sheet of sheets) if (!sheet.element.isConnected) document.head.append(sheet.element);
    adopted = sheets;
  },
});
globalThis.CSSStyleSheet = Sheet as unknown as typeof CSSStyleSheet;
