import { Button } from "@chakra-ui/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { BulkDialog } from "../../../kit/bulk-dialog";
import { BulkSwitch } from "../../../kit/switching/bulk-switch";
import { RIGHT_NAMES } from "../../../kit/stale-names";
import type { Selection } from "../../../ui/table/use-selection";
import { confirmRight, OFF, ON, rightQuery, updateRight, type RightRow } from "../queries";
import { useRightCan } from "./right-actions";
import { useRightSwitch } from "./right-words";

/**
 * Confirms the selected access rights, or switches them on or off, as far as they may be changed.
 */
export function BulkRights({ selection }: { selection: Selection<RightRow> }) {
  const { t } = useTranslation("rights");
  const services = useServices();
  const mayDo = useRightCan();
  const words = useRightSwitch();
  const [work, setWork] = useState<RightRow[]>();
  const waiting = selection.rows.filter((row) => mayDo(row).confirm);
  const rowKey = ({ accessId }: RightRow) => accessId;
  const reread = ({ accessId }: RightRow): Promise<RightRow> =>
    services.queries.query(rightQuery(services, accessId));
  const rowName = ({ accessName }: RightRow) => accessName;
  return (
    <>
      <Button variant="outline" size="sm" disabled={waiting.length === 0} onClick={() => setWork(waiting)}>
        {t("confirm")}
      </Button>
      <BulkSwitch
        selection={selection}
        rows={selection.rows.filter((row) => mayDo(row).edit)}
        reread={reread}
        rowKey={rowKey}
        rowName={rowName}
        words={words}
        call={({ accessId, version }, on) =>
          updateRight(services, { accessId, version, status: on ? ON : OFF })
        }
        refresh={RIGHT_NAMES}
      />
      {work && (
        <BulkDialog
          title={t("confirm.many", { count: work.length })}
          action={t("confirm")}
          rows={work}
          reread={reread}
          rowKey={rowKey}
          rowName={rowName}
          call={(right) => confirmRight(services, right)}
          done={(count) => t("confirm.manyDone", { count })}
          refresh={RIGHT_NAMES}
          onDone={(rows) => selection.set(rows, false)}
          onClose={() => setWork(undefined)}
        >
          {t("confirm.consequence")}
        </BulkDialog>
      )}
    </>
  );
}
