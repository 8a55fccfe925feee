import { useTranslation } from "react-i18next";
import { useCan } from "../../../access/can";
import { useList } from "../../../kit/use-list";
import { DecideList } from "../components/decide-list";
import { useStates } from "../components/request-state";
import { EVERY_STATE, requestFile, requestList } from "../examined-queries";

/**
 * S-17: the requests for all groups, for administrators; what waits, unless another state is chosen. Those of a product get
 * the ones for their product.
 */
export default function AccessListPage() {
  const { t } = useTranslation("requests");
  const can = useCan();
  const [pending, ...decided] = useStates();
  const options = [...decided, { value: EVERY_STATE, label: t("state.all") }];
  const list = useList(requestList, [
    { kind: "text", name: "context", label: t("search") },
    { kind: "select", name: "status", label: t("state"), options, ...(pending && { any: pending.label }) },
    { kind: "days", name: "decidedFrom", until: "decidedUntil", label: t("decidedOn") },
    { kind: "chip", name: "groupId", label: t("group"), value: t("chip.oneGroup") },
    { kind: "chip", name: "projectId", label: t("product"), value: t("chip.oneProduct") },
  ]);
  return (
    <DecideList
      list={list}
      file={requestFile}
      examining
      mayDecide={can("account_maintain.AccountManagement.PermissionRequestList.examine", "any")}
    />
  );
}
