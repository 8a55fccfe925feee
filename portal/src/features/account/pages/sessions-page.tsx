import { Button, Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useFormats } from "../../../i18n/use-formats";
import { located } from "../../../kit/located";
import { NotThereYet } from "../../../kit/not-there-yet";
import { Question } from "../../../kit/question";
import { AccountFrame } from "../components/account-frame";
import { Browsers } from "../components/browsers";
import { LockAccount } from "../components/lock-account";
import { Part } from "../../../ui/part";
import { Row, Rows } from "../../../ui/row";
import { useAppName } from "../components/use-app-name";
import { useDevice } from "../components/use-device";
import { endOtherSessions, endSession, OWN, sessionsQuery, type OwnSession } from "../own-queries";

type Asking = OwnSession | "others" | "lock";

/** Where a person is signed in, and the browsers that are not asked for the second factor. */
export default function SessionsPage() {
  const { t } = useTranslation("account");
  const { data, error, refetch } = useQuery(sessionsQuery(useServices()));
  const [asking, setAsking] = useState<Asking>();
  const close = () => setAsking(undefined);
  const others = data?.sessions.some(({ current }) => !current);
  return (
    <AccountFrame>
      <Part heading={t("sessions")}>
        {data ? (
          <>
            <Text margin="0" color="fg.muted">
              {t("sessions.what")}
            </Text>
            <Rows>
              {data.sessions.map((session) => (
                <Session key={session.sessionId} session={session} onEnd={() => setAsking(session)} />
              ))}
            </Rows>
            {data.more && <Text color="fg.muted">{t("sessions.more")}</Text>}
            {others && (
              <Button marginTop="4" variant="outline" color="danger" onClick={() => setAsking("others")}>
                {t("sessions.endOthers")}
              </Button>
            )}
          </>
        ) : (
          <NotThereYet error={error} onRetry={() => void refetch()} lines={3} height="20" />
        )}
      </Part>
      <Browsers />
      <Part heading={t("lock")}>
        <Text marginTop="0" marginBottom="4">
          {t("lock.what")}
        </Text>
        <Button variant="outline" color="danger" onClick={() => setAsking("lock")}>
          {t("lock.do")}
        </Button>
      </Part>
      {asking === "others" && <EndOthers onClose={close} />}
      {asking === "lock" && <LockAccount onClose={close} />}
      {typeof asking === "object" && <EndOne session={asking} onClose={close} />}
    </AccountFrame>
  );
}

function Session({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const { t } = useTranslation("account");
  const { list, moment } = useFormats();
  const device = useDevice()(session.browser);
  const { createdAt, lastSeenAt, applications, current, browser } = session;
  const at = moment(createdAt);
  const address = located(session);
  const names = list(applications.map(useAppName()));
  return (
    <Row
      heading={device}
      title={browser}
      lines={[
        current && (
          <Text as="span" color="fg" fontWeight="medium">
            {t("sessions.current")}
          </Text>
        ),
        address ? t("sessions.from", { at, address }) : t("sessions.since", { at }),
        t("sessions.seen", { at: moment(lastSeenAt) }),
        names && t("sessions.opened", { names }),
      ]}
      action={
        !current && (
          <Button size="sm" variant="outline" aria-label={t("sessions.endOf", { device })} onClick={onEnd}>
            {t("sessions.end")}
          </Button>
        )
      }
    />
  );
}

function EndOne({ session, onClose }: { session: OwnSession; onClose: () => void }) {
  const { t } = useTranslation("account");
  const services = useServices();
  const device = useDevice()(session.browser);
  return (
    <Question
      title={t("sessions.question", { device })}
      action={t("sessions.end")}
      destructive
      call={() => endSession(services, session.sessionId)}
      done={t("sessions.ended", { device })}
      refresh={OWN}
      onClose={onClose}
    >
      {t("sessions.consequence")}
    </Question>
  );
}

function EndOthers({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("account");
  const services = useServices();
  return (
    <Question
      title={t("sessions.othersQuestion")}
      action={t("sessions.endOthers")}
      destructive
      call={() => endOtherSessions(services)}
      done={t("sessions.othersEnded")}
      refresh={OWN}
      onClose={onClose}
    >
      {t("sessions.othersConsequence")}
    </Question>
  );
}
