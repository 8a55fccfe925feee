import { Box, Button, Flex } from "@chakra-ui/react";
import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { NONE, useFormats } from "../../../i18n/use-formats";
import type { ListFile } from "../../../kit/list-download";
import { ListPage } from "../../../kit/list-page";
import { OpenedParts } from "../../../kit/opened-parts";
import { useServerDay } from "../../../kit/server-time";
import { useOpened } from "../../../kit/use-opened";
import { lazyPart } from "../../../ui/lazy/lazy-part";
import { CRAMPED_LIST } from "../../../theme/widths";
import { EmailText } from "../../../ui/email-text";
import { Line } from "../../../ui/table/line";
import type { Column } from "../../../ui/table/table-page";
import type { Selection } from "../../../ui/table/use-selection";
import type { Request } from "../queries";
import type { DecideWork } from "./decide";
import { Muted } from "./muted";
import { NoAction } from "./no-action";
import { OpensFolded } from "./opens-folded";
import { RequestState } from "./request-state";

const Decide = lazyPart(() => import("./decide"));

interface DecideListProps {
  list: ComponentProps<typeof ListPage<Request>>["list"];
  file?: ListFile;
  /** Whether the reader decides as an administrator. */
  examining: boolean;
  /** Whether the reader may decide at all. */
  mayDecide: boolean;
}

/** Requests with the buttons that decide, for one and for many at once. */
export function DecideList({ list, file, examining, mayDecide }: DecideListProps) {
  const { t } = useTranslation("requests");
  const opened = useOpened<DecideWork, DecideWork["what"]>({
    name: "request",
    // The links of an email open the question; only its button decides.
    views: ["approve", "refuse"],
    named: true,
    // Many at once have no address.
    idOf: ({ requests, done }) => (done ? undefined : requests[0]?.id),
  });
  const columns = useColumns(opened.onOpen, mayDecide, examining);
  const bulk = (selection: Selection<Request>) => {
    const requests = selection.rows.filter((row) => row.mayDecide);
    const begin = (what: DecideWork["what"]) => () =>
      opened.onOpen({
        ...work(what, requests),
        done: (undecided) =>
          selection.set(
            selection.rows.filter(({ id }) => !undecided.includes(id)),
            false,
          ),
      });
    return (
      <>
        <Button variant="outline" size="sm" disabled={requests.length === 0} onClick={begin("approve")}>
          {t("approve")}
        </Button>
        <Button
          variant="outline"
          size="sm"
          color="danger"
          disabled={requests.length === 0}
          onClick={begin("refuse")}
        >
          {t("refuse")}
        </Button>
      </>
    );
  };
  return (
    <>
      <ListPage
        list={list}
        empty={t("empty")}
        {...(file && { file })}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ fullName, username }) => fullName || username}
        {...(mayDecide && { bulk })}
      />
      <OpenedParts<DecideWork, DecideWork["what"], Request>
        opened={opened}
        rows={list.page?.rows}
        rowKey={({ id }) => id}
        actionsOf={(row) => (row.mayDecide ? [{ key: "approve" }, { key: "refuse" }] : [])}
        openOf={(what, request) => work(what, [request])}
      >
        {(open) => <Decide work={open} examining={examining} onClose={opened.onClose} />}
      </OpenedParts>
    </>
  );
}

function work(what: DecideWork["what"], requests: Request[]): DecideWork {
  return { what, requests, status: what === "approve" ? "approved" : "refused" };
}

function useColumns(
  onDecide: (work: DecideWork) => void,
  mayDecide: boolean,
  examining: boolean,
): Column<Request>[] {
  const { t } = useTranslation(["requests", "asking"]);
  const { day, number } = useFormats();
  const serverDay = useServerDay();
  const decides: Column<Request> = {
    key: "action",
    header: t("action"),
    buttons: true,
    cell: (request) => <DecideButtons request={request} onDecide={onDecide} />,
  };
  return [
    {
      key: "person",
      header: t("person"),
      prose: true,
      cell: ({ fullName, username, email, agencyName }) => (
        <Box minWidth="40" maxWidth={{ base: "64", md: "40", xl: "64" }}>
          <Box fontWeight="medium">{fullName || username}</Box>
          {agencyName && <Muted>{agencyName}</Muted>}
          <Box fontSize="sm" color="fg.muted">
            <Line>
              <EmailText>{email ?? (fullName ? username : "")}</EmailText>
            </Line>
          </Box>
        </Box>
      ),
    },
    {
      key: "group",
      header: t("group"),
      prose: true,
      cell: (request) => (
        <>
          {request.groupName}
          {request.projectName && <Muted>{t("for", { name: request.projectName })}</Muted>}
          {request.kind === "extend" && <Muted>{t("kind.extend")}</Muted>}
          <OpensFolded request={request} />
          <Muted>
            {t("membersNow", {
              count: request.numbersOfMembers,
              number: number(request.numbersOfMembers),
            })}
          </Muted>
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
      // As the day of the decision beside it: both are filtered by days of the server.
      cell: ({ createdAt }) => (examining ? serverDay(createdAt) : day(createdAt)),
    },
    {
      key: "state",
      header: t("state"),
      sort: "due",
      prose: true,
      cell: (request) => <RequestState request={request} byServer={examining} />,
    },
    ...(mayDecide ? [decides] : []),
  ];
}

interface DecideButtonsProps {
  request: Request;
  onDecide: (work: DecideWork) => void;
}

function DecideButtons({ request, onDecide }: DecideButtonsProps) {
  const { t } = useTranslation("requests");
  if (!request.mayDecide) return <NoAction />;
  const about = { name: request.fullName || request.username, group: request.groupName };
  return (
    // A tablet has more height than width.
    <Flex gap="2" css={{ md: { [CRAMPED_LIST]: { flexDirection: "column" } } }}>
      <Button
        variant="outline"
        size="sm"
        aria-label={t("approve.of", about)}
        onClick={() => onDecide(work("approve", [request]))}
      >
        {t("approve")}
      </Button>
      <Button
        variant="outline"
        size="sm"
        color="danger"
        aria-label={t("refuse.of", about)}
        onClick={() => onDecide(work("refuse", [request]))}
      >
        {t("refuse")}
      </Button>
    </Flex>
  );
}
