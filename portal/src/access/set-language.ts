import { useMutation } from "@tanstack/react-query";
import { useServices } from "../api/services";
import { write } from "../api/write";
import { chooseLanguage } from "../i18n/i18n";
import type { Language } from "../i18n/language";
import { userQuery } from "./user";

/** Changes the language. If somebody is signed in, the server stores it first (F-58). */
export function useSetLanguage() {
  const services = useServices();
  return useMutation({
    mutationFn: async (language: Language) => {
      if (services.session.signedIn) {
        await write(services, "/api/security/user/set-lang", { appName: "SSO", lang: language });
        services.queries.setQueryData(userQuery(services).queryKey, (user) =>
          user ? { ...user, lang: language } : user,
        );
      }
      await chooseLanguage(language);
      // Answers contain names in the language of their reader.
      void services.queries.invalidateQueries();
    },
  });
}
