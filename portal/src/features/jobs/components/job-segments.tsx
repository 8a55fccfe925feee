import { Flex } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { TAB } from "../../../kit/page-tabs";

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
  const [params] = useSearchParams();
  const shown = useJobSegment();
  const leading = (state: string) => {
    const next = new URLSearchParams(params);
    for (const name of ["page", "cursor"]) next.delete(name);
    next.set("state", state);
    return `?${next.toString()}`;
  };
  return (
    <Flex role="group" aria-label={t("part")} gap="1" overflowX="auto" marginBottom="4">
      {SEGMENTS.map(({ key, state }) => (
        <Flex key={key} asChild css={TAB}>
          <Link to={leading(state)} {...(key === shown.key && { "aria-current": "page" })}>
            {t(`part.${key}`)}
          </Link>
        </Flex>
      ))}
    </Flex>
  );
}
