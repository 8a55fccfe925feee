import { Button } from "@chakra-ui/react";
import { Upload, UserPlus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useCan } from "../../../access/can";
import { NONE, useFormats } from "../../../i18n/use-formats";
import { ListPage } from "../../../kit/list-page";
import { OpenLink } from "../../../kit/open-link";
import { OpenedParts } from "../../../kit/opened-parts";
import { useList } from "../../../kit/use-list";
import { agencies, clients } from "../../../kit/sources";
import { EmailText } from "../../../ui/email-text";
import { lazyPart } from "../../../ui/lazy/lazy-part";
import { Pair } from "../../../ui/table/line";
import type { Column } from "../../../ui/table/table-page";
import type { Selection } from "../../../ui/table/use-selection";
import { useAdding } from "../components/adding";
import { AccountStatus } from "../components/account-status";
import { BulkRemind } from "../components/bulk-remind";
import { BulkStatus } from "../components/bulk-status";
import { useAccountActions, type AccountShown, type Open, type View } from "../components/account-actions";
import { useOpenedAccount } from "../components/use-opened-account";
import { SECOND_FACTORS } from "../factor-queries";
import { accountFile, accountList, accountQuery, STATUS, type AccountRow } from "../queries";

const AccountParts = lazyPart(() => import("../components/account-parts"));

/** S-16: the accounts, and everything that administrators do with them. */
export default function AccountsPage() {
  const { t } = useTranslation("accounts");
  const services = useServices();
  const { day, time } = useFormats();
  const list = useList(accountList, [
    { kind: "text", name: "context", label: t("filter.context") },
    {
      kind: "select",
      name: "accountStatus",
      label: t("status"),
      options: Object.entries(STATUS).map(([value, word]) => ({ value, label: t(`status.${word}`) })),
    },
    {
      kind: "select",
      name: "secondFactor",
      label: t("second"),
      options: SECOND_FACTORS.map((value) => ({ value, label: t(`second.${value}`) })),
    },
    {
      kind: "select",
      name: "passwordAsked",
      label: t("forgotten.asked"),
      options: [
        { value: "1", label: t("yes") },
        { value: "0", label: t("no") },
      ],
    },
    {
      kind: "select",
      name: "emailRefused",
      label: t("refused"),
      options: [
        { value: "1", label: t("yes") },
        { value: "0", label: t("no") },
      ],
    },
    { kind: "search", name: "agencyId", label: t("agency"), source: agencies(services) },
    { kind: "search", name: "clientId", label: t("client"), source: clients(services) },
  ]);
  const can = useCan();
  const maySwitch = can("account_maintain.AccountManagement.AccountList.status");
  const mayRemind = can("account_maintain.AccountManagement.AccountList.password");
  const adding = useAdding();
  const opened = useOpenedAccount(adding);
  const { onOpen, onClose } = opened;
  const actionsOf = useAccountActions(onOpen);
  const columns: Column<AccountRow>[] = [
    {
      key: "username",
      header: t("account"),
      sort: "fullName",
      cell: (account) => (
        <Pair beside={account.fullName !== account.username && account.username}>
          <OpenLink opened={opened} open={{ what: "details", account }}>
            {account.fullName || account.username}
          </OpenLink>
        </Pair>
      ),
    },
    {
      key: "email",
      header: t("email"),
      sort: "email",
      cell: ({ email }) => <EmailText>{email || NONE}</EmailText>,
    },
    { key: "lionId", header: t("lionId"), off: true, cell: ({ lionId }) => lionId || NONE },
    {
      key: "agency",
      header: t("place"),
      cell: ({ agencyName, clientName }) => <Pair beside={clientName}>{agencyName || NONE}</Pair>,
    },
    {
      key: "status",
      header: t("status"),
      words: Object.values(STATUS).map((word) => t(`status.${word}`)),
      cell: (account) => <AccountStatus account={account} />,
    },
    {
      key: "secondFactor",
      header: t("second"),
      minor: true,
      cell: ({ secondFactor }) => t(`second.${secondFactor}`),
    },
    {
      key: "expireDate",
      header: t("expireDate"),
      short: true,
      off: true,
      cell: ({ expireDate }) => day(expireDate),
    },
    {
      key: "lastLogin",
      header: t("lastLogin"),
      sort: "lastLogin",
      short: true,
      minor: true,
      cell: ({ lastLoginAt }) => <Pair beside={lastLoginAt && time(lastLoginAt)}>{day(lastLoginAt)}</Pair>,
    },
  ];
  return (
    <>
      <ListPage
        list={list}
        file={accountFile}
        action={
          <>
            {adding === "anywhere" && (
              <Button variant="outline" onClick={() => onOpen({ what: "import" })}>
                <Upload size={16} aria-hidden />
                {t("import")}
              </Button>
            )}
            {adding && (
              <Button onClick={() => onOpen({ what: "add", adding })}>
                <UserPlus size={16} aria-hidden />
                {t("add")}
              </Button>
            )}
          </>
        }
        columns={columns}
        rowKey={({ userId }) => userId}
        rowName={({ username }) => username}
        rowActions={actionsOf}
        {...((maySwitch || mayRemind) && {
          bulk: (selection: Selection<AccountRow>) => (
            <>
              {maySwitch && <BulkStatus selection={selection} />}
              {mayRemind && <BulkRemind selection={selection} />}
            </>
          ),
        })}
      />
      <OpenedParts<Open, View, AccountShown>
        opened={opened}
        openOf={(what, account) => ({ what, account })}
        rows={list.page?.rows}
        rowKey={({ userId }) => userId}
        load={(userId) => accountQuery(services, userId)}
        actionsOf={actionsOf}
      >
        {(open) => <AccountParts open={open} onOpen={onOpen} onClose={onClose} />}
      </OpenedParts>
    </>
  );
}
