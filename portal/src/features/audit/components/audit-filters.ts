import { useTranslation } from "react-i18next";
import { useCan } from "../../../access/can";
import { useServices } from "../../../api/services";
import type { Filter } from "../../../kit/filters/filter-bar";
import { useAuditWords, type AuditEntry } from "../../../kit/history/audit-words";
import { KINDS, type Filters } from "../filters";
import { actors, applications } from "../queries";

/**
 * The filters of the audit log. Filters that are set from the details of an entry are chips without
 * a field. `example` is an entry of the filtered list; it has the names of things whose ids are in
 * the address.
 */
export function useAuditFilters(given: Filters, example: AuditEntry | undefined): Filter[] {
  const { t } = useTranslation("audit");
  const { kind, objectKind, party } = useAuditWords();
  const services = useServices();
  const can = useCan();
  const programs = (["cli", "server"] as const).map((value) => ({
    value,
    label: party({ kind: value, id: value }),
  }));
  const actor = example?.actor?.id === given.actorId ? example?.actor : undefined;
  const object = example?.object?.id === given.objectId ? example?.object : undefined;
  return [
    { kind: "days", name: "from", until: "until", label: t("filter.time") },
    {
      kind: "select",
      name: "kind",
      label: t("filter.kind"),
      options: KINDS.map((value) => ({ value, label: kind(value) })),
    },
    // Only readers who may list accounts can choose one by name.
    can("account_maintain.AccountManagement.AccountList.view")
      ? { kind: "search", name: "actorId", label: t("actor"), source: actors(services, programs) }
      : { kind: "text", name: "actorId", label: t("filter.actorId"), ...(actor && { shown: party(actor) }) },
    { kind: "search", name: "applicationId", label: t("filter.application"), source: applications(services) },
    {
      kind: "chip",
      name: "objectId",
      with: ["objectKind"],
      label: t("object"),
      value: `${objectKind(given.objectKind ?? "")} ${object?.name ?? given.objectId}`,
    },
    { kind: "chip", name: "address", label: t("address"), value: given.address ?? "" },
  ];
}
