import { Button, Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useFormats } from "../../../i18n/use-formats";
import { deviceOf } from "../../../kit/browser-name";
import { NotThereYet } from "../../../kit/not-there-yet";
import { useAct } from "../../../kit/use-act";
import { BusyButton } from "../../../ui/busy-button";
import { Fact, FactGroup } from "../../../ui/facts";
import { SideDrawer } from "../../../ui/side-drawer";
import { accountFactorsQuery, remindFactors, type AccountFactors } from "../factor-queries";
import type { AccountName, Open } from "./account-actions";
import { personName } from "./change-status";
import { RequireFactor } from "./require-factor";

interface AccountFactorsProps {
  account: AccountName;
  onOpen: (open: Open) => void;
  onClose: () => void;
}

/** The second factors of an account and their last use, and what helps an owner who has none or lost it. */
export function AccountFactors({ account, onOpen, onClose }: AccountFactorsProps) {
  const { t } = useTranslation("accounts");
  const { data, error, refetch } = useQuery(accountFactorsQuery(useServices(), account.userId));
  const [asking, setAsking] = useState(false);
  const hasOne = Boolean(data?.authenticator) || (data?.passkeys.length ?? 0) > 0;
  if (asking)
    return (
      <RequireFactor account={account} ends={data?.requiredHere ?? false} onClose={() => setAsking(false)} />
    );
  return (
    <SideDrawer
      title={t("second.title", { name: personName(account) })}
      reading
      onClose={onClose}
      footer={
        data?.mayChange && (
          <>
            <Button variant="outline" onClick={() => setAsking(true)}>
              {data.requiredHere ? t("require.end") : t("require.action")}
            </Button>
            {hasOne ? (
              <Button variant="outline" onClick={() => onOpen({ what: "code", account })}>
                {t("code.action")}
              </Button>
            ) : (
              <Remind account={account} />
            )}
          </>
        )
      }
    >
      {data ? (
        <Facts factors={data} hasOne={hasOne} />
      ) : (
        <NotThereYet error={error} onRetry={() => void refetch()} lines={6} height="5" />
      )}
    </SideDrawer>
  );
}

function Remind({ account }: { account: AccountName }) {
  const { t } = useTranslation("accounts");
  const services = useServices();
  const name = personName(account);
  const act = useAct(() => remindFactors(services, account.userId), {
    done: ({ outcome }) => t(`remind.${outcome}`, { name }),
    refresh: ["account-factors"],
  });
  return (
    <BusyButton variant="outline" busy={act.busy} onClick={() => void act.run()}>
      {t("remind.action")}
    </BusyButton>
  );
}

function Facts({ factors, hasOne }: { factors: AccountFactors; hasOne: boolean }) {
  const { t } = useTranslation("accounts");
  const { moment, day } = useFormats();
  const { authenticator, passkeys, recoveryCodes, browsers, required, dueOn } = factors;
  const { remindedAt, temporaryCodeUntil } = factors;
  const due = dueOn ? t("second.requiredBy", { day: day(dueOn) }) : t("second.required");
  return (
    <>
      {required && !hasOne && (
        <Text marginTop="0" color="warning">
          {due}
        </Text>
      )}
      <FactGroup heading={t("second")}>
        <Fact name={t("second.app")}>
          {authenticator
            ? t("second.used", { at: moment(authenticator.addedAt), used: moment(authenticator.usedAt) })
            : "–"}
        </Fact>
        <Fact name={t("second.codes")}>{recoveryCodes}</Fact>
        {remindedAt && <Fact name={t("second.reminded")}>{moment(remindedAt)}</Fact>}
        {temporaryCodeUntil && <Fact name={t("second.code")}>{moment(temporaryCodeUntil)}</Fact>}
      </FactGroup>
      {passkeys.length > 0 && (
        <FactGroup heading={t("second.passkeys", { count: passkeys.length })}>
          {passkeys.map(({ name, addedAt, usedAt }) => (
            <Fact key={`${name} ${addedAt}`} name={name}>
              {usedAt
                ? t("second.used", { at: moment(addedAt), used: moment(usedAt) })
                : t("second.unused", { at: moment(addedAt) })}
            </Fact>
          ))}
        </FactGroup>
      )}
      {browsers.length > 0 && (
        <FactGroup heading={t("second.browsers", { count: browsers.length })}>
          {browsers.map(({ id, browser, addedAt, endsAt }) => (
            <Fact key={id} name={deviceOf(browser)?.browser ?? t("sessions.unknown")}>
              {t("second.remembered", { at: moment(addedAt), until: day(endsAt) })}
            </Fact>
          ))}
        </FactGroup>
      )}
    </>
  );
}
