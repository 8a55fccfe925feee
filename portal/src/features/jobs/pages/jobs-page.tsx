import { Button } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { RotateCw, Timer, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useCan } from "../../../access/can";
import { useServices } from "../../../api/services";
import { NONE, useFormats } from "../../../i18n/use-formats";
import { ListPage } from "../../../kit/list-page";
import { fileOf } from "../../../kit/list-file";
import { useListName } from "../../../kit/list-name";
import { useAct } from "../../../kit/use-act";
import { useListQuery } from "../../../kit/use-list-query";
import { useOpened } from "../../../kit/use-opened";
import { lazyPart } from "../../../ui/lazy/lazy-part";
import { StatusMark } from "../../../ui/status-mark";
import { Pair } from "../../../ui/table/line";
import type { RowAction } from "../../../ui/table/row-menu";
import type { Selection } from "../../../ui/table/use-selection";
import { useTableState } from "../../../ui/table/use-table-state";
import { BulkRetry } from "../components/bulk-retry";
import { JobSegments, useJobSegment } from "../components/job-segments";
import { useJobWords } from "../components/job-words";
import { jobFile, jobList, overviewQuery, retryJob, type JobRow } from "../queries";

const Routines = lazyPart(() => import("../components/routines"));

const LOOKS = { waiting: "waiting", running: "on", givenUp: "failed" } as const;

/** The jobs that are not done, the reason why each failed, and the way to try again those that were given up. */
export default function JobsPage() {
  const { t } = useTranslation("jobs");
  const services = useServices();
  const { number, day, time } = useFormats();
  const words = useJobWords();
  const { open, onOpen, onClose } = useOpened({
    name: "job",
    views: [],
    idOf: () => undefined,
    fresh: { routines: { what: "routines" } },
  });
  const { data: overview } = useQuery(overviewQuery(services));
  const kinds = [...new Set([...words.kinds, ...(overview?.kinds ?? []).map(({ kind }) => kind)])];
  const segment = useJobSegment();
  const inSegment: Record<string, string> = segment.state === "all" ? {} : { state: segment.state };
  const control = useTableState(["kind"], useListName());
  const shown = useListQuery(control, ({ filters, ...paging }) =>
    jobList(services, { ...paging, filters: { ...filters, ...inSegment } }),
  );
  const byKind = {
    kind: "select",
    name: "kind",
    label: t("kind"),
    options: kinds.map((value) => ({ value, label: words.kind(value) })),
  } as const;
  const retry = useAct((job: JobRow) => retryJob(services, job.jobId), {
    done: t("retry.done"),
    refresh: ["jobs", "job-overview"],
  });
  const mayRetry = useCan()("operation_access.SystemManagement.JobList.retry");
  const actionsOf = (job: JobRow): RowAction[] =>
    mayRetry && job.state === "givenUp"
      ? [{ key: "retry", label: t("retry"), icon: RotateCw, run: () => void retry.run(job) }]
      : [];
  const moment = (at: number | null | undefined) => (at ? <Pair beside={time(at)}>{day(at)}</Pair> : NONE);
  const isFailing = overview?.routines.some(({ failing }) => failing);
  const RoutineIcon = isFailing ? TriangleAlert : Timer;
  return (
    <>
      <ListPage
        list={{ ...shown, filters: [byKind] }}
        file={fileOf(jobFile, inSegment)}
        tabs={<JobSegments />}
        empty={t(`none.${segment.key}`)}
        action={
          <Button
            variant="outline"
            {...(isFailing && { color: "danger" })}
            onClick={() => onOpen({ what: "routines" })}
          >
            <RoutineIcon size={16} aria-hidden />
            {isFailing ? t("routines.failing") : t("routines")}
          </Button>
        }
        columns={[
          {
            key: "job",
            header: t("job"),
            cell: (job) => <Pair beside={words.about(job)}>{words.kind(job.kind)}</Pair>,
          },
          {
            key: "state",
            header: t("state"),
            cell: ({ state }) => <StatusMark look={LOOKS[state]}>{t(`state.${state}`)}</StatusMark>,
          },
          // A sentence: one line of it says nothing on a tablet.
          { key: "reason", header: t("reason"), prose: true, cell: ({ lastError }) => lastError ?? NONE },
          {
            key: "attempts",
            header: t("attempts"),
            align: "end",
            minor: true,
            cell: ({ attempts }) => number(attempts),
          },
          {
            key: "queued",
            header: t("queued"),
            sort: "queued",
            short: true,
            minor: segment.key !== "failed",
            cell: ({ queuedAt }) => moment(queuedAt),
          },
          // What failed is not tried again by itself.
          ...(segment.key === "failed"
            ? []
            : [
                {
                  key: "next",
                  header: t("next"),
                  short: true,
                  cell: ({ dueAt }: JobRow) => moment(dueAt),
                },
              ]),
        ]}
        rowKey={({ jobId }) => jobId}
        rowName={words.name}
        {...(mayRetry && {
          rowActions: actionsOf,
          bulk: (selection: Selection<JobRow>) => <BulkRetry selection={selection} />,
        })}
      />
      {open && <Routines onClose={onClose} />}
    </>
  );
}
