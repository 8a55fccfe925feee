import { Box, Flex, Heading, Text } from "@chakra-ui/react";
import type { ReactNode } from "react";

interface PageHeaderProps {
  title: string;
  /** The number of rows, formatted by the caller. */
  count?: string;
  /** The main action of the page. */
  action?: ReactNode;
}

export function PageHeader({ title, count, action }: PageHeaderProps) {
  return (
    <Flex align="center" gap="3" wrap="wrap" minHeight="10" marginBottom="5">
      {/* Text of one line, so that the number stays with the last word. */}
      <Box minWidth="0">
        <Heading as="h1" size="xl" display="inline">
          {title}
        </Heading>
        {count && (
          <Text
            as="span"
            marginInlineStart="3"
            color="fg.muted"
            fontSize="md"
            fontVariantNumeric="tabular-nums"
          >
            {count}
          </Text>
        )}
      </Box>
      {action && (
        // No wider than the page: parts in a row scroll.
        <Flex
          gap="2"
          wrap="wrap"
          justify="flex-end"
          minWidth="0"
          marginInlineStart="auto"
          css={{ mdDown: SMALL }}
        >
          {action}
        </Flex>
      )}
    </Flex>
  );
}

/** On a phone there is room for two or three buttons beside each other. */
const SMALL = { "& > *": { minHeight: "9", paddingInline: "3", fontSize: "sm" } };
