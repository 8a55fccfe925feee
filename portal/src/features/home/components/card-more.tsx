import { Box } from "@chakra-ui/react";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { loadTexts } from "../../../i18n/i18n";
import { IconButton } from "../../../ui/icon-button";
import { lazyPart } from "../../../ui/lazy/lazy-part";
import type { Home, Product } from "../types";

const CardMenu = lazyPart(
  async () => {
    const [menu] = await Promise.all([import("../arrange/card-menu"), loadTexts(["homeMore", "list"])]);
    return menu;
  },
  <Box boxSize="9" aria-busy="true" />,
);

interface CardMoreProps {
  home: Pick<Home, "chosen">;
  product: Product;
  tabStop: boolean;
  onAbout: (product: Product) => void;
}

/** The button of the menu of a card. The menu loads when it is first pressed. */
export function CardMore({ home, product, tabStop, onAbout }: CardMoreProps) {
  const { t } = useTranslation("home");
  const [wanted, setWanted] = useState<"key" | "pointer">();
  const label = t("more", { name: product.name });
  const tabIndex = tabStop ? 0 : -1;
  if (wanted) return <CardMenu {...{ home, product, label, tabIndex, onAbout }} opened={wanted} />;
  return (
    <IconButton
      label={label}
      tabIndex={tabIndex}
      aria-haspopup="menu"
      // A key presses no pointer, so its click counts none.
      onClick={({ detail }) => setWanted(detail === 0 ? "key" : "pointer")}
    >
      <Ellipsis size={18} aria-hidden />
    </IconButton>
  );
}
