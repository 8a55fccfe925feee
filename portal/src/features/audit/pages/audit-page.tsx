import { Box, Button } from "@chakra-ui/react";
import { Download } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Can } from "../../../access/can";
import { useServices } from "../../../api/services";
import { useAuditWords, type AuditEntry, type AuditObject } from "../../../kit/history/audit-words";
import { HistoryDrawer } from "../../../kit/history/history-drawer";
import { Sentence } from "../../../kit/history/sentence";
import { useSentences } from "../../../kit/history/use-sentences";
import { ListPage } from "../../../kit/list-page";
import { useListQuery } from "../../../kit/use-list-query";
import { lazyPart } from "../../../ui/lazy/lazy-part";
import type { Column } from "../../../ui/table/table-page";
import { useTableState } from "../../../ui/table/use-table-state";
import { useAuditFilters } from "../components/audit-filters";
import { Segments } from "../components/segments";
import { FILTERS } from "../filters";
import { auditList } from "../queries";

const EntryDetails = lazyPart(() => import("../components/entry-details"));
const ExportAudit = lazyPart(() => import("../components/export-audit"));

type Open =
  { what: "entry"; entry: AuditEntry } | { what: "history"; object: AuditObject } | { what: "export" };

/**
 * The audit log: the list with its filters, whole entries, the history of one thing, and the
 * download.
 */
export default function AuditPage() {
  const { t } = useTranslation("audit");
  const services = useServices();
  const control = useTableState(FILTERS);
  const list = useListQuery(control, (paging) => auditList(services, paging));
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const filters = useAuditFilters(control.state.filters, list.page?.rows[0]);
  return (
    <>
      <ListPage
        list={{ ...list, filters }}
        tabs={<Segments control={control} />}
        action={
          <Can code="account_maintain.AccountManagement.AuditLog.export">
            <Button variant="outline" onClick={() => setOpen({ what: "export" })}>
              <Download size={16} aria-hidden />
              {t("export")}
            </Button>
          </Can>
        }
        columns={useColumns((entry) => setOpen({ what: "entry", entry }))}
        rowKey={({ id }) => id}
      />
      {open?.what === "entry" && (
        <EntryDetails
          entry={open.entry}
          onNarrow={(narrower) => {
            close();
            control.setFilters(narrower);
          }}
          onHistory={(object) => setOpen({ what: "history", object })}
          onClose={close}
        />
      )}
      {open?.what === "history" && (
        <HistoryDrawer
          kind={open.object.kind}
          id={open.object.id}
          name={open.object.name ?? open.object.id}
          onClose={close}
        />
      )}
      {open?.what === "export" && <ExportAudit filters={control.state.filters} onClose={close} />}
    </>
  );
}

function useColumns(onOpen: (entry: AuditEntry) => void): Column<AuditEntry>[] {
  const { t } = useTranslation("audit");
  const { moment } = useAuditWords();
  const { text } = useSentences();
  return [
    {
      key: "time",
      header: t("time"),
      sort: "time",
      short: true,
      cell: ({ at }) => moment(at),
    },
    {
      key: "event",
      header: t("event"),
      prose: true,
      cell: (entry) => (
        <Box overflowWrap="anywhere">
          <Sentence entry={entry} />
        </Box>
      ),
    },
    { key: "address", header: t("address"), minor: true, cell: ({ address }) => address },
    {
      key: "details",
      header: t("details"),
      buttons: true,
      cell: (entry) => (
        <Button
          variant="plain"
          size="sm"
          aria-label={t("details.of", { what: text(entry) })}
          onClick={() => onOpen(entry)}
        >
          {t("details")}
        </Button>
      ),
    },
  ];
}
