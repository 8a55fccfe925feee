import { Box } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { NONE, useFormats } from "../../../i18n/use-formats";
import { ListPage } from "../../../kit/list-page";
import { useList } from "../../../kit/use-list";
import { OpenedParts } from "../../../kit/opened-parts";
import { useOpened } from "../../../kit/use-opened";
import { lazyPart } from "../../../ui/lazy/lazy-part";
import { AskingTabs } from "../components/asking-tabs";
import { GroupAction, type GroupWork } from "../components/group-action";
import { GroupState } from "../components/group-state";
import { LeaveGroup } from "../components/leave-group";
import { Muted } from "../components/muted";
import { GROUP_ACTION, myGroupList, type MyGroup } from "../queries";

const ApplyDrawer = lazyPart(() => import("../components/apply-drawer"));

/** D-01: the groups that the reader sees, and what the reader can do with each (K-47). */
export default function MyGroupsPage() {
  const { t } = useTranslation("requests");
  const { number } = useFormats();
  const list = useList(myGroupList, [
    { kind: "text", name: "context", label: t("groups.search") },
    {
      kind: "select",
      name: "mine",
      label: t("groups.which"),
      options: [{ value: "1", label: t("groups.mine") }],
    },
  ]);
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
        list={list}
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
            key: "managers",
            header: t("managers"),
            prose: true,
            cell: ({ groupAdmin, adminMsg }) => (
              <>
                {groupAdmin || NONE}
                {adminMsg && <Muted>{adminMsg}</Muted>}
              </>
            ),
          },
          {
            key: "members",
            header: t("members"),
            prose: true,
            cell: ({ numbersOfMembers, nameList }) => (
              <>
                {number(numbersOfMembers)}
                {nameList && <Muted>{nameList.split(";").join(", ")}</Muted>}
              </>
            ),
          },
          { key: "state", header: t("state"), cell: (group) => <GroupState group={group} /> },
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
            <ApplyDrawer group={group} onClose={onClose} />
          ) : (
            <LeaveGroup group={group} onClose={onClose} />
          )
        }
      </OpenedParts>
    </>
  );
}
