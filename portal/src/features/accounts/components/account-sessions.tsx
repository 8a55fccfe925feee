import { Button, Flex, Skeleton, Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { requestIdOf } from "../../../api/failure";
import { failureText } from "../../../api/failure-text";
import { useServices } from "../../../api/services";
import { useFormats } from "../../../i18n/use-formats";
import { located } from "../../../kit/located";
import { useAct } from "../../../kit/use-act";
import { ConfirmDialog } from "../../../ui/confirm-dialog";
import { Notice } from "../../../ui/notice";
import { Row, Rows } from "../../../ui/row";
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
          <Rows>
            {data.sessions.map((session) => (
              <Session
                key={session.sessionId}
                session={session}
                {...(data.mayEnd && { onEnd: () => setAsking({ all: false, session }) })}
              />
            ))}
          </Rows>
          {data.more && <Text color="fg.muted">{t("accounts:sessions.more")}</Text>}
          {data.offline.length > 0 && <Offline names={data.offline.map(nameOf)} />}
        </>
      )}
    </SideDrawer>
  );
}

function Session({ session, onEnd }: { session: AccountSession; onEnd?: () => void }) {
  const { t } = useTranslation("accounts");
  const { list, moment } = useFormats();
  const device = useDevice()(session);
  const { createdAt, lastSeenAt, applications, current } = session;
  const at = moment(createdAt);
  const address = located(session);
  return (
    <Row
      heading={device}
      title={session.browser}
      lines={[
        current && (
          <Text as="span" color="fg">
            {t("sessions.current")}
          </Text>
        ),
        address ? t("sessions.from", { at, address }) : t("sessions.since", { at }),
        t("sessions.seen", { at: moment(lastSeenAt) }),
        applications.length > 0 && t("sessions.opened", { names: list(applications.map(nameOf)) }),
      ]}
      action={
        onEnd && (
          <Button size="sm" variant="outline" aria-label={t("sessions.endOf", { device })} onClick={onEnd}>
            {t("sessions.end")}
          </Button>
        )
      }
    />
  );
}

function Offline({ names }: { names: string[] }) {
  const { t } = useTranslation("accounts");
  const { list } = useFormats();
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

function nameOf({ name, client_id }: { client_id: string; name?: string | null }): string {
  return name ?? client_id;
}
