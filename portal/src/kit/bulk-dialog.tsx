import { Box, Button, Flex, Text } from "@chakra-ui/react";
import { Check, CircleAlert, CircleDashed } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { CoveredBy, KeptName } from "../api/kept";
import type { Written } from "../api/write";
import { BusyButton, DESTRUCTIVE } from "../ui/busy-button";
import { DialogFrame } from "../ui/dialog-frame";
import { showToast } from "../ui/toast/toast-store";
import { useRefresh } from "./use-act";
import { useBulk, type Bulk } from "./use-bulk";
import { useOneAtATime } from "./use-one-at-a-time";

interface BulkDialogProps<Row, Name extends KeptName> {
  /** The question: "Disable 12 accounts?" */
  title: string;
  /** The consequence. */
  children: ReactNode;
  /** The verb on the button. */
  action: string;
  destructive?: boolean;
  rows: Row[];
  /** Reads a row that has failed, for changes that send the version of the row. */
  reread?: ((row: Row) => Promise<Row>) | undefined;
  rowKey: (row: Row) => string;
  rowName: (row: Row) => string;
  /** Changes one row. The rows are changed one after the other. */
  call: (row: Row) => Promise<Written<CoveredBy<Name>, unknown>>;
  /** The toast when all rows are done; it says how many. */
  done: (count: number) => string;
  refresh: readonly Name[];
  /** Called at the end with the rows that were changed. */
  onDone: (rows: Row[]) => void;
  onClose: () => void;
}

/** How many rows the question names; the rest is only counted. */
const NAMED = 8;

/** Changes many rows: a question that names them, the progress with a stop button, and the result of each row. */
export function BulkDialog<Row, Name extends KeptName>(props: BulkDialogProps<Row, Name>) {
  const {
    title,
    children,
    action,
    destructive = false,
    rows,
    reread,
    rowKey,
    rowName,
    call,
    done,
    refresh,
    onDone,
    onClose,
  } = props;
  const { t } = useTranslation(["list", "ui"]);
  const bulk = useBulk({ rows, reread, rowKey, call, refresh: useRefresh(refresh) });
  const run = useOneAtATime(async () => {
    const { finished, all } = await bulk.run();
    onDone(finished);
    if (!all) return false;
    showToast({ tone: "done", text: done(rows.length) });
    onClose();
    return true;
  });
  const working = bulk.phase === "working";
  return (
    <DialogFrame
      role="alertdialog"
      title={title}
      onClose={() => {
        if (working) bulk.stop();
        else onClose();
      }}
      footer={
        working ? (
          <Button data-autofocus variant="outline" disabled={bulk.stopping} onClick={bulk.stop}>
            {bulk.stopping ? t("list:bulk.stopping") : t("list:bulk.stop")}
          </Button>
        ) : (
          <>
            <Button data-autofocus variant="outline" onClick={onClose}>
              {bulk.phase === "asking" ? t("ui:back") : t("ui:close")}
            </Button>
            <BusyButton {...(destructive && DESTRUCTIVE)} busy={false} onClick={() => void run()}>
              {bulk.phase === "asking" ? action : t("list:bulk.again")}
            </BusyButton>
          </>
        )
      }
    >
      {bulk.phase === "asking" ? (
        <>
          {children}
          <Names names={rows.map(rowName)} />
        </>
      ) : (
        <Progress bulk={bulk} rows={rows} rowKey={rowKey} rowName={rowName} />
      )}
    </DialogFrame>
  );
}

function Names({ names }: { names: string[] }) {
  const { t } = useTranslation("list");
  const rest = names.length - NAMED;
  return (
    <Box as="ul" marginTop="3" marginBottom="0" paddingInlineStart="5" listStyleType="disc">
      {names.slice(0, NAMED).map((name, index) => (
        <li key={index}>{name}</li>
      ))}
      {rest > 0 && <li>{t("bulk.more", { count: rest })}</li>}
    </Box>
  );
}

type ProgressProps<Row> = Pick<BulkDialogProps<Row, KeptName>, "rows" | "rowKey" | "rowName"> & {
  bulk: Bulk;
};

function Progress<Row>({ bulk, rows, rowKey, rowName }: ProgressProps<Row>) {
  const { t } = useTranslation("list");
  const results = rows.map((row) => ({ row, result: bulk.results.get(rowKey(row)) }));
  const count = (kind: "done" | "failed" | undefined) =>
    results.filter(({ result }) => result?.kind === kind).length;
  const text = t("bulk.working", { done: results.length - count(undefined), total: rows.length });
  const parts = [
    t("bulk.done", { count: count("done") }),
    ...(count("failed") > 0 ? [t("bulk.failed", { count: count("failed") })] : []),
    ...(count(undefined) > 0 ? [t("bulk.left", { count: count(undefined) })] : []),
  ];
  return (
    <>
      <Box asChild width="full" height="2" accentColor="accent">
        <progress aria-label={text} value={results.length - count(undefined)} max={rows.length} />
      </Box>
      <Text role="status" marginBlock="2">
        {bulk.phase === "working" ? text : parts.join(" · ")}
      </Text>
      <Box as="ul" margin="0" padding="0" listStyleType="none" maxHeight="60" overflowY="auto" tabIndex={0}>
        {results.map(({ row, result }) => (
          <Flex as="li" key={rowKey(row)} gap="2" paddingBlock="1" align="baseline">
            <Box as="span" color={COLOUR[result?.kind ?? "left"]} transform="translateY(2px)">
              {result === undefined && <CircleDashed size={14} aria-label={t("bulk.left", { count: 1 })} />}
              {result?.kind === "done" && <Check size={14} aria-label={t("bulk.done", { count: 1 })} />}
              {result?.kind === "failed" && (
                <CircleAlert size={14} aria-label={t("bulk.failed", { count: 1 })} />
              )}
            </Box>
            <span>
              {rowName(row)}
              {result?.kind === "failed" && (
                <Text as="span" color="fg.muted">
                  {" "}
                  {result.text}
                </Text>
              )}
            </span>
          </Flex>
        ))}
      </Box>
    </>
  );
}

const COLOUR = { done: "success", failed: "danger", left: "fg.muted" };
