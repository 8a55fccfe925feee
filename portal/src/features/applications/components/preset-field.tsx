import { Box, chakra, Flex } from "@chakra-ui/react";
import { AppWindow, History, Server, Smartphone, Workflow, type LucideIcon } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Preset } from "./presets";

const ICONS: Record<Preset, LucideIcon> = {
  web: Server,
  page: AppWindow,
  native: Smartphone,
  service: Workflow,
  legacy: History,
};

interface PresetFieldProps {
  presets: readonly Preset[];
  chosen: Preset;
  onChoose: (preset: Preset) => void;
}

/** The kind of a program, as cards. */
export function PresetField({ presets, chosen, onChoose }: PresetFieldProps) {
  const { t } = useTranslation("applications");
  return (
    <chakra.fieldset border="0" margin="0" padding="0" minWidth="0">
      <Box as="legend" padding="0" marginBottom="1.5" fontSize="md" fontWeight="medium">
        {t("preset")}
      </Box>
      <Flex direction="column" gap="2">
        {presets.map((preset) => {
          const Icon = ICONS[preset];
          return (
            <Flex key={preset} as="label" css={CARD}>
              <Box asChild boxSize="4" marginTop="0.5" flexShrink="0" accentColor="accent">
                <input
                  type="radio"
                  name="preset"
                  value={preset}
                  checked={preset === chosen}
                  onChange={() => onChoose(preset)}
                />
              </Box>
              <Box flex="1" minWidth="0">
                {t(`preset.${preset}`)}
                <Box fontSize="sm" fontWeight="normal" color="fg.muted">
                  {t(`presetText.${preset}`)}
                </Box>
              </Box>
              <Box color="fg.muted" flexShrink="0">
                <Icon size={18} aria-hidden />
              </Box>
            </Flex>
          );
        })}
      </Flex>
    </chakra.fieldset>
  );
}

const CARD = {
  gap: "3",
  padding: "3",
  border: "1px solid",
  borderColor: "border.control",
  borderRadius: "control",
  fontSize: "md",
  fontWeight: "medium",
  cursor: "pointer",
  "&:has(input:checked)": { borderColor: "accent", background: "accent.subtle" },
};
