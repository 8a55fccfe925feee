import { Table, type TableCellProps } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { CRAMPED_LIST, NARROW_LIST, WIDE_LIST } from "../../theme/widths";
import { Line } from "./line";
import type { Column } from "./table-page";

interface DataRowProps<Row> {
  columns: Column<Row>[];
  selected?: boolean;
  /** The checkbox of the row. */
  tick?: ReactNode;
  of: (column: Column<Row>) => ReactNode;
  menu?: ReactNode;
}

/** A row of a list; on a phone a stack (theme/recipes/table.ts), whose first cell is the name of the row. */
export function DataRow<Row>({ columns, selected = false, tick, of, menu }: DataRowProps<Row>) {
  const name = columns.find(({ aside }) => !aside);
  return (
    <Table.Row role="row" background={selected ? "accent.subtle" : "bg.panel"}>
      {tick !== undefined && <Cell paddingInlineEnd="0" mdDown={FIRST} children={tick} />}
      {columns.map((column) => {
        const { key, header, align = "start", prose, short, aside, buttons, words } = column;
        const content = of(column);
        if (aside)
          return <Cell key={key} textAlign={align} width={ASIDE} mdDown={FIRST} children={content} />;
        if (buttons) return <Cell key={key} background="inherit" css={BUTTONS} children={content} />;
        const isLine = !prose && !short && align === "start";
        return (
          <Cell
            key={key}
            textAlign={{ base: "start", md: align }}
            {...(short && { whiteSpace: { md: "nowrap" }, fontVariantNumeric: "tabular-nums" })}
            css={[
              prose && PROSE,
              isLine && SHRINKS,
              column === name && LEAST,
              words && ROOM_FOR_WORDS,
              minorOf(column),
            ]}
            {...(column === name ? { mdDown: NAME } : { "data-label": header })}
          >
            <div {...(words && { "data-words": words.join("\n") })}>
              {isLine ? <Line>{content}</Line> : content}
            </div>
          </Cell>
        );
      })}
      {menu !== undefined && (
        <Cell
          paddingBlock="0.5"
          textAlign="end"
          background="inherit"
          css={LAST_IN_SIGHT}
          mdDown={MENU}
          children={menu}
        />
      )}
    </Table.Row>
  );
}

function Cell(cell: TableCellProps) {
  return <Table.Cell role="cell" {...cell} />;
}

/** As narrow as its content, however much room the other columns leave. */
const ASIDE = { md: "1%" };

const FIRST = { gridColumn: "1", paddingInlineEnd: "3" };
const NAME = { gridColumn: "2" };
const MENU = { gridColumn: "3", gridRow: "1", marginBlock: "-2", marginInlineEnd: "-2" };

/** A name can break or be cut anywhere, so without a least width a long one would be a column of few letters. */
const LEAST = { md: { "& > div": { minWidth: "16ch", gridTemplateColumns: "minmax(16ch, 1fr)" } } };

/** Least widths at which three columns of sentences and one with two buttons still fit. */
const PROSE = {
  md: {
    minWidth: "28",
    [WIDE_LIST]: { minWidth: "40" },
    // The words of a status too.
    [CRAMPED_LIST]: { minWidth: "26", "& span": { whiteSpace: "normal" } },
  },
};

/**
 * As wide as its text where there is room, and down to about ten letters where there is none: the columns of a table share
 * what is left by how much each one wants.
 */
const SHRINKS = {
  md: { "& > div": { display: "grid", gridTemplateColumns: "minmax(11ch, 1fr)", maxWidth: "none" } },
};

/** A line without height for each word, beside the sign of a status. */
const ROOM_FOR_WORDS = {
  md: {
    "& > div::after": {
      content: "attr(data-words)",
      display: "block",
      height: "0",
      overflow: "clip",
      visibility: "hidden",
      whiteSpace: "pre",
      paddingInlineStart: "20px",
    },
  },
};

const hiddenIn = (container: string) => ({ md: { [container]: { display: "none" } } });
const MINOR = hiddenIn(CRAMPED_LIST);
const MINOR_FIRST = hiddenIn(NARROW_LIST);

/** The styles of a column that a narrow place leaves out. */
export function minorOf<Row>({ minor }: Column<Row>) {
  if (!minor) return {};
  return minor === "first" ? MINOR_FIRST : MINOR;
}

/** Cells that scroll under them fade, so that half of a number does not look like a number. */
const FADE = {
  content: '""',
  position: "absolute",
  insetBlock: "0",
  insetInlineEnd: "100%",
  // No wider than the padding of the cell beside it, whose end it would cover otherwise.
  width: "3",
  background: "inherit",
  maskImage: "linear-gradient(to right, transparent, black)",
  pointerEvents: "none",
};

/** Keeps menus and buttons visible when the list is wider than its place. */
export const LAST_IN_SIGHT = {
  md: { position: "sticky", insetInlineEnd: "0", paddingInline: "2", "&::before": FADE },
};

/** Words there are short: a link would break inside its word. */
export const BUTTONS = { md: { ...LAST_IN_SIGHT.md, paddingInline: "3", whiteSpace: "nowrap" } };
