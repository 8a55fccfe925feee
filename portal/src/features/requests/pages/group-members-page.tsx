import { Box, Button } from "@chakra-ui/react";
import { UserPlus } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link, Outlet, useParams, useSearchParams } from "react-router";
import { useServices } from "../../../api/services";
import { NONE } from "../../../i18n/use-formats";
import { AskingTabs } from "../../../kit/asking/asking-tabs";
import { useGroupName } from "../../../kit/group-name";
import { fileOf } from "../../../kit/list-file";
import { useListName } from "../../../kit/list-name";
import { ListPage } from "../../../kit/list-page";
import { OpenedParts } from "../../../kit/opened-parts";
import { Segments } from "../../../kit/segments";
import { useEndsWithin } from "../../../kit/use-ends-within";
import { useListQuery } from "../../../kit/use-list-query";
import { useOpened } from "../../../kit/use-opened";
import { EmailText } from "../../../ui/email-text";
import { lazyPart } from "../../../ui/lazy/lazy-part";
import { useTableState } from "../../../ui/table/use-table-state";
import { MemberActions, offers } from "../components/member-actions";
import { MemberState } from "../components/member-state";
import type { MemberWork } from "../components/member-work";
import { Muted } from "../components/muted";
import { memberFile, memberList } from "../member-queries";
import type { Member } from "../queries";

/** The parts of the list, as the server names them: members, those who wait, those who left or were refused. */
const PARTS = ["0", "1", "2"] as const;

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
  const wanted = useSearchParams()[0].get("status");
  // A part is no filter: nobody can clear it. The first one needs no parameter.
  const status = PARTS.find((part) => part === wanted) ?? PARTS[0];
  const endsWithin = useEndsWithin(t("endsOn"));
  const control = useTableState(["context", endsWithin.name], useListName());
  const list = useListQuery(control, ({ filters, ...paging }) =>
    query(services, { ...paging, filters: { ...filters, status } }),
  );
  const group = useGroupName(groupId);
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
      <ListPage
        title={group}
        list={{
          ...list,
          filters: [
            { kind: "text", name: "context", label: t("members.search") },
            // People who wait, or who are no members any more, have no last day.
            ...(status === "0" ? [endsWithin] : []),
          ],
        }}
        file={fileOf(memberFile(groupId), { status })}
        empty={t(`members.none.${status}`)}
        tabs={
          <Box marginBottom="4">
            <Segments
              label={t("members.parts")}
              name="status"
              parts={PARTS.map((value) => ({ value, label: t(`members.part.${value}`) }))}
              shown={status}
              drop={[endsWithin.name]}
            />
          </Box>
        }
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
        rowName={({ fullName, userName }) => fullName || userName}
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
            header: t("name"),
            sort: "fullName",
            prose: true,
            cell: ({ userName, fullName, isManager }) => (
              <>
                <Box fontWeight="medium">{fullName || userName}</Box>
                {fullName && fullName !== userName && <Muted>{userName}</Muted>}
                {isManager && <Muted>{t("manager")}</Muted>}
              </>
            ),
          },
          {
            key: "email",
            header: t("email"),
            prose: true,
            cell: ({ email }) => <EmailText>{email ?? NONE}</EmailText>,
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
