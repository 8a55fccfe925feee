import { Box, Flex } from "@chakra-ui/react";
import { CircleCheck, CircleSlash } from "lucide-react";
import { useTranslation } from "react-i18next";
import { usePageTitle } from "../../../access/nav";
import { useServices } from "../../../api/services";
import { FilterBar, filterNames, type Filter } from "../../../kit/filters/filter-bar";
import { useListQuery } from "../../../kit/use-list-query";
import { PageHeader } from "../../../ui/page-header";
import { DataTable, type Column } from "../../../ui/table/data-table";
import { useTableState } from "../../../ui/table/use-table-state";
import { groupsQuery, OFF, ON, type GroupRow } from "../queries";

/** Names that a row shows; of the others it says how many there are. */
const SHOWN = 5;

/** S-22: the groups, who manages them, and what they open. */
export default function GroupsPage() {
  const { t, i18n } = useTranslation("groups");
  const services = useServices();
  const title = usePageTitle();
  const filters: Filter[] = [
    { kind: "text", name: "context", label: t("name") },
    {
      kind: "select",
      name: "status",
      label: t("status"),
      options: [
        { value: String(ON), label: t("status.on") },
        { value: String(OFF), label: t("status.off") },
      ],
    },
  ];
  const list = useListQuery(useTableState(filterNames(filters)), (paging) => groupsQuery(services, paging));
  const count = new Intl.NumberFormat(i18n.language);
  const day = new Intl.DateTimeFormat(i18n.language, { dateStyle: "medium" });
  const together = new Intl.ListFormat(i18n.language);
  const some = (names: string[], inAll: number) => {
    const [shown, others] = [names.slice(0, SHOWN), inAll - Math.min(names.length, SHOWN)];
    return together.format(others > 0 ? [...shown, t("more", { count: others })] : shown) || "–";
  };
  const columns: Column<GroupRow>[] = [
    { key: "name", header: t("name"), sort: "groupName", cell: ({ groupName }) => groupName, prose: true },
    { key: "status", header: t("status"), cell: ({ status }) => <Status on={status === ON} /> },
    {
      key: "managers",
      header: t("managers"),
      cell: ({ groupAdmin, numbersOfManagers }) => some(groupAdmin, numbersOfManagers),
      prose: true,
    },
    {
      key: "members",
      header: t("members"),
      align: "end",
      cell: ({ numbersOfMembers }) => count.format(numbersOfMembers),
    },
    {
      key: "products",
      header: t("products"),
      cell: ({ products, numbersOfProducts }) =>
        some(
          products.map(({ name }) => name),
          numbersOfProducts,
        ),
      prose: true,
    },
    {
      key: "created",
      header: t("created"),
      sort: "created",
      cell: ({ createdAt }) => (
        <Box as="span" whiteSpace="nowrap">
          {day.format(createdAt)}
        </Box>
      ),
    },
  ];
  const total = list.page && `${count.format(list.page.total)}${list.page.more ? "+" : ""}`;
  return (
    <>
      <PageHeader title={title} {...(total !== undefined && { count: total })} />
      <FilterBar control={list.control} filters={filters} />
      <DataTable label={title} columns={columns} rowKey={({ groupId }) => groupId} {...list} />
    </>
  );
}

function Status({ on }: { on: boolean }) {
  const { t } = useTranslation("groups");
  const Icon = on ? CircleCheck : CircleSlash;
  return (
    <Flex
      as="span"
      display="inline-flex"
      align="center"
      gap="1.5"
      color={on ? "success" : "danger"}
      whiteSpace="nowrap"
    >
      <Icon size={14} aria-hidden />
      {t(on ? "status.on" : "status.off")}
    </Flex>
  );
}
