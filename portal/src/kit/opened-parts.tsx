import { useQuery, type UseQueryOptions } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { isRefused } from "../api/failure";
import { Notice } from "../ui/notice";
import { SideDrawer } from "../ui/side-drawer";
import type { RowAction } from "../ui/table/row-menu";
import { NotThereYet } from "./not-there-yet";
import type { Asked, Opened } from "./use-opened";

interface ShownProps<Open, View extends string, Row> {
  openOf: (view: View, row: Row) => Open;
  /** What the reader may do with a row: only what its menu has opens. */
  actionsOf?: (row: Row) => Pick<RowAction, "key">[];
  children: (open: Open) => ReactNode;
}

/** Reads one row, whatever else its answer has. */
// oxlint-disable-next-line typescript/no-explicit-any -- only what it selects is read here
type RowQuery<Row> = UseQueryOptions<any, Error, Row, any>;

interface Place<View extends string> {
  asked: Asked<View>;
  onClose: () => void;
}

interface FoundProps<Open, View extends string, Row> extends ShownProps<Open, View, Row> {
  /** The rows that the page shows; undefined until they are there. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** Reads a row that the page does not show. Without it only the rows of the page open. */
  load?: (id: string) => RowQuery<Row>;
}

interface OpenedPartsProps<Open, View extends string, Row> extends FoundProps<Open, View, Row> {
  opened: Opened<Open, View>;
}

/** Shows what is open beside a list. If a link has opened it, its row is looked for first. */
export function OpenedParts<Open, View extends string, Row>({
  opened: { open, asked, onClose },
  ...found
}: OpenedPartsProps<Open, View, Row>) {
  if (open) return found.children(open);
  return asked && <Found key={asked.id} asked={asked} onClose={onClose} {...found} />;
}

function Found<Open, View extends string, Row>({
  rows,
  rowKey,
  load,
  ...shown
}: FoundProps<Open, View, Row> & Place<View>) {
  const { asked, onClose } = shown;
  const find = () => rows?.find((row) => rowKey(row) === asked.id);
  // It stays as it was found, also when the list behind it loses it.
  const [row, setRow] = useState(find);
  if (row !== undefined) return <Shown row={row} {...shown} />;
  if (load) return <Loaded query={load(asked.id)} {...shown} />;
  const late = find();
  if (late !== undefined) setRow(() => late);
  return rows ? <Unknown onClose={onClose} /> : <Waiting onClose={onClose} />;
}

type LoadedProps<Open, View extends string, Row> = {
  query: RowQuery<Row>;
} & ShownProps<Open, View, Row> &
  Place<View>;

function Loaded<Open, View extends string, Row>({ query, ...shown }: LoadedProps<Open, View, Row>) {
  const { data, error, refetch } = useQuery(query);
  const [row, setRow] = useState<Row>();
  if (row === undefined && data !== undefined) setRow(() => data);
  if (row !== undefined) return <Shown row={row} {...shown} />;
  if (isRefused(error)) return <Unknown onClose={shown.onClose} />;
  return <Waiting onClose={shown.onClose} error={error} onRetry={() => void refetch()} />;
}

function Shown<Open, View extends string, Row>({
  row,
  asked: { view },
  onClose,
  openOf,
  actionsOf,
  children,
}: ShownProps<Open, View, Row> & Place<View> & { row: Row }) {
  if (actionsOf && !actionsOf(row).some(({ key }) => key === view)) return <Unknown onClose={onClose} />;
  return children(openOf(view, row));
}

interface WaitingProps {
  error?: unknown;
  onRetry?: () => void;
  onClose: () => void;
}

function Waiting({ error, onRetry = () => undefined, onClose }: WaitingProps) {
  const { t } = useTranslation("list");
  return (
    <SideDrawer title={t("opened.loading")} onClose={onClose}>
      <NotThereYet error={error} onRetry={onRetry} lines={6} height="5" />
    </SideDrawer>
  );
}

/** Does not tell apart what does not exist and what the reader may not see. */
function Unknown({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("list");
  return (
    <SideDrawer title={t("opened.unknown")} onClose={onClose}>
      <Notice icon={SearchX} heading={t("opened.unknownHeading")} text={t("opened.unknownText")} />
    </SideDrawer>
  );
}
