import { Button } from "@chakra-ui/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { UserInfo } from "../../../access/user";
import { NONE } from "../../../i18n/use-formats";
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
          <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
            {t(email ? "email.change" : "email.add")}
          </Button>
        }
      >
        {email || NONE}
      </ProfileRow>
      {open && <ChangeEmail present={email} onSent={setAsked} onClose={() => setOpen(false)} />}
    </>
  );
}
