import { Box, Flex, Text } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { components } from "../api/schema";
import { useFormats } from "../i18n/use-formats";

type Identity = components["schemas"]["IdentityRow"];

/** A corporate identity: whose it is, since when, and when it was used. */
export function IdentityFacts({ identity, children }: { identity: Identity; children: ReactNode }) {
  const { t } = useTranslation("form");
  const { moment } = useFormats();
  const { email, subject, given, works, linkedAt, usedAt } = identity;
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
        <Text margin="0" fontWeight="medium">
          {identity.provider}
        </Text>
        <Text margin="0" fontSize="sm" color="fg.muted">
          {email ?? subject}
        </Text>
        {given && (
          <Text margin="0" fontSize="sm" color="fg.muted">
            {t("identity.given")}
          </Text>
        )}
        {!works && (
          <Text margin="0" fontSize="sm" color="warning">
            {t("identity.off")}
          </Text>
        )}
        <Text margin="0" fontSize="sm" color="fg.muted">
          {t("identity.used", { at: moment(linkedAt), used: moment(usedAt) })}
        </Text>
      </Box>
      {children}
    </Flex>
  );
}

/** "Lion Identity (dan@demo.test)". */
export function nameOf({ provider, email, subject }: Identity): string {
  return `${provider} (${email ?? subject})`;
}
