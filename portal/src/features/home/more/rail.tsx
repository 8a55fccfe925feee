import { Box, Button, Flex, Heading, Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { Sparkles } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link, type To } from "react-router";
import { useServices } from "../../../api/services";
import { useFormats } from "../../../i18n/use-formats";
import { costQuery, isUsedUp } from "../../../kit/assistant-cost";
import { NEWS } from "../../../kit/news-slot";
import { PUSHED } from "../../../kit/pushed";
import type { Home } from "../types";
import { StepLine } from "./step-line";
import { targetOf, TileLink } from "./tile-link";

/**
 * What stands beside the applications: the assistant, what waits for the person, what the person waits for, and the latest
 * announcement.
 */
export default function Rail({ home }: { home: Home }) {
  const { t } = useTranslation("homeMore");
  const { day } = useFormats();
  const { assistant, waiting, requests, notice, latest } = home;
  return (
    <Flex direction="column" gap="4">
      {assistant && <Assistant home={home} />}
      {waiting.length > 0 && (
        <Panel
          heading={t("waiting.heading")}
          to="/requests"
          more={t("waiting.all", { count: notice.notify })}
        >
          {waiting.map(({ id, fullName, username, groupName, dueOn }) => (
            <Row key={id} to={`/requests?requestId=${id}`} name={fullName || username}>
              {t("waiting.row", { group: groupName, day: day(dueOn) })}
            </Row>
          ))}
        </Panel>
      )}
      {requests.length > 0 && (
        <Panel heading={t("requests.heading")} to="/my-requests" more={t("requests.all")}>
          {requests.map(({ id, groupName, projectName, step, dueOn }) => (
            <Row key={id} to="/my-requests" name={projectName ?? groupName}>
              {t("requests.row", { day: day(dueOn) })}
              <StepLine step={step} />
            </Row>
          ))}
        </Panel>
      )}
      {latest && (
        <Panel heading={t("latest.heading")} to={HISTORY} more={t("latest.all")} state={PUSHED}>
          <Row to={HISTORY} name={latest.title} state={PUSHED}>
            {day(latest.launchAt)}
          </Row>
        </Panel>
      )}
    </Flex>
  );
}

/** The history of announcements, which the button of the header opens; its newest stands first. */
const HISTORY = { search: `?${NEWS}=` };

/**
 * S-06, F-32, F-33, G-30, K-32: the only green part. It leads to the AI chat, or to the site that is set instead; its button
 * is grey when the words of the month are used up.
 */
function Assistant({ home: { tiles } }: { home: Home }) {
  const { t } = useTranslation("homeMore");
  const target = targetOf(tiles, "ai_site");
  const { data: cost } = useQuery({ ...costQuery(useServices()), enabled: target.opens === undefined });
  const usedUp = cost !== undefined && isUsedUp(cost);
  return (
    <Box as="section" css={PANEL} background="ai.subtle" borderColor="ai">
      <Flex align="center" gap="2" color="ai">
        <Sparkles size={18} aria-hidden />
        <Heading as="h2" size="sm">
          {target.name || t("assistant.heading")}
        </Heading>
      </Flex>
      <Text margin="0" marginBlock="2" fontSize="sm">
        {target.description || t("assistant.text")}
      </Text>
      {target.opens ? (
        <Button asChild size="sm" variant="outline">
          <TileLink tile={target}>{t("Enter")}</TileLink>
        </Button>
      ) : usedUp ? (
        <>
          <Button size="sm" variant="outline" disabled>
            {t("Enter")}
          </Button>
          <Text margin="0" marginTop="2" fontSize="sm">
            {t("assistant.usedUp")}
          </Text>
        </>
      ) : (
        <Button asChild size="sm" variant="outline">
          <Link to="/ChatGPT?appId=56">{t("Enter")}</Link>
        </Button>
      )}
      <Further tiles={tiles} />
    </Box>
  );
}

/** G-76: assistants for pictures or texts; those without a target are hidden. */
const FURTHER = ["assistant_1", "assistant_2", "assistant_3"] as const;

function Further({ tiles }: Pick<Home, "tiles">) {
  const { t } = useTranslation("homeMore");
  const found = FURTHER.map((slot) => ({ slot, ...targetOf(tiles, slot) }));
  const shown = found.filter(({ opens }) => opens !== undefined);
  if (shown.length === 0) return null;
  return (
    <Box as="ul" margin="0" marginTop="2" padding="0" listStyleType="none" fontSize="sm">
      {shown.map(({ slot, ...tile }) => (
        <Box as="li" key={slot} paddingBlock="1" css={{ "& a": { color: "ai" } }}>
          <TileLink tile={tile}>{tile.name || t(`tile.${slot}`)}</TileLink>
        </Box>
      ))}
    </Box>
  );
}

interface Target {
  to: To;
  /** Of the entry in the browser's history that the link adds. */
  state?: unknown;
}

interface PanelProps extends Target {
  heading: string;
  more: string;
  children: ReactNode;
}

function Panel({ heading, to, state, more, children }: PanelProps) {
  return (
    <Box as="section" css={PANEL} background="bg.panel">
      <Flex align="center" gap="2" marginBottom="1">
        <Heading as="h2" size="sm" flex="1">
          {heading}
        </Heading>
        <Box asChild fontSize="sm" color="accent.fg">
          <Link to={to} state={state}>
            {more}
          </Link>
        </Box>
      </Flex>
      <Box as="ul" margin="0" padding="0" listStyleType="none">
        {children}
      </Box>
    </Box>
  );
}

function Row({ to, state, name, children }: Target & { name: string; children: ReactNode }) {
  return (
    <Box as="li" borderTop="1px solid" borderColor="border" _first={{ borderTop: "0" }}>
      <Box asChild display="block" paddingBlock="2" color="fg" textDecoration="none" overflowWrap="anywhere">
        <Link to={to} state={state}>
          <Text as="span" display="block" fontSize="md" fontWeight="medium">
            {name}
          </Text>
          <Text as="span" display="block" fontSize="sm" color="fg.muted">
            {children}
          </Text>
        </Link>
      </Box>
    </Box>
  );
}

const PANEL = { padding: "4", border: "1px solid", borderColor: "border", borderRadius: "card" };
