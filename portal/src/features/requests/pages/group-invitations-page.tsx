import { Button } from "@chakra-ui/react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import type { components } from "../../../api/schema";
import { useServices } from "../../../api/services";
import { useFormats } from "../../../i18n/use-formats";
import { AskingTabs } from "../../../kit/asking/asking-tabs";
import { GroupName } from "../../../kit/group-name";
import { ListPage } from "../../../kit/list-page";
import { Question } from "../../../kit/question";
import { useList } from "../../../kit/use-list";
import { EmailText } from "../../../ui/email-text";
import { StatusMark } from "../../../ui/status-mark";
import { invitationList, withdrawInvitation } from "../member-queries";
import { INVITATIONS } from "../queries";

type Invitation = components["schemas"]["InvitationRow"];

/** The people whom managers invited to register for a group, until they accept (G-65). */
export default function GroupInvitationsPage() {
  const { t } = useTranslation("requests");
  const { day } = useFormats();
  const { groupId = "" } = useParams();
  const services = useServices();
  const query = useMemo(() => invitationList(groupId), [groupId]);
  const list = useList(query, []);
  const [open, setOpen] = useState<Invitation>();
  // Rows do not change while the page is open: an invitation that ends meanwhile is refused by the server.
  const [now] = useState(() => Date.now());
  return (
    <>
      <AskingTabs />
      <GroupName groupId={groupId} />
      <ListPage
        list={list}
        action={
          <Button asChild variant="outline">
            <Link to={`/my-groups/${encodeURIComponent(groupId)}`}>{t("invitations.back")}</Link>
          </Button>
        }
        rowKey={({ id }) => id}
        rowName={({ email }) => email}
        columns={[
          {
            key: "email",
            header: t("email"),
            prose: true,
            cell: ({ email }) => <EmailText>{email}</EmailText>,
          },
          { key: "by", header: t("invitations.by"), prose: true, cell: ({ invitedBy }) => invitedBy },
          {
            key: "sent",
            header: t("invitations.sent"),
            sort: "created",
            short: true,
            cell: ({ createdAt }) => day(createdAt),
          },
          {
            key: "until",
            header: t("invitations.until"),
            short: true,
            cell: ({ expiresAt }) =>
              expiresAt > now ? (
                day(expiresAt)
              ) : (
                <StatusMark look="off">{t("invitations.expired")}</StatusMark>
              ),
          },
          {
            key: "actions",
            header: t("action"),
            buttons: true,
            cell: (invitation) => (
              <Button
                variant="outline"
                size="sm"
                aria-label={t("invitations.withdraw.of", { email: invitation.email })}
                onClick={() => setOpen(invitation)}
              >
                {t("invitations.withdraw")}
              </Button>
            ),
          },
        ]}
      />
      {open && (
        <Question
          title={t("invitations.withdraw.title")}
          action={t("invitations.withdraw")}
          destructive
          call={() => withdrawInvitation(services, groupId, open.id)}
          done={({ withdrawn }) =>
            withdrawn
              ? t("invitations.withdrawn", { email: open.email })
              : t("invitations.gone", { email: open.email })
          }
          refresh={INVITATIONS}
          onClose={() => setOpen(undefined)}
        >
          {t("invitations.withdraw.text", { email: open.email })}
        </Question>
      )}
    </>
  );
}
