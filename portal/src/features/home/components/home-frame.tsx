import { Box, Skeleton } from "@chakra-ui/react";
import type { CSSProperties, ReactNode } from "react";
import { loadTexts } from "../../../i18n/i18n";
import { quietPart } from "../../../ui/lazy/lazy-part";
import { withLastRequests } from "../card-counts";
import { stripOf } from "../lists";
import type { Home, Product } from "../types";

/** The height of the strip with its heading, which is kept free for it. */
const STRIP = "136px";

const withTexts = async <Part,>(part: Promise<Part>) =>
  (await Promise.all([part, loadTexts(["homeMore", "list"])]))[0];

const STRIP_COMES = <Skeleton height="124px" aria-hidden />;
const RAIL_COMES = <Skeleton height="var(--rail)" aria-hidden />;

// Home works without them.
const Strip = quietPart<{ home: Home; onAbout: (product: Product) => void }>(
  () => withTexts(import("../more/strip")),
  STRIP_COMES,
);
const Rail = quietPart<{ home: Home }>(() => withTexts(import("../more/rail")), RAIL_COMES);
export const Below = quietPart<{ home: Home }>(() => withTexts(import("../more/below")));
export const HiddenCards = quietPart<{ home: Home }>(() => withTexts(import("../more/hidden-cards")));

interface HomeFrameProps {
  home: Home | undefined;
  /** Without a home: it comes, so the places of strip and rail are kept, which most people have. */
  waits: boolean;
  /** True when the page has all its answers: what the cards do not need loads then. */
  quiet: boolean;
  onAbout: (product: Product) => void;
  children: ReactNode;
}

/** Favourites and recent applications above the lists; beside both, on a wide screen, what waits. */
export function HomeFrame({ home, waits, quiet, onAbout, children }: HomeFrameProps) {
  const hasStrip = home ? stripOf(home).length > 0 : waits;
  const rail = home ? railHeight(quiet ? home : withLastRequests(home)) : waits ? USUAL_RAIL : 0;
  return (
    <Box css={{ ...FRAME, ...(rail > 0 && WITH_RAIL) }}>
      {hasStrip && (
        <Box gridArea="strip" minWidth="0" minHeight={STRIP} marginTop="4">
          {home && quiet ? <Strip home={home} onAbout={onAbout} /> : STRIP_COMES}
        </Box>
      )}
      {rail > 0 && (
        <Box
          gridArea="rail"
          minHeight={{ base: "var(--rail)", xl: "0" }}
          marginTop="4"
          style={{ "--rail": `${rail}px` } as CSSProperties}
        >
          {home && quiet ? <Rail home={home} /> : RAIL_COMES}
        </Box>
      )}
      <Box gridArea="lists" minWidth="0">
        {children}
      </Box>
    </Box>
  );
}

/** Of a panel without its rows; of a row, and of one with steps; and between two panels. */
const PANEL = { empty: 59, row: 57, steps: 65, gap: 16 };
const ASSISTANT = 138;
/** Of the latest announcement alone. */
const USUAL_RAIL = PANEL.empty + PANEL.row;
/** The tiles of further assistants begin so; about how high each is. */
const FURTHER = "assistant_";
const FURTHER_HEIGHT = 30;

/** About how high the rail is, if no line wraps, so that nothing below it moves when it appears; 0 for none. */
function railHeight({ assistant, tiles, waiting, requests, latest }: Home): number {
  const further = tiles.filter(({ slot, url, productId }) => slot.startsWith(FURTHER) && (url || productId));
  const panel = (rows: number, height: number) => (rows > 0 ? [PANEL.empty + rows * height] : []);
  const panels = [
    ...(assistant ? [ASSISTANT + further.length * FURTHER_HEIGHT] : []),
    ...panel(waiting.length, PANEL.row),
    ...panel(requests.length, PANEL.steps),
    ...panel(latest ? 1 : 0, PANEL.row),
  ];
  return panels.length === 0 ? 0 : panels.reduce((sum, one) => sum + PANEL.gap + one, -PANEL.gap);
}

const FRAME = {
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gridTemplateAreas: '"strip" "rail" "lists"',
};

const WITH_RAIL = {
  columnGap: "8",
  gridTemplateColumns: { base: "minmax(0, 1fr)", xl: "minmax(0, 1fr) 300px" },
  gridTemplateRows: { xl: "auto 1fr" },
  gridTemplateAreas: { base: '"strip" "rail" "lists"', xl: '"strip rail" "lists rail"' },
  "--columns": "3",
};
