import { defineSlotRecipe } from "@chakra-ui/react";
import { CLOSE_LIST } from "../widths";

/**
 * Below this width a row is a stack of its cells: the first cell, then one line for each other one, with the head of
 * its column (`data-label`) beside it. The roles of a table are written on the elements (`ui/table`), because browsers
 * drop the implicit roles when `display` changes.
 */
const stacked = "mdDown";

export const table = defineSlotRecipe({
  slots: ["root", "header", "body", "row", "columnHeader", "cell", "footer", "caption"],
  base: {
    root: {
      width: "full",
      borderCollapse: "separate",
      borderSpacing: "0",
      fontSize: "md",
      fontVariantNumeric: "tabular-nums",
      textAlign: "start",
      [stacked]: { display: "block" },
    },
    header: { [stacked]: { display: "block" } },
    body: { [stacked]: { display: "block" } },
    columnHeader: {
      position: "sticky",
      top: "0",
      zIndex: "1",
      paddingBlock: "0.5",
      paddingInline: "4",
      md: { height: "10", [CLOSE_LIST]: { paddingInline: "3" } },
      background: "bg.subtle",
      borderBottom: "1px solid",
      borderColor: "border",
      fontSize: "sm",
      fontWeight: "medium",
      color: "fg.muted",
      textAlign: "start",
      whiteSpace: "nowrap",
      [stacked]: { position: "static", display: "block", padding: "0", border: "0" },
    },
    row: {
      _hover: { background: "bg.subtle" },
      _last: { "& > td": { borderBottom: "0" } },
      [stacked]: {
        display: "grid",
        // A checkbox, the cells, a menu.
        gridTemplateColumns: "auto minmax(0, 1fr) auto",
        alignItems: "start",
        rowGap: "1.5",
        paddingBlock: "3",
        paddingInline: "4",
        "&:not(:last-child)": { borderBottom: "1px solid", borderColor: "border" },
      },
    },
    cell: {
      paddingBlock: "1",
      paddingInline: "4",
      borderBottom: "1px solid",
      borderColor: "border",
      verticalAlign: "middle",
      // Sentences of any length take more lines, not more width.
      md: {
        height: "11",
        [CLOSE_LIST]: { paddingInline: "3" },
        "& > div": { maxWidth: "30rem", overflowWrap: "break-word" },
      },
      [stacked]: {
        display: "block",
        gridColumn: "2 / -1",
        padding: "0",
        border: "0",
        overflowWrap: "anywhere",
        "&[data-label]": {
          display: "grid",
          gridTemplateColumns: "104px minmax(0, 1fr)",
          columnGap: "3",
          "&::before": { content: "attr(data-label)", fontSize: "sm", lineHeight: "21px", color: "fg.muted" },
          // Screen readers know the head of the column already, so they are given no text for it.
          "@supports (content: 'a' / 'b')": { "&::before": { content: "attr(data-label) / ''" } },
        },
      },
    },
    caption: { fontSize: "sm", color: "fg.muted", textAlign: "start" },
  },
});
