import { Box, Flex, Text } from "@chakra-ui/react";
import type { ComponentProps, ReactNode } from "react";

/** The rows of a part. The list gets the focus when the row that had it is removed. */
export function Rows(props: ComponentProps<"ul">) {
  return (
    <Box asChild listStyleType="none" margin="0" padding="0" outlineOffset="4px">
      <ul tabIndex={-1} {...props} />
    </Box>
  );
}

interface RowProps {
  heading: string;
  /** The whole of a heading that is cut short. */
  title?: string | null | undefined;
  lines: readonly ReactNode[];
  /** The button. */
  action?: ReactNode;
}

/** A row of a part: its name, what is known of it, and what can be done. Empty lines are left out. */
export function Row({ heading, title, lines, action }: RowProps) {
  return (
    <Flex
      as="li"
      gap="3"
      direction={{ base: "column", sm: "row" }}
      align={{ base: "stretch", sm: "flex-start" }}
      justify="space-between"
      paddingBlock="3"
      _notLast={{ borderBottom: "1px solid", borderColor: "border" }}
      _last={{ paddingBottom: "0" }}
    >
      <Box minWidth="0" overflowWrap="anywhere">
        <Text margin="0" fontWeight="medium" {...(title && { title })}>
          {heading}
        </Text>
        {lines.map(
          (line, index) =>
            line && (
              <Text key={index} margin="0" fontSize="sm" color="fg.muted">
                {line}
              </Text>
            ),
        )}
      </Box>
      {action && <Box flexShrink="0">{action}</Box>}
    </Flex>
  );
}
