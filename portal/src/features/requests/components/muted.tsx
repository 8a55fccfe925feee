import { Text } from "@chakra-ui/react";
import type { ReactNode } from "react";

/** A second line in a cell; `whole` is not broken. */
export function Muted({ children, whole = false }: { children: ReactNode; whole?: boolean }) {
  return (
    <Text
      margin="0"
      fontSize="sm"
      color="fg.muted"
      overflowWrap="anywhere"
      {...(whole && { whiteSpace: { md: "nowrap" } })}
    >
      {children}
    </Text>
  );
}
