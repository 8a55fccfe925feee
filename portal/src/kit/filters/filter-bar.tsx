import { Box, Button, Flex } from "@chakra-ui/react";
import { SlidersHorizontal } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { SelectField } from "../../ui/form/select-field";
import { lazyPart } from "../../ui/lazy/lazy-part";
import type { TableControl } from "../../ui/table/use-table-state";
import { filterNames, type Filter } from "./filter";
import { DayFilter } from "./day-filter";
import { FilterChips } from "./filter-chips";
import { TextFilter } from "./text-filter";

const SearchInput = lazyPart(() => import("./search-filter"));

export { filterNames, type Filter };

/**
 * The smallest width of a field, the space between fields, and the largest width, so that a few filters do not fill the
 * row. Seven filters and the text are one line beside the side menu on a screen of 1280 pixels.
 */
const FIELD_MIN = { select: 104, search: 130, days: 200 };
const FIELD_GAP = 8;
const FIELD_MAX = 240;

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
  const id = useId();
  const [unfolded, setUnfolded] = useState(false);
  const texts = filters.filter(({ kind }) => kind === "text");
  const others = filters.filter(({ kind }) => kind !== "text" && kind !== "chip");
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
          </Button>
        )}
        <Flex
          id={id}
          gap={`${FIELD_GAP}px`}
          wrap="wrap"
          align="center"
          display={{ base: unfolded ? "flex" : "none", md: "flex" }}
          flex={{ base: "1 1 100%", md: `${widths.length} 1 ${row}px` }}
          maxWidth={{ md: `${widths.length * FIELD_MAX}px` }}
        >
          {others.map((filter) => (
            <OneFilter key={filter.name} filter={filter} control={control} />
          ))}
        </Flex>
        {tools}
      </Flex>
      <FilterChips control={control} filters={filters} />
    </Box>
  );
}

function leastWidths(kind: Filter["kind"]): number[] {
  if (kind === "text" || kind === "chip") return [];
  return kind === "days" ? [FIELD_MIN.days, FIELD_MIN.days] : [FIELD_MIN[kind]];
}

function OneFilter({ filter, control }: { filter: Filter; control: TableControl }) {
  const { t } = useTranslation("list");
  const { filters } = control.state;
  const value = filters[filter.name] ?? "";
  const set = (name: string, to: string) => control.setFilters({ [name]: to });
  switch (filter.kind) {
    case "text":
    case "chip":
      return null;
    case "select":
      return (
        <Box flex={`1 1 ${FIELD_MIN.select}px`}>
          <SelectField
            label={filter.label}
            title={filter.label}
            placeholder={
              filter.any ? t("filter.chip", { label: filter.label, value: filter.any }) : filter.label
            }
            options={filter.options}
            value={value}
            onChange={(event) => set(filter.name, event.target.value)}
          />
        </Box>
      );
    case "search":
      return (
        <Box flex={`1 1 ${FIELD_MIN.search}px`} minHeight="8">
          <SearchInput
            label={filter.label}
            source={filter.source}
            placeholder={filter.label}
            value={value}
            onChange={(to) => set(filter.name, to)}
          />
        </Box>
      );
    case "days": {
      const until = filters[filter.until] ?? "";
      return (
        <>
          {[
            { name: filter.name, label: t("filter.from", filter), value, max: until },
            { name: filter.until, label: t("filter.to", filter), value: until, min: value },
          ].map(({ name, ...day }) => (
            <Box key={name} flex={`1 1 ${FIELD_MIN.days}px`} css={DAY}>
              <DayFilter {...day} onChange={(to) => set(name, to)} />
            </Box>
          ))}
        </>
      );
    }
  }
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
  "& [data-scope=combobox] input": { paddingInlineEnd: "16" },
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

/** A day has no room for a placeholder: its label stands before it, in the same frame. */
const DAY = {
  "&& [data-scope=field][data-part=root]": {
    flexDirection: "row",
    alignItems: "center",
    border: "1px solid",
    borderColor: "border.control",
    borderRadius: "control",
    background: "bg.panel",
    paddingInlineStart: "2.5",
  },
  "&& [data-scope=field][data-part=root] > div:first-of-type": { width: "auto", flexShrink: "0" },
  "&& [data-scope=field][data-part=label]": {
    position: "static",
    width: "auto",
    height: "auto",
    clipPath: "none",
    fontSize: "sm",
    color: "fg.muted",
  },
  "&& input": { border: "0", height: "30px", paddingInlineStart: "2", maxWidth: "none" },
};
