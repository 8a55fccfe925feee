import { Button } from "@chakra-ui/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { BulkDialog } from "../../../kit/bulk-dialog";
import type { Selection } from "../../../ui/table/use-selection";
import { remindFactors } from "../factor-queries";
import type { AccountRow } from "../queries";
import { personName } from "./change-status";

/** Reminds the owners of the ticked accounts that have no second factor. */
export function BulkRemind({ selection }: { selection: Selection<AccountRow> }) {
  const { t } = useTranslation("accounts");
  const services = useServices();
  const [rows, setRows] = useState<AccountRow[]>();
  const without = selection.rows.filter(
    ({ secondFactor, rights }) => rights.password && (secondFactor === "none" || secondFactor === "missing"),
  );
  return (
    <>
      <Button variant="outline" size="sm" disabled={without.length === 0} onClick={() => setRows(without)}>
        {t("remind.bulk")}
      </Button>
      {rows && (
        <BulkDialog
          title={t("remind.many", { count: rows.length })}
          action={t("remind.run")}
          rows={rows}
          rowKey={({ userId }) => userId}
          rowName={personName}
          call={({ userId }) => remindFactors(services, userId)}
          done={(count) => t("remind.manyDone", { count })}
          refresh={["account-factors"]}
          onDone={(done) => selection.set(done, false)}
          onClose={() => setRows(undefined)}
        >
          {t("remind.manyConsequence")}
        </BulkDialog>
      )}
    </>
  );
}
