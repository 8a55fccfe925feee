import { Flex, Heading, Text } from "@chakra-ui/react";
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
    <Flex align="center" gap="3" wrap="wrap" marginBottom="5">
      <Heading as="h1" size="xl">
        {title}
      </Heading>
      {count && (
        <Text as="span" color="fg.muted" fontSize="md" fontVariantNumeric="tabular-nums">
          {count}
        </Text>
      )}
      {action && (
        <Flex gap="2" wrap="wrap" justify="flex-end" marginInlineStart="auto">
          {action}
        </Flex>
      )}
    </Flex>
  );
}
