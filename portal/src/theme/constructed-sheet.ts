import type { StyleSheet } from "@emotion/sheet";

interface SheetOptions {
  key: string;
}

/**
 * Where Emotion puts its rules: a constructed style sheet in place of `<style>` elements, so that the page
 * lives under `style-src 'self'` with neither nonce nor 'unsafe-inline'. Rules added through the CSSOM are
 * ours by script already, and script-src guards those.
 *
 * It has the face of `@emotion/sheet`, whose constructor Emotion calls again for each `<Global>`.
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
      // A selector that only another engine supports: this browser skips the rule.
    }
  }

  flush(): void {
    const gone = this.sheet;
    this.sheet = undefined;
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== gone);
  }

  hydrate(): void {
    // Nothing was rendered on a server.
  }
}

function adopt(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return sheet;
}
