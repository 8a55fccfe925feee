/** Marks what is current, selected or highlighted where the system's colours replace ours. */
export const FORCED = {
  "@media (forced-colors: active)": {
    forcedColorAdjust: "none",
    background: "Highlight",
    color: "HighlightText",
  },
} as const;
