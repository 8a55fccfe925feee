import { Button } from "@chakra-ui/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { UserInfo } from "../../../access/user";
import { NONE } from "../../../i18n/use-formats";
import { EmailText } from "../../../ui/email-text";
import { ChangeEmail } from "./change-email";
import { ProfileRow } from "./profile-row";

/** The address of the account, whether its owner has confirmed it, and how to change it. */
export function OwnEmail({ user: { email, emailVerified } }: { user: UserInfo }) {
  const { t } = useTranslation("account");
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState<string>();
  const known = email ? t(emailVerified ? "email.confirmed" : "email.notConfirmed") : undefined;
  return (
    <>
      <ProfileRow
        label={t("profile.email")}
        note={asked === undefined ? known : t(email ? "email.sent" : "email.sentFirst", { email: asked })}
        action={
          // Short, because addresses are long and phones are narrow.
          <Button
            variant="outline"
            size="sm"
            aria-label={t(email ? "email.change" : "email.add")}
            onClick={() => setOpen(true)}
          >
            {t(email ? "email.changeShort" : "email.addShort")}
          </Button>
        }
      >
        <EmailText>{email || NONE}</EmailText>
      </ProfileRow>
      {open && (
        <ChangeEmail
          present={email}
          confirmed={emailVerified}
          onSent={setAsked}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
