import { CircleCheck, CircleSlash } from "lucide-react";
import { useTranslation } from "react-i18next";
import { NONE, useFormats } from "../../../i18n/use-formats";
import { ListPage } from "../../../kit/list-page";
import { useList } from "../../../kit/use-list";
import { OpenedParts } from "../../../kit/opened-parts";
import { useOpened } from "../../../kit/use-opened";
import { lazyPart } from "../../../ui/lazy/lazy-part";
import { StatusMark } from "../../../ui/status-mark";
import { Pair } from "../../../ui/table/line";
import type { Decision } from "../components/decide-request";
import { OrganisationTabs } from "../components/organisation-tabs";
import { agencyRequestFile, agencyRequestList, STATES, WAITING, type AgencyRequest } from "../queries";

const DecideRequest = lazyPart(() => import("../components/decide-request"));

const LOOKS = { waiting: "waiting", approved: "on", refused: "off", withdrawn: "off" } as const;

/** Requests for another agency, oldest first. */
export default function AgencyRequestsPage() {
  const { t } = useTranslation("organisations");
  const { day } = useFormats();
  const list = useList(agencyRequestList, [
    {
      kind: "select",
      name: "state",
      label: t("state"),
      options: Object.entries(STATES).map(([value, word]) => ({ value, label: t(`state.${word}`) })),
    },
  ]);
  const opened = useOpened<Decision, "refuse">({
    name: "request",
    views: ["refuse"],
    idOf: ({ request }) => request.requestId,
  });
  return (
    <>
      <ListPage
        list={list}
        tabs={<OrganisationTabs />}
        empty={t("empty.requests")}
        file={agencyRequestFile}
        rowKey={({ requestId }) => requestId}
        rowName={({ username }) => username}
        rowActions={(request) =>
          request.state === WAITING
            ? [
                {
                  key: "approve",
                  label: t("approve"),
                  icon: CircleCheck,
                  run: () => opened.onOpen({ what: "approve", request }),
                },
                {
                  key: "refuse",
                  label: t("refuse"),
                  icon: CircleSlash,
                  destructive: true,
                  run: () => opened.onOpen({ what: "refuse", request }),
                },
              ]
            : []
        }
        columns={[
          {
            key: "person",
            header: t("person"),
            cell: ({ fullName, username }) => (
              <Pair beside={fullName !== "" && fullName !== username && username}>
                {fullName || username}
              </Pair>
            ),
          },
          {
            key: "from",
            header: t("from"),
            minor: true,
            cell: ({ fromAgencyName }) => fromAgencyName ?? NONE,
          },
          { key: "to", header: t("to"), cell: ({ agencyName }) => agencyName },
          {
            key: "state",
            header: t("state"),
            cell: ({ state, decidedBy, reason }) => (
              <Pair beside={[decidedBy, reason].filter(Boolean).join(" · ")}>
                <StatusMark look={LOOKS[STATES[state]]}>{t(`state.${STATES[state]}`)}</StatusMark>
              </Pair>
            ),
          },
          {
            key: "created",
            header: t("asked"),
            sort: "created",
            short: true,
            cell: ({ createdAt }) => day(createdAt),
          },
        ]}
      />
      <OpenedParts<Decision, "refuse", AgencyRequest>
        opened={opened}
        rows={list.page?.rows}
        rowKey={({ requestId }) => requestId}
        actionsOf={({ state }) => (state === WAITING ? [{ key: "refuse" }] : [])}
        openOf={(what, request) => ({ what, request })}
      >
        {(open) => <DecideRequest {...open} onClose={opened.onClose} />}
      </OpenedParts>
    </>
  );
}
