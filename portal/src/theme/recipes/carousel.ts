import { defineSlotRecipe } from "@chakra-ui/react";

export const carousel = defineSlotRecipe({
  slots: [
    "root",
    "itemGroup",
    "item",
    "control",
    "nextTrigger",
    "prevTrigger",
    "indicatorGroup",
    "indicator",
    "autoplayTrigger",
    "progressText",
    "autoplayIndicator",
  ],
  base: {
    root: { position: "relative", display: "flex", flexDirection: "column", gap: "2" },
    itemGroup: { scrollBehavior: "smooth", _motionReduce: { scrollBehavior: "auto" } },
    item: { minWidth: "0" },
    control: { display: "flex", alignItems: "center", justifyContent: "center", gap: "1" },
    indicatorGroup: { display: "flex", gap: "1" },
    // The target has 24 pixels, the dot inside it 8 (WCAG 2.5.8).
    indicator: {
      display: "grid",
      placeItems: "center",
      boxSize: "6",
      padding: "0",
      border: "0",
      background: "transparent",
      cursor: "pointer",
      borderRadius: "full",
      _before: { content: '""', boxSize: "2", borderRadius: "full", background: "border.control" },
      _current: { _before: { background: "accent" } },
    },
  },
});
