import { Box, Button, Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { ChevronUp, Mail } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { inBrackets, sentenceGap } from "../../../i18n/marks";
import { useFormats } from "../../../i18n/use-formats";
import { NotThereYet } from "../../../kit/not-there-yet";
import { PersonPicture } from "../../../kit/person-picture";
import { isKept } from "../../../kit/picture-address";
import { Fact, FactGroup } from "../../../ui/facts";
import { SideDrawer } from "../../../ui/side-drawer";
import { ActionMenu, type RowAction } from "../../../ui/table/row-menu";
import { accountQuery, type Account } from "../queries";
import { useAccountActions, type AccountName, type Open } from "./account-actions";
import { AccountStatus } from "./account-status";
import { AssistantQuota } from "./assistant-quota";
import { personName } from "./change-status";
import { claimText, useClaimGroups } from "./claims";

/** A date of birth with its year (OpenID Connect Core 5.1); others stay as they are. */
const DAY = /^[1-9]\d{3}-\d{2}-\d{2}$/;

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
  const actions = useDetailActions(data, onOpen);
  return (
    <SideDrawer
      title={personName(account)}
      reading
      onClose={onClose}
      footer={
        <>
          <ActionMenu label={t("more")} actions={actions} inDialog>
            <Button variant="outline">
              {t("more")}
              <ChevronUp size={16} aria-hidden />
            </Button>
          </ActionMenu>
          {data?.rights.edit && (
            <Button onClick={() => onOpen({ what: "edit", account: data })}>{t("edit")}</Button>
          )}
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

/** The reader's actions on the account, except editing: what its row offers, and the welcome email. */
function useDetailActions(account: Account | undefined, onOpen: (open: Open) => void): RowAction[] {
  const { t } = useTranslation("accounts");
  const actionsOf = useAccountActions(onOpen);
  if (!account) return [];
  const welcome = {
    key: "welcome",
    label: t("welcome.action"),
    icon: Mail,
    run: () => onOpen({ what: "welcome", account }),
  };
  const others = actionsOf(account).filter(({ key }) => key !== "details" && key !== "edit");
  return account.maySendWelcome ? [welcome, ...others] : others;
}

function Facts({ account }: { account: Account }) {
  const { t } = useTranslation("accounts");
  const { moment, day } = useFormats();
  const yes = (flag: boolean) => (flag ? t("yes") : t("no"));
  const verified = account.emailVerified ? t("verified") : t("unverified");
  const claims = useClaimGroups().map(({ key, claims: names }) => ({
    key,
    facts: names.flatMap((name) => {
      const text = claimText(account.claims, name);
      const isDay = name === "birthdate" && DAY.test(text);
      return text && !isKept(text) ? [{ name: t(`claim.${name}`), text: isDay ? day(text) : text }] : [];
    }),
  }));
  const picture = claimText(account.claims, "picture");
  return (
    <>
      {isKept(picture) && (
        <Box marginBottom="4">
          <PersonPicture name={personName(account)} picture={picture} size="16" />
        </Box>
      )}
      <FactGroup heading={t("group.signIn")}>
        <Fact name={t("username")}>{account.username}</Fact>
        <Fact name={t("email")}>
          {account.email ? `${account.email}${inBrackets(verified)}` : "–"}
          {account.emailRefused && (
            <Text margin="0" fontSize="sm" color="danger">
              {t("refused.since", { at: day(account.emailRefused.at), code: account.emailRefused.code })}
            </Text>
          )}
        </Fact>
        <Fact name={t("lionId")}>{account.lionId || "–"}</Fact>
        <Fact name={t("status")}>
          <AccountStatus
            account={{
              accountStatus: account.accountStatus,
              expired: account.expired,
              eraseAt: account.eraseAt,
            }}
          />
        </Fact>
        {account.eraseAt !== null && (
          <Fact name={t("deletedBy")}>
            {t(account.deletedByOwner ? "deletedBy.owner" : "deletedBy.administrator")}
          </Fact>
        )}
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
      <AssistantQuota userId={account.userId} />
      <Text fontSize="sm" color="fg.muted" marginBottom="0">
        {t("added", { at: moment(account.createdAt) })}
        {sentenceGap()}
        {account.changedBy
          ? t("changedBy", { at: moment(account.changedAt), by: account.changedBy })
          : t("changed", { at: moment(account.changedAt) })}
      </Text>
    </>
  );
}
