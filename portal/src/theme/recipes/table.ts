import { defineSlotRecipe } from "@chakra-ui/react";

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
    },
    columnHeader: {
      position: "sticky",
      top: "0",
      zIndex: "1",
      paddingBlock: "2.5",
      paddingInline: "4",
      background: "bg.subtle",
      borderBottom: "1px solid",
      borderColor: "border",
      fontSize: "sm",
      fontWeight: "medium",
      color: "fg.muted",
      textAlign: "start",
      whiteSpace: "nowrap",
    },
    row: { _hover: { background: "bg.subtle" }, _last: { "& > td": { borderBottom: "0" } } },
    cell: {
      paddingBlock: "3",
      paddingInline: "4",
      borderBottom: "1px solid",
      borderColor: "border",
      verticalAlign: "middle",
    },
    caption: { fontSize: "sm", color: "fg.muted", textAlign: "start" },
  },
});
