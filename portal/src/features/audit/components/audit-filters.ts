import { useTranslation } from "react-i18next";
import { useCan } from "../../../access/can";
import { useServices } from "../../../api/services";
import type { Filter } from "../../../kit/filters/filter-bar";
import { useAuditWords, type AuditEntry } from "../../../kit/history/audit-words";
import { KINDS, type Filters } from "../filters";
import { actors, applications, things } from "../queries";

/**
 * The filters of the audit log. The address of an entry is a chip without a field. `example` is an entry of the filtered list;
 * it has the name of an actor whose id is in the address.
 */
export function useAuditFilters(given: Filters, example: AuditEntry | undefined): Filter[] {
  const { t } = useTranslation("audit");
  const { kind, objectKind, party } = useAuditWords();
  const services = useServices();
  const seesPeople = useCan()("account_maintain.AccountManagement.AccountList.view");
  const programs = (["cli", "server"] as const).map((value) => ({
    value,
    label: party({ kind: value, id: value }),
  }));
  const actor = example?.actor?.id === given.actorId ? example?.actor : undefined;
  return [
    { kind: "days", name: "from", until: "until" },
    { kind: "chip", name: "zone", label: t("filter.zone"), value: given.zone ?? "" },
    { kind: "search", name: "about", label: t("object"), source: things(services, seesPeople, objectKind) },
    // Only readers who may list accounts can choose one by name.
    seesPeople
      ? { kind: "search", name: "actorId", label: t("actor"), source: actors(services, programs) }
      : { kind: "text", name: "actorId", label: t("filter.actorId"), ...(actor && { shown: party(actor) }) },
    {
      kind: "select",
      name: "kind",
      label: t("filter.kind"),
      options: KINDS.map((value) => ({ value, label: kind(value) })),
    },
    { kind: "search", name: "applicationId", label: t("filter.application"), source: applications(services) },
    { kind: "chip", name: "address", label: t("address"), value: given.address ?? "" },
  ];
}
