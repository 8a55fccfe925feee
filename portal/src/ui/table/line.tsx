import { Box } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { CRAMPED_LIST } from "../../theme/widths";

/** One line that ends with an ellipsis where its column is too narrow. With the keyboard on it, it shows its whole text. */
export function Line({ children }: { children: ReactNode }) {
  return (
    <Box data-line="" css={LINE}>
      {children}
    </Box>
  );
}

interface PairProps {
  /** What tells it apart, in grey: the account name of a person, a code, the time of a day. */
  beside?: ReactNode;
  children: ReactNode;
}

/**
 * A value and another one beside it, which is the first to be cut, and is not shown where only its first letters had room. On
 * a phone it stands below.
 */
export function Pair({ beside, children }: PairProps) {
  if (!beside) return <>{children}</>;
  return (
    <Box css={PAIR}>
      <Line>{children}</Line>
      <Box data-line="" css={BESIDE}>
        {beside}
      </Box>
    </Box>
  );
}

const LINE = {
  minWidth: "0",
  md: {
    // Room for the ring around a link, which would be cut too.
    padding: "4px",
    margin: "-4px",
    // Not `hidden`: after the focus it would stay scrolled.
    overflow: "clip",
    textOverflow: "ellipsis",
    whiteSpace: "nowrap",
    // An address would still break at its signs.
    "&:not(:focus-visible, :has(:focus-visible)) wbr": { display: "none" },
    "&:focus-visible, &:has(:focus-visible)": { whiteSpace: "normal", overflowWrap: "anywhere" },
    // Paper has no other way to show the rest.
    "@media print": { overflow: "visible", whiteSpace: "normal" },
    // Paragraphs keep their lines.
    "&:has(p, ul, ol)": { overflow: "visible", whiteSpace: "normal" },
  },
};

const BESIDE = { ...LINE, flexShrink: "100", fontSize: "sm", color: "fg.muted" };

const PAIR = {
  md: {
    display: "flex",
    alignItems: "baseline",
    gap: "2",
    minWidth: "0",
    // Were it to shrink as well, a hair of it would be cut long before the other is gone.
    "& > :first-child": { flexShrink: "0", maxWidth: "full" },
    // In a column that cuts: where there is no room for five letters beside it, the second value wraps to a line that is
    // not shown.
    "[data-line] > &": {
      flexWrap: "wrap",
      rowGap: "3",
      height: "calc(1lh + 8px)",
      padding: "4px",
      margin: "-4px",
      overflow: "clip",
      "&:has(:focus-visible)": { height: "auto" },
      "@media print": { height: "auto", overflow: "visible" },
    },
    "[data-line] > & > :last-child": { flex: "1 1 5ch" },
    // On a tablet it has what the other columns leave.
    [CRAMPED_LIST]: { "[data-line] > & > :last-child": { width: "0" } },
  },
};
