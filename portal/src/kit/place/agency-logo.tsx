import { Flex, Image } from "@chakra-ui/react";
import type { CSSProperties } from "react";
import type { Agency } from "./belonging";
import { tileLetter } from "../../ui/tile-letter";

/** The agency's own logo, or the first letter of its name on a tile with a hue of its id (G-31). */
export function AgencyLogo({ agency: { id, agencyName, logo } }: { agency: Agency }) {
  if (logo) return <Image src={logo} alt="" boxSize="10" borderRadius="tile" objectFit="contain" />;
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
      style={{ "--tile-hue": hueOf(id) } as CSSProperties}
      background={{
        base: "oklch(0.93 0.045 var(--tile-hue))",
        _dark: "oklch(0.31 0.055 var(--tile-hue))",
      }}
      color={{ base: "oklch(0.43 0.11 var(--tile-hue))", _dark: "oklch(0.86 0.08 var(--tile-hue))" }}
    >
      {tileLetter(agencyName)}
    </Flex>
  );
}

function hueOf(id: string): number {
  return Array.from(id).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0) * 47) % 360, 7);
}
