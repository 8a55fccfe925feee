import type { StyleSheet } from "@emotion/sheet";

interface SheetOptions {
  key: string;
}

/**
 * Emotion adds its rules to constructed style sheets instead of `<style>` elements. So the page needs only
 * `style-src 'self'`, no nonce and no 'unsafe-inline'. Only scripts can add such rules, and `script-src`
 * limits those.
 *
 * Rules that are added at once share a sheet, and no rule is added to it later. Chakra's rules are in cascade
 * layers, and Chromium recomputes the styles of the whole page when a sheet with layers changes, but not when
 * one is appended.
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
  private readonly sheets: CSSStyleSheet[] = [];
  /** The last of `sheets`, while the script that appended it runs. */
  private fresh: CSSStyleSheet | undefined;

  constructor(options: SheetOptions) {
    this.key = options.key;
  }

  insert(rule: string): void {
    const sheet = (this.fresh ??= this.append());
    try {
      sheet.insertRule(rule, sheet.cssRules.length);
    } catch {
      // This browser does not support the selector, so it skips the rule.
    }
  }

  flush(): void {
    const gone = this.sheets.splice(0);
    this.fresh = undefined;
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => !gone.includes(sheet));
  }

  hydrate(): void {
    // There is no server rendering.
  }

  private append(): CSSStyleSheet {
    const sheet = new CSSStyleSheet();
    this.sheets.push(sheet);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    queueMicrotask(() => (this.fresh = undefined));
    return sheet;
  }
}
