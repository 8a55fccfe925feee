import { defineRecipe } from "@chakra-ui/react";
import { FORCED } from "../forced-colors";

/** Fingers need more than a mouse. */
const TOUCH = "@media (pointer: coarse)";

/** Its words may be a name of any length. */
const PLAIN = {
  flexShrink: "1",
  minWidth: "0",
  minHeight: "0",
  height: "auto",
  paddingInline: "0",
  // Browsers lay out what has the type of a button, as Chakra gives it to a link, as one box, which no ellipsis cuts.
  appearance: "none",
  [TOUCH]: { minHeight: "0" },
  // Forced colours would show it around each line.
  borderWidth: "0",
  textAlign: "start",
  whiteSpace: "normal",
  overflowWrap: "anywhere",
} as const;

export const button = defineRecipe({
  base: {
    display: "inline-flex",
    alignItems: "center",
    justifyContent: "center",
    gap: "2",
    flexShrink: "0",
    border: "1px solid transparent",
    borderRadius: "control",
    fontFamily: "inherit",
    fontWeight: "medium",
    lineHeight: "1.25",
    whiteSpace: "nowrap",
    cursor: "pointer",
    userSelect: "none",
    textDecoration: "none",
    transitionProperty: "background-color, border-color, color",
    transitionDuration: "fast",
    transitionTimingFunction: "out",
    _disabled: { cursor: "not-allowed", opacity: "0.6" },
    _icon: { flexShrink: "0" },
  },
  variants: {
    variant: {
      solid: {
        background: "accent",
        color: "accent.contrast",
        _hover: { background: "accent.hover" },
      },
      outline: {
        background: "bg.panel",
        color: "fg",
        borderColor: "border.control",
        _hover: { background: "bg.subtle" },
        _active: { background: "bg.muted" },
        _pressed: { background: "accent.subtle", borderColor: "accent", color: "accent.fg", ...FORCED },
      },
      ghost: {
        background: "transparent",
        color: "fg.muted",
        _hover: { background: "bg.subtle", color: "fg" },
        _active: { background: "bg.muted" },
        _expanded: { background: "bg.subtle", color: "fg" },
      },
      plain: {
        background: "transparent",
        color: "accent.fg",
        textDecoration: "underline",
        textUnderlineOffset: "3px",
      },
    },
    size: {
      sm: { minHeight: "8", paddingInline: "3", fontSize: "sm", [TOUCH]: { minHeight: "10" } },
      md: { minHeight: "10", paddingInline: "4", fontSize: "md" },
    },
  },
  // Fits into a line of text or a table cell, in any size.
  compoundVariants: [{ variant: "plain", css: PLAIN }],
  defaultVariants: { variant: "solid", size: "md" },
});
