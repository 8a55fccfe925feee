import { useEffect } from "react";
import { useUser } from "../../access/user";
import { showLanguage } from "../../i18n/i18n";
import { chosenLanguage } from "../../i18n/language";

/** After the sign-in the account's language is shown (F-58), unless another was chosen in this browser. */
export function useAccountLanguage(): void {
  const language = useUser()?.lang;
  useEffect(() => {
    // Without the other texts the page stays readable in the language it has.
    if (language && !chosenLanguage()) showLanguage(language).catch(() => undefined);
  }, [language]);
}
