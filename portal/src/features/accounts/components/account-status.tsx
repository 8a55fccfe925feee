import { useTranslation } from "react-i18next";
import { StatusMark } from "../../../ui/status-mark";
import { ENABLED, STATUS, type AccountRow } from "../queries";

type Shown = Pick<AccountRow, "accountStatus" | "expired">;

const LOOKS = { enabled: "on", processing: "waiting", disabled: "off", expired: "over" } as const;

/** Whether somebody can sign in with an account, in a word and a colour. */
export function AccountStatus({ account }: { account: Shown }) {
  const { t } = useTranslation("accounts");
  const kind = kindOf(account);
  return <StatusMark look={LOOKS[kind]}>{t(`status.${kind}`)}</StatusMark>;
}

function kindOf({ accountStatus, expired }: Shown): keyof typeof LOOKS {
  return accountStatus === ENABLED && expired ? "expired" : STATUS[accountStatus];
}
