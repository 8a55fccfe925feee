import { Box, Button, Flex, Grid } from "@chakra-ui/react";
import { Building2, ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";

/** Shown for an empty agency or client (S-04). */
const NONE = "-";

/**
 * A button that shows agency and client. A click or tap keeps them open, hover and focus show them meanwhile, Escape
 * closes them (WCAG 1.4.13).
 */
export function PlaceDisclosure({ agency, client }: { agency: string; client: string }) {
  const { t } = useTranslation("home");
  const [pinned, setPinned] = useState(false);
  const [peeked, setPeeked] = useState(false);
  const panel = useId();
  const shown = pinned || peeked;
  const close = () => {
    setPinned(false);
    setPeeked(false);
  };
  return (
    <Box
      position="relative"
      onPointerEnter={(event) => event.pointerType === "mouse" && setPeeked(true)}
      onPointerLeave={() => setPeeked(false)}
      onFocus={(event) => event.target.matches(":focus-visible") && setPeeked(true)}
      onBlur={close}
      onKeyDown={(event) => {
        if (event.key === "Escape") close();
      }}
    >
      <Button
        variant="ghost"
        size="sm"
        aria-expanded={shown}
        aria-controls={panel}
        onClick={() => (pinned ? close() : setPinned(true))}
      >
        <Building2 size={16} aria-hidden />
        {t("place.button")}
        <ChevronDown size={14} aria-hidden />
      </Button>
      <Box id={panel} hidden={!shown} position="absolute" top="full" zIndex="header" paddingTop="1">
        <Grid
          as="dl"
          templateColumns="auto 1fr"
          gap="2"
          columnGap="4"
          minWidth="64"
          maxWidth="80vw"
          margin="0"
          padding="4"
          border="1px solid"
          borderColor="border"
          borderRadius="card"
          background="bg.panel"
          boxShadow="float"
          fontSize="md"
        >
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
      </Box>
    </Box>
  );
}
