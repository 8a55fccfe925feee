import { Button, Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useResumed } from "../../../api/use-errand";
import { NotThereYet } from "../../../kit/not-there-yet";
import { Part } from "../../../ui/part";
import { AccountFrame } from "../components/account-frame";
import { DownloadData } from "../components/download-data";
import { DOWNLOAD_DATA } from "../components/errands";
import { ProfileRow, ProfileRows } from "../components/profile-row";
import { keptForQuery } from "../profile-queries";

/** What is kept about the person and how long, and all of it as a file. */
export default function DataPage() {
  const { t } = useTranslation("account");
  const resumed = useResumed();
  const [open, setOpen] = useState(resumed === DOWNLOAD_DATA);
  return (
    <AccountFrame>
      <Part heading={t("data")}>
        <Kept />
      </Part>
      <Part heading={t("data.all")}>
        <Text marginTop="0" marginBottom="4">
          {t("data.file")}
        </Text>
        <Button variant="outline" onClick={() => setOpen(true)}>
          {t("data.download")}
        </Button>
      </Part>
      {open && <DownloadData onClose={() => setOpen(false)} />}
    </AccountFrame>
  );
}

function Kept() {
  const { t } = useTranslation("account");
  const { data, error, refetch } = useQuery(keptForQuery(useServices()));
  if (!data) return <NotThereYet error={error} onRetry={() => void refetch()} lines={6} height="12" />;
  const { history, sessions, openings, chats, assistantUse } = data;
  return (
    <>
      <ProfileRows>
        <ProfileRow label={t("data.profile")}>{t("data.profileKept")}</ProfileRow>
        <ProfileRow label={t("data.ways")}>{t("data.waysKept")}</ProfileRow>
        <ProfileRow label={t("data.sessions")}>{t("data.sessionsKept", { count: sessions })}</ProfileRow>
        <ProfileRow label={t("data.applications")}>{t("data.applicationsKept")}</ProfileRow>
        <ProfileRow label={t("data.groups")}>{t("data.groupsKept")}</ProfileRow>
        <ProfileRow label={t("data.openings")}>{t("data.openingsKept", { count: openings })}</ProfileRow>
        <ProfileRow label={t("data.assistant")}>
          {t("data.assistantKept", { count: chats, days: assistantUse })}
        </ProfileRow>
        <ProfileRow label={t("data.history")}>
          {history == null ? t("data.historyForEver") : t("data.historyKept", { count: history })}
        </ProfileRow>
        <ProfileRow label={t("data.emails")}>{t("data.emailsKept")}</ProfileRow>
      </ProfileRows>
      <Text marginTop="4" marginBottom="0" color="fg.muted">
        {t("data.audit")}
      </Text>
    </>
  );
}
