import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { loadTexts } from "../../../i18n/i18n";
import { HistoryDrawer } from "../../../kit/history/history-drawer";
import { useServices } from "../../../api/services";
import { lazyPart } from "../../../ui/lazy/lazy-part";
import { accountQuery } from "../queries";
import { AccountAccess } from "./account-access";
import { AccountDetails } from "./account-details";
import { AccountFactors } from "./account-factors";
import type { Again as Interrupted, Open } from "./account-actions";
import { AccountIdentities } from "./account-identities";
import { AccountRoles } from "./account-roles";
import { AccountSessions } from "./account-sessions";
import { AddAccount } from "./add-account";
import { ChangeStatus } from "./change-status";
import { DeleteAccount, KeepAccount } from "./delete-account";
import { EditAccount } from "./edit-account";
import { LockAccount } from "./lock-account";
import { RandomPassword } from "./random-password";
import { RequireFactorAgain } from "./require-factor";
import { ResetFactors } from "./reset-factors";
import { SendLink } from "./send-link";
import { TemporaryCode } from "./temporary-code";

const ImportAccounts = lazyPart(async () => {
  const [drawer] = await Promise.all([import("./import-accounts"), loadTexts(["history"])]);
  return drawer;
});

const ACCOUNTS = "/auth-management/account-list";

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
  const navigate = useNavigate();
  // The reader may be on another page when they press the button of the toast.
  const onShow = (userId: string) =>
    void navigate(`${ACCOUNTS}?${new URLSearchParams({ account: userId }).toString()}`);
  switch (open.what) {
    case "again":
      return <Again open={open} onOpen={onOpen} onClose={onClose} />;
    case "add":
      return <AddAccount adding={open.adding} onShow={onShow} onClose={onClose} />;
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
    case "second":
      return <AccountFactors account={open.account} onOpen={onOpen} onClose={onClose} />;
    case "code":
      return <TemporaryCode account={open.account} onClose={onClose} />;
    case "lock":
      return <LockAccount account={open.account} onClose={onClose} />;
    case "delete":
      return <DeleteAccount account={open.account} onClose={onClose} />;
    case "keep":
      return <KeepAccount account={open.account} onClose={onClose} />;
    case "factors":
      return <ResetFactors account={open.account} onClose={onClose} />;
    case "welcome":
    case "forgotten":
      return <SendLink account={open.account} link={open.what} onClose={onClose} />;
    case "access":
      return <AccountAccess account={open.account} onOpen={onOpen} onClose={onClose} />;
    case "roles":
      return <AccountRoles account={open.account} onClose={onClose} />;
    case "sessions":
      return <AccountSessions account={open.account} onClose={onClose} />;
    case "identities":
      return <AccountIdentities account={open.account} onClose={onClose} />;
    case "history": {
      const { userId, username } = open.account;
      return <HistoryDrawer kind="account" id={userId} name={username} onClose={onClose} />;
    }
  }
}

/** The same after the sign-in that it needed, which has kept only the id. */
function Again({ open: { part, userId }, onOpen, onClose }: AccountPartsProps & { open: Interrupted }) {
  const { data } = useQuery(accountQuery(useServices(), userId));
  if (part === "require") return <RequireFactorAgain userId={userId} onClose={onClose} />;
  const may = part === "delete" || part === "keep" ? data?.rights.delete : data?.rights.password;
  if (!data || !may) return null;
  return <AccountParts open={{ what: part, account: data }} onOpen={onOpen} onClose={onClose} />;
}
