import { Flex } from "@chakra-ui/react";
import { LayoutGrid, Rows3 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../ui/icon-button";
import type { HomeView } from "../use-view";

const VIEWS = [
  ["grid", LayoutGrid],
  ["list", Rows3],
] as const;

/** Cards or rows. On a phone the cards are rows. */
export function ViewChoice({ view, onChoose }: { view: HomeView; onChoose: (view: HomeView) => void }) {
  const { t } = useTranslation("home");
  return (
    <Flex role="group" aria-label={t("view.label")} gap="1" marginInlineStart="auto" hideBelow="sm">
      {VIEWS.map(([one, Icon]) => (
        <IconButton
          key={one}
          label={t(`view.${one}`)}
          aria-pressed={view === one}
          color={view === one ? "accent.fg" : "fg.muted"}
          onClick={() => onChoose(one)}
        >
          <Icon size={18} aria-hidden />
        </IconButton>
      ))}
    </Flex>
  );
}
