import { Text } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { useUser, type UserInfo } from "../../../access/user";
import { NONE } from "../../../i18n/use-formats";
import { Part } from "../../../ui/part";
import { AccountFrame } from "../components/account-frame";
import { DeleteOwn } from "../components/delete-own";
import { OwnClaims } from "../components/own-claims";
import { OwnEmail } from "../components/own-email";
import { OwnLanguage } from "../components/own-language";
import { OwnPicture } from "../components/own-picture";
import { OwnPlace } from "../components/own-place";
import { ProfileRow, ProfileRows } from "../components/profile-row";
import { SecuritySteps } from "../components/security-steps";

/** Who the person is here: names, organisation and language. On top what is missing for a safe account. */
export default function ProfilePage() {
  const user = useUser();
  return (
    <AccountFrame>
      <SecuritySteps />
      {user && (
        <>
          <AboutYou user={user} />
          <OwnPicture user={user} />
          <OwnPlace user={user} />
          <OwnClaims />
          <OwnLanguage user={user} />
          <DeleteOwn />
        </>
      )}
    </AccountFrame>
  );
}

function AboutYou({ user }: { user: UserInfo }) {
  const { t } = useTranslation("account");
  return (
    <Part heading={t("profile.about")}>
      <Text marginTop="0" marginBottom="4" color="fg.muted">
        {t("profile.fixed")}
      </Text>
      <ProfileRows>
        <ProfileRow label={t("profile.name")}>{user.fullName || NONE}</ProfileRow>
        <ProfileRow label={t("profile.accountName")}>{user.username}</ProfileRow>
        <OwnEmail user={user} />
      </ProfileRows>
    </Part>
  );
}
