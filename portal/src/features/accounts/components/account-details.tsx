import { Box, Button, Flex, Heading, Skeleton, Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { requestIdOf } from "../../../api/failure";
import { failureText } from "../../../api/failure-text";
import { useServices } from "../../../api/services";
import { useFormats } from "../../../i18n/use-formats";
import { Notice } from "../../../ui/notice";
import { SideDrawer } from "../../../ui/side-drawer";
import { accountQuery, DISABLED, type Account } from "../queries";
import type { AccountName, Open } from "./account-actions";
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
  const { t } = useTranslation(["accounts", "ui"]);
  const services = useServices();
  const { data, error, refetch } = useQuery(accountQuery(services, account.userId));
  const rights = data?.rights;
  const open = (what: Exclude<Open["what"], "add">) => () => onOpen({ what, account: data ?? account });
  const off = data?.accountStatus === DISABLED;
  return (
    <SideDrawer
      title={personName(account)}
      reading
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={open("history")}>
            {t("accounts:history")}
          </Button>
          {rights?.password && (
            <Button variant="outline" onClick={open("password")}>
              {t("accounts:password.action")}
            </Button>
          )}
          {rights?.status && (
            <Button variant="outline" onClick={open("status")} {...(!off && { color: "danger" })}>
              {off ? t("accounts:enable") : t("accounts:disable")}
            </Button>
          )}
          {rights?.edit && <Button onClick={open("edit")}>{t("accounts:edit")}</Button>}
        </>
      }
    >
      {error && (
        <Notice icon={TriangleAlert} heading={failureText(error)} requestId={requestIdOf(error)}>
          <Button variant="outline" onClick={() => void refetch()}>
            {t("ui:retry")}
          </Button>
        </Notice>
      )}
      {!error && (data ? <Facts account={data} /> : <Waiting />)}
    </SideDrawer>
  );
}

function Waiting() {
  return (
    <Flex direction="column" gap="3" aria-busy="true">
      {Array.from({ length: 10 }, (_, row) => (
        <Skeleton key={row} height="5" />
      ))}
    </Flex>
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
      <Group heading={t("group.signIn")}>
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
      </Group>
      <Group heading={t("group.place")}>
        <Fact name={t("agency")}>{account.agencyName || "–"}</Fact>
        <Fact name={t("client")}>{account.clientName || "–"}</Fact>
        <Fact name={t("brand")}>{account.brandName || "–"}</Fact>
        <Fact name={t("supAdmin")}>{yes(account.supAdmin === 1)}</Fact>
        <Fact name={t("userManager")}>{yes(account.userManager)}</Fact>
      </Group>
      {claims
        .filter(({ facts }) => facts.length > 0)
        .map(({ key, facts }) => (
          <Group key={key} heading={t(`group.${key}`)}>
            {facts.map(({ name, text }) => (
              <Fact key={name} name={name}>
                {text}
              </Fact>
            ))}
          </Group>
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

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Box as="section" marginBottom="5">
      <Heading as="h3" size="sm" marginBottom="2">
        {heading}
      </Heading>
      <Box as="dl" margin="0" display="grid" gridTemplateColumns={{ base: "1fr", sm: "160px 1fr" }} gapX="3">
        {children}
      </Box>
    </Box>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <Box as="dt" color="fg.muted" paddingTop="1">
        {name}
      </Box>
      <Box as="dd" margin="0" paddingBlock="1" overflowWrap="anywhere" whiteSpace="pre-line">
        {children}
      </Box>
    </>
  );
}
