import { Button, Flex, Text } from "@chakra-ui/react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { usePageTitle } from "../../../access/nav";
import { displayName, userQuery, useUser } from "../../../access/user";
import { requestIdOf } from "../../../api/failure";
import { failureText } from "../../../api/failure-text";
import { useServices } from "../../../api/services";
import { useFormats } from "../../../i18n/use-formats";
import { NotThereYet } from "../../../kit/not-there-yet";
import { useAct } from "../../../kit/use-act";
import { BusyButton } from "../../../ui/busy-button";
import { Notice } from "../../../ui/notice";
import { PageHeader } from "../../../ui/page-header";
import { Part } from "../../../ui/part";
import { QrCode } from "../../../ui/qr-code";
import { showToast } from "../../../ui/toast/toast-store";
import { invitationQuery, linkMessagingApp } from "../queries";

/** D-25: the QR code of the messaging app. The page that the code leads to asks whether to link the app. */
export default function MessagingAppPage() {
  const { t } = useTranslation("messaging");
  const [params] = useSearchParams();
  const user = useUser();
  const link = params.get("wechatToken");
  return (
    <>
      <PageHeader title={usePageTitle()} />
      {user && (
        <Part heading={t("heading")}>
          <Flex direction="column" align="flex-start" gap="4">
            {user.wechatBinded ? (
              <Text margin="0">{t("linked")}</Text>
            ) : link ? (
              <Question link={link} name={displayName(user)} />
            ) : (
              <Code />
            )}
          </Flex>
        </Part>
      )}
    </>
  );
}

function Question({ link, name }: { link: string; name: string }) {
  const { t } = useTranslation("messaging");
  const services = useServices();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<unknown>();
  const { run, busy } = useAct(() => linkMessagingApp(services, link), {
    done: t("nowLinked"),
    refresh: ["user"],
    onFailure: setFailure,
  });
  const showCode = () => navigate("/account/messaging-app", { replace: true });
  const confirm = async () => {
    if (await run()) await showCode();
  };
  if (failure) {
    return (
      <Notice icon={TriangleAlert} heading={failureText(failure)} requestId={requestIdOf(failure)}>
        <Button variant="outline" onClick={() => void showCode()}>
          {t("again")}
        </Button>
      </Notice>
    );
  }
  return (
    <>
      <Text margin="0" overflowWrap="anywhere">
        {t("question", { name })}
      </Text>
      <Text margin="0" color="fg.muted">
        {t("warning")}
      </Text>
      <BusyButton busy={busy} onClick={() => void confirm()}>
        {t("link")}
      </BusyButton>
    </>
  );
}

function Code() {
  const { t } = useTranslation("messaging");
  const services = useServices();
  const cache = useQueryClient();
  const { moment } = useFormats();
  const { data, error, refetch } = useQuery(invitationQuery(services));
  const look = useMutation({
    mutationFn: () => cache.query({ ...userQuery(services), staleTime: 0 }),
    onSuccess: ({ wechatBinded }) => {
      if (!wechatBinded) showToast({ tone: "warning", text: t("notYet") });
    },
  });
  if (!data) return <NotThereYet error={error} onRetry={() => void refetch()} lines={1} height="56" />;
  return (
    <>
      <Text margin="0">{t("scan")}</Text>
      <QrCode svg={data.qr} label={t("qr")} />
      <Text margin="0" color="fg.muted">
        {t("until", { until: moment(data.endsAt) })}
      </Text>
      <Flex gap="3" wrap="wrap">
        <BusyButton busy={look.isPending} onClick={() => look.mutate()}>
          {t("done")}
        </BusyButton>
        <Button asChild variant="outline">
          <a href={data.openlink}>{t("openHere")}</a>
        </Button>
      </Flex>
    </>
  );
}
