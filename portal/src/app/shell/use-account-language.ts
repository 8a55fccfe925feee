import { useEffect } from "react";
import { useUser } from "../../access/user";
import { changeLanguage } from "../../i18n/i18n";

/** After the sign-in the account's language wins, and is kept in this browser (F-58). */
export function useAccountLanguage(): void {
  const language = useUser()?.lang;
  useEffect(() => {
    // Without the other texts the page stays readable in the language it has.
    if (language) changeLanguage(language).catch(() => undefined);
  }, [language]);
}
