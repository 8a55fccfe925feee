import { Button, Text } from "@chakra-ui/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { BulkDialog } from "../../../kit/bulk-dialog";
import type { Selection } from "../../../ui/table/use-selection";
import { setEnabled, type ApplicationRow } from "../queries";
import { isDeclared } from "./application-actions";

/** Enables or disables the applications that are ticked, except those of `clients.toml`. */
export function BulkStatus({ selection }: { selection: Selection<ApplicationRow> }) {
  const { t } = useTranslation("applications");
  const services = useServices();
  const [work, setWork] = useState<{ enabled: boolean; rows: ApplicationRow[] }>();
  const ours = selection.rows.filter((row) => !isDeclared(row));
  const declared = selection.rows.length - ours.length;
  const begin = (enabled: boolean) => () => setWork({ enabled, rows: ours });
  const on = work?.enabled === true;
  return (
    <>
      <Button variant="outline" size="sm" disabled={ours.length === 0} onClick={begin(true)}>
        {t("enable")}
      </Button>
      <Button variant="outline" size="sm" color="danger" disabled={ours.length === 0} onClick={begin(false)}>
        {t("disable")}
      </Button>
      {work && (
        <BulkDialog
          title={
            on
              ? t("enable.many", { count: work.rows.length })
              : t("disable.many", { count: work.rows.length })
          }
          action={on ? t("enable") : t("disable")}
          destructive={!on}
          rows={work.rows}
          rowKey={({ client_id: id }) => id}
          rowName={({ name }) => name}
          call={({ client_id: id }) => setEnabled(services, id, work.enabled)}
          done={on ? t("enable.manyDone") : t("disable.manyDone")}
          refresh={["applications", "application"]}
          onDone={(rows) => selection.set(rows, false)}
          onClose={() => setWork(undefined)}
        >
          {declared > 0 && (
            <Text marginTop="0" color="fg.muted">
              {t("declared.many", { count: declared })}
            </Text>
          )}
          {on ? t("enable.manyConsequence") : t("disable.manyConsequence")}
        </BulkDialog>
      )}
    </>
  );
}
