import { Box } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { NONE, useFormats } from "../../../i18n/use-formats";
import { useServices } from "../../../api/services";
import { AskingTabs } from "../../../kit/asking/asking-tabs";
import { Opens } from "../../../kit/asking/opens";
import { useListName } from "../../../kit/list-name";
import { ListPage } from "../../../kit/list-page";
import { OpenedParts } from "../../../kit/opened-parts";
import { Segments } from "../../../kit/segments";
import { useListQuery } from "../../../kit/use-list-query";
import { useOpened } from "../../../kit/use-opened";
import { lazyPart } from "../../../ui/lazy/lazy-part";
import { useTableState } from "../../../ui/table/use-table-state";
import { GroupAction, type GroupWork } from "../components/group-action";
import { GroupState } from "../components/group-state";
import { LeaveGroup } from "../components/leave-group";
import { Muted } from "../components/muted";
import { GROUP_ACTION, myGroupList, type MyGroup } from "../queries";

const AskDrawer = lazyPart(() => import("../../../kit/asking/ask-drawer"));

/** The parts of the list, as the server names them: all groups, one's own, those to ask for. */
const SHOWN = ["", "1", "2"] as const;

/** D-01: the groups that the reader sees, and what the reader can do with each (K-47). */
export default function MyGroupsPage() {
  const { t } = useTranslation("requests");
  const { list: listed, joined, number } = useFormats();
  const services = useServices();
  const wanted = useSearchParams()[0].get("mine");
  // A part is no filter: nobody can clear it.
  const mine = SHOWN.find((value) => value === wanted) ?? "";
  const control = useTableState(["context"], useListName());
  const list = useListQuery(control, ({ filters, ...paging }) =>
    myGroupList(services, { ...paging, filters: { ...filters, ...(mine && { mine }) } }),
  );
  const opened = useOpened<GroupWork, "apply">({
    name: "group",
    views: ["apply"],
    idOf: ({ group }) => group.groupId,
  });
  const { onOpen, onClose } = opened;
  return (
    <>
      <AskingTabs />
      <ListPage
        list={{ ...list, filters: [{ kind: "text", name: "context", label: t("groups.search") }] }}
        tabs={
          <Box marginBottom="4">
            <Segments
              label={t("groups.which")}
              name="mine"
              parts={SHOWN.map((value) => ({ value, label: t(`groups.shown.${value || "all"}`) }))}
              shown={mine}
            />
          </Box>
        }
        {...(mine && { empty: t(`groups.none.${mine}`) })}
        rowKey={({ groupId }) => groupId}
        rowName={({ groupName }) => groupName}
        columns={[
          {
            key: "name",
            header: t("group"),
            sort: "groupName",
            prose: true,
            cell: ({ groupName, desc }) => (
              <>
                <Box fontWeight="medium" overflowWrap="anywhere">
                  {groupName}
                </Box>
                {desc && <Muted>{desc}</Muted>}
              </>
            ),
          },
          {
            key: "opens",
            header: t("groups.opens"),
            prose: true,
            cell: (group) => <Opens group={group} />,
          },
          {
            key: "managers",
            header: t("managers"),
            prose: true,
            // On a tablet it would leave no room for the status.
            minor: true,
            cell: ({ groupAdmin, adminMsg }) => (
              // As wide as the address of a manager.
              <Box minWidth={{ md: "32" }}>
                {joined(groupAdmin) || NONE}
                {adminMsg && <Muted>{adminMsg}</Muted>}
              </Box>
            ),
          },
          {
            key: "members",
            header: t("members"),
            prose: true,
            minor: "first",
            cell: ({ numbersOfMembers, nameList }) => (
              <>
                {number(numbersOfMembers)}
                {nameList && <Muted>{listed(nameList.split(";"))}</Muted>}
              </>
            ),
          },
          { key: "state", header: t("state"), short: true, cell: (group) => <GroupState group={group} /> },
          {
            key: "action",
            header: t("action"),
            buttons: true,
            cell: (group) => <GroupAction group={group} onOpen={onOpen} />,
          },
        ]}
      />
      <OpenedParts<GroupWork, "apply", MyGroup>
        opened={opened}
        rows={list.page?.rows}
        rowKey={({ groupId }) => groupId}
        actionsOf={({ actionId }) => (actionId === GROUP_ACTION.apply ? [{ key: "apply" }] : [])}
        openOf={(what, group) => ({ what, group })}
      >
        {({ what, group }) =>
          what === "apply" ? (
            <AskDrawer title={t("apply.for", { name: group.groupName })} groups={[group]} onClose={onClose} />
          ) : (
            <LeaveGroup group={group} onClose={onClose} />
          )
        }
      </OpenedParts>
    </>
  );
}
