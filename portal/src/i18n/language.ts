/** The languages of the product, as the API spells them (K-28). */
export const LANGUAGES = ["en-us", "zh-cn"] as const;
export type Language = (typeof LANGUAGES)[number];

/** A few words that stand where no catalogue is loaded yet. */
export type Words = Record<Language, string>;

const STORE = "lang";
const YEAR_IN_SECONDS = 31_536_000;

/** What `<html lang>` and the sign-in pages call it. */
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
 * The language to begin with: the one chosen in this browser, else that of the account that was last here (F-58), else
 * the first that the browser is set to, as the sign-in pages read it too; else en-us.
 */
export function rememberedLanguage(): Language {
  return [chosenLanguage(), fromLocalStorage(), ...navigator.languages.map(ours)].find(isLanguage) ?? "en-us";
}

/** Ours of the same tongue: `zh-Hans-CN` is read by who reads `zh-cn`. */
function ours(tag: string): Language | undefined {
  return LANGUAGES.find((language) => language.slice(0, 2) === tag.slice(0, 2).toLowerCase());
}

/** Keeps a choice where portal and sign-in pages both look. */
export function rememberChoice(language: Language): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${STORE}=${language}; Path=/; SameSite=Lax; Max-Age=${YEAR_IN_SECONDS}${secure}`;
  rememberLanguage(language);
}

/** Keeps what was last shown for the next first paint of the portal. */
export function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(STORE, language);
  } catch {
    // Storage is off in this browser; the account or the cookie has the language.
  }
}

function fromLocalStorage(): string | null {
  try {
    return localStorage.getItem(STORE);
  } catch {
    return null;
  }
}
