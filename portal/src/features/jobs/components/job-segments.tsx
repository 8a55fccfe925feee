import { Box } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { Segments } from "../../../kit/segments";

/** What failed comes first; `all` is no filter. The server calls what it plans `waiting`. */
const SEGMENTS = [
  { key: "failed", state: "givenUp" },
  { key: "planned", state: "waiting" },
  { key: "all", state: "all" },
] as const;

/** The segment in the address. */
export function useJobSegment() {
  const state = useSearchParams()[0].get("state");
  return SEGMENTS.find((one) => one.state === state) ?? SEGMENTS[0];
}

/** The parts of the list, as links. */
export function JobSegments() {
  const { t } = useTranslation("jobs");
  return (
    <Box marginBottom="4">
      <Segments
        label={t("part")}
        name="state"
        parts={SEGMENTS.map(({ key, state }) => ({ value: state, label: t(`part.${key}`) }))}
        shown={useJobSegment().state}
      />
    </Box>
  );
}
