import { Button, Flex } from "@chakra-ui/react";
import { X } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import type { TableControl } from "../../ui/table/use-table-state";
import { useFormats } from "../../i18n/use-formats";
import { useChosen, type OptionSource } from "../use-search";
import { dayTexts, namesOf, type Filter } from "./filter";

interface Chip {
  /** The parameters that its button removes from the address. */
  names: string[];
  label: string;
  value: string;
  /** Gives the name of the value if that is an id. */
  source?: OptionSource;
}

const FIELDS = "input, select, [aria-controls][aria-expanded]";

/** The set filters, each with a button to remove it, and a button to remove all. */
export function FilterChips({ control, filters }: { control: TableControl; filters: readonly Filter[] }) {
  const { t } = useTranslation("list");
  const { day } = useFormats();
  const place = useRef<HTMLDivElement>(null);
  const given = control.state.filters;
  const chips = filters.flatMap((filter) => chipsOf(filter, given, { t, day }));
  if (chips.length === 0) return null;
  const clear = (names: string[]) => {
    // The chip disappears, so the first filter gets the focus, or the button that unfolds the filters.
    const fields = place.current?.closest("search")?.querySelectorAll<HTMLElement>(FIELDS) ?? [];
    for (const field of fields) {
      field.focus();
      if (document.activeElement === field) break;
    }
    control.setFilters(Object.fromEntries(names.map((name) => [name, ""])));
  };
  return (
    <Flex ref={place} gap="2" wrap="wrap" align="center" marginTop="3">
      {chips.map((chip) =>
        chip.source ? (
          <NamedChip
            key={chip.names[0]}
            chip={chip}
            source={chip.source}
            onRemove={() => clear(chip.names)}
          />
        ) : (
          <ChipButton key={chip.names[0]} chip={chip} onRemove={() => clear(chip.names)} />
        ),
      )}
      <Button variant="plain" fontSize="sm" onClick={() => clear(chips.flatMap(({ names }) => names))}>
        {t("filter.clearAll")}
      </Button>
    </Flex>
  );
}

function NamedChip({ chip, source, onRemove }: { chip: Chip; source: OptionSource; onRemove: () => void }) {
  const option = useChosen(source, chip.value);
  return <ChipButton chip={{ ...chip, value: option?.label ?? chip.value }} onRemove={onRemove} />;
}

function ChipButton({ chip, onRemove }: { chip: Chip; onRemove: () => void }) {
  const { t } = useTranslation("list");
  const text = t("filter.chip", { label: chip.label, value: chip.value });
  return (
    <Button
      variant="outline"
      size="sm"
      borderRadius="full"
      borderColor="border"
      background="bg.subtle"
      maxWidth="full"
      aria-label={t("filter.remove", { filter: text })}
      onClick={onRemove}
    >
      <span>{text}</span>
      <X size={14} aria-hidden />
    </Button>
  );
}

interface Words {
  t: ReturnType<typeof useTranslation<"list">>["t"];
  day: ReturnType<typeof useFormats>["day"];
}

function chipsOf(filter: Filter, given: Record<string, string>, { t, day }: Words): Chip[] {
  const { name } = filter;
  const value = given[name] ?? "";
  if (filter.kind === "days") {
    const { label = "", until } = filter;
    const texts = dayTexts(label);
    return [
      { names: [name], label: t(texts.first, { label }), value },
      { names: [until], label: t(texts.last, { label }), value: given[until] ?? "" },
    ].flatMap((chip) => (chip.value ? [{ ...chip, value: day(chip.value) }] : []));
  }
  if (!value) return [];
  if (filter.kind === "chip") return [{ names: namesOf(filter), label: filter.label, value: filter.value }];
  const chip = { names: [name], label: filter.label, value };
  if (filter.kind === "search") return [{ ...chip, source: filter.source }];
  if (filter.kind === "select") {
    const option = filter.options.find((one) => one.value === value);
    return [{ ...chip, value: option?.label ?? value }];
  }
  return [{ ...chip, value: filter.shown ?? value }];
}
