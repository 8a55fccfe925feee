import { Flex } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";

/** The keys of the palette, for people with a keyboard. Screen readers know them from the combobox. */
export function Keys() {
  const { t } = useTranslation("palette");
  return (
    <Flex
      aria-hidden
      hideBelow="md"
      gap="4"
      paddingInline="4"
      paddingBlock="2"
      borderTop="1px solid"
      borderColor="border"
      fontSize="xs"
      color="fg.muted"
    >
      <span>↑↓ {t("keys.move")}</span>
      <span>Enter {t("keys.open")}</span>
      <span>Ctrl+Enter {t("keys.newTab")}</span>
    </Flex>
  );
}
