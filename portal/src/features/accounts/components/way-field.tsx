import { Box, chakra, Flex } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { ChoiceOption } from "../../../ui/form/choice-option";

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
          <ChoiceOption
            key={way}
            name="way"
            value={way}
            label={t(`way.${way}`)}
            text={t(`wayText.${way}`)}
            checked={way === chosen}
            onChoose={() => onChoose(way)}
          />
        ))}
      </Flex>
    </chakra.fieldset>
  );
}
