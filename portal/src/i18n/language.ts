import { ROOT } from "../address/base";

/** The languages, as the API spells them (K-28). */
export const LANGUAGES = ["en-us", "zh-cn"] as const;
export type Language = (typeof LANGUAGES)[number];

/** A text that is needed before any catalogue is loaded. */
export type Words = Record<Language, string>;

const STORE = "lang";
const YEAR_IN_SECONDS = 31_536_000;

/** The names for `<html lang>` and the sign-in pages. */
export const HTML_LANG: Record<Language, string> = { "en-us": "en", "zh-cn": "zh-CN" };

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value);
}

/** The language that somebody chose in this browser, on the sign-in pages or here. */
export function chosenLanguage(): Language | undefined {
  const cookie = /(?:^|; )lang=([^;]*)/.exec(document.cookie)?.[1];
  return isLanguage(cookie) ? cookie : undefined;
}

/**
 * The language to begin with: chosen in this browser, else the last account's (F-58), else the browser's
 * first that fits (as on the sign-in pages), else en-us.
 */
export function rememberedLanguage(): Language {
  return [chosenLanguage(), fromLocalStorage(), ...navigator.languages.map(ours)].find(isLanguage) ?? "en-us";
}

/** Our language for a tag: `zh-Hans-CN` gives `zh-cn`. */
function ours(tag: string): Language | undefined {
  return LANGUAGES.find((language) => language.slice(0, 2) === tag.slice(0, 2).toLowerCase());
}

/** Stores a choice in the cookie that portal and sign-in pages read. */
export function rememberChoice(language: Language): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${STORE}=${language}; Path=${ROOT}; SameSite=Lax; Max-Age=${YEAR_IN_SECONDS}${secure}`;
  rememberLanguage(language);
}

/** Stores the shown language for the first paint of the next visit. */
export function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(STORE, language);
  } catch {
    // Storage is off; the cookie or the account still has the language.
  }
}

function fromLocalStorage(): string | null {
  try {
    return localStorage.getItem(STORE);
  } catch {
    return null;
  }
}
