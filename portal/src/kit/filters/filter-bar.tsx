import { Box, Button, Flex } from "@chakra-ui/react";
import { SlidersHorizontal } from "lucide-react";
import { useId, useState } from "react";
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
 * row.
 */
const FIELD_MIN = { select: 150, search: 190, days: 150 };
const FIELD_GAP = 12;
const FIELD_MAX = 300;

interface FilterBarProps {
  control: TableControl;
  filters: readonly Filter[];
}

/**
 * The filters of a list. Set filters are in the address and shown as chips. On a phone the other filters are folded.
 */
export function FilterBar({ control, filters }: FilterBarProps) {
  const { t } = useTranslation("list");
  const id = useId();
  const [unfolded, setUnfolded] = useState(false);
  const texts = filters.filter(({ kind }) => kind === "text");
  const others = filters.filter(({ kind }) => kind !== "text" && kind !== "chip");
  const widths = others.flatMap(({ kind }) => leastWidths(kind));
  // The fields are in one row, beside the text or below it.
  const row = widths.reduce((sum, width) => sum + width + FIELD_GAP, -FIELD_GAP);
  return (
    <Box as="search" aria-label={t("filter.label")} marginBottom="4">
      <Flex gap="3" wrap="wrap" align="flex-end">
        {texts.map((filter) => (
          <Box key={filter.name} flex="1 1 200px" maxWidth={{ md: "420px" }}>
            <TextFilter name={filter.name} label={filter.label} control={control} />
          </Box>
        ))}
        {others.length > 0 && (
          <Button
            variant="outline"
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
          gap="3"
          wrap="wrap"
          align="flex-end"
          display={{ base: unfolded ? "flex" : "none", md: "flex" }}
          flex={{ base: "1 1 100%", md: `${widths.length} 1 ${row}px` }}
          maxWidth={{ md: `${widths.length * FIELD_MAX}px` }}
        >
          {others.map((filter) => (
            <OneFilter key={filter.name} filter={filter} control={control} />
          ))}
        </Flex>
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
            placeholder={filter.any ?? t("filter.any")}
            options={filter.options}
            value={value}
            onChange={(event) => set(filter.name, event.target.value)}
          />
        </Box>
      );
    case "search":
      return (
        <Box flex={`1 1 ${FIELD_MIN.search}px`} minHeight="66px">
          <SearchInput
            label={filter.label}
            source={filter.source}
            placeholder={t("filter.any")}
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
            <Box key={name} flex={`1 1 ${FIELD_MIN.days}px`}>
              <DayFilter {...day} onChange={(to) => set(name, to)} />
            </Box>
          ))}
        </>
      );
    }
  }
}
