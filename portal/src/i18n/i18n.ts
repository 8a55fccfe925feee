import i18next, { type BackendModule } from "i18next";
import { initReactI18next } from "react-i18next";
import {
  HTML_LANG,
  isLanguage,
  rememberChoice,
  rememberedLanguage,
  rememberLanguage,
  type Language,
} from "./language";
import { ownFile, type LocaleFile } from "./own-texts";
import type { Texts } from "./texts";

/** What every page needs. */
const FIRST = ["shell", "ui"];

/** What several pages share, one chunk per language and namespace. What one feature says lies in its own folder. */
const shared = import.meta.glob<LocaleFile>("./locales/*/*.json");

const backend: BackendModule = {
  type: "backend",
  init: () => undefined,
  read(language, namespace, done) {
    const load = ownFile(namespace, language) ?? shared[`./locales/${language}/${namespace}.json`];
    if (!load) {
      done(new Error(`No texts ${namespace} in ${language}`), null);
      return;
    }
    load().then(
      (file) => done(null, file.default),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), null),
    );
  },
};

/** The one catalogue. Keys are flat and literal, so that `dc:` keys stay as the specification writes them (F-61). */
export const i18n = i18next;

/** Loads the remembered language and what every page needs, once; the rest comes with its route. */
export async function startTexts(): Promise<void> {
  if (i18n.isInitialized) return;
  i18n.on("languageChanged", (language) => {
    if (isLanguage(language)) document.documentElement.lang = HTML_LANG[language];
  });
  await i18n
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: rememberedLanguage(),
      supportedLngs: ["en-us", "zh-cn"],
      fallbackLng: false,
      lowerCaseLng: true,
      load: "currentOnly",
      ns: FIRST,
      defaultNS: "shell",
      keySeparator: false,
      interpolation: { escapeValue: false },
      returnNull: false,
    });
  requireTexts(i18n.language, FIRST);
}

/** Loads the texts of a page or part. Throws when they cannot be had, as a missing chunk does. */
export async function loadTexts(namespaces: readonly (keyof Texts)[]): Promise<void> {
  await i18n.loadNamespaces(namespaces);
  requireTexts(i18n.language, namespaces);
}

/** i18next only notes what it could not load, and would show keys. */
function requireTexts(language: string, namespaces: readonly string[]): void {
  const missing = namespaces.filter((namespace) => !i18n.hasResourceBundle(language, namespace));
  if (missing.length > 0) throw new Error(`No texts ${missing.join(", ")} in ${language}`);
}

export function currentLanguage(): Language {
  return languageOf(i18n);
}

/** The language that a rendered part is in; `useTranslation` gives `i18n`, and renders anew when it changes. */
export function languageOf({ language }: { language: string }): Language {
  return isLanguage(language) ? language : "en-us";
}

/** Shows a language that somebody chose, and keeps the choice. Whether the account keeps it is the caller's question. */
export async function chooseLanguage(language: Language): Promise<void> {
  await showLanguage(language);
  rememberChoice(language);
}

/** Shows a language and begins with it next time, unless another is chosen. */
export async function showLanguage(language: Language): Promise<void> {
  if (i18n.language !== language) {
    await i18n.loadLanguages(language);
    requireTexts(language, [i18n.options.ns ?? []].flat());
    await i18n.changeLanguage(language);
  }
  rememberLanguage(language);
}
