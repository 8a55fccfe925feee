import { Box, Button } from "@chakra-ui/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { NONE, useFormats } from "../../../i18n/use-formats";
import { AskingTabs } from "../../../kit/asking/asking-tabs";
import { ListPage } from "../../../kit/list-page";
import { useList } from "../../../kit/use-list";
import { Muted } from "../components/muted";
import { NoAction } from "../components/no-action";
import { Progress } from "../components/progress";
import { RequestState, useStates } from "../components/request-state";
import { Withdraw } from "../components/withdraw";
import { myRequestList, type Request } from "../queries";

/** What the reader asked for, who decided and why (D-27). Pending requests can be withdrawn. */
export default function MyRequestsPage() {
  const { t } = useTranslation(["requests", "asking"]);
  const { day } = useFormats();
  const options = useStates();
  const list = useList(myRequestList, [
    { kind: "text", name: "context", label: t("groupOrProduct") },
    { kind: "select", name: "state", label: t("state"), options },
  ]);
  const [open, setOpen] = useState<Request>();
  return (
    <>
      <AskingTabs />
      <ListPage
        list={list}
        emptyAction={
          <Button asChild variant="outline">
            <Link to="/my-groups">{t("mine.none")}</Link>
          </Button>
        }
        rowKey={({ id }) => id}
        rowName={({ groupName }) => groupName}
        columns={[
          {
            key: "group",
            header: t("group"),
            prose: true,
            cell: ({ groupName, projectName, kind }) => (
              <>
                <Box fontWeight="medium">{groupName}</Box>
                {projectName && <Muted>{t("for", { name: projectName })}</Muted>}
                {kind === "extend" && <Muted>{t("kind.extend")}</Muted>}
              </>
            ),
          },
          {
            key: "reason",
            header: t("asking:reason"),
            prose: true,
            cell: ({ reason, wantedDays }) => (
              <>
                <Box overflowWrap="anywhere">{reason || NONE}</Box>
                {wantedDays && <Muted>{t("forDays", { count: wantedDays })}</Muted>}
              </>
            ),
          },
          {
            key: "asked",
            header: t("asked"),
            sort: "created",
            short: true,
            minor: true,
            cell: ({ createdAt }) => day(createdAt),
          },
          {
            key: "state",
            header: t("state"),
            prose: true,
            cell: (request) => (
              // Room for a day in one line.
              <Box minWidth={{ md: "36" }}>
                <RequestState request={request} />
              </Box>
            ),
          },
          { key: "progress", header: t("progress"), cell: (request) => <Progress request={request} /> },
          {
            key: "action",
            header: t("action"),
            buttons: true,
            cell: (request) =>
              request.state === "pending" ? (
                <Button
                  variant="outline"
                  size="sm"
                  aria-label={t("withdraw.of", { name: request.groupName })}
                  onClick={() => setOpen(request)}
                >
                  {t("withdraw")}
                </Button>
              ) : (
                <NoAction />
              ),
          },
        ]}
      />
      {open && <Withdraw request={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}
