import { Box, Button, Flex, Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { NONE, useFormats } from "../../../i18n/use-formats";
import { NotThereYet } from "../../../kit/not-there-yet";
import { isKept } from "../../../kit/picture-address";
import { Part } from "../../../ui/part";
import { profileQuery, type OwnProfile } from "../profile-queries";
import { EditClaims } from "./edit-claims";
import { ProfileRow, ProfileRows } from "./profile-row";

/** What applications may show about the person, and what only administrators change. */
export function OwnClaims() {
  const { t } = useTranslation("account");
  const { data, error, refetch } = useQuery(profileQuery(useServices()));
  const [open, setOpen] = useState(false);
  return (
    <Part heading={t("claims")}>
      <Flex gap="4" justify="space-between" align="start" marginBottom="4">
        <Text margin="0" color="fg.muted">
          {t("claims.what")}
        </Text>
        <Button
          variant="outline"
          size="sm"
          flexShrink="0"
          aria-label={t("claims.edit")}
          onClick={() => setOpen(true)}
        >
          {t("claims.editShort")}
        </Button>
      </Flex>
      {data ? (
        <Claims profile={data} />
      ) : (
        <NotThereYet error={error} onRetry={() => void refetch()} lines={5} height="8" />
      )}
      {open && <EditClaims onClose={() => setOpen(false)} />}
    </Part>
  );
}

function Claims({ profile }: { profile: OwnProfile }) {
  const { t } = useTranslation("account");
  const { day } = useFormats();
  const { phoneNumber, phoneNumberVerified, lastDay } = profile;
  return (
    <ProfileRows>
      <ProfileRow label={t("claims.nickname")}>{profile.nickname || NONE}</ProfileRow>
      {profile.picture && !isKept(profile.picture) && (
        <ProfileRow label={t("claims.picture")}>{profile.picture}</ProfileRow>
      )}
      <ProfileRow label={t("claims.website")}>{profile.website || NONE}</ProfileRow>
      <ProfileRow label={t("claims.profile")}>{profile.profile || NONE}</ProfileRow>
      <ProfileRow label={t("claims.zoneinfo")}>{profile.zoneinfo || NONE}</ProfileRow>
      <ProfileRow
        label={t("claims.phone")}
        note={t(phoneNumberVerified ? "claims.phoneKnown" : "profile.clientFixed")}
      >
        <Box as="span" dir="ltr">
          {phoneNumber || NONE}
        </Box>
      </ProfileRow>
      {lastDay && (
        <ProfileRow label={t("claims.lastDay")} note={t("profile.clientFixed")}>
          {day(lastDay)}
        </ProfileRow>
      )}
    </ProfileRows>
  );
}
