import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Navigate } from "react-router";
import { useServices } from "../../../api/services";
import { costQuery } from "../../../kit/assistant-cost";
import { NotThereYet } from "../../../kit/not-there-yet";
import { showToast } from "../../../ui/toast/toast-store";
import { Conversation } from "../components/conversation";
import { authorityQuery, chatsQuery, versionsQuery } from "../queries";

/** R-04, S-14: the AI chat, for people who may use it; others go back to home and read why (F-33, T-46, X-13). */
export default function ChatPage() {
  const services = useServices();
  const { data, error, refetch } = useQuery(authorityQuery(services));
  if (data === undefined)
    return <NotThereYet error={error} onRetry={() => void refetch()} lines={6} height="12" />;
  return data ? <Chats /> : <Refused />;
}

function Refused() {
  const { t } = useTranslation("assistant");
  const text = t("refused");
  useEffect(() => showToast({ tone: "warning", text }), [text]);
  return <Navigate to="/" replace />;
}

function Chats() {
  const services = useServices();
  const chats = useQuery(chatsQuery(services));
  const cost = useQuery(costQuery(services));
  const versions = useQuery(versionsQuery(services));
  const failed = [chats, cost, versions].find(({ error, data }) => error && !data);
  if (!chats.data || !cost.data || !versions.data)
    return (
      <NotThereYet
        error={failed?.error ?? null}
        onRetry={() => void failed?.refetch()}
        lines={6}
        height="12"
      />
    );
  return <Conversation chats={chats.data} cost={cost.data} versions={versions.data} />;
}
