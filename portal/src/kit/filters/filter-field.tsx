import { Box, Flex } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { SelectField } from "../../ui/form/select-field";
import { lazyPart } from "../../ui/lazy/lazy-part";
import type { TableControl } from "../../ui/table/use-table-state";
import { DayFilter } from "./day-filter";
import { dayTexts, type Filter } from "./filter";

const SearchInput = lazyPart(() => import("./search-filter"));

/** The smallest and the largest width of a field, so that few filters do not fill the row. */
const LEAST = 104;
export const FIELD_MAX = 240;
/** What a field has beside its label: the sign of a choice, or a day. */
const BESIDE = { select: 46, search: 52, days: 126 };
/** The widths of a letter and of a Chinese character, in pixels. */
const LETTER = 7.4;
const HAN = 14;

/** The width at which a field shows its whole label, in pixels. */
function widthOf(kind: keyof typeof BESIDE, label: string): number {
  const han = label.match(/[\u2e80-\uffef]/g)?.length ?? 0;
  const text = han * HAN + (label.length - han) * LETTER;
  return Math.min(FIELD_MAX, Math.max(LEAST, Math.ceil(text) + BESIDE[kind]));
}

type Translate = ReturnType<typeof useTranslation<"list">>["t"];

/** The labels of the fields of a filter, as they show them. */
function labelsOf(filter: Filter, t: Translate): string[] {
  switch (filter.kind) {
    case "text":
    case "chip":
      return [];
    case "days": {
      const { first, last } = dayTexts(filter.label);
      return [first, last].map((text) => t(text, { label: filter.label ?? "" }));
    }
    case "search":
      return [filter.label];
    case "select":
      return [filter.any ? t("filter.chip", { label: filter.label, value: filter.any }) : filter.label];
  }
}

/** The width of each field of a filter in one line, in pixels. */
export function widthsOf(filter: Filter, t: Translate): number[] {
  if (filter.kind === "text" || filter.kind === "chip") return [];
  const { kind } = filter;
  return labelsOf(filter, t).map((label) => widthOf(kind, label));
}

interface FilterFieldProps {
  filter: Filter;
  /** Its least width, in pixels; as wide as its label by default. */
  width?: number | undefined;
  control: TableControl;
}

/** The field of a filter, or two for days; none for a text, which stands first. */
export function FilterField({ filter, width, control }: FilterFieldProps) {
  const { t } = useTranslation("list");
  const { filters } = control.state;
  const value = filters[filter.name] ?? "";
  const [own = LEAST] = widthsOf(filter, t);
  const flex = `1 1 ${width ?? own}px`;
  const set = (name: string, to: string) => control.setFilters({ [name]: to });
  switch (filter.kind) {
    case "text":
    case "chip":
      return null;
    case "select": {
      const [unset = filter.label] = labelsOf(filter, t);
      return (
        <Box flex={flex} maxWidth={MOST} {...(!value && !filter.any && { css: UNSET })}>
          <SelectField
            label={filter.label}
            title={filter.label}
            placeholder={unset}
            options={filter.options}
            value={value}
            onChange={(event) => set(filter.name, event.target.value)}
          />
        </Box>
      );
    }
    case "search":
      return (
        <Box flex={flex} maxWidth={MOST} minHeight="8">
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
      const [first = "", last = ""] = labelsOf(filter, t);
      return (
        // Both stay in one row.
        <Flex gap="2" wrap="wrap" flex={width ? "1 1 408px" : `2 1 ${2 * own + 8}px`}>
          {[
            { name: filter.name, label: first, value, max: until },
            { name: filter.until, label: last, value: until, min: value },
          ].map(({ name, ...day }) => (
            <Box key={name} flex={flex} css={DAY}>
              <DayFilter {...day} onChange={(to) => set(name, to)} />
            </Box>
          ))}
        </Flex>
      );
    }
  }
}

const MOST = { md: `${FIELD_MAX}px` };

/** Shows its label as the placeholder of a search is shown. */
const UNSET = { "& select": { color: "fg.muted" }, "& option": { color: "fg" } };

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
