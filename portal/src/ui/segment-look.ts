/** A row of choices of which one is selected, as `css` of its parts. */
export const SEGMENTS = {
  display: "flex",
  gap: "1",
  padding: "1",
  marginBottom: "5",
  borderRadius: "control",
  background: "bg.subtle",
} as const;

export const SEGMENT = {
  flex: "1",
  minHeight: "9",
  paddingInline: "3",
  border: "1px solid transparent",
  borderRadius: "6px",
  fontSize: "md",
  fontWeight: "medium",
  color: "fg.muted",
  cursor: "pointer",
  // In dark mode a panel is darker than the row of tabs, so an outline shows which one is selected.
  _selected: { background: "bg.panel", color: "accent.fg", borderColor: "accent.fg" },
} as const;
