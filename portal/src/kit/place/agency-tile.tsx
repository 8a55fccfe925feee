import { Box, Text, VisuallyHidden } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { AgencyLogo } from "./agency-logo";
import type { Agency } from "./belonging";

interface TileProps {
  agency: Agency;
  checked: boolean;
  onChoose: () => void;
}

/** One agency to choose. The ring of the focus differs from the mark of the choice. */
export function AgencyTile({ agency, checked, onChoose }: TileProps) {
  const { t } = useTranslation("belonging");
  const note = agency.requested ? t("agency.requested") : agency.selected ? t("agency.own") : undefined;
  return (
    <Box asChild css={TILE} data-checked={checked || undefined}>
      <label>
        <VisuallyHidden asChild>
          <input
            type="radio"
            name="agency"
            value={agency.id}
            checked={checked}
            onChange={onChoose}
            {...(checked && { "data-autofocus": "" })}
          />
        </VisuallyHidden>
        <AgencyLogo agency={agency} />
        <Text as="span" flexShrink="0" fontSize={{ base: "sm", sm: "xs" }} overflowWrap="anywhere">
          {agency.agencyName}
        </Text>
        {note && (
          <Text as="span" flexShrink="0" fontSize="xs" color={agency.requested ? "warning" : "fg.muted"}>
            {note}
          </Text>
        )}
      </label>
    </Box>
  );
}

const TILE = {
  position: "relative",
  display: "flex",
  flexDirection: "column",
  alignItems: "center",
  gap: "1",
  minHeight: "24",
  paddingBlock: "2",
  paddingInline: "1.5",
  border: "1px solid",
  borderColor: "border",
  borderRadius: "control",
  textAlign: "center",
  cursor: "pointer",
  _hover: { background: "bg.subtle" },
  "&[data-checked]": {
    borderColor: "accent",
    background: "accent.subtle",
    boxShadow: "inset 0 0 0 1px {colors.accent}",
  },
  // Also for readers who came with the pointer: the dialog begins here.
  "&:has(:focus)": { outline: "2px solid", outlineColor: "focus", outlineOffset: "2px" },
};
