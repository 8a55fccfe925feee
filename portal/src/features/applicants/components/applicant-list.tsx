import { Box, Button, Flex, Text } from "@chakra-ui/react";
import type { ComponentProps, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { NONE, useFormats } from "../../../i18n/use-formats";
import { ListPage } from "../../../kit/list-page";
import { OpenedParts } from "../../../kit/opened-parts";
import { useOpened } from "../../../kit/use-opened";
import { lazyPart } from "../../../ui/lazy/lazy-part";
import { CRAMPED_LIST } from "../../../theme/widths";
import { EmailText } from "../../../ui/email-text";
import { StatusMark } from "../../../ui/status-mark";
import type { Column } from "../../../ui/table/table-page";
import type { Selection } from "../../../ui/table/use-selection";
import { STATES, type Applicant } from "../queries";
import type { DecideWork } from "./decide-applicants";

const Decide = lazyPart(() => import("./decide-applicants"));

const LOOKS = { waiting: "waiting", approved: "on", refused: "off" } as const;

interface ApplicantListProps {
  list: ComponentProps<typeof ListPage<Applicant>>["list"];
  /** Above the list. */
  action?: ReactNode;
  /** The group whose manager decides; absent for administrators. */
  groupId?: string;
  /** Whether the reader may decide at all. */
  mayDecide: boolean;
}

/** Applications with the buttons that decide, for one and for many at once. */
export function ApplicantList({ list, action, groupId, mayDecide }: ApplicantListProps) {
  const { t } = useTranslation("applicants");
  const opened = useOpened<DecideWork, "refuse">({
    name: "applicant",
    views: ["refuse"],
    // Many at once have no address.
    idOf: ({ applicants, done }) => (done ? undefined : applicants[0]?.id),
  });
  const workOf = (given: Begun): DecideWork => ({
    ...given,
    status: given.what === "approve" ? "approved" : "refused",
    ...(groupId !== undefined && { groupId }),
  });
  const begin = (given: Begun) => opened.onOpen(workOf(given));
  const columns = useColumns(begin, mayDecide);
  const bulk = (selection: Selection<Applicant>) => {
    const applicants = selection.rows.filter((row) => row.mayDecide);
    const done = (undecided: string[]) =>
      selection.set(
        selection.rows.filter(({ id }) => !undecided.includes(id)),
        false,
      );
    return (["approve", "refuse"] as const).map((what) => (
      <Button
        key={what}
        variant="outline"
        size="sm"
        {...(what === "refuse" && { color: "danger" })}
        disabled={applicants.length === 0}
        onClick={() => begin({ applicants, what, done })}
      >
        {t(what)}
      </Button>
    ));
  };
  return (
    <>
      <ListPage
        list={list}
        {...(action !== undefined && { action })}
        {...(groupId === undefined && { empty: t("empty") })}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ fullName, username }) => fullName || username}
        {...(mayDecide && { bulk })}
      />
      <OpenedParts<DecideWork, "refuse", Applicant>
        opened={opened}
        rows={list.page?.rows}
        rowKey={({ id }) => id}
        actionsOf={(row) => (mayDecide && row.mayDecide ? [{ key: "refuse" }] : [])}
        openOf={(what, applicant) => workOf({ what, applicants: [applicant] })}
      >
        {(open) => <Decide work={open} onClose={opened.onClose} />}
      </OpenedParts>
    </>
  );
}

function Muted({ children }: { children: ReactNode }) {
  return (
    <Text margin="0" fontSize="sm" color="fg.muted" overflowWrap="anywhere">
      {children}
    </Text>
  );
}

type Begun = Omit<DecideWork, "groupId" | "status">;
type OnDecide = (work: Begun) => void;

function useColumns(onDecide: OnDecide, mayDecide: boolean): Column<Applicant>[] {
  const { t } = useTranslation(["applicants", "asking"]);
  const { day } = useFormats();
  const decides: Column<Applicant> = {
    key: "action",
    header: t("action"),
    buttons: true,
    cell: (applicant) => <DecideButtons applicant={applicant} onDecide={onDecide} />,
  };
  return [
    {
      key: "person",
      header: t("person"),
      prose: true,
      cell: ({ fullName, username, email, agencyName, clientName }) => (
        <Box minWidth={{ base: "40", md: "36", xl: "40" }} maxWidth={{ base: "64", md: "44", xl: "64" }}>
          <Box fontWeight="medium">{fullName || username}</Box>
          {fullName !== "" && fullName !== username && <Muted>{username}</Muted>}
          <Box fontSize="sm" color="fg.muted">
            <EmailText>{email}</EmailText>
          </Box>
          {(agencyName ?? clientName) && (
            <Muted>{[agencyName, clientName].filter(Boolean).join(" · ")}</Muted>
          )}
        </Box>
      ),
    },
    {
      key: "group",
      header: t("group"),
      prose: true,
      cell: ({ groupName, wantedGroup }) => (
        <>
          {groupName ?? (wantedGroup || NONE)}
          {!groupName && wantedGroup !== "" && <Muted>{t("group.unknown")}</Muted>}
        </>
      ),
    },
    {
      key: "reason",
      header: t("asking:reason"),
      prose: true,
      cell: ({ reason }) => <Box overflowWrap="anywhere">{reason || NONE}</Box>,
    },
    {
      key: "asked",
      header: t("asked"),
      sort: "created",
      short: true,
      minor: true,
      cell: ({ createdAt }) => day(createdAt),
    },
    { key: "state", header: t("state"), prose: true, cell: (applicant) => <State applicant={applicant} /> },
    ...(mayDecide ? [decides] : []),
  ];
}

function State({ applicant: { state, decidedBy, decidedAt, answer } }: { applicant: Applicant }) {
  const { t } = useTranslation("applicants");
  const { day } = useFormats();
  const word = STATES[state];
  return (
    <>
      <StatusMark look={LOOKS[word]}>{t(`state.${word}`)}</StatusMark>
      {decidedAt && (
        <Muted>{decidedBy ? t("state.by", { name: decidedBy, day: day(decidedAt) }) : day(decidedAt)}</Muted>
      )}
      {answer && <Muted>{answer}</Muted>}
    </>
  );
}

/** Says who decides instead, in as little width as the buttons take. */
function Others() {
  const { t } = useTranslation("applicants");
  return (
    <Box minWidth={{ md: "36" }} whiteSpace="normal">
      <Muted>{t("others")}</Muted>
    </Box>
  );
}

function DecideButtons({ applicant, onDecide }: { applicant: Applicant; onDecide: OnDecide }) {
  const { t } = useTranslation("applicants");
  if (!applicant.mayDecide) return STATES[applicant.state] === "waiting" ? <Others /> : NONE;
  const name = applicant.fullName || applicant.username;
  return (
    // A tablet has more height than width.
    <Flex gap="2" css={{ md: { [CRAMPED_LIST]: { flexDirection: "column" } } }}>
      <Button
        variant="outline"
        size="sm"
        aria-label={t("approve.of", { name })}
        onClick={() => onDecide({ applicants: [applicant], what: "approve" })}
      >
        {t("approve")}
      </Button>
      <Button
        variant="outline"
        size="sm"
        color="danger"
        aria-label={t("refuse.of", { name })}
        onClick={() => onDecide({ applicants: [applicant], what: "refuse" })}
      >
        {t("refuse")}
      </Button>
    </Flex>
  );
}
