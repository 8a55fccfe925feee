import { defineSlotRecipe } from "@chakra-ui/react";
import { FORCED } from "../forced-colors";

const MORE_BELOW = [
  "linear-gradient(transparent, {colors.bg.panel} 75%) bottom / 100% 40px no-repeat local",
  "linear-gradient(transparent, {colors.border.control}) bottom / 100% 10px no-repeat scroll",
  "{colors.bg.panel}",
].join(", ");

export const menu = defineSlotRecipe({
  slots: [
    "arrow",
    "arrowTip",
    "content",
    "contextTrigger",
    "indicator",
    "item",
    "itemCommand",
    "itemGroup",
    "itemGroupLabel",
    "itemIndicator",
    "itemText",
    "positioner",
    "separator",
    "trigger",
    "triggerItem",
  ],
  base: {
    content: {
      zIndex: "overlay",
      minWidth: "56",
      // A long menu scrolls on a low screen.
      maxHeight: "var(--available-height, 100dvh)",
      overflowY: "auto",
      padding: "1.5",
      border: "1px solid",
      borderColor: "border",
      borderRadius: "card",
      // A shade at the bottom while more is below: a system may hide the scroll bar. At the end its cover, which
      // scrolls along, lies over it.
      background: MORE_BELOW,
      boxShadow: "float",
      outline: "0",
      _open: { animation: "rise 140ms cubic-bezier(0.2, 0, 0, 1)" },
    },
    item: {
      display: "flex",
      alignItems: "center",
      gap: "2.5",
      minHeight: "9",
      paddingInline: "2.5",
      borderRadius: "control",
      fontSize: "md",
      color: "fg",
      cursor: "pointer",
      outline: "0",
      textDecoration: "none",
      // Forced colours drop backgrounds, and with them the only sign of where the keyboard is.
      _highlighted: {
        background: "bg.subtle",
        ...FORCED,
      },
      _disabled: { opacity: "0.6", cursor: "not-allowed" },
    },
    itemGroupLabel: { padding: "2.5", fontSize: "sm", color: "fg.muted" },
    separator: { height: "1px", border: "0", background: "border", marginBlock: "1.5" },
  },
});
