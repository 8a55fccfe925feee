import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { BulkSwitch } from "../../../kit/switching/bulk-switch";
import { ACCOUNT_NAMES } from "../../../kit/stale-names";
import type { Selection } from "../../../ui/table/use-selection";
import { DISABLED, ENABLED, setStatus, type AccountRow } from "../queries";
import { personName } from "./change-status";

/** Enables or disables the accounts that are ticked. */
export function BulkStatus({ selection }: { selection: Selection<AccountRow> }) {
  const { t } = useTranslation("accounts");
  const services = useServices();
  return (
    <BulkSwitch
      selection={selection}
      rowKey={({ userId }) => userId}
      rowName={personName}
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
      call={({ userId }, on) => setStatus(services, userId, on ? ENABLED : DISABLED)}
      refresh={ACCOUNT_NAMES}
    />
  );
}
