import { Box, chakra, Flex } from "@chakra-ui/react";
import { AppWindow, History, Server, Smartphone, Workflow, type LucideIcon } from "lucide-react";
import { useTranslation } from "react-i18next";
import { ChoiceOption } from "../../../ui/form/choice-option";
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
        {presets.map((preset) => (
          <ChoiceOption
            key={preset}
            name="preset"
            value={preset}
            label={t(`preset.${preset}`)}
            text={t(`presetText.${preset}`)}
            icon={ICONS[preset]}
            checked={preset === chosen}
            onChoose={() => onChoose(preset)}
          />
        ))}
      </Flex>
    </chakra.fieldset>
  );
}
