import { Button, Text } from "@chakra-ui/react";
import type { ReactNode } from "react";

/** A line below a rule or a group. */
export function Small({ children }: { children: ReactNode }) {
  return (
    <Text margin="0" fontSize="sm" color="fg.muted">
      {children}
    </Text>
  );
}

/** The button of something that the reader can do about a rule. */
export function Act({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <Button variant="outline" size="sm" onClick={onPress}>
      {label}
    </Button>
  );
}
