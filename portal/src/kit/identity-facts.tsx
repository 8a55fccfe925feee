import { Text } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { components } from "../api/schema";
import { inBrackets } from "../i18n/marks";
import { useFormats } from "../i18n/use-formats";
import { EmailText } from "../ui/email-text";
import { Row } from "../ui/row";

type Identity = components["schemas"]["IdentityRow"];

/** A corporate identity: whose it is, since when, and when it was used. */
export function IdentityFacts({ identity, children }: { identity: Identity; children: ReactNode }) {
  const { t } = useTranslation("form");
  const { moment } = useFormats();
  const { email, subject, given, works, linkedAt, usedAt } = identity;
  const off = (
    <Text as="span" color="warning">
      {t("identity.off")}
    </Text>
  );
  return (
    <Row
      heading={identity.provider}
      lines={[
        <EmailText key="whose">{email ?? subject}</EmailText>,
        given && t("identity.given"),
        !works && off,
        t("identity.used", { at: moment(linkedAt), used: moment(usedAt) }),
      ]}
      action={children}
    />
  );
}

/** "Lion Identity (dan@demo.test)". */
export function nameOf({ provider, email, subject }: Identity): string {
  return `${provider}${inBrackets(email ?? subject)}`;
}
