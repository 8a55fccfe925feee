import { Button, Flex } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { Segments as Parts } from "../../../kit/segments";
import type { TableControl } from "../../../ui/table/use-table-state";
import { SEGMENTS, segmentOf } from "../filters";
import { dayBefore } from "../queries";

/** The parts of the log, as links, and buttons for the days that people ask for. */
export function Segments({ control }: { control: TableControl }) {
  const { t } = useTranslation("audit");
  const { filters } = control.state;
  const days = [
    { label: t("days.today"), from: dayBefore(0), until: dayBefore(0) },
    { label: t("days.yesterday"), from: dayBefore(1), until: dayBefore(1) },
    { label: t("days.week"), from: dayBefore(6), until: dayBefore(0) },
  ];
  return (
    <Flex wrap="wrap" gap="3" justify="space-between" align="center" marginBottom="4">
      <Parts
        label={t("segment")}
        name="segment"
        parts={SEGMENTS.map((value) => ({ value, label: t(`segment.${value}`) }))}
        shown={segmentOf(filters)}
        // The kind of an event is in one part only.
        drop={["kind"]}
      />
      <Flex role="group" aria-label={t("filter.time")} gap="2" wrap="wrap">
        {days.map(({ label, from, until }) => {
          const pressed = filters.from === from && filters.until === until;
          return (
            <Button
              key={label}
              variant="outline"
              size="sm"
              aria-pressed={pressed}
              onClick={() => control.setFilters(pressed ? { from: "", until: "" } : { from, until })}
            >
              {label}
            </Button>
          );
        })}
      </Flex>
    </Flex>
  );
}
