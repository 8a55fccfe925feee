import { useEffect } from "react";
import { useUser } from "../../access/user";
import { showLanguage } from "../../i18n/i18n";
import { chosenLanguage } from "../../i18n/language";

/** After the sign-in, shows the account's language (F-58), unless somebody chose another one in this browser. */
export function useAccountLanguage(): void {
  const language = useUser()?.lang;
  useEffect(() => {
    // If the texts do not load, the page stays in its language.
    if (language && !chosenLanguage()) showLanguage(language).catch(() => undefined);
  }, [language]);
}
