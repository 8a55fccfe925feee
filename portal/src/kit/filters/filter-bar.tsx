import { Box, Button, Flex } from "@chakra-ui/react";
import { SlidersHorizontal } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { inBrackets, labelled } from "../../i18n/marks";
import { useFormats } from "../../i18n/use-formats";
import type { TableControl } from "../../ui/table/use-table-state";
import { filterNames, type Filter } from "./filter";
import { FilterChips } from "./filter-chips";
import { FIELD_MAX, FilterField, leastWidths } from "./filter-field";
import { TextFilter } from "./text-filter";

export { filterNames, type Filter };

/** The space between fields, in pixels. */
const FIELD_GAP = 8;
/** From how many fields on there is no room for every label. */
const CROWDED = 5;

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
  const widths = others.flatMap(({ kind }) => leastWidths(kind));
  // The fields are in one row, beside the text or below it.
  const row = widths.reduce((sum, width) => sum + width + FIELD_GAP, -FIELD_GAP);
  return (
    <Box as="search" aria-label={t("filter.label")} marginBottom="3" css={LABELS_INSIDE}>
      <Flex gap={`${FIELD_GAP}px`} wrap="wrap" align="center">
        {texts.map((filter) => (
          <Box key={filter.name} flex="1 1 180px" maxWidth={{ md: "360px" }}>
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
        <Flex
          id={id}
          gap={`${FIELD_GAP}px`}
          wrap="wrap"
          align="center"
          display={{ base: unfolded ? "flex" : "none", md: "flex" }}
          // Below the text and the tools, where there is no room for one line.
          order={{ base: "1", xl: "0" }}
          flex={{ base: "1 1 100%", xl: `${widths.length} 1 ${row}px` }}
          maxWidth={{ md: `${widths.length * FIELD_MAX}px` }}
        >
          {others.map((filter) => (
            <FilterField
              key={filter.name}
              filter={filter}
              isCrowded={widths.length >= CROWDED}
              control={control}
            />
          ))}
        </Flex>
        {tools}
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
