import { Button } from "@chakra-ui/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { BulkDialog } from "../../../kit/bulk-dialog";
import type { Selection } from "../../../ui/table/use-selection";
import { retryJob, type JobRow } from "../queries";
import { useJobWords } from "./job-words";

/** Retries the selected jobs that were given up. */
export function BulkRetry({ selection }: { selection: Selection<JobRow> }) {
  const { t } = useTranslation("jobs");
  const services = useServices();
  const { name } = useJobWords();
  const [work, setWork] = useState<JobRow[]>();
  const givenUp = selection.rows.filter(({ state }) => state === "givenUp");
  return (
    <>
      <Button variant="outline" size="sm" disabled={givenUp.length === 0} onClick={() => setWork(givenUp)}>
        {t("retry")}
      </Button>
      {work && (
        <BulkDialog
          title={t("retry.many", { count: work.length })}
          action={t("retry")}
          rows={work}
          rowKey={({ jobId }) => jobId}
          rowName={name}
          call={({ jobId }) => retryJob(services, jobId)}
          done={(count) => t("retry.manyDone", { count })}
          refresh={["jobs", "job-overview"]}
          onDone={(rows) => selection.set(rows, false)}
          onClose={() => setWork(undefined)}
        >
          {t("retry.manyConsequence")}
        </BulkDialog>
      )}
    </>
  );
}
