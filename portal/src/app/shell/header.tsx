import { Box, Flex, Text } from "@chakra-ui/react";
import { Link } from "react-router";
import { useServices } from "../../api/services";
import { Mark } from "../../ui/mark";
import { LanguageToggle } from "./language-toggle";
import { PersonButton } from "./person-button";
import { SearchBox } from "./search-box";

/** 56 pixels: the mark, the search, the language, the person. */
export function Header() {
  const { config, session } = useServices();
  return (
    <Flex
      as="header"
      align="center"
      justify="space-between"
      gap={{ base: "2", sm: "4" }}
      position="sticky"
      top="0"
      zIndex="header"
      height="14"
      paddingInline={{ base: "4", sm: "6" }}
      background="bg.panel"
      borderBottom="1px solid"
      borderColor="border"
    >
      <Flex asChild align="center" gap="2.5" color="accent.fg" textDecoration="none" borderRadius="control">
        <Link to="/" aria-label={config.productName}>
          <Mark />
          <Text
            as="span"
            hideBelow="sm"
            color="fg"
            fontSize="lg"
            fontWeight="semibold"
            letterSpacing="-0.011em"
          >
            {config.productName}
          </Text>
        </Link>
      </Flex>
      {session.signedIn && <SearchBox />}
      <Flex align="center" gap="1" flexShrink="0">
        <LanguageToggle />
        {session.signedIn && (
          <Box>
            <PersonButton />
          </Box>
        )}
      </Flex>
    </Flex>
  );
}
