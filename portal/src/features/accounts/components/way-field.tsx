import { Box, chakra, Flex } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";

const WAYS = ["link", "password"] as const;
export type Way = (typeof WAYS)[number];

/** How the owner of a new account gets a password. */
export function WayField({ chosen, onChoose }: { chosen: Way; onChoose: (way: Way) => void }) {
  const { t } = useTranslation("accounts");
  return (
    <chakra.fieldset border="0" margin="0" padding="0" minWidth="0">
      <Box as="legend" padding="0" marginBottom="1.5" fontSize="md" fontWeight="medium">
        {t("way")}
      </Box>
      <Flex direction="column" gap="2">
        {WAYS.map((way) => (
          <Flex key={way} as="label" gap="2.5" fontSize="md" cursor="pointer">
            <Box asChild boxSize="4" marginTop="0.5" flexShrink="0" accentColor="accent">
              <input
                type="radio"
                name="way"
                value={way}
                checked={way === chosen}
                onChange={() => onChoose(way)}
              />
            </Box>
            <Box minWidth="0">
              {t(`way.${way}`)}
              <Box fontSize="sm" color="fg.muted">
                {t(`wayText.${way}`)}
              </Box>
            </Box>
          </Flex>
        ))}
      </Flex>
    </chakra.fieldset>
  );
}
