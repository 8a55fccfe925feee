import { useTranslation } from "react-i18next";
import { useSetLanguage } from "../../access/set-language";
import { IconButton } from "../../ui/icon-button";

/** Shows the language it switches to: 中 while English, En while Chinese (G-11). */
export function LanguageToggle() {
  const { t, i18n } = useTranslation("shell");
  const { mutate, isPending } = useSetLanguage();
  const chinese = i18n.language === "zh-cn";
  return (
    <IconButton
      label={t("language.change")}
      lang={chinese ? "en" : "zh-CN"}
      fontWeight="semibold"
      aria-busy={isPending}
      onClick={() => !isPending && mutate(chinese ? "en-us" : "zh-cn")}
    >
      {chinese ? "En" : "中"}
    </IconButton>
  );
}
