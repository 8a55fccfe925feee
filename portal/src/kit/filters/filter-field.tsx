import { Box, Flex } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { SelectField } from "../../ui/form/select-field";
import { lazyPart } from "../../ui/lazy/lazy-part";
import type { TableControl } from "../../ui/table/use-table-state";
import { DayFilter } from "./day-filter";
import { dayTexts, type Filter } from "./filter";

const SearchInput = lazyPart(() => import("./search-filter"));

/**
 * The smallest width of a field in one line. Seven filters and the text are one line beside the side menu on a screen of
 * 1280 pixels; four, two days and the text, with the menu of the columns, on one of 1440.
 */
const LEAST = { select: 104, search: 104, days: 164 };
/** The largest width of a field, so that a few filters do not fill the row. */
export const FIELD_MAX = 240;
/** Room for a label of about 15 letters and the sign of a choice. */
const WHOLE = 160;

/**
 * Below `xl` there is no room for one line, so the fields take several and show their whole labels. In one line with many
 * others a longer label gets more of the room.
 */
const basis = (kind: keyof typeof LEAST, label = "", isCrowded = false) => ({
  base: `1 1 ${Math.max(LEAST[kind], WHOLE)}px`,
  xl: `${isCrowded ? Math.max(label.length, 1) : 1} 1 ${LEAST[kind]}px`,
});

/** The smallest width of each field of a filter in one line, in pixels. */
export function leastWidths(kind: Filter["kind"]): number[] {
  if (kind === "text" || kind === "chip") return [];
  return kind === "days" ? [LEAST.days, LEAST.days] : [LEAST[kind]];
}

interface FilterFieldProps {
  filter: Filter;
  /** Whether the line has so many fields that labels may be cut. */
  isCrowded: boolean;
  control: TableControl;
}

/** The field of a filter, or two for days; none for a text, which stands first. */
export function FilterField({ filter, isCrowded, control }: FilterFieldProps) {
  const { t } = useTranslation("list");
  const { filters } = control.state;
  const value = filters[filter.name] ?? "";
  const set = (name: string, to: string) => control.setFilters({ [name]: to });
  switch (filter.kind) {
    case "text":
    case "chip":
      return null;
    case "select": {
      const unset = filter.any ? t("filter.chip", { label: filter.label, value: filter.any }) : filter.label;
      return (
        <Box
          flex={basis("select", unset, isCrowded)}
          maxWidth={MOST}
          {...(!value && !filter.any && { css: UNSET })}
        >
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
        <Box flex={basis("search", filter.label, isCrowded)} maxWidth={MOST} minHeight="8">
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
      const texts = dayTexts(filter.label);
      const label = filter.label ?? "";
      return (
        // Both stay in one row.
        <Flex gap="2" wrap="wrap" flex={{ base: "1 1 408px", xl: "2 1 408px" }}>
          {[
            { name: filter.name, label: t(texts.first, { label }), value, max: until },
            { name: filter.until, label: t(texts.last, { label }), value: until, min: value },
          ].map(({ name, ...day }) => (
            <Box key={name} flex={basis("days")} css={DAY}>
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
