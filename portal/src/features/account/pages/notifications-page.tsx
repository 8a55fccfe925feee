import { Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { NotThereYet } from "../../../kit/not-there-yet";
import { Part } from "../../../ui/part";
import { Absence } from "../components/absence";
import { AccountFrame } from "../components/account-frame";
import { MailChoice } from "../components/mail-choice";
import { notificationsQuery, type Notifications } from "../notification-queries";

/** Which emails a person wants, which come anyway, and who decides while the person is away. */
export default function NotificationsPage() {
  const { t } = useTranslation("account");
  const { data, error, refetch } = useQuery(notificationsQuery(useServices()));
  return (
    <AccountFrame>
      {data ? (
        <Choices chosen={data} />
      ) : (
        <Part heading={t("mails")}>
          <NotThereYet error={error} onRetry={() => void refetch()} lines={3} height="20" />
        </Part>
      )}
      <Part heading={t("mails.always")}>
        <Text margin="0">{t("mails.alwaysWhat")}</Text>
      </Part>
      <Absence />
    </AccountFrame>
  );
}

function Choices({ chosen }: { chosen: Notifications }) {
  const { t } = useTranslation("account");
  return (
    <>
      <MailChoice
        topic="requestAsked"
        heading={t("mails.asked")}
        what={t("mails.askedWhat")}
        modes={["each", "daily", "off"]}
        chosen={chosen.requestAsked}
      />
      <MailChoice
        topic="requestOverdue"
        heading={t("mails.overdue")}
        what={t("mails.overdueWhat")}
        modes={["each", "off"]}
        chosen={chosen.requestOverdue}
      />
      <MailChoice
        topic="membershipEnding"
        heading={t("mails.ending")}
        what={t("mails.endingWhat")}
        modes={["each", "off"]}
        chosen={chosen.membershipEnding}
      />
    </>
  );
}
