import { Text } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { BulkSwitch } from "../../../kit/switching/bulk-switch";
import type { Selection } from "../../../ui/table/use-selection";
import { NAMES, setEnabled, type ApplicationRow } from "../queries";
import { isDeclared } from "./application-actions";

/** Enables or disables the applications that are ticked, except those of `clients.toml`. */
export function BulkStatus({ selection }: { selection: Selection<ApplicationRow> }) {
  const { t } = useTranslation("applications");
  const services = useServices();
  const ours = selection.rows.filter((row) => !isDeclared(row));
  const declared = selection.rows.length - ours.length;
  return (
    <BulkSwitch
      selection={selection}
      rows={ours}
      rowKey={({ client_id: id }) => id}
      rowName={({ name }) => name}
      words={{
        on: {
          action: t("enable"),
          many: (count) => t("enable.many", { count }),
          manyConsequence: t("enable.manyConsequence"),
          manyDone: (count) => t("enable.manyDone", { count }),
        },
        off: {
          action: t("disable"),
          many: (count) => t("disable.many", { count }),
          manyConsequence: t("disable.manyConsequence"),
          manyDone: (count) => t("disable.manyDone", { count }),
        },
      }}
      call={({ client_id: id }, on) => setEnabled(services, id, on)}
      refresh={NAMES}
    >
      {declared > 0 && (
        <Text marginTop="0" color="fg.muted">
          {t("declared.many", { count: declared })}
        </Text>
      )}
    </BulkSwitch>
  );
}
