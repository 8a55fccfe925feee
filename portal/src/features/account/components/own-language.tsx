import { Flex, Text } from "@chakra-ui/react";
import { Check } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useSetLanguage } from "../../../access/set-language";
import type { UserInfo } from "../../../access/user";
import { HTML_LANG, LANGUAGES, type Language } from "../../../i18n/language";
import { BusyButton } from "../../../ui/busy-button";
import { Part } from "../../../ui/part";

/** Each in its own words, so that everybody finds theirs. */
const NAMES: Record<Language, string> = { "en-us": "English", "zh-cn": "中文" };

/** The language of the account. The page follows a choice at once (F-58). */
export function OwnLanguage({ user }: { user: UserInfo }) {
  const { t } = useTranslation("account");
  const { mutate, isPending, variables } = useSetLanguage();
  return (
    <Part heading={t("language")}>
      <Text marginTop="0" marginBottom="3" color="fg.muted">
        {t("language.what")}
      </Text>
      <Flex role="group" aria-label={t("language")} gap="2" wrap="wrap">
        {LANGUAGES.map((language) => (
          <BusyButton
            key={language}
            variant="outline"
            size="sm"
            lang={HTML_LANG[language]}
            aria-pressed={user.lang === language}
            busy={isPending && variables === language}
            onClick={() => !isPending && mutate(language)}
          >
            {user.lang === language && <Check size={14} aria-hidden />}
            {NAMES[language]}
          </BusyButton>
        ))}
      </Flex>
    </Part>
  );
}
