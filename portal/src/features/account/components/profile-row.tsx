import { Box, Grid, Text } from "@chakra-ui/react";
import type { ReactNode } from "react";

/** The rows of a part of the profile. */
export function ProfileRows({ children }: { children: ReactNode }) {
  return (
    <Box as="dl" margin="0">
      {children}
    </Box>
  );
}

interface ProfileRowProps {
  label: string;
  /** What the reader has to know about a change: who makes it, or what it waits for. */
  note?: string | undefined;
  /** The button that changes the value. */
  action?: ReactNode;
  /** The value. */
  children: ReactNode;
}

/** A label, its value, and how to change it. On a phone label and button stand above the value, which has the whole width. */
export function ProfileRow({ label, note, action, children }: ProfileRowProps) {
  return (
    <Grid
      templateColumns={{ base: "minmax(0, 1fr) auto", sm: "160px minmax(0, 1fr) auto" }}
      alignItems={{ base: "center", sm: "baseline" }}
      columnGap="4"
      paddingBlock="3"
      _first={{ paddingTop: "0" }}
      _notLast={{ borderBottom: "1px solid", borderColor: "border" }}
      _last={{ paddingBottom: "0" }}
    >
      <Box as="dt" fontSize="md" color="fg.muted">
        {label}
      </Box>
      <Box as="dd" margin="0" gridColumn={{ base: "1 / -1", sm: "2" }} overflowWrap="anywhere">
        {children}
        {note && (
          <Text margin="0" fontSize="sm" color="fg.muted">
            {note}
          </Text>
        )}
      </Box>
      {action && (
        <Box as="dd" margin="0" gridColumn={{ base: "2", sm: "3" }} gridRow="1">
          {action}
        </Box>
      )}
    </Grid>
  );
}
