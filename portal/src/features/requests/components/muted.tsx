import { Text } from "@chakra-ui/react";
import type { ReactNode } from "react";

/** A second line in a cell; `whole` is not broken, and on a phone not inside a Chinese day. */
export function Muted({ children, whole = false }: { children: ReactNode; whole?: boolean }) {
  return (
    <Text
      margin="0"
      fontSize="sm"
      color="fg.muted"
      overflowWrap="anywhere"
      {...(whole && { whiteSpace: { md: "nowrap" }, wordBreak: "keep-all" })}
    >
      {children}
    </Text>
  );
}
