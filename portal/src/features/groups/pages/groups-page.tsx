import { Button } from "@chakra-ui/react";
import { Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useCan } from "../../../access/can";
import { useServices } from "../../../api/services";
import { useFormats } from "../../../i18n/use-formats";
import { ListPage } from "../../../kit/list-page";
import { NameLink } from "../../../kit/name-link";
import { OpenedParts } from "../../../kit/opened-parts";
import { products } from "../../../kit/sources";
import { BulkSwitch } from "../../../kit/switching/bulk-switch";
import { useEndsWithin } from "../../../kit/use-ends-within";
import { useList } from "../../../kit/use-list";
import { useOpened } from "../../../kit/use-opened";
import { useOnOff } from "../../../kit/use-on-off";
import { lazyPart } from "../../../ui/lazy/lazy-part";
import { SomeNames } from "../../../ui/some-names";
import type { Selection } from "../../../ui/table/use-selection";
import { useGroupActions, VIEWS, type GroupName, type Open } from "../components/group-actions";
import { useSwitchWords } from "../components/switch-words";
import {
  GROUP_NAMES,
  groupFile,
  groupList,
  groupQuery,
  OFF,
  ON,
  setStatus,
  STATUS,
  VISIBILITIES,
  type GroupRow,
} from "../queries";

const GroupParts = lazyPart(() => import("../components/group-parts"));
type View = (typeof VIEWS)[number];
/** What the name of a group opens: the form, or its members for readers who may not edit. */
const NAMED = ["edit", ...VIEWS] as const;

/** S-22: the groups, who manages them and what they open, and everything that administrators do with them. */
export default function GroupsPage() {
  const { t } = useTranslation("groups");
  const onOff = useOnOff(STATUS);
  const endsWithin = useEndsWithin(t("lastDay"));
  const services = useServices();
  const { number, day } = useFormats();
  const words = useSwitchWords();
  const can = useCan();
  const list = useList(groupList, [
    { kind: "text", name: "context", label: t("name") },
    onOff.filter,
    {
      kind: "select",
      name: "visible",
      label: t("visible"),
      options: VISIBILITIES.map((value) => ({ value, label: t(`visible.${value}`) })),
    },
    { kind: "search", name: "appId", label: t("products"), source: products(services, false) },
    endsWithin,
  ]);
  const opened = useOpened<Open, View>({
    name: "group",
    views: VIEWS,
    idOf: (open) => ("group" in open ? open.group.groupId : undefined),
    fresh: { "": can("operation_access.UserGroupManagement.GroupList.add") ? { what: "add" } : undefined },
  });
  const { onOpen, onClose } = opened;
  const actionsOf = useGroupActions(onOpen);
  return (
    <>
      <ListPage
        list={list}
        empty={t("empty")}
        file={groupFile}
        action={
          can("operation_access.UserGroupManagement.GroupList.add") && (
            <Button onClick={() => onOpen({ what: "add" })}>
              <Plus size={16} aria-hidden />
              {t("add")}
            </Button>
          )
        }
        rowKey={({ groupId }) => groupId}
        rowName={({ groupName }) => groupName}
        rowActions={actionsOf}
        {...(can("operation_access.UserGroupManagement.GroupList.status") && {
          bulk: (selection: Selection<GroupRow>) => (
            <BulkSwitch
              selection={selection}
              rowKey={({ groupId }) => groupId}
              rowName={({ groupName }) => groupName}
              words={words}
              call={({ groupId }, on) => setStatus(services, groupId, on ? ON : OFF)}
              refresh={GROUP_NAMES}
            />
          ),
        })}
        columns={[
          {
            key: "name",
            header: t("name"),
            sort: "groupName",
            cell: (row) => (
              <NameLink
                opened={opened}
                views={NAMED}
                actions={actionsOf(row)}
                openOf={(what) => ({ what, group: row })}
              >
                {row.groupName}
              </NameLink>
            ),
          },
          onOff.column,
          {
            key: "visible",
            header: t("visible"),
            minor: true,
            cell: ({ visible }) => t(`visible.${visible}`),
          },
          {
            key: "managers",
            header: t("managers"),
            cell: (row) => <SomeNames people names={row.groupAdmin} total={row.numbersOfManagers} />,
          },
          { key: "members", header: t("members"), align: "end", cell: (row) => number(row.numbersOfMembers) },
          {
            key: "products",
            header: t("products"),
            cell: ({ products, numbersOfProducts }) => (
              <SomeNames names={products.map(({ name }) => name)} total={numbersOfProducts} />
            ),
          },
          {
            key: "created",
            header: t("created"),
            sort: "created",
            short: true,
            off: true,
            cell: (row) => day(row.createdAt),
          },
        ]}
      />
      <OpenedParts<Open, View, GroupName>
        opened={opened}
        openOf={(what, group) => ({ what, group })}
        rows={list.page?.rows}
        rowKey={({ groupId }) => groupId}
        load={(groupId) => groupQuery(services, groupId)}
        actionsOf={actionsOf}
      >
        {(open) => <GroupParts open={open} onClose={onClose} />}
      </OpenedParts>
    </>
  );
}
