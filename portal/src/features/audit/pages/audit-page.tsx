import { Box, Button } from "@chakra-ui/react";
import { Download } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useCan } from "../../../access/can";
import { useServices } from "../../../api/services";
import { NONE } from "../../../i18n/use-formats";
import { useAuditWords, type AuditEntry, type AuditObject } from "../../../kit/history/audit-words";
import { HistoryDrawer } from "../../../kit/history/history-drawer";
import { Sentence } from "../../../kit/history/sentence";
import { useSentences } from "../../../kit/history/use-sentences";
import { useListName } from "../../../kit/list-name";
import { ListPage } from "../../../kit/list-page";
import { OpenLink } from "../../../kit/open-link";
import { OpenedParts } from "../../../kit/opened-parts";
import { useListQuery } from "../../../kit/use-list-query";
import { useOpened, type Opened } from "../../../kit/use-opened";
import { lazyPart } from "../../../ui/lazy/lazy-part";
import type { Column } from "../../../ui/table/table-page";
import { useTableState } from "../../../ui/table/use-table-state";
import { useAuditFilters } from "../components/audit-filters";
import { Segments } from "../components/segments";
import { FILTERS } from "../filters";
import { auditList } from "../queries";

const EntryDetails = lazyPart(() => import("../components/entry-details"));
const ExportAudit = lazyPart(() => import("../components/export-audit"));

const EXPORT = "account_maintain.AccountManagement.AuditLog.export";

type Open =
  { what: "entry"; entry: AuditEntry } | { what: "history"; object: AuditObject } | { what: "export" };

/**
 * The audit log: the list with its filters, whole entries, the history of one thing, and the
 * download.
 */
export default function AuditPage() {
  const { t } = useTranslation("audit");
  const services = useServices();
  const control = useTableState(FILTERS, useListName());
  const list = useListQuery(control, (paging) => auditList(services, paging));
  const exports = useCan()(EXPORT);
  const opened = useOpened<Open, "entry">({
    name: "entry",
    views: ["entry"],
    idOf: (open) => ("entry" in open ? open.entry.id : undefined),
    fresh: { export: exports ? { what: "export" } : undefined },
  });
  const { onOpen, onClose } = opened;
  const filters = useAuditFilters(control.state.filters, list.page?.rows[0]);
  return (
    <>
      <ListPage
        list={{ ...list, filters }}
        tabs={<Segments control={control} />}
        action={
          exports && (
            <Button variant="outline" onClick={() => onOpen({ what: "export" })}>
              <Download size={16} aria-hidden />
              {t("export")}
            </Button>
          )
        }
        columns={useColumns(opened)}
        rowKey={({ id }) => id}
      />
      <OpenedParts<Open, "entry", AuditEntry>
        opened={opened}
        rows={list.page?.rows}
        rowKey={({ id }) => id}
        openOf={(what, entry) => ({ what, entry })}
      >
        {(open) => {
          if (open.what === "export")
            return <ExportAudit filters={control.state.filters} onClose={onClose} />;
          if (open.what === "history") {
            const { kind, id, name } = open.object;
            return <HistoryDrawer kind={kind} id={id} name={name ?? id} onClose={onClose} />;
          }
          return (
            <EntryDetails
              entry={open.entry}
              // The filters replace the entry in the address.
              onNarrow={(narrower) => control.setFilters({ ...narrower, entry: "" })}
              onHistory={(object) => onOpen({ what: "history", object })}
              onClose={onClose}
            />
          );
        }}
      </OpenedParts>
    </>
  );
}

function useColumns(opened: Opened<Open, "entry">): Column<AuditEntry>[] {
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
    { key: "address", header: t("address"), minor: true, cell: ({ address }) => address ?? NONE },
    {
      key: "details",
      header: t("details"),
      buttons: true,
      cell: (entry) => (
        <OpenLink
          opened={opened}
          open={{ what: "entry", entry }}
          label={t("details.of", { what: text(entry) })}
        >
          {t("details")}
        </OpenLink>
      ),
    },
  ];
}
