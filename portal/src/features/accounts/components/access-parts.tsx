import { Box, Heading, Text } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "../../../i18n/use-formats";

interface PartProps {
  heading: string;
  /** The text for an empty list. */
  none: string | false;
  children: ReactNode;
}

export function Part({ heading, none, children }: PartProps) {
  return (
    <Box as="section" marginBottom="5">
      <Heading as="h3" size="sm" marginBottom="2">
        {heading}
      </Heading>
      {none ? (
        <Text margin="0" color="fg.muted">
          {none}
        </Text>
      ) : (
        <Box as="ul" listStyleType="none" margin="0" padding="0">
          {children}
        </Box>
      )}
    </Box>
  );
}

export function Item({ children }: { children: ReactNode }) {
  return (
    <Box as="li" paddingBlock="2" borderTop="1px solid" borderColor="border" overflowWrap="anywhere">
      {children}
    </Box>
  );
}

export function Muted({ children }: { children: ReactNode }) {
  return (
    <Text margin="0" fontSize="sm" color="fg.muted">
      {children}
    </Text>
  );
}

export function ManagedBy({ names }: { names: string[] }) {
  const { t } = useTranslation("accounts");
  const { list } = useFormats();
  return (
    <Muted>
      {names.length > 0 ? t("access.managed", { names: list(names) }) : t("access.managedByNobody")}
    </Muted>
  );
}
