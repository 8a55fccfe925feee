import { useTranslation } from "react-i18next";
import { StatusMark } from "../../../ui/status-mark";
import { DISABLED, PROCESSING, type AccountRow } from "../queries";

type Shown = Pick<AccountRow, "accountStatus" | "expired">;

const LOOKS = { enabled: "on", processing: "waiting", disabled: "off", expired: "over" } as const;

/** Whether somebody can sign in with an account, in a word and a colour. */
export function AccountStatus({ account }: { account: Shown }) {
  const { t } = useTranslation("accounts");
  const kind = kindOf(account);
  return <StatusMark look={LOOKS[kind]}>{t(`status.${kind}`)}</StatusMark>;
}

function kindOf({ accountStatus, expired }: Shown): keyof typeof LOOKS {
  if (accountStatus === DISABLED) return "disabled";
  if (accountStatus === PROCESSING) return "processing";
  return expired ? "expired" : "enabled";
}
