import { Box, Button, Flex, Heading, Text } from "@chakra-ui/react";
import { Filter, History } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { inBrackets } from "../../../i18n/marks";
import { useAuditWords, type AuditEntry, type AuditObject } from "../../../kit/history/audit-words";
import { ChangesList } from "../../../kit/history/changes-list";
import { useSentences } from "../../../kit/history/use-sentences";
import { SideDrawer } from "../../../ui/side-drawer";
import { sharedWith, type Filters } from "../filters";
import { IdList, idsOf } from "./id-list";

interface EntryDetailsProps {
  entry: AuditEntry;
  onNarrow: (filters: Filters) => void;
  onHistory: (object: AuditObject) => void;
  onClose: () => void;
}

/** A whole entry: what happened, who did it, what changed, links to related entries, and the ids to copy. */
export default function EntryDetails({ entry, onNarrow, onHistory, onClose }: EntryDetailsProps) {
  const { t } = useTranslation("audit");
  const { event, moment, party, objectKind, kind, detail } = useAuditWords();
  const { text } = useSentences();
  const { object } = entry;
  const name = object ? (object.name ?? `${objectKind(object.kind)} ${object.id}`) : undefined;
  const ids = idsOf(entry, objectKind);
  const rest = Object.entries(entry.detail).filter(([word]) => word !== "change");
  return (
    <SideDrawer title={text(entry)} onClose={onClose}>
      <Flex direction="column" gap="6">
        <Box
          as="dl"
          margin="0"
          display="grid"
          gridTemplateColumns="auto minmax(0, 1fr)"
          alignItems="baseline"
          columnGap="4"
          rowGap="2"
        >
          <Fact term={t("time")}>{moment(entry.at)}</Fact>
          <Fact term={t("filter.kind")}>{event(entry)}</Fact>
          <Fact term={t("details.actor")}>
            {party(entry.actor)}
            {entry.actor?.username && entry.actor.username !== entry.actor.name && (
              <Text as="span" color="fg.muted">
                {inBrackets(entry.actor.username)}
              </Text>
            )}
          </Fact>
          {name && <Fact term={t("details.object")}>{name}</Fact>}
          {entry.account && entry.account.id !== object?.id && (
            <Fact term={t("details.account")}>{party(entry.account)}</Fact>
          )}
          {entry.application && entry.application.id !== object?.id && (
            <Fact term={t("details.application")}>{party(entry.application)}</Fact>
          )}
          {entry.call && <Fact term={t("details.call")}>{<code>{entry.call}</code>}</Fact>}
          {entry.address && <Fact term={t("details.address")}>{entry.address}</Fact>}
        </Box>
        {entry.changes.length > 0 && (
          <Part heading={t("details.changes")}>
            <ChangesList changes={entry.changes} />
          </Part>
        )}
        {rest.length > 0 && (
          <Part heading={t("details.more")}>
            <Box
              as="dl"
              margin="0"
              display="grid"
              gridTemplateColumns="auto minmax(0, 1fr)"
              alignItems="baseline"
              columnGap="4"
              rowGap="1"
            >
              {rest.map(([name, value]) => {
                const [term, words] = detail(name, value);
                return (
                  <Fact key={name} term={term}>
                    {words}
                  </Fact>
                );
              })}
            </Box>
          </Part>
        )}
        <Part heading={t("details.ids")}>
          <IdList
            ids={[
              ...ids,
              ...(entry.sessionId ? [{ label: t("details.session"), id: entry.sessionId }] : []),
              ...(entry.requestId ? [{ label: t("details.request"), id: entry.requestId }] : []),
            ]}
          />
        </Part>
        <Part heading={t("details.narrow")}>
          <Flex direction="column" align="flex-start" gap="2">
            {object && (
              <Button variant="plain" textAlign="start" whiteSpace="normal" onClick={() => onHistory(object)}>
                <History size={16} aria-hidden />
                {t("details.history", { name: name ?? "" })}
              </Button>
            )}
            {sharedWith(entry).map(({ what, name: shared, filters }) => (
              <Button
                key={what}
                variant="plain"
                textAlign="start"
                whiteSpace="normal"
                onClick={() => onNarrow(filters)}
              >
                <Filter size={16} aria-hidden />
                {t(`only.${what}`, { name: what === "kind" ? kind(shared) : shared, address: shared })}
              </Button>
            ))}
          </Flex>
        </Part>
      </Flex>
    </SideDrawer>
  );
}

function Fact({ term, children }: { term: ReactNode; children: ReactNode }) {
  return (
    <>
      <Text as="dt" color="fg.muted">
        {term}
      </Text>
      <Box as="dd" margin="0" overflowWrap="anywhere">
        {children}
      </Box>
    </>
  );
}

function Part({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Box as="section">
      <Heading as="h3" size="sm" marginBottom="2">
        {heading}
      </Heading>
      {children}
    </Box>
  );
}
