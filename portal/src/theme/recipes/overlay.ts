import { defineSlotRecipe } from "@chakra-ui/react";
import { ABOVE_TOASTS, TOAST_ROOM } from "../toast-room";

export const slots = [
  "trigger",
  "backdrop",
  "positioner",
  "content",
  "title",
  "description",
  "closeTrigger",
  "header",
  "body",
  "footer",
];

/** On a low screen, such as at 400 %, head and foot would leave no room for what is between them: all scrolls together. */
const LOW = "@media (max-height: 479px)";

export const shared = {
  backdrop: {
    position: "fixed",
    inset: "0",
    zIndex: "overlay",
    background: "overlay",
    _open: { animation: "fade-in 140ms ease-out" },
    _closed: { animation: "fade-out 120ms ease-out" },
  },
  content: {
    position: "relative",
    display: "flex",
    flexDirection: "column",
    width: "full",
    background: "bg.panel",
    color: "fg",
    outline: "0",
    boxShadow: "float",
    [LOW]: { overflowY: "auto" },
  },
  header: { padding: "24px 24px 8px", paddingInlineEnd: "14" },
  title: {
    margin: "0",
    fontSize: "xl",
    fontWeight: "semibold",
    lineHeight: "1.3",
    textWrap: "var(--wrap, balance)",
  },
  description: { margin: "0", fontSize: "md", color: "fg.muted" },
  body: {
    flex: "1",
    padding: "8px 24px 24px",
    fontSize: "md",
    overflowY: "auto",
    // The ring of a control that scrolls into view.
    scrollPaddingBlock: "8px",
    [LOW]: { flex: "none", overflowY: "visible" },
    // It reaches the edges, where a ring around it would be cut.
    _focusVisible: { outlineOffset: "-2px" },
  },
  footer: {
    display: "flex",
    flexWrap: "wrap",
    justifyContent: "flex-end",
    gap: "3",
    padding: "16px 24px",
    borderTop: "1px solid",
    borderColor: "border",
    // Where they wrap, no button stands alone in half a line.
    smDown: { gap: "2", paddingInline: "4", "& > :is(a, button)": { flexGrow: "1" } },
  },
  closeTrigger: { position: "absolute", top: "4", insetInlineEnd: "4" },
} as const;

export const dialog = defineSlotRecipe({
  slots,
  base: {
    ...shared,
    positioner: {
      position: "fixed",
      inset: "0",
      zIndex: "overlay",
      display: "flex",
      justifyContent: "center",
      alignItems: { base: "flex-end", sm: "center" },
      // A short dialog stays where it is when a toast comes.
      padding: { base: "0", sm: `${ABOVE_TOASTS} 24px` },
    },
    content: {
      ...shared.content,
      maxWidth: "480px",
      maxHeight: {
        base: `max(50dvh, calc(100% - 24px - ${TOAST_ROOM}))`,
        sm: "max(50dvh, min(800px, 100%))",
      },
      borderRadius: { base: "12px 12px 0 0", sm: "card" },
      _open: { animation: "rise 160ms cubic-bezier(0.2, 0, 0, 1)" },
      _closed: { animation: "fade-out 120ms ease-out" },
    },
  },
});

/** At the side, so that the list stays visible. */
export const drawer = defineSlotRecipe({
  slots,
  base: {
    ...shared,
    positioner: {
      position: "fixed",
      inset: "0",
      zIndex: "overlay",
      display: "flex",
      justifyContent: "flex-end",
      alignItems: "flex-end",
    },
    content: {
      ...shared.content,
      maxWidth: "480px",
      height: `max(50dvh, calc(100dvh - ${TOAST_ROOM}))`,
      _open: { animation: "slide-in 160ms cubic-bezier(0.2, 0, 0, 1)" },
      _closed: { animation: "fade-out 120ms ease-out" },
    },
  },
});
