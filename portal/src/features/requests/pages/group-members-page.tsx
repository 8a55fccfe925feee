import { Box, Button } from "@chakra-ui/react";
import { UserPlus } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link, Outlet, useParams } from "react-router";
import { useServices } from "../../../api/services";
import { NONE } from "../../../i18n/use-formats";
import { GroupName } from "../../../kit/group-name";
import { ListPage } from "../../../kit/list-page";
import { useList } from "../../../kit/use-list";
import { OpenedParts } from "../../../kit/opened-parts";
import { useOpened } from "../../../kit/use-opened";
import { lazyPart } from "../../../ui/lazy/lazy-part";
import { AskingTabs } from "../components/asking-tabs";
import { MemberActions, offers } from "../components/member-actions";
import { MemberState } from "../components/member-state";
import type { MemberWork } from "../components/member-work";
import { Muted } from "../components/muted";
import { memberFile, memberList } from "../member-queries";
import type { Member } from "../queries";

/** What stands in the address of an open member. */
const VIEWS = ["extend", "reject"] as const;
type View = (typeof VIEWS)[number];

const Work = lazyPart(() => import("../components/member-work"));

/** D-02: the people of a group, and what its manager can do with each. */
export default function GroupMembersPage() {
  const { t } = useTranslation("requests");
  const { groupId = "" } = useParams();
  const services = useServices();
  const query = useMemo(() => memberList(groupId), [groupId]);
  const list = useList(query, [
    { kind: "text", name: "context", label: t("members.search") },
    {
      kind: "select",
      name: "status",
      label: t("state"),
      options: [
        { value: "0", label: t("member.enabled") },
        { value: "1", label: t("member.processing") },
        { value: "2", label: t("member.disabled") },
      ],
    },
  ]);
  const { pageSize } = list.control.state;
  const first = list.page?.pageNum === undefined ? undefined : (list.page.pageNum - 1) * pageSize + 1;
  const opened = useOpened<MemberWork, View>({
    name: "member",
    views: VIEWS,
    idOf: (open) => ("member" in open ? open.member.userId : undefined),
    fresh: { "": { what: "add", groupId } },
  });
  return (
    <>
      <AskingTabs />
      <GroupName groupId={groupId} />
      <ListPage
        list={list}
        file={memberFile(groupId)}
        action={
          <>
            {services.config.registration && (
              <Button asChild variant="outline">
                <Link to={`/my-groups/${encodeURIComponent(groupId)}/account-applications`}>
                  {t("applicants")}
                </Link>
              </Button>
            )}
            {services.config.invitations && (
              <Button asChild variant="outline">
                <Link to={`/my-groups/${encodeURIComponent(groupId)}/invitations`}>{t("invitations")}</Link>
              </Button>
            )}
            <Button onClick={() => opened.onOpen({ what: "add", groupId })}>
              <UserPlus size={16} aria-hidden />
              {t("addUser")}
            </Button>
          </>
        }
        rowKey={({ userId }) => userId}
        rowName={({ userName }) => userName}
        columns={[
          {
            key: "number",
            header: t("number"),
            align: "end",
            aside: true,
            cell: (member) => (first === undefined ? NONE : first + (list.page?.rows.indexOf(member) ?? 0)),
          },
          {
            key: "account",
            header: t("account"),
            sort: "username",
            cell: ({ userName, fullName, isManager }) => (
              <>
                <Box fontWeight="medium">{userName}</Box>
                {fullName !== userName && <Muted>{fullName}</Muted>}
                {isManager && <Muted>{t("manager")}</Muted>}
              </>
            ),
          },
          {
            key: "email",
            header: t("email"),
            cell: ({ email }) => (
              <Box minWidth="32" overflowWrap="anywhere">
                {email ?? NONE}
              </Box>
            ),
          },
          {
            key: "status",
            header: t("state"),
            prose: true,
            cell: (member) => <MemberState member={member} />,
          },
          {
            key: "actions",
            header: t("action"),
            buttons: true,
            cell: (member) => <MemberActions member={member} onOpen={opened.onOpen} />,
          },
        ]}
      />
      <OpenedParts<MemberWork, View, Member>
        opened={opened}
        rows={list.page?.rows}
        rowKey={({ userId }) => userId}
        actionsOf={(member) => offers(member).map((key) => ({ key }))}
        openOf={(what, member) => ({ what, member })}
      >
        {(open) => <Work work={open} onClose={opened.onClose} />}
      </OpenedParts>
      <Outlet />
    </>
  );
}
