import { Button } from "@chakra-ui/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { BulkDialog } from "../../../kit/bulk-dialog";
import type { Selection } from "../../../ui/table/use-selection";
import { OFF, ON, setStatus, type GroupRow, type GroupStatus } from "../queries";

/** Switches the groups that are ticked on or off. */
export function BulkStatus({ selection }: { selection: Selection<GroupRow> }) {
  const { t } = useTranslation("groups");
  const services = useServices();
  const [work, setWork] = useState<{ status: GroupStatus; rows: GroupRow[] }>();
  const off = work?.status === OFF;
  const begin = (status: GroupStatus) => () => setWork({ status, rows: selection.rows });
  return (
    <>
      <Button variant="outline" size="sm" onClick={begin(ON)}>
        {t("enable")}
      </Button>
      <Button variant="outline" size="sm" color="danger" onClick={begin(OFF)}>
        {t("disable")}
      </Button>
      {work && (
        <BulkDialog
          title={
            off
              ? t("disable.many", { count: work.rows.length })
              : t("enable.many", { count: work.rows.length })
          }
          action={off ? t("disable") : t("enable")}
          destructive={off}
          rows={work.rows}
          rowKey={({ groupId }) => groupId}
          rowName={({ groupName }) => groupName}
          call={({ groupId }) => setStatus(services, groupId, work.status)}
          done={off ? t("disable.manyDone") : t("enable.manyDone")}
          refresh={["groups", "group"]}
          onDone={(rows) => selection.set(rows, false)}
          onClose={() => setWork(undefined)}
        >
          {off ? t("disable.consequence") : t("enable.consequence")}
        </BulkDialog>
      )}
    </>
  );
}
