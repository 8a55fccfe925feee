import { loadTexts } from "../../../i18n/i18n";
import { HistoryDrawer } from "../../../kit/history/history-drawer";
import { lazyPart } from "../../../ui/lazy/lazy-part";
import { AccountAccess } from "./account-access";
import { AccountDetails } from "./account-details";
import { AccountFactors } from "./account-factors";
import type { Open } from "./account-actions";
import { AccountIdentities, AccountIdentitiesAgain } from "./account-identities";
import { AccountRoles } from "./account-roles";
import { AccountSessions } from "./account-sessions";
import { AddAccount } from "./add-account";
import { ChangeStatus } from "./change-status";
import { EditAccount } from "./edit-account";
import { LockAccount, LockAccountAgain } from "./lock-account";
import { RandomPassword, RandomPasswordAgain } from "./random-password";
import { RequireFactorAgain } from "./require-factor";
import { ResetFactors, ResetFactorsAgain } from "./reset-factors";
import { SendLink } from "./send-link";
import { TemporaryCode, TemporaryCodeAgain } from "./temporary-code";

const ImportAccounts = lazyPart(async () => {
  const [drawer] = await Promise.all([import("./import-accounts"), loadTexts(["history"])]);
  return drawer;
});

interface AccountPartsProps {
  open: Open;
  onOpen: (open: Open) => void;
  onClose: () => void;
}

/**
 * The drawers and questions of the list, fetched with the first that is opened. Only one is open at
 * a time.
 */
export default function AccountParts({ open, onOpen, onClose }: AccountPartsProps) {
  switch (open.what) {
    case "add":
      return <AddAccount adding={open.adding} onClose={onClose} />;
    case "import":
      return <ImportAccounts onClose={onClose} />;
    case "details":
      return <AccountDetails account={open.account} onOpen={onOpen} onClose={onClose} />;
    case "edit":
      return <EditAccount account={open.account} onClose={onClose} />;
    case "status":
      return <ChangeStatus account={open.account} onClose={onClose} />;
    case "password":
      return <RandomPassword account={open.account} onClose={onClose} />;
    case "password-again":
      return <RandomPasswordAgain userId={open.userId} onClose={onClose} />;
    case "second":
      return <AccountFactors account={open.account} onOpen={onOpen} onClose={onClose} />;
    case "code":
      return <TemporaryCode account={open.account} onClose={onClose} />;
    case "code-again":
      return <TemporaryCodeAgain userId={open.userId} onClose={onClose} />;
    case "lock":
      return <LockAccount account={open.account} onClose={onClose} />;
    case "lock-again":
      return <LockAccountAgain userId={open.userId} onClose={onClose} />;
    case "require-again":
      return <RequireFactorAgain userId={open.userId} onClose={onClose} />;
    case "factors":
      return <ResetFactors account={open.account} onClose={onClose} />;
    case "factors-again":
      return <ResetFactorsAgain userId={open.userId} onClose={onClose} />;
    case "welcome":
    case "forgotten":
      return <SendLink account={open.account} link={open.what} onClose={onClose} />;
    case "access":
      return <AccountAccess account={open.account} onClose={onClose} />;
    case "roles":
      return <AccountRoles account={open.account} onClose={onClose} />;
    case "sessions":
      return <AccountSessions account={open.account} onClose={onClose} />;
    case "identities":
      return <AccountIdentities account={open.account} onClose={onClose} />;
    case "identities-again":
      return <AccountIdentitiesAgain userId={open.userId} onClose={onClose} />;
    case "history": {
      const { userId, username } = open.account;
      return <HistoryDrawer kind="account" id={userId} name={username} onClose={onClose} />;
    }
  }
}
