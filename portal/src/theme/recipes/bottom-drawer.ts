import { defineSlotRecipe } from "@chakra-ui/react";
import { TOAST_ROOM } from "../toast-room";
import { shared, slots } from "./overlay";

/** Slides up from below, over the page that it is about. */
export const bottomDrawer = defineSlotRecipe({
  slots,
  base: {
    ...shared,
    positioner: {
      position: "fixed",
      inset: "0",
      zIndex: "overlay",
      display: "flex",
      justifyContent: "center",
      alignItems: "flex-end",
    },
    header: {
      ...shared.header,
      display: "flex",
      flexWrap: "wrap",
      alignItems: "center",
      gap: "4",
      "& > div": { flex: "1 1 180px", minWidth: "0", overflowWrap: "anywhere" },
    },
    content: {
      ...shared.content,
      maxWidth: "880px",
      maxHeight: `max(50dvh, min(88dvh, calc(100dvh - ${TOAST_ROOM})))`,
      borderRadius: "12px 12px 0 0",
      _open: { animation: "slide-up 160ms cubic-bezier(0.2, 0, 0, 1)" },
      _closed: { animation: "fade-out 120ms ease-out" },
    },
  },
});
