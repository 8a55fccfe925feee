/** A radio button, for the same reason. */
export const RADIO = {
  appearance: "none",
  flexShrink: "0",
  width: "4",
  height: "4",
  border: "1px solid",
  borderColor: "border.control",
  borderRadius: "full",
  background: "bg.panel",
  cursor: "pointer",
  "&:checked": { borderWidth: "5px", borderColor: "accent", background: "accent.contrast" },
  "&:disabled": { opacity: "0.6", cursor: "not-allowed" },
  "@media (forced-colors: active)": { appearance: "auto" },
} as const;

/**
 * A checkbox whose border is seen in both modes (WCAG 1.4.11): browsers draw theirs faint on a dark page. With forced
 * colours it is the browser's own.
 */
export const CHECKBOX = {
  appearance: "none",
  display: "inline-grid",
  placeContent: "center",
  flexShrink: "0",
  width: "5",
  height: "5",
  margin: "0",
  border: "1px solid",
  borderColor: "border.control",
  borderRadius: "4px",
  background: "bg.panel",
  cursor: "pointer",
  "&::before": {
    content: '""',
    width: "12px",
    height: "12px",
    background: "accent.contrast",
    visibility: "hidden",
    // A tick.
    clipPath: "polygon(12% 48%, 0 62%, 40% 96%, 100% 22%, 86% 8%, 38% 70%)",
  },
  "&:is(:checked, :indeterminate)": { background: "accent", borderColor: "accent" },
  "&:is(:checked, :indeterminate)::before": { visibility: "visible" },
  "&:indeterminate::before": { clipPath: "inset(5px 1px)" },
  "&:disabled": { opacity: "0.6", cursor: "not-allowed" },
  "@media (forced-colors: active)": { appearance: "auto" },
} as const;
