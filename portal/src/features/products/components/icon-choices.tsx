import { Flex } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { TILE_ICONS, type TileIconName } from "../../../kit/tile-icon";
import { IconButton } from "../../../ui/icon-button";

interface IconChoicesProps {
  chosen: string;
  onChoose: (name: string) => void;
}

/** The icons of the set, each a button with its name. */
export default function IconChoices({ chosen, onChoose }: IconChoicesProps) {
  const { t } = useTranslation("products");
  return (
    <Flex role="group" aria-label={t("icon.set")} wrap="wrap" gap="1">
      {(Object.keys(TILE_ICONS) as TileIconName[]).map((name) => {
        const Icon = TILE_ICONS[name];
        return (
          <IconButton
            key={name}
            label={t(`icon.of.${name}`)}
            aria-pressed={name === chosen}
            onClick={() => onChoose(name)}
          >
            <Icon size={18} aria-hidden />
          </IconButton>
        );
      })}
    </Flex>
  );
}
