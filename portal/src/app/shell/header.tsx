import { Flex, Text } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useServices } from "../../api/services";
import { useQuiet } from "../../api/use-quiet";
import { loadTexts } from "../../i18n/i18n";
import { quietPart } from "../../ui/lazy/lazy-part";
import { Mark } from "../../ui/mark";
import { HelpButton } from "./help-button";
import { HelpLink } from "./help-link";
import { LanguageToggle } from "./language-toggle";
import { PersonButton } from "./person-button";
import { Places } from "./places";
import { SearchBox } from "./search-box";

const WhenQuiet = quietPart(async () => {
  const [parts] = await Promise.all([import("./when-quiet"), loadTexts(["asking", "lapse", "news"])]);
  return parts;
});

export function Header() {
  const { config, session } = useServices();
  const quiet = useQuiet();
  return (
    <Flex
      as="header"
      align="center"
      gap={{ base: "2", sm: "4" }}
      position="sticky"
      top="0"
      zIndex="header"
      height="14"
      // The bar with the places.
      marginBottom={{ base: session.signedIn ? "11" : "0", lg: "0" }}
      paddingInline={{ base: "4", sm: "6" }}
      background="bg.panel"
      borderBottom="1px solid"
      borderColor="border"
    >
      <Side>
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
        {session.signedIn && <Places />}
      </Side>
      {session.signedIn && <SearchBox />}
      <Side end>
        {session.signedIn && (
          <Flex height="9" minWidth={{ base: "9", md: config.messagingApp ? "18" : "9" }}>
            {quiet && <WhenQuiet />}
          </Flex>
        )}
        {session.signedIn ? <HelpButton /> : <HelpLink />}
        <LanguageToggle />
        {session.signedIn && <PersonButton />}
      </Side>
    </Flex>
  );
}

/** Both sides get the same width, so that the search is always in the middle. */
function Side({ end = false, children }: { end?: boolean; children: ReactNode }) {
  return (
    <Flex
      align="center"
      justify={end ? "flex-end" : "flex-start"}
      gap="1"
      flex={{ base: end ? "1 0 auto" : "0 0 auto", md: "1 1 0" }}
      minWidth="fit-content"
    >
      {children}
    </Flex>
  );
}
