import { Button } from "@chakra-ui/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { BulkDialog } from "../../../kit/bulk-dialog";
import type { Selection } from "../../../ui/table/use-selection";
import { DISABLED, ENABLED, setStatus, type AccountRow, type AccountStatus } from "../queries";
import { personName } from "./change-status";

/** Enables or disables the accounts that are ticked. */
export function BulkStatus({ selection }: { selection: Selection<AccountRow> }) {
  const { t } = useTranslation("accounts");
  const services = useServices();
  const [work, setWork] = useState<{ status: AccountStatus; rows: AccountRow[] }>();
  const off = work?.status === DISABLED;
  const begin = (status: AccountStatus) => () => setWork({ status, rows: selection.rows });
  return (
    <>
      <Button variant="outline" size="sm" onClick={begin(ENABLED)}>
        {t("enable")}
      </Button>
      <Button variant="outline" size="sm" color="danger" onClick={begin(DISABLED)}>
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
          rowKey={({ userId }) => userId}
          rowName={personName}
          call={({ userId }) => setStatus(services, userId, work.status)}
          done={off ? t("disable.manyDone") : t("enable.manyDone")}
          refresh={["accounts", "account"]}
          onDone={(rows) => selection.set(rows, false)}
          onClose={() => setWork(undefined)}
        >
          {off ? t("disable.manyConsequence") : t("enable.manyConsequence")}
        </BulkDialog>
      )}
    </>
  );
}
