import { Box, chakra, Flex, Text } from "@chakra-ui/react";
import { useState, type KeyboardEvent, type MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "../../i18n/use-formats";
import { colourOf, FORCED_MARK } from "./colours";
import type { Figures } from "./figures";
import { ListLink } from "./list-link";

const HEIGHT = 100;
/** Each column has this width in the drawing, with a gap of a fifth. */
const STEP = 10;
const GAP = 2;

interface ColumnsProps {
  title: string;
  figures: Figures;
  /** Shows a day by the hour: the place of its label, by a click or by Enter. */
  onChoose?: (at: number) => void;
}

/**
 * Columns of stacked parts, one for each label. What is under the pointer, or chosen by the arrow keys, is written below the
 * chart, where it covers nothing.
 */
export function Columns({ title, figures, onChoose }: ColumnsProps) {
  const { t } = useTranslation("charts");
  const { list, number } = useFormats();
  const [chosen, setChosen] = useState<number>();
  const { labels, series } = figures;
  const sums = labels.map((_, at) => series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0));
  const top = Math.max(1, ...sums);
  const last = labels.length - 1;
  const paths = pathsOf(figures, top);
  const read = (at: number) => {
    const parts = series.filter(({ values }) => (values[at] ?? 0) > 0);
    const said = parts.map(({ name, values }) => t("part", { name, count: number(values[at] ?? 0) }));
    return t("read", { at: labels[at] ?? "", parts: said.length > 0 ? list(said) : number(0) });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && chosen !== undefined && onChoose) {
      onChoose(chosen);
      return;
    }
    const to = nextOf(event.key, chosen, last);
    if (to === undefined) return;
    event.preventDefault();
    setChosen(to);
  };
  const placeOf = ({ clientX, currentTarget }: MouseEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return Math.min(last, Math.max(0, Math.floor(((clientX - left) / (width || 1)) * labels.length)));
  };
  return (
    <>
      <Box
        role="group"
        tabIndex={0}
        aria-label={t(onChoose ? "keysDay" : "keys", { title })}
        marginTop="1"
        onKeyDown={onKeyDown}
        onPointerMove={(event) => setChosen(placeOf(event))}
        onPointerLeave={() => setChosen(undefined)}
        onBlur={() => setChosen(undefined)}
        onClick={(event) => onChoose?.(placeOf(event))}
        {...(onChoose && { cursor: "pointer" })}
      >
        {/* The scale: the line below it is this many. */}
        <Box aria-hidden textAlign="end" fontSize="xs" lineHeight="1.2" color="fg.muted">
          {number(top)}
        </Box>
        <chakra.svg
          role="img"
          aria-label={t("whole", { title, first: labels[0] ?? "", last: labels[last] ?? "" })}
          viewBox={`0 0 ${labels.length * STEP} ${HEIGHT}`}
          preserveAspectRatio="none"
          display="block"
          width="full"
          height="14"
          borderBlock="1px solid"
          borderColor="border"
        >
          {chosen !== undefined && (
            <chakra.g fill="bg.muted">
              <path d={`M${chosen * STEP} 0h${STEP}v${HEIGHT}h${-STEP}z`} />
            </chakra.g>
          )}
          {paths.map((path, part) => (
            <chakra.g key={part} fill={colourOf(part)} css={FORCED_MARK}>
              <path d={path} />
            </chakra.g>
          ))}
        </chakra.svg>
      </Box>
      {/* What is chosen takes the place of the first and the last label. */}
      <Box minHeight="5">
        {chosen === undefined && <Ends first={labels[0]} last={labels[last]} />}
        <Text role="status" margin="0" fontSize="xs" color="fg.muted">
          {chosen !== undefined && read(chosen)}
        </Text>
      </Box>
      {series.length > 1 && <Legend figures={figures} />}
    </>
  );
}

/** The place that a key leads to. */
function nextOf(key: string, from: number | undefined, last: number): number | undefined {
  if (key === "Home") return 0;
  if (key === "End") return last;
  if (key === "ArrowRight") return Math.min(last, (from ?? -1) + 1);
  if (key === "ArrowLeft") return Math.max(0, (from ?? last + 1) - 1);
  return undefined;
}

/** The columns of each part, upon the parts before it. One path for each part: a year has hundreds of columns. */
function pathsOf({ labels, series }: Figures, top: number): string[] {
  const under = labels.map(() => 0);
  return series.map(({ values }) =>
    labels
      .map((_, at) => {
        const value = values[at] ?? 0;
        if (value <= 0) return "";
        const from = under[at] ?? 0;
        under[at] = from + value;
        const [x, y] = [at * STEP + GAP / 2, HEIGHT - (from / top) * HEIGHT];
        return `M${x} ${y}h${STEP - GAP}v${-(value / top) * HEIGHT}h${GAP - STEP}z`;
      })
      .join(""),
  );
}

function Ends({ first, last }: { first: string | undefined; last: string | undefined }) {
  return (
    <Flex justify="space-between" fontSize="xs" color="fg.muted" aria-hidden>
      <span>{first}</span>
      {last !== first && <span>{last}</span>}
    </Flex>
  );
}

function Legend({ figures: { series } }: { figures: Figures }) {
  return (
    <Flex
      as="ul"
      wrap="wrap"
      columnGap="3"
      rowGap="0"
      margin="0"
      padding="0"
      listStyleType="none"
      fontSize="xs"
    >
      {series.map(({ key, name, list }, part) => (
        <Flex as="li" key={key} align="center" gap="1" {...(list && { minHeight: "6" })}>
          <Box boxSize="2.5" borderRadius="2px" background={colourOf(part)} css={FORCED_MARK} aria-hidden />
          <ListLink to={list}>{name}</ListLink>
        </Flex>
      ))}
    </Flex>
  );
}
