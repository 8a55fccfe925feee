import { Text } from "@chakra-ui/react";
import type { ReactNode } from "react";

/** A second line in a cell. */
export function Muted({ children }: { children: ReactNode }) {
  return (
    <Text margin="0" fontSize="sm" color="fg.muted" overflowWrap="anywhere">
      {children}
    </Text>
  );
}
