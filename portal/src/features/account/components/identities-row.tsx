import { Box, Button, Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { failureText } from "../../../api/failure-text";
import { useServices } from "../../../api/services";
import { NONE } from "../../../i18n/use-formats";
import { nameOf } from "../../../kit/identity-facts";
import { identitiesQuery, type Identity } from "../identity-queries";
import { PATHS } from "../paths";
import { ProfileRow } from "./profile-row";

/** The corporate identities of the person, and the way to where they are linked. Nothing if there can be none. */
export function IdentitiesRow() {
  const { t } = useTranslation("account");
  const { data, error } = useQuery(identitiesQuery(useServices()));
  if (!data && !error) return null;
  if (data?.identities.length === 0 && data.providers.length === 0) return null;
  const identities = data?.identities ?? [];
  return (
    <ProfileRow
      label={t("profile.identities")}
      action={
        <Button asChild variant="outline" size="sm">
          <Link to={`${PATHS.security}#identities`}>{t("profile.manageIdentities")}</Link>
        </Button>
      }
    >
      {error && failureText(error)}
      {data && identities.length === 0 && NONE}
      {identities.map((identity) => (
        <OneIdentity key={`${identity.issuer} ${identity.subject}`} identity={identity} />
      ))}
    </ProfileRow>
  );
}

function OneIdentity({ identity }: { identity: Identity }) {
  const { t } = useTranslation("form");
  const { given, works } = identity;
  return (
    <Box _notLast={{ marginBottom: "2" }}>
      {nameOf(identity)}
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
    </Box>
  );
}
