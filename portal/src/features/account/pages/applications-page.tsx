import { Button, Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useFormats } from "../../../i18n/use-formats";
import { NotThereYet } from "../../../kit/not-there-yet";
import { Question } from "../../../kit/question";
import { AccountFrame } from "../components/account-frame";
import { useAppName } from "../components/use-app-name";
import { Part } from "../../../ui/part";
import { Row, Rows } from "../../../ui/row";
import { applicationsQuery, OWN, withdraw, type OwnApplication } from "../own-queries";

/** What a person lets applications have, and how to take it back. */
export default function ApplicationsPage() {
  const { t } = useTranslation("account");
  const { data, error, refetch } = useQuery(applicationsQuery(useServices()));
  const [asking, setAsking] = useState<OwnApplication>();
  const applications = data?.applications;
  return (
    <AccountFrame>
      {applications ? (
        <Part heading={t("applications")}>
          <Text margin="0" color={applications.length > 0 ? "fg.muted" : "fg"}>
            {applications.length > 0 ? t("applications.what") : t("applications.none")}
          </Text>
          {applications.length > 0 && (
            <Rows>
              {applications.map((one) => (
                <Application key={one.client_id} application={one} onWithdraw={() => setAsking(one)} />
              ))}
            </Rows>
          )}
        </Part>
      ) : (
        <NotThereYet error={error} onRetry={() => void refetch()} lines={2} height="20" />
      )}
      {asking && <Withdraw application={asking} onClose={() => setAsking(undefined)} />}
    </AccountFrame>
  );
}

interface ApplicationProps {
  application: OwnApplication;
  onWithdraw: () => void;
}

function Application({ application, onWithdraw }: ApplicationProps) {
  const { t } = useTranslation("account");
  const { list, moment, day } = useFormats();
  const scopes = useScopes();
  const { scope, since, usedAt, offline } = application;
  const name = useAppName()(application);
  const may = list(scopes(scope));
  return (
    <Row
      heading={name}
      lines={[
        may && t("applications.may", { list: may }),
        offline && t("applications.offline"),
        t("applications.since", { day: day(since) }),
        usedAt && t("applications.used", { at: moment(usedAt) }),
      ]}
      action={
        <Button
          size="sm"
          variant="outline"
          color="danger"
          aria-label={t("applications.withdrawOf", { name })}
          onClick={onWithdraw}
        >
          {t("applications.withdraw")}
        </Button>
      }
    />
  );
}

/** Scope values in words; an application's own values stay as they are. `offline_access` has its own sentence. */
function useScopes() {
  const { t } = useTranslation("account");
  const words: Record<string, string> = {
    openid: t("scope.openid"),
    profile: t("scope.profile"),
    email: t("scope.email"),
    address: t("scope.address"),
    phone: t("scope.phone"),
    groups: t("scope.groups"),
  };
  return (values: readonly string[]) =>
    values.filter((value) => value !== "offline_access").map((value) => words[value] ?? value);
}

function Withdraw({ application, onClose }: { application: OwnApplication; onClose: () => void }) {
  const { t } = useTranslation("account");
  const services = useServices();
  const name = useAppName()(application);
  return (
    <Question
      title={t("applications.question", { name })}
      action={t("applications.withdraw")}
      destructive
      call={() => withdraw(services, application.client_id)}
      done={t("applications.withdrawn", { name })}
      refresh={OWN}
      onClose={onClose}
    >
      {t("applications.consequence")}
    </Question>
  );
}
