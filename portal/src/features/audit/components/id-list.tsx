import { Box, Flex, Text } from "@chakra-ui/react";
import type { AuditEntry } from "../../../kit/history/audit-words";
import { CopyButton } from "../../../ui/copy-button";

interface NamedId {
  label: string;
  id: string;
}

/** Programs have no ids of their own. */
const PROGRAMS = ["cli", "server"];

/** The things of an entry, each once, by kind and name. */
export function idsOf(entry: AuditEntry, kindName: (kind: string) => string): NamedId[] {
  const { actor, account, application, object, wanted, changes } = entry;
  const parties = [actor, account, application].flatMap((party) =>
    party && !PROGRAMS.includes(party.kind)
      ? [{ kind: party.kind === "application" ? "client" : "account", id: party.id, name: party.name }]
      : [],
  );
  const values = changes.flatMap(({ fromThings = [], toThings = [] }) => [...fromThings, ...toThings]);
  const things = [...parties, ...[object, wanted].flatMap((one) => one ?? []), ...values];
  const named = things.map(({ kind, id, name }) => ({
    label: [kindName(kind), name].filter(Boolean).join(" "),
    id,
  }));
  return [...new Map(named.map((one) => [one.id, one])).values()];
}

/** Ids with what they belong to, and a button to copy each. */
export function IdList({ ids }: { ids: NamedId[] }) {
  return (
    <Box
      as="dl"
      margin="0"
      display="grid"
      gridTemplateColumns="auto minmax(0, 1fr)"
      alignItems="baseline"
      columnGap="4"
      rowGap="2"
    >
      {ids.map(({ label, id }) => (
        <Box key={id} display="contents">
          <Text as="dt" color="fg.muted">
            {label}
          </Text>
          <Flex as="dd" margin="0" gap="2" align="baseline" justify="space-between" overflowWrap="anywhere">
            <Box as="code" minWidth="0">
              {id}
            </Box>
            <CopyButton text={id} label={label} />
          </Flex>
        </Box>
      ))}
    </Box>
  );
}
