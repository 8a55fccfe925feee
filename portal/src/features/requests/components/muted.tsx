import { Text } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { CRAMPED_LIST } from "../../../theme/widths";

/** Not broken where there is room, and never inside a Chinese day. */
const WHOLE = {
  wordBreak: "keep-all",
  md: { whiteSpace: "nowrap", [CRAMPED_LIST]: { whiteSpace: "normal" } },
} as const;

interface MutedProps {
  children: ReactNode;
  whole?: boolean;
  color?: string;
}

/** A second line in a cell; `whole` as `WHOLE` says. */
export function Muted({ children, whole = false, color = "fg.muted" }: MutedProps) {
  return (
    <Text margin="0" fontSize="sm" color={color} overflowWrap="anywhere" {...(whole && { css: WHOLE })}>
      {children}
    </Text>
  );
}
