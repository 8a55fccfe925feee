import { useTranslation } from "react-i18next";
import { useFormats } from "../../../i18n/use-formats";
import { ListPage } from "../../../kit/list-page";
import { useList } from "../../../kit/use-list";
import { SomeNames } from "../../../ui/some-names";
import { StatusMark } from "../../../ui/status-mark";
import { groupList, STATUS } from "../queries";

/** S-22: the groups, who manages them, and what they open. */
export default function GroupsPage() {
  const { t } = useTranslation("groups");
  const { number, day } = useFormats();
  const list = useList(groupList, [
    { kind: "text", name: "context", label: t("name") },
    {
      kind: "select",
      name: "status",
      label: t("status"),
      options: Object.entries(STATUS).map(([value, word]) => ({ value, label: t(`status.${word}`) })),
    },
  ]);
  return (
    <ListPage
      list={list}
      rowKey={({ groupId }) => groupId}
      columns={[
        { key: "name", header: t("name"), sort: "groupName", prose: true, cell: (row) => row.groupName },
        {
          key: "status",
          header: t("status"),
          cell: (row) => (
            <StatusMark look={STATUS[row.status]}>{t(`status.${STATUS[row.status]}`)}</StatusMark>
          ),
        },
        {
          key: "managers",
          header: t("managers"),
          prose: true,
          cell: (row) => <SomeNames names={row.groupAdmin} total={row.numbersOfManagers} />,
        },
        { key: "members", header: t("members"), align: "end", cell: (row) => number(row.numbersOfMembers) },
        {
          key: "products",
          header: t("products"),
          prose: true,
          cell: ({ products, numbersOfProducts }) => (
            <SomeNames names={products.map(({ name }) => name)} total={numbersOfProducts} />
          ),
        },
        {
          key: "created",
          header: t("created"),
          sort: "created",
          short: true,
          cell: (row) => day(row.createdAt),
        },
      ]}
    />
  );
}
