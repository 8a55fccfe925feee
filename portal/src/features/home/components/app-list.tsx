import { Box, Button, Flex, Grid, Heading, Skeleton, Text } from "@chakra-ui/react";
import { ChevronDown } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { ReactNode } from "react";
import { ApiFailure } from "../../../api/failure";
import { failureText } from "../../../api/failure-text";
import type { Count } from "../card-counts";
import type { Product } from "../types";
import type { HomeView } from "../use-view";
import { isToAskFor, shelfOf } from "../shelf";

/**
 * One to four columns, or three beside the rail; on a phone two where the cards fit. minmax(0, 1fr) cuts a long name instead of
 * widening its column.
 */
export const COLUMNS = {
  base: "repeat(auto-fill, minmax(min(100%, 236px), 1fr))",
  sm: "repeat(2, minmax(0, 1fr))",
  lg: "repeat(3, minmax(0, 1fr))",
  xl: "repeat(var(--columns, 4), minmax(0, 1fr))",
};
/** Rows below each other, with one line of description. */
const ROWS = { gridTemplateColumns: "minmax(0, 1fr)", gap: "2", "--lines": "20px", "--clamp": "1" };

interface AppListProps {
  heading: string;
  /** Undefined while they load. */
  products: Product[] | undefined;
  /** The size of the skeletons while they load. */
  expected: Count;
  /** Folds the closed ones; without it they follow the others. */
  fold?: { isOpen: boolean; onToggle: () => void } | undefined;
  view?: HomeView;
  card: (product: Product) => ReactNode;
}

/** A heading and its cards. */
export function AppList({ heading, products, expected, fold, view = "grid", card }: AppListProps) {
  const { near, closed } = shelfOf(products ?? []);
  const isFolded = fold !== undefined && closed.length > 0;
  return (
    <Box as="section" marginTop="5">
      <Heading as="h2" size="sm" color="fg.muted" marginBottom="3">
        {heading}
      </Heading>
      {products ? (
        <>
          <Cards products={isFolded ? near : [...near, ...closed]} view={view} card={card} />
          {isFolded && <Fold closed={closed} {...fold} />}
          {isFolded && fold.isOpen && <Cards products={closed} view={view} card={card} />}
        </>
      ) : (
        <CardSkeletons {...expected} />
      )}
    </Box>
  );
}

interface CardsProps extends Pick<AppListProps, "card"> {
  products: Product[];
  view: HomeView;
}

function Cards({ products, view, card }: CardsProps) {
  if (products.length === 0) return null;
  return (
    <Grid
      as="ul"
      templateColumns={COLUMNS}
      gap={{ base: "2", sm: "4" }}
      margin="0"
      padding="0"
      listStyleType="none"
      {...(view === "list" && { css: ROWS })}
    >
      {products.map((product) => (
        <li key={product.id}>{card(product)}</li>
      ))}
    </Grid>
  );
}

interface FoldProps {
  closed: Product[];
  isOpen: boolean;
  onToggle: () => void;
}

/** Says how many more there are that the person can ask for or not, and shows them. */
function Fold({ closed, isOpen, onToggle }: FoldProps) {
  const { t } = useTranslation("home");
  const toAskFor = closed.filter(isToAskFor).length;
  const others = closed.length - toAskFor;
  const words = [
    ...(toAskFor > 0 ? [t("fold.ask", { count: toAskFor })] : []),
    ...(others > 0 ? [t("fold.closed", { count: others })] : []),
  ];
  return (
    <Button
      variant="ghost"
      size="sm"
      marginBlock={FOLD_MARGIN}
      marginInlineStart="-3"
      aria-expanded={isOpen}
      // Open is no pressed state of it.
      _expanded={{ background: "transparent", _hover: { background: "bg.subtle" } }}
      onClick={onToggle}
    >
      <Box asChild transform={isOpen ? "rotate(180deg)" : undefined}>
        <ChevronDown size={16} aria-hidden />
      </Box>
      {words.join(" · ")}
    </Button>
  );
}

const FOLD_MARGIN = "1";

/** Skeletons with the size of the cards, and the space of the line below them. */
function CardSkeletons({ shown, folded }: Count) {
  return (
    <>
      <Grid templateColumns={COLUMNS} gap={{ base: "2", sm: "4" }} aria-hidden="true">
        {Array.from({ length: shown }, (_, index) => (
          <Skeleton key={index} height={{ base: "66px", sm: "98px" }} borderRadius="card" />
        ))}
      </Grid>
      {folded && <Box height="8" marginBlock={FOLD_MARGIN} aria-hidden="true" />}
    </>
  );
}

/** Stands for the lists that could not be loaded. */
export function ListsFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation(["home", "ui"]);
  const denied = error instanceof ApiFailure && error.kind === "denied";
  return (
    <Flex
      role="alert"
      align="center"
      gap="3"
      wrap="wrap"
      marginTop="6"
      padding="4"
      border="1px solid"
      borderColor="border"
      borderRadius="card"
      background="bg.panel"
      fontSize="md"
    >
      <Text margin="0" flex="1">
        {denied ? failureText(error) : t("home:list.failed")}
      </Text>
      {!denied && (
        <Button variant="outline" size="sm" onClick={onRetry}>
          {t("ui:retry")}
        </Button>
      )}
    </Flex>
  );
}
