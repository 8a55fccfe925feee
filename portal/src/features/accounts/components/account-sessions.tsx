import { Box, Button, Flex, Skeleton, Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { requestIdOf } from "../../../api/failure";
import { failureText } from "../../../api/failure-text";
import { useServices } from "../../../api/services";
import { useFormats } from "../../../i18n/use-formats";
import { useAct } from "../../../kit/use-act";
import { ConfirmDialog } from "../../../ui/confirm-dialog";
import { Notice } from "../../../ui/notice";
import { SideDrawer } from "../../../ui/side-drawer";
import { endAllSessions, endSession, sessionsQuery, type AccountSession } from "../queries";
import type { AccountName } from "./account-actions";
import { deviceOf } from "../../../kit/browser-name";
import { personName } from "./change-status";

interface AccountSessionsProps {
  account: AccountName;
  onClose: () => void;
}

type Asking = { all: true } | { all: false; session: AccountSession };

/** Who is signed in to an account where, and how to end it. */
export function AccountSessions({ account, onClose }: AccountSessionsProps) {
  const { t } = useTranslation(["accounts", "ui"]);
  const services = useServices();
  const { data, error, refetch } = useQuery(sessionsQuery(services, account.userId));
  const [asking, setAsking] = useState<Asking>();
  const back = () => setAsking(undefined);
  if (asking?.all) return <EndAll account={account} onClose={back} />;
  if (asking) return <EndOne account={account} session={asking.session} onClose={back} />;
  return (
    <SideDrawer
      title={t("accounts:sessions.title", { name: personName(account) })}
      reading
      onClose={onClose}
      footer={
        data?.mayEnd &&
        data.sessions.length > 0 && (
          <Button variant="outline" color="danger" onClick={() => setAsking({ all: true })}>
            {t("accounts:sessions.endAll")}
          </Button>
        )
      }
    >
      {error && (
        <Notice icon={TriangleAlert} heading={failureText(error)} requestId={requestIdOf(error)}>
          <Button variant="outline" onClick={() => void refetch()}>
            {t("ui:retry")}
          </Button>
        </Notice>
      )}
      {!error && !data && (
        <Flex direction="column" gap="3" aria-busy="true">
          <Skeleton height="20" />
          <Skeleton height="20" />
        </Flex>
      )}
      {!error && data && (
        <>
          {data.sessions.length === 0 && <Text margin="0">{t("accounts:sessions.none")}</Text>}
          <Box as="ul" listStyleType="none" margin="0" padding="0">
            {data.sessions.map((session) => (
              <Session
                key={session.sessionId}
                session={session}
                {...(data.mayEnd && { onEnd: () => setAsking({ all: false, session }) })}
              />
            ))}
          </Box>
          {data.more && <Text color="fg.muted">{t("accounts:sessions.more")}</Text>}
          {data.offline.length > 0 && <Offline names={data.offline.map(nameOf)} />}
        </>
      )}
    </SideDrawer>
  );
}

function Session({ session, onEnd }: { session: AccountSession; onEnd?: () => void }) {
  const { t } = useTranslation("accounts");
  const { moment } = useFormats();
  const list = useList();
  const device = useDevice()(session);
  const { address, createdAt, lastSeenAt, applications, current } = session;
  const at = moment(createdAt);
  return (
    <Flex
      as="li"
      gap="3"
      align="flex-start"
      justify="space-between"
      paddingBlock="3"
      borderBottom="1px solid"
      borderColor="border"
    >
      <Box minWidth="0" overflowWrap="anywhere">
        <Text margin="0" fontWeight="medium" {...(session.browser && { title: session.browser })}>
          {device}
        </Text>
        {current && (
          <Text margin="0" fontSize="sm">
            {t("sessions.current")}
          </Text>
        )}
        <Text margin="0" fontSize="sm" color="fg.muted">
          {address ? t("sessions.from", { at, address }) : t("sessions.since", { at })}
        </Text>
        <Text margin="0" fontSize="sm" color="fg.muted">
          {t("sessions.seen", { at: moment(lastSeenAt) })}
        </Text>
        {applications.length > 0 && (
          <Text margin="0" fontSize="sm" color="fg.muted">
            {t("sessions.opened", { names: list(applications.map(nameOf)) })}
          </Text>
        )}
      </Box>
      {onEnd && (
        <Button
          flexShrink="0"
          size="sm"
          variant="outline"
          aria-label={t("sessions.endOf", { device })}
          onClick={onEnd}
        >
          {t("sessions.end")}
        </Button>
      )}
    </Flex>
  );
}

function Offline({ names }: { names: string[] }) {
  const { t } = useTranslation("accounts");
  const list = useList();
  return (
    <Text fontSize="sm" color="fg.muted" marginTop="3" marginBottom="0">
      {t("sessions.offline", { names: list(names) })}
    </Text>
  );
}

function EndOne({ account, session, onClose }: AccountSessionsProps & { session: AccountSession }) {
  const { t } = useTranslation("accounts");
  const services = useServices();
  const device = useDevice()(session);
  const act = useAct(() => endSession(services, account.userId, session.sessionId), {
    done: t("sessions.ended"),
    refresh: ["sessions"],
  });
  return (
    <ConfirmDialog
      title={t("sessions.question", { name: personName(account) })}
      action={t("sessions.end")}
      destructive
      busy={act.busy}
      onConfirm={() => void act.run().then(onClose)}
      onClose={onClose}
    >
      {t("sessions.consequence", { device })}
    </ConfirmDialog>
  );
}

function EndAll({ account, onClose }: AccountSessionsProps) {
  const { t } = useTranslation("accounts");
  const services = useServices();
  const name = personName(account);
  const act = useAct(() => endAllSessions(services, account.userId), {
    done: t("sessions.allEnded", { name: account.username }),
    refresh: ["sessions"],
  });
  return (
    <ConfirmDialog
      title={t("sessions.allQuestion", { name })}
      action={t("sessions.endAll")}
      destructive
      busy={act.busy}
      onConfirm={() => void act.run().then(onClose)}
      onClose={onClose}
    >
      {t("sessions.allConsequence")}
    </ConfirmDialog>
  );
}

/** "Chrome on Windows". */
function useDevice() {
  const { t } = useTranslation("accounts");
  return ({ browser: userAgent }: AccountSession): string => {
    const device = deviceOf(userAgent);
    if (!device) return t("sessions.unknown");
    const { browser, system } = device;
    return system ? t("sessions.device", { browser, system }) : browser;
  };
}

/** "Atrium and Demo App". */
function useList() {
  const { i18n } = useTranslation();
  return (names: string[]) => new Intl.ListFormat(i18n.language).format(names);
}

function nameOf({ name, client_id }: { client_id: string; name?: string | null }): string {
  return name ?? client_id;
}
