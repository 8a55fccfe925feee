import { Text } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { useFormats } from "../../../i18n/use-formats";
import { StatusMark } from "../../../ui/status-mark";
import { ENABLED, STATUS, type AccountRow } from "../queries";

type Shown = Pick<AccountRow, "accountStatus" | "expired"> &
  Partial<Pick<AccountRow, "passwordAsked" | "eraseAt" | "emailRefused">>;

const LOOKS = { enabled: "on", processing: "waiting", disabled: "off", expired: "over" } as const;

/**
 * Whether somebody can sign in with an account, in a word and a colour; when it is erased; whether its owner waits for a new
 * password, and gets emails.
 */
export function AccountStatus({ account }: { account: Shown }) {
  const { t } = useTranslation("accounts");
  const { moment } = useFormats();
  const kind = kindOf(account);
  return (
    <>
      <StatusMark look={LOOKS[kind]}>{t(`status.${kind}`)}</StatusMark>
      {account.eraseAt && (
        <Text margin="0" fontSize="sm" color="fg.muted">
          {t("delete.until", { at: moment(account.eraseAt) })}
        </Text>
      )}
      {account.passwordAsked && (
        <Text margin="0" fontSize="sm" color="fg.muted">
          {t("forgotten.asked")}
        </Text>
      )}
      {account.emailRefused && (
        <Text margin="0" fontSize="sm" color="fg.muted">
          {t("refused")}
        </Text>
      )}
    </>
  );
}

function kindOf({ accountStatus, expired }: Shown): keyof typeof LOOKS {
  return accountStatus === ENABLED && expired ? "expired" : STATUS[accountStatus];
}
