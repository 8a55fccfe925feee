import { defineRecipe } from "@chakra-ui/react";

export const heading = defineRecipe({
  base: {
    margin: "0",
    color: "fg",
    fontWeight: "semibold",
    lineHeight: "1.3",
    letterSpacing: "-0.011em",
    textWrap: "var(--wrap, balance)",
    // In a row with other things too.
    minWidth: "0",
    overflowWrap: "anywhere",
  },
  variants: {
    size: { sm: { fontSize: "md" }, md: { fontSize: "lg" }, lg: { fontSize: "xl" }, xl: { fontSize: "2xl" } },
  },
  defaultVariants: { size: "md" },
});

export const skeleton = defineRecipe({
  variants: {
    loading: {
      true: {
        borderRadius: "control",
        background: "bg.muted",
        color: "transparent",
        animation: "pulse 1600ms ease-in-out infinite",
        userSelect: "none",
        "&::before, &::after, *": { visibility: "hidden" },
      },
      false: {},
    },
    variant: { pulse: {}, shine: {}, none: {} },
  },
  defaultVariants: { loading: true, variant: "pulse" },
});

export const spinner = defineRecipe({
  base: {
    display: "inline-block",
    width: "1em",
    height: "1em",
    border: "2px solid currentColor",
    borderRightColor: "transparent",
    borderRadius: "full",
    animation: "spin 700ms linear infinite",
  },
});
