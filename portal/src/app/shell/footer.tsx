import { Flex, Link, Text } from "@chakra-ui/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../api/services";

/** Copyright with the current year, and the filing numbers of this installation (S-13, G-26). */
export function Footer() {
  const { t } = useTranslation("shell");
  const { config } = useServices();
  const [year] = useState(() => new Date().getFullYear());
  return (
    <Flex
      as="footer"
      justify="center"
      wrap="wrap"
      columnGap="4"
      rowGap="1"
      paddingBlock="5"
      paddingInline="6"
      fontSize="xs"
      color="fg.muted"
    >
      <Text as="span">{t("footer.copyright", { year, productName: config.productName })}</Text>
      {config.filings.map(({ text, url }) => (
        <Link key={text} href={url} target="_blank" rel="noopener noreferrer" color="fg.muted">
          {text}
        </Link>
      ))}
    </Flex>
  );
}
