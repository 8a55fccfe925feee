import { Flex, Image } from "@chakra-ui/react";
import { useState, type CSSProperties } from "react";
import { useServices } from "../api/services";
import type { components } from "../api/schema";
import { lazyPart } from "../ui/lazy/lazy-part";
import { tileLetter } from "../ui/tile-letter";
import { pictureAddress } from "./picture-address";

/** The set is large, and few pages have an icon of it. Without it a tile has its letter. */
const TileIcon = lazyPart(() =>
  import("./tile-icon").catch(() => ({ default: ({ letter }: { letter: string }) => letter })),
);

/** In front of the name of an icon of the set. */
export const CHOSEN = "lucide:";

/** The AI product, the only one in green (K-31, K-32). */
const AI_PRODUCT_ID = 56;

interface AppIconProps {
  product: Pick<components["schemas"]["Product"], "id" | "name" | "iconimgUrl" | "tileHue">;
  /** In a line of text. */
  small?: boolean;
}

/**
 * The product's picture, or on a tile with its hue the chosen icon of the set or the first letter of its name (G-28).
 */
export function AppIcon({ product, small = false }: AppIconProps) {
  const { filesUrl } = useServices().config;
  const [broken, setBroken] = useState<string>();
  const size = small
    ? ({ boxSize: "5", fontSize: "xs" } as const)
    : ({ boxSize: "10", fontSize: "lg" } as const);
  const icon = product.iconimgUrl;
  const letter = tileLetter(product.name);
  if (icon && !icon.startsWith(CHOSEN) && broken !== icon) {
    return (
      <Image
        src={pictureAddress(icon, filesUrl, "small")}
        alt=""
        {...size}
        borderRadius="tile"
        objectFit="cover"
        onError={() => setBroken(icon)}
      />
    );
  }
  const ai = product.id === AI_PRODUCT_ID;
  return (
    <Flex
      aria-hidden="true"
      align="center"
      justify="center"
      {...size}
      flexShrink="0"
      borderRadius="tile"
      fontWeight="semibold"
      style={{ "--tile-hue": product.tileHue } as CSSProperties}
      {...(ai
        ? { background: "ai.subtle", color: "ai" }
        : {
            background: {
              base: "oklch(0.93 0.045 var(--tile-hue))",
              _dark: "oklch(0.31 0.055 var(--tile-hue))",
            },
            color: { base: "oklch(0.43 0.11 var(--tile-hue))", _dark: "oklch(0.86 0.08 var(--tile-hue))" },
          })}
    >
      {icon.startsWith(CHOSEN) ? (
        <TileIcon name={icon.slice(CHOSEN.length)} size={small ? 12 : 22} letter={letter} />
      ) : (
        letter
      )}
    </Flex>
  );
}
