import i18next, { type BackendModule } from "i18next";
import { initReactI18next } from "react-i18next";
import { closeGaps } from "./gaps";
import {
  HTML_LANG,
  isLanguage,
  rememberChoice,
  rememberedLanguage,
  rememberLanguage,
  type Language,
} from "./language";
import { FIRST_TEXTS, textsFile } from "./own-texts";
import type { Texts } from "./texts";

const backend: BackendModule = {
  type: "backend",
  init: () => undefined,
  read(language, namespace, done) {
    const load = textsFile(namespace, language);
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

/** Keys are flat and literal, so that `dc:` keys are exactly as in the specification (F-61). */
export const i18n = i18next;

/** Loads the texts that every page needs, in the remembered language. Other texts load with their pages. */
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
      ns: FIRST_TEXTS,
      defaultNS: "shell",
      keySeparator: false,
      interpolation: { escapeValue: false },
      returnNull: false,
    });
  closeGaps(i18n.services.interpolator);
  requireTexts(i18n.language, FIRST_TEXTS);
}

/** Loads the texts of a page or part. Throws if they do not load, as a missing chunk does. */
export async function loadTexts(namespaces: readonly (keyof Texts)[]): Promise<void> {
  let language;
  // The language may change while the texts load.
  do {
    language = i18n.language;
    await i18n.loadNamespaces(namespaces);
  } while (language !== i18n.language);
  requireTexts(language, namespaces);
}

/** Throws if texts are missing, because i18next would show their keys. */
function requireTexts(language: string, namespaces: readonly string[]): void {
  const missing = namespaces.filter((namespace) => !i18n.hasResourceBundle(language, namespace));
  if (missing.length > 0) throw new Error(`No texts ${missing.join(", ")} in ${language}`);
}

export function currentLanguage(): Language {
  return languageOf(i18n);
}

/** The language of `useTranslation().i18n`, whose component renders again when it changes. */
export function languageOf({ language }: { language: string }): Language {
  return isLanguage(language) ? language : "en-us";
}

/** Shows the chosen language and remembers it in this browser. The caller stores it in the account. */
export async function chooseLanguage(language: Language): Promise<void> {
  await showLanguage(language);
  rememberChoice(language);
}

/** Shows a language. The next visit begins with it, unless somebody chose another one. */
export async function showLanguage(language: Language): Promise<void> {
  if (i18n.language !== language) {
    // A page may ask for its own texts meanwhile: `changeLanguage` loads those.
    const namespaces = [i18n.options.ns ?? []].flat();
    await i18n.loadLanguages(language);
    // It does nothing for a language that was shown before, whose newest texts may still be on their way.
    await i18n.loadNamespaces(namespaces);
    requireTexts(language, namespaces);
    await i18n.changeLanguage(language);
  }
  rememberLanguage(language);
}
