import { useEffect } from "react";
import { useUser } from "../../access/user";
import { changeLanguage } from "../../i18n/i18n";

/** After the sign-in the account's language wins, and is kept in this browser (F-58). */
export function useAccountLanguage(): void {
  const language = useUser()?.lang;
  useEffect(() => {
    if (language) void changeLanguage(language);
  }, [language]);
}
