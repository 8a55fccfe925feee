import i18next, { type BackendModule } from "i18next";
import { initReactI18next } from "react-i18next";
import { HTML_LANG, isLanguage, rememberedLanguage, rememberLanguage, type Language } from "./language";

interface LocaleFile {
  default: Record<string, string>;
}

/** One chunk per language and namespace, fetched when a route asks for it. */
const files = import.meta.glob<LocaleFile>("./locales/*/*.json");

const backend: BackendModule = {
  type: "backend",
  init: () => undefined,
  read(language, namespace, done) {
    const load = files[`./locales/${language}/${namespace}.json`];
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

/** Loads the remembered language and what every page needs; the rest comes with its route. */
export async function startTexts(): Promise<void> {
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
      ns: ["shell", "ui"],
      defaultNS: "shell",
      keySeparator: false,
      interpolation: { escapeValue: false },
      returnNull: false,
    });
}

export function currentLanguage(): Language {
  return isLanguage(i18n.language) ? i18n.language : "en-us";
}

/** Shows and remembers a language. Whether the account keeps it is the caller's question (F-58). */
export async function changeLanguage(language: Language): Promise<void> {
  rememberLanguage(language);
  if (i18n.language !== language) await i18n.changeLanguage(language);
}
