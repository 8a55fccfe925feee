import { Box, Button, Flex } from "@chakra-ui/react";
import { SlidersHorizontal } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { inBrackets, labelled } from "../../i18n/marks";
import { useFormats } from "../../i18n/use-formats";
import type { TableControl } from "../../ui/table/use-table-state";
import { filterNames, type Filter } from "./filter";
import { FilterChips } from "./filter-chips";
import { FIELD_MAX, FilterField, widthsOf } from "./filter-field";
import { TextFilter } from "./text-filter";
import { usePlaceWidth } from "./use-place-width";

export { filterNames, type Filter };

/** The space between fields, in pixels. */
const FIELD_GAP = 8;
/** In several lines a field has room for a label of about 15 letters. */
const WHOLE = 160;
/** The text and the menu of the columns, in pixels. */
const TEXT = 180;
const TOOLS = 124;

interface FilterBarProps {
  control: TableControl;
  filters: readonly Filter[];
  /** Stand at the end of the line. */
  tools?: ReactNode;
}

/**
 * The filters of a list. Set filters are in the address and shown as chips. On a phone the other filters are folded.
 */
export function FilterBar({ control, filters, tools }: FilterBarProps) {
  const { t } = useTranslation("list");
  const { list } = useFormats();
  const id = useId();
  const [unfolded, setUnfolded] = useState(false);
  const texts = filters.filter((filter) => filter.kind === "text");
  const others = filters.filter(({ kind }) => kind !== "text" && kind !== "chip");
  // What leaves rows out without being chosen; its field is folded on a phone.
  const usual = others.flatMap((filter) =>
    filter.kind === "select" && filter.any && !control.state.filters[filter.name]
      ? [labelled(filter.label, filter.any)]
      : [],
  );
  const widths = others.flatMap((filter) => widthsOf(filter, t));
  // The fields are in one row, beside the text or below it.
  const row = widths.reduce((sum, width) => sum + width + FIELD_GAP, -FIELD_GAP);
  const beside = texts.length * (TEXT + FIELD_GAP) + (tools ? TOOLS + FIELD_GAP : 0);
  const { place, width } = usePlaceWidth<HTMLDivElement>();
  const isOneLine = width >= beside + row;
  // In several lines all have one width, so that they stand below each other.
  const same = width >= row ? undefined : Math.max(WHOLE, ...widths);
  const isAbove = !isOneLine && texts.length > 0;
  return (
    <Box as="search" aria-label={t("filter.label")} marginBottom="3" css={LABELS_INSIDE}>
      <Flex ref={place} gap={`${FIELD_GAP}px`} wrap="wrap" align="center">
        {texts.map((filter) => (
          <Box key={filter.name} flex={`1 1 ${TEXT}px`} maxWidth={{ md: "360px" }}>
            <TextFilter name={filter.name} label={filter.label} control={control} />
          </Box>
        ))}
        {others.length > 0 && (
          <Button
            variant="outline"
            size="sm"
            css={CONTROL}
            hideFrom="md"
            aria-expanded={unfolded}
            aria-controls={id}
            onClick={() => setUnfolded((before) => !before)}
          >
            <SlidersHorizontal size={16} aria-hidden />
            {t("filter.label")}
            {usual.length > 0 && inBrackets(list(usual))}
          </Button>
        )}
        {/* The keyboard follows what one sees. */}
        {isAbove && tools}
        <Flex
          id={id}
          gap={`${FIELD_GAP}px`}
          wrap="wrap"
          align="center"
          display={{ base: unfolded ? "flex" : "none", md: "flex" }}
          flex={{ base: "1 1 100%", md: isOneLine ? `${widths.length} 1 ${row}px` : "1 1 100%" }}
          maxWidth={{ md: `${widths.length * (FIELD_MAX + FIELD_GAP)}px` }}
        >
          {others.map((filter) => (
            <FilterField key={filter.name} filter={filter} width={same} control={control} />
          ))}
        </Flex>
        {!isAbove && tools}
      </Flex>
      <FilterChips control={control} filters={filters} />
    </Box>
  );
}

/** 32 pixels high with a mouse, 44 by touch; for fields `base.css` says that too. */
const CONTROL = {
  minHeight: "8",
  fontSize: "md",
  "@media (pointer: coarse)": { minHeight: "11" },
};

/** The filters are one line of controls: each shows its label inside while it is empty. Screen readers read it always. */
const LABELS_INSIDE = {
  "& :is(input, select)": { ...CONTROL, height: "8", paddingInlineStart: "2.5" },
  "& input[type=search]": { paddingInlineEnd: "2.5" },
  "& select": { paddingInlineEnd: "8" },
  // The sign of a choice, and the buttons of a search.
  "& select + *": { top: "0", insetBlock: "0", insetInlineEnd: "2", display: "flex", alignItems: "center" },
  "& [data-scope=combobox][data-part=control] > div": { insetBlock: "0", alignItems: "center" },
  "& [data-scope=combobox][data-part=control] button": { boxSize: "7" },
  "& [data-scope=combobox] input": { paddingInlineEnd: "9" },
  "& [data-scope=combobox]:has([data-part=clear-trigger]) input": { paddingInlineEnd: "16" },
  "& [data-scope=field][data-part=root]": { gap: "0" },
  "& [data-scope=field][data-part=label]": {
    position: "absolute",
    width: "1px",
    height: "1px",
    overflow: "hidden",
    clipPath: "inset(50%)",
    whiteSpace: "nowrap",
  },
};
