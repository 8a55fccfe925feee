import { Button, Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useServices } from "../../../api/services";
import { useFormats } from "../../../i18n/use-formats";
import { NotThereYet } from "../../../kit/not-there-yet";
import { Fact, FactGroup } from "../../../ui/facts";
import { SideDrawer } from "../../../ui/side-drawer";
import { accountQuery, DISABLED, type Account } from "../queries";
import { homeOf, type AccountName, type Open } from "./account-actions";
import { AccountStatus } from "./account-status";
import { personName } from "./change-status";
import { CLAIM_GROUPS, claimText } from "./claims";

interface AccountDetailsProps {
  account: AccountName;
  onOpen: (open: Open) => void;
  onClose: () => void;
}

/** All that administrators may see of an account, and what they may do with it. */
export function AccountDetails({ account, onOpen, onClose }: AccountDetailsProps) {
  const { t } = useTranslation("accounts");
  const services = useServices();
  const { data, error, refetch } = useQuery(accountQuery(services, account.userId));
  const rights = data?.rights;
  const open = (what: Exclude<Open["what"], "add" | "import">) => () =>
    onOpen({ what, account: data ?? account });
  const off = data?.accountStatus === DISABLED;
  return (
    <SideDrawer
      title={personName(account)}
      reading
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={open("access")}>
            {t("access")}
          </Button>
          {rights?.roles && (
            <Button variant="outline" onClick={open("roles")}>
              {t("roles")}
            </Button>
          )}
          {rights?.home && (
            <Button variant="outline" asChild>
              <Link to={homeOf(account.userId)}>{t("home")}</Link>
            </Button>
          )}
          <Button variant="outline" onClick={open("sessions")}>
            {t("sessions")}
          </Button>
          <Button variant="outline" onClick={open("history")}>
            {t("history")}
          </Button>
          {rights?.password && (
            <Button variant="outline" onClick={open("password")}>
              {t("password.action")}
            </Button>
          )}
          {data?.maySendWelcome && (
            <Button variant="outline" onClick={open("welcome")}>
              {t("welcome.action")}
            </Button>
          )}
          {rights?.status && (
            <Button variant="outline" onClick={open("status")} {...(!off && { color: "danger" })}>
              {off ? t("enable") : t("disable")}
            </Button>
          )}
          {rights?.edit && <Button onClick={open("edit")}>{t("edit")}</Button>}
        </>
      }
    >
      {data ? (
        <Facts account={data} />
      ) : (
        <NotThereYet error={error} onRetry={() => void refetch()} lines={10} height="5" />
      )}
    </SideDrawer>
  );
}

function Facts({ account }: { account: Account }) {
  const { t } = useTranslation("accounts");
  const { moment, day } = useFormats();
  const yes = (flag: boolean) => (flag ? t("yes") : t("no"));
  const verified = account.emailVerified ? t("verified") : t("unverified");
  const claims = CLAIM_GROUPS.map(({ key, claims: names }) => ({
    key,
    facts: names.flatMap((name) => {
      const text = claimText(account.claims, name);
      return text ? [{ name: t(`claim.${name}`), text }] : [];
    }),
  }));
  return (
    <>
      <FactGroup heading={t("group.signIn")}>
        <Fact name={t("username")}>{account.username}</Fact>
        <Fact name={t("email")}>{account.email ? `${account.email} (${verified})` : "–"}</Fact>
        <Fact name={t("lionId")}>{account.lionId || "–"}</Fact>
        <Fact name={t("status")}>
          <AccountStatus account={account} />
        </Fact>
        <Fact name={t("expireDate")}>{day(account.expireDate)}</Fact>
        <Fact name={t("hasPassword")}>
          {account.passwordExpiresAt
            ? t("passwordUntil", { until: moment(account.passwordExpiresAt) })
            : yes(account.hasPassword)}
        </Fact>
        <Fact name={t("mustChange")}>{yes(account.mustChangePassword)}</Fact>
        <Fact name={t("lastLogin")}>{moment(account.lastLoginAt)}</Fact>
      </FactGroup>
      <FactGroup heading={t("group.place")}>
        <Fact name={t("agency")}>{account.agencyName || "–"}</Fact>
        <Fact name={t("client")}>{account.clientName || "–"}</Fact>
        <Fact name={t("brand")}>{account.brandName || "–"}</Fact>
        <Fact name={t("supAdmin")}>{yes(account.supAdmin === 1)}</Fact>
        <Fact name={t("userManager")}>{yes(account.userManager)}</Fact>
      </FactGroup>
      {claims
        .filter(({ facts }) => facts.length > 0)
        .map(({ key, facts }) => (
          <FactGroup key={key} heading={t(`group.${key}`)}>
            {facts.map(({ name, text }) => (
              <Fact key={name} name={name}>
                {text}
              </Fact>
            ))}
          </FactGroup>
        ))}
      <Text fontSize="sm" color="fg.muted" marginBottom="0">
        {t("added", { at: moment(account.createdAt) })}{" "}
        {account.changedBy
          ? t("changedBy", { at: moment(account.changedAt), by: account.changedBy })
          : t("changed", { at: moment(account.changedAt) })}
      </Text>
    </>
  );
}
