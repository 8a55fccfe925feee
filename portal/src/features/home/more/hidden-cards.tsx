import { Box, Button, Flex } from "@chakra-ui/react";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { AppIcon } from "../../../kit/app-icon";
import { useArranging } from "../arrange/use-arranging";
import { cardsOf } from "../lists";
import type { Home, Product } from "../types";

/** What the person hides on home, with the way to show it again. */
export default function HiddenCards({ home }: { home: Home }) {
  const { t } = useTranslation("homeMore");
  const [isOpen, setOpen] = useState(false);
  const cards = cardsOf(home, home.chosen.hidden);
  if (cards.length === 0) return null;
  return (
    <Box marginTop="6">
      <Button
        variant="ghost"
        size="sm"
        marginInlineStart="-3"
        aria-expanded={isOpen}
        _expanded={{ background: "transparent", _hover: { background: "bg.subtle" } }}
        onClick={() => setOpen(!isOpen)}
      >
        <Box asChild transform={isOpen ? "rotate(180deg)" : undefined}>
          <ChevronDown size={16} aria-hidden />
        </Box>
        {t("hidden", { count: cards.length })}
      </Button>
      {isOpen && (
        <Box as="ul" margin="0" padding="0" listStyleType="none">
          {cards.map((product) => (
            <HiddenCard key={product.id} home={home} product={product} />
          ))}
        </Box>
      )}
    </Box>
  );
}

function HiddenCard({ home, product }: { home: Home; product: Product }) {
  const { t } = useTranslation("homeMore");
  const { hide } = useArranging(home, product);
  return (
    <Flex as="li" align="center" gap="3" paddingBlock="1.5">
      <AppIcon product={product} small />
      <Box flex="1" minWidth="0" overflowWrap="anywhere">
        {product.name}
      </Box>
      <Button
        size="sm"
        variant="outline"
        aria-label={t("unhide.of", { name: product.name })}
        onClick={() => hide(false)}
      >
        {t("unhide")}
      </Button>
    </Flex>
  );
}
