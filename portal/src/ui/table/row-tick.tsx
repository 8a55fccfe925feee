import { Box } from "@chakra-ui/react";
import { useRef, type MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { CHECKBOX } from "../checkbox-look";
import type { Selection } from "./use-selection";

interface TicksProps<Row> {
  selection: Selection<Row>;
  rows: Row[];
  rowKey: (row: Row) => string;
  rowName: (row: Row) => string;
}

/** Checkboxes for each row and for the whole page. Shift with a click or the space bar selects all rows between. */
export function useTicks<Row>({ selection, rows, rowKey, rowName }: TicksProps<Row>) {
  const { t } = useTranslation("list");
  const from = useRef<string>(undefined);
  const tick = (row: Row, { shiftKey }: MouseEvent) => {
    const on = !selection.has(rowKey(row));
    const [a, b] = [rows.findIndex((one) => rowKey(one) === from.current), rows.indexOf(row)];
    from.current = rowKey(row);
    const range = shiftKey && a >= 0 ? rows.slice(Math.min(a, b), Math.max(a, b) + 1) : [row];
    selection.set(range, on);
  };
  const count = rows.filter((row) => selection.has(rowKey(row))).length;
  const all = count > 0 && count === rows.length;
  return {
    all: (
      <Tick
        label={t("select.all")}
        checked={all}
        mixed={count > 0 && !all}
        disabled={rows.length === 0}
        onClick={() => selection.set(rows, !all)}
      />
    ),
    of: (row: Row) => (
      <Tick
        label={t("select.row", { name: rowName(row) })}
        checked={selection.has(rowKey(row))}
        onClick={(event) => tick(row, event)}
      />
    ),
  };
}

interface TickProps {
  label: string;
  checked: boolean;
  mixed?: boolean;
  disabled?: boolean;
  onClick: (event: MouseEvent) => void;
}

/** The box has 20 pixels, its clickable area 32 (WCAG 2.5.8). */
function Tick({ label, checked, mixed = false, disabled = false, onClick }: TickProps) {
  return (
    <Box as="label" display="inline-flex" padding="1.5" margin="-1.5" cursor="pointer" verticalAlign="middle">
      <Box asChild css={CHECKBOX}>
        <input
          type="checkbox"
          aria-label={label}
          checked={checked}
          disabled={disabled}
          ref={(box) => {
            if (box) box.indeterminate = mixed;
          }}
          onClick={onClick}
          // `onClick` does the work, because only it knows about Shift.
          onChange={() => undefined}
        />
      </Box>
    </Box>
  );
}
