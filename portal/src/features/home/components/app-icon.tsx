import { Flex, Image } from "@chakra-ui/react";
import { useState, type CSSProperties } from "react";
import { AI_PRODUCT_ID, type Product } from "../queries";
import { tileLetter } from "../../../ui/tile-letter";

interface AppIconProps {
  product: Pick<Product, "id" | "name" | "iconimgUrl" | "tileHue">;
}

/** The product's picture, or the first letter of its name on a tile with the product's hue (G-28). */
export function AppIcon({ product }: AppIconProps) {
  const [broken, setBroken] = useState(false);
  if (product.iconimgUrl && !broken) {
    return (
      <Image
        src={product.iconimgUrl}
        alt=""
        boxSize="10"
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
      boxSize="10"
      flexShrink="0"
      borderRadius="tile"
      fontSize="lg"
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
