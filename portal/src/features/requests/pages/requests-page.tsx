import { useTranslation } from "react-i18next";
import { AskingTabs } from "../../../kit/asking/asking-tabs";
import { useList } from "../../../kit/use-list";
import { DecideList } from "../components/decide-list";
import { useStates } from "../components/request-state";
import { requestQueue } from "../queries";

/**
 * What waits for the reader's decision, next due first. The links of an email open it with one request and its question;
 * opening it decides nothing.
 */
export default function RequestsPage() {
  const { t } = useTranslation("requests");
  // Without this filter the server lists what is pending.
  const [pending, ...options] = useStates();
  const list = useList(requestQueue, [
    { kind: "text", name: "context", label: t("search") },
    { kind: "select", name: "status", label: t("state"), options, ...(pending && { any: pending.label }) },
    { kind: "chip", name: "groupId", label: t("group"), value: t("chip.oneGroup") },
    { kind: "chip", name: "requestId", label: t("request"), value: t("chip.oneRequest") },
  ]);
  return (
    <>
      <AskingTabs />
      <DecideList list={list} examining={false} mayDecide />
    </>
  );
}
