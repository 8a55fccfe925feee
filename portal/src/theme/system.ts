import { createSystem, defaultBaseConfig, defineConfig } from "@chakra-ui/react";
import { keyframes } from "./keyframes";
import { recipes, slotRecipes } from "./recipes";
import tokens from "./tokens.json";
import { TOAST_ROOM } from "./toast-room";
import { BREAKPOINTS } from "./widths";

/** Chakra's form of tokens: `{ bg: "#fff" }` becomes `{ bg: { value: "#fff" } }`. */
function values<T extends string | number>(table: Record<string, T>): Record<string, { value: T }> {
  return Object.fromEntries(Object.entries(table).map(([name, value]) => [name, { value }]));
}

type Twin = Record<string, { value: { base: string; _dark: string } }>;

/** Chakra's nested form of semantic tokens: `bg.panel` becomes `{ bg: { panel: … } }` with a light and a dark value. */
function semantic(table: Record<string, { light: string; dark: string }>): Record<string, Twin> {
  const tree: Record<string, Twin> = {};
  for (const [name, { light, dark }] of Object.entries(table)) {
    const [root = name, leaf = "DEFAULT"] = name.split(".");
    (tree[root] ??= {})[leaf] = { value: { base: light, _dark: dark } };
  }
  return tree;
}

const steps = Object.fromEntries(
  Array.from({ length: 96 }, (_, index) => [String(index + 1), `${(index + 1) * 4}px`]),
);
const halves = { "0.5": "2px", "1.5": "6px", "2.5": "10px", "3.5": "14px" };

/** Chinese pages have their own quotation marks (base.css). */
const FAMILY = `var(--marks, "Inter Variable"), ${tokens.font.family}`;

const CONTROLS = ":is(a, button, input, select, textarea)";

const config = defineConfig({
  preflight: true,
  cssVarsPrefix: "atrium",
  // CSS alone follows the system's setting, so no wrong colour shows before the script runs.
  // On paper nothing is dark.
  conditions: {
    dark: "@media screen and (prefers-color-scheme: dark)",
    light: "@media (prefers-color-scheme: light)",
  },
  theme: {
    breakpoints: BREAKPOINTS,
    keyframes,
    tokens: {
      fonts: values({ body: FAMILY, heading: FAMILY, mono: tokens.font.mono }),
      fontSizes: values(tokens.font.sizes),
      fontWeights: values(tokens.font.weights),
      radii: values(tokens.radius),
      spacing: values({ ...steps, ...halves }),
      sizes: values({ ...steps, ...halves, full: "100%" }),
      durations: values({ fast: tokens.motion.fast, base: tokens.motion.base }),
      easings: values({ out: tokens.motion.easing }),
      zIndex: values({ header: 10, overlay: 40, toast: 50 }),
    },
    semanticTokens: { colors: semantic(tokens.color), shadows: semantic(tokens.shadow) },
    recipes,
    slotRecipes,
  },
  globalCss: {
    "html, body": { margin: 0, minHeight: "100%" },
    // Nothing may cover the control with the focus (WCAG 2.4.11): no toast, …
    html: { scrollPaddingBottom: TOAST_ROOM },
    // A new page gets the focus, and stays below the header.
    main: {
      scrollMarginTop: "128px",
      // Room for the bar of selected rows below the last one.
      "&::after": { content: '""', display: "block", height: "var(--selection-room, 0px)" },
    },
    // … no header, no bar of selected rows, …
    [`main ${CONTROLS}`]: {
      // Below the large screen the header has a second row, with the places.
      scrollMarginTop: { base: "108px", lg: "64px" },
      scrollMarginBottom: "var(--selection-room, 0px)",
    },
    // … and no head of the table under that header.
    [`tbody ${CONTROLS}`]: { scrollMarginTop: { base: "108px", md: "152px", lg: "108px" } },
    body: {
      fontFamily: "body",
      fontSize: "lg",
      lineHeight: 1.5,
      // No last line of one word.
      textWrap: "var(--wrap, pretty)",
      // A name may be one long word.
      overflowWrap: "break-word",
      color: "fg",
      background: "bg",
    },
    "#root": { minHeight: "100dvh", display: "flex", flexDirection: "column" },
    "*, *::before, *::after": { borderColor: "border" },
    ":focus-visible": { outline: "2px solid", outlineColor: "focus", outlineOffset: "2px" },
    "::selection": { background: "accent.subtle" },
    "*, *::before, *::after ": {
      _motionReduce: {
        animationDuration: "1ms !important",
        animationIterationCount: "1 !important",
        transitionDuration: "1ms !important",
        scrollBehavior: "auto !important",
      },
    },
  },
});

/** Chakra's conditions and utilities with Atrium's tokens and only the recipes that the portal uses. */
export const system = createSystem(defaultBaseConfig, config);
