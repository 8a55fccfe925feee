import type { StyleSheet } from "@emotion/sheet";

interface SheetOptions {
  key: string;
}

/**
 * Emotion adds its rules to this constructed style sheet instead of `<style>` elements. So the page needs only
 * `style-src 'self'`, no nonce and no 'unsafe-inline'. Only scripts can add such rules, and `script-src` limits those.
 *
 * It has the interface of `@emotion/sheet`, whose constructor Emotion calls again for each `<Global>`.
 */
export class ConstructedSheet implements Pick<StyleSheet, "key" | "tags" | "insert" | "flush" | "hydrate"> {
  readonly key: string;
  readonly isSpeedy = true;
  readonly container = document.head;
  readonly nonce = undefined;
  readonly tags: HTMLStyleElement[] = [];
  before: Element | null = null;
  private sheet: CSSStyleSheet | undefined;

  constructor(options: SheetOptions) {
    this.key = options.key;
  }

  insert(rule: string): void {
    const sheet = (this.sheet ??= adopt());
    try {
      sheet.insertRule(rule, sheet.cssRules.length);
    } catch {
      // This browser does not support the selector, so it skips the rule.
    }
  }

  flush(): void {
    const gone = this.sheet;
    this.sheet = undefined;
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== gone);
  }

  hydrate(): void {
    // There is no server rendering.
  }
}

function adopt(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return sheet;
}
