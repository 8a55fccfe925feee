import { Box, Flex } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import type { components } from "../../api/schema";
import { useFormats } from "../../i18n/use-formats";
import { AppIcon } from "../app-icon";

interface OpensProps {
  group: { opens: components["schemas"]["OpenedProduct"][]; opensCount: number };
  /** How many names are shown. */
  most?: number;
}

/** The applications that a group opens: the first with their icons, and how many more there are. */
export function Opens({ group: { opens, opensCount }, most = 3 }: OpensProps) {
  const { t } = useTranslation("asking");
  const { number } = useFormats();
  const shown = opens.slice(0, most);
  const others = opensCount - shown.length;
  if (shown.length === 0) return <>{t("opens.nothing")}</>;
  return (
    <Flex as="ul" wrap="wrap" columnGap="3" rowGap="1" margin="0" padding="0" listStyleType="none">
      {shown.map(({ productId: id, productName: name, iconimgUrl, tileHue }) => (
        <Flex as="li" key={id} align="center" gap="1.5" minWidth={{ base: "0", md: "32" }}>
          <AppIcon product={{ id, name, iconimgUrl, tileHue }} small />
          <Box as="span" minWidth="0" overflowWrap="anywhere">
            {name}
          </Box>
        </Flex>
      ))}
      {others > 0 && (
        <Box as="li" color="fg.muted" aria-label={t("opens.more", { count: others })}>
          +{number(others)}
        </Box>
      )}
    </Flex>
  );
}
