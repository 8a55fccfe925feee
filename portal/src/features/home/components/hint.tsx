import { Flex, Text } from "@chakra-ui/react";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

/** One sentence above the applications, with what can be done about it. */
export function Hint({
  label,
  icon: Icon,
  text,
  children,
}: {
  label: string;
  icon: LucideIcon;
  text: string;
  children: ReactNode;
}) {
  return (
    <Flex
      as="aside"
      aria-label={label}
      align="center"
      gap="3"
      wrap="wrap"
      marginTop="4"
      padding="4"
      border="1px solid"
      borderColor="border"
      borderRadius="card"
      background="accent.subtle"
    >
      <Icon size={18} aria-hidden />
      <Text margin="0" flex="1 1 220px">
        {text}
      </Text>
      <Flex gap="2">{children}</Flex>
    </Flex>
  );
}
