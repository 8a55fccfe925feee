/**
 * The colours of the parts of a chart, each with a contrast of 3:1 to the panel, in an order in which neighbours differ. Red
 * is for failures, and the green of the assistant for itself.
 */
export const COLOURS = ["accent", "warning", "border.control", "success", "fg", "fg.muted"] as const;

export function colourOf(part: number): (typeof COLOURS)[number] {
  return COLOURS[part % COLOURS.length] ?? "accent";
}

/** The system's colours replace ours; a gap keeps the parts apart. */
export const FORCED_MARK = {
  "@media (forced-colors: active)": { fill: "Highlight", stroke: "Canvas", background: "Highlight" },
} as const;
