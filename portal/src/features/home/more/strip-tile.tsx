import { Box, Flex, Text, VisuallyHidden } from "@chakra-ui/react";
import { Pin } from "lucide-react";
import { useState, type DragEvent, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { AppIcon } from "../../../kit/app-icon";
import CardMenu from "../arrange/card-menu";
import type { Home, Product } from "../types";

/** The type of what is dragged: only tiles of this strip are dropped on it. */
const DRAGGED = "application/x-atrium-pin";

interface StripTileProps {
  home: Home;
  product: Product;
  kind: "pinned" | "recent" | "team";
  /** Moves a pinned one by so many places. */
  onMove: (product: Product, by: number) => void;
  /** Moves the pinned one with this id to the place of this one. */
  onDropped: (id: number, over: Product) => void;
  onAbout: (product: Product) => void;
}

/**
 * An application of the strip: its icon opens its details. A pinned one moves with Alt and an arrow key, by its menu, or by
 * dragging.
 */
export function StripTile({ home, product, kind, onMove, onDropped, onAbout }: StripTileProps) {
  const { t } = useTranslation("homeMore");
  const [isOver, setOver] = useState(false);
  const pinned = kind === "pinned";
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!pinned || !event.altKey || by === undefined) return;
    event.preventDefault();
    onMove(product, by);
  };
  const drops = pinned && {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(DRAGGED)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      onDropped(Number(event.dataTransfer.getData(DRAGGED)), product);
    },
  };
  return (
    <Box
      position="relative"
      borderRadius="card"
      {...(isOver && { outline: "2px solid", outlineColor: "focus" })}
      {...drops}
    >
      <Flex
        asChild
        direction="column"
        align="center"
        gap="1.5"
        width="full"
        padding="2"
        border="1px solid"
        borderColor="border"
        borderRadius="card"
        background="bg.panel"
        color="fg"
        cursor="pointer"
        fontFamily="inherit"
        _hover={{ borderColor: "border.control" }}
        // The carousel would cut a ring around it.
        _focusVisible={{ outlineOffset: "-2px" }}
      >
        <button
          type="button"
          title={product.name}
          aria-haspopup="dialog"
          draggable={pinned}
          {...(pinned && { "aria-keyshortcuts": "Alt+ArrowLeft Alt+ArrowRight" })}
          onDragStart={(event) => event.dataTransfer.setData(DRAGGED, String(product.id))}
          onKeyDown={onKeyDown}
          onClick={() => onAbout(product)}
        >
          <AppIcon product={product} />
          <Text as="span" fontSize="sm" maxWidth="full" truncate>
            {product.name}
          </Text>
          <VisuallyHidden>{t(`strip.${kind}`)}</VisuallyHidden>
        </button>
      </Flex>
      {pinned && (
        <Box aria-hidden color="accent.fg" position="absolute" top="1.5" insetInlineStart="1.5">
          <Pin size={12} />
        </Box>
      )}
      <Box position="absolute" top="0" insetInlineEnd="0">
        <CardMenu home={home} product={product} label={t("more", { name: product.name })} onAbout={onAbout} />
      </Box>
    </Box>
  );
}
