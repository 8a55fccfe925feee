import { Button } from "@chakra-ui/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { BulkDialog } from "../../../kit/bulk-dialog";
import type { Selection } from "../../../ui/table/use-selection";
import { OFF, ON, setStatus, type ProductRow } from "../queries";

/** Switches the products that are ticked on or off. */
export function BulkStatus({ selection }: { selection: Selection<ProductRow> }) {
  const { t } = useTranslation("products");
  const services = useServices();
  const [work, setWork] = useState<{ off: boolean; rows: ProductRow[] }>();
  const begin = (off: boolean) => () => setWork({ off, rows: selection.rows });
  return (
    <>
      <Button variant="outline" size="sm" onClick={begin(false)}>
        {t("turnOn")}
      </Button>
      <Button variant="outline" size="sm" color="danger" onClick={begin(true)}>
        {t("turnOff")}
      </Button>
      {work && (
        <BulkDialog
          title={work.off ? t("turnOff.many") : t("turnOn.many")}
          action={work.off ? t("turnOff") : t("turnOn")}
          destructive={work.off}
          rows={work.rows}
          rowKey={({ projectId }) => String(projectId)}
          rowName={({ name }) => name}
          call={({ projectId }) => setStatus(services, projectId, work.off ? OFF : ON)}
          done={work.off ? t("turnOff.manyDone") : t("turnOn.manyDone")}
          refresh={["products", "product"]}
          onDone={(rows) => selection.set(rows, false)}
          onClose={() => setWork(undefined)}
        >
          {work.off ? t("turnOff.consequence") : t("turnOn.consequence")}
        </BulkDialog>
      )}
    </>
  );
}
