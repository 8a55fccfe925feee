import { Flex, Image } from "@chakra-ui/react";
import { useState, type CSSProperties } from "react";
import { BASE } from "../address/base";
import type { components } from "../api/schema";
import { tileLetter } from "../ui/tile-letter";

/** The AI product, the only one in green (K-31, K-32). */
const AI_PRODUCT_ID = 56;

interface AppIconProps {
  product: Pick<components["schemas"]["Product"], "id" | "name" | "iconimgUrl" | "tileHue">;
  /** In a line of text. */
  small?: boolean;
}

/** The product's picture, or the first letter of its name on a tile with the product's hue (G-28). */
export function AppIcon({ product, small = false }: AppIconProps) {
  const [broken, setBroken] = useState(false);
  const size = small
    ? ({ boxSize: "5", fontSize: "xs" } as const)
    : ({ boxSize: "10", fontSize: "lg" } as const);
  if (product.iconimgUrl && !broken) {
    return (
      <Image
        // A picture of the server itself has no host.
        src={product.iconimgUrl.startsWith("/") ? BASE + product.iconimgUrl : product.iconimgUrl}
        alt=""
        {...size}
        borderRadius="tile"
        objectFit="cover"
        onError={() => setBroken(true)}
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
      {tileLetter(product.name)}
    </Flex>
  );
}
