import { useTranslation } from "react-i18next";
import { useFormats } from "../../../i18n/use-formats";
import { StatusMark } from "../../../ui/status-mark";
import { Pair } from "../../../ui/table/line";
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
  const notes = [
    account.eraseAt && t("delete.until", { at: moment(account.eraseAt) }),
    account.passwordAsked && t("forgotten.asked"),
    account.emailRefused && t("refused"),
  ].filter(Boolean);
  return (
    <Pair beside={notes.join(" · ")}>
      <StatusMark look={LOOKS[kind]}>{t(`status.${kind}`)}</StatusMark>
    </Pair>
  );
}

function kindOf({ accountStatus, expired }: Shown): keyof typeof LOOKS {
  return accountStatus === ENABLED && expired ? "expired" : STATUS[accountStatus];
}
