import { Box, Flex, Grid, Heading, Text } from "@chakra-ui/react";
import {
  BookOpenCheck,
  ChartNoAxesCombined,
  Compass,
  Database,
  FileText,
  Library,
  Send,
  Target as TargetIcon,
  type LucideIcon,
} from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { PUSHED } from "../../../kit/pushed";
import { RESOURCES } from "../about-address";
import type { Home } from "../types";
import { targetOf, TileLink } from "./tile-link";

const SKILLS = ["data_sources", "upskill", "case_studies"] as const;
const STRATEGY = ["strategy_1", "strategy_2", "strategy_3", "brief"] as const;
type Slot = (typeof SKILLS)[number] | (typeof STRATEGY)[number];

const ICONS: Record<Slot, LucideIcon> = {
  data_sources: Database,
  upskill: BookOpenCheck,
  case_studies: Library,
  strategy_1: Compass,
  strategy_2: TargetIcon,
  strategy_3: ChartNoAxesCombined,
  brief: Send,
};

/** Skills, strategy and briefs (S-09, S-10), smaller than the applications. A tile without a target is disabled (G-23). */
export default function Below({ home }: { home: Home }) {
  const { t } = useTranslation("homeMore");
  const [params] = useSearchParams();
  const resources = new URLSearchParams(params);
  resources.set(RESOURCES, "");
  return (
    <Box marginTop="8">
      <Group heading={t("skills.heading")} slots={SKILLS} home={home} />
      <Group heading={t("strategy.heading")} slots={STRATEGY} home={home} />
      <Flex asChild align="center" gap="2" marginTop="5" fontSize="md" color="accent.fg" width="fit-content">
        <Link to={`?${resources.toString()}`} state={PUSHED} preventScrollReset>
          <FileText size={16} aria-hidden />
          {t("resources.open")}
        </Link>
      </Flex>
    </Box>
  );
}

function Group({ heading, slots, home }: { heading: string; slots: readonly Slot[]; home: Home }) {
  return (
    <Box as="section" marginTop="5">
      <Heading as="h2" size="sm" color="fg.muted" marginBottom="2">
        {heading}
      </Heading>
      <Grid as="ul" css={TILES}>
        {slots.map((slot) => (
          <li key={slot}>
            <Tile slot={slot} home={home} />
          </li>
        ))}
      </Grid>
    </Box>
  );
}

function Tile({ slot, home }: { slot: Slot; home: Home }) {
  const { t } = useTranslation("homeMore");
  const Icon = ICONS[slot];
  const target = targetOf(home.tiles, slot);
  const face = (
    <>
      <Icon size={18} aria-hidden />
      <Box minWidth="0">
        <Text as="span" display="block" fontSize="sm" fontWeight="medium">
          {target.name || t(`tile.${slot}`)}
        </Text>
        <Text as="span" display="block" fontSize="xs" color="fg.muted">
          {target.opens ? target.description : t("tile.none")}
        </Text>
      </Box>
    </>
  );
  return target.opens ? (
    <Flex asChild css={TILE} _hover={{ borderColor: "border.control" }}>
      <TileLink tile={target}>{face}</TileLink>
    </Flex>
  ) : (
    <Flex asChild css={TILE} color="fg.muted" cursor="not-allowed">
      <button type="button" disabled>
        {face}
      </button>
    </Flex>
  );
}

const TILES = {
  gridTemplateColumns: {
    base: "minmax(0, 1fr)",
    xs: "repeat(2, minmax(0, 1fr))",
    lg: "repeat(4, minmax(0, 1fr))",
  },
  gap: "3",
  margin: "0",
  padding: "0",
  listStyleType: "none",
};

const TILE = {
  align: "center",
  alignItems: "center",
  gap: "2.5",
  width: "full",
  minHeight: "12",
  paddingInline: "3",
  paddingBlock: "2",
  border: "1px solid",
  borderColor: "border",
  borderRadius: "control",
  background: "bg.panel",
  color: "fg",
  fontFamily: "inherit",
  textAlign: "start",
  textDecoration: "none",
};
