import { Box, Button, Flex, Grid, Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { Building2, ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { agenciesQuery } from "../../../kit/place/belonging";
import type { Choosing } from "../../../kit/place/choose-place";

/** Shown for an empty agency or client (S-04). */
const NONE = "-";

interface PlaceDisclosureProps {
  agency: string;
  client: string;
  onChoose: (choosing: Choosing) => void;
}

/**
 * A button that names agency and client, and opens the ways to change them (S-04, G-32). A click or Enter keeps them
 * open, the mouse shows them meanwhile, Escape closes them (WCAG 1.4.13). The focus alone opens nothing: otherwise Tab
 * would stop twice more before the first card.
 */
export function PlaceDisclosure({ agency, client, onChoose }: PlaceDisclosureProps) {
  const { t } = useTranslation("home");
  const [pinned, setPinned] = useState(false);
  const [peeked, setPeeked] = useState(false);
  const panel = useId();
  const agencies = useQuery({ ...agenciesQuery(useServices()), enabled: pinned || peeked }).data;
  const asked = agencies?.find(({ requested }) => requested);
  const refused = asked ? undefined : agencies?.find(({ refusal }) => refusal);
  const shown = pinned || peeked;
  const close = () => {
    setPinned(false);
    setPeeked(false);
  };
  const choose = (choosing: Choosing) => () => {
    close();
    onChoose(choosing);
  };
  return (
    <Box
      position="relative"
      minWidth="0"
      maxWidth="full"
      // On a phone it has a line of its own below the name, and its sign stands below the first letter.
      flexBasis={{ base: "full", sm: "auto" }}
      marginInlineStart={{ base: "-3", sm: "0" }}
      onPointerEnter={(event) => event.pointerType === "mouse" && setPeeked(true)}
      onPointerLeave={() => setPeeked(false)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) close();
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") close();
      }}
    >
      <Button
        variant="ghost"
        size="sm"
        flexShrink="1"
        maxWidth="full"
        aria-label={agency ? t("place.button", { agency, client: client || NONE }) : t("place.choose")}
        aria-expanded={shown}
        aria-controls={panel}
        onClick={() => (pinned ? close() : setPinned(true))}
      >
        <Building2 size={16} aria-hidden />
        <Box as="span" truncate>
          {agency ? `${agency} · ${client || NONE}` : t("place.choose")}
        </Box>
        <ChevronDown size={14} aria-hidden />
      </Button>
      <Box
        id={panel}
        hidden={!shown}
        position="absolute"
        top="full"
        left={{ base: "3", sm: "0" }}
        zIndex="header"
        paddingTop="1"
      >
        <Box
          minWidth="72"
          maxWidth="80vw"
          padding="4"
          border="1px solid"
          borderColor="border"
          borderRadius="card"
          background="bg.panel"
          boxShadow="float"
          fontSize="md"
        >
          <Grid as="dl" templateColumns="auto 1fr" gap="2" columnGap="4" margin="0" marginBottom="3">
            <Flex as="dt" color="fg.muted">
              {t("place.agency")}
            </Flex>
            <Box as="dd" margin="0" fontWeight="medium">
              {agency || NONE}
            </Box>
            <Flex as="dt" color="fg.muted">
              {t("place.client")}
            </Flex>
            <Box as="dd" margin="0" fontWeight="medium">
              {client || NONE}
            </Box>
          </Grid>
          {asked && (
            <Text margin="0" marginBottom="3">
              {t("place.asked", { name: asked.agencyName })}
            </Text>
          )}
          {refused && (
            <Text margin="0" marginBottom="3" overflowWrap="anywhere">
              {t("place.refused", { name: refused.agencyName, reason: refused.refusal })}
            </Text>
          )}
          <Flex gap="2" wrap="wrap">
            <Button variant="outline" size="sm" onClick={choose("agency")}>
              {agency ? t("place.changeAgency") : t("place.choose")}
            </Button>
            <Button variant="outline" size="sm" onClick={choose("brand")}>
              {t("place.changeBrand")}
            </Button>
          </Flex>
        </Box>
      </Box>
    </Box>
  );
}
