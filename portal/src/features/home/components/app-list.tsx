import { Box, Button, Flex, Grid, Heading, Skeleton, Text } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import type { ReactNode } from "react";
import { ApiFailure } from "../../../api/failure";
import { failureText } from "../../../api/failure-text";
import type { Product } from "../queries";

/** One to four columns. minmax(0, 1fr) cuts a long name instead of widening its column. */
const COLUMNS = {
  base: "minmax(0, 1fr)",
  xs: "repeat(2, minmax(0, 1fr))",
  lg: "repeat(3, minmax(0, 1fr))",
  xl: "repeat(4, minmax(0, 1fr))",
};

interface AppListProps {
  heading: string;
  /** Undefined while they load. */
  products: Product[] | undefined;
  /** How many skeletons to show while they load. */
  expected: number;
  error: unknown;
  onRetry: () => void;
  card: (product: Product) => ReactNode;
}

/** A heading and its cards. If only this list failed, its place shows the failure. */
export function AppList({ heading, products, expected, error, onRetry, card }: AppListProps) {
  return (
    <Box as="section" marginTop="6">
      <Heading as="h2" size="sm" color="fg.muted" marginBottom="3">
        {heading}
      </Heading>
      {products ? (
        <Grid as="ul" templateColumns={COLUMNS} gap="4" margin="0" padding="0" listStyleType="none">
          {products.map((product) => (
            <li key={product.id}>{card(product)}</li>
          ))}
        </Grid>
      ) : error ? (
        <ListFailed error={error} onRetry={onRetry} />
      ) : (
        <CardSkeletons count={expected} />
      )}
    </Box>
  );
}

/** Skeletons with the size of the cards. */
function CardSkeletons({ count }: { count: number }) {
  return (
    <Grid templateColumns={COLUMNS} gap="4" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} height="98px" borderRadius="card" />
      ))}
    </Grid>
  );
}

function ListFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation(["home", "ui"]);
  const denied = error instanceof ApiFailure && error.kind === "denied";
  return (
    <Flex
      role="alert"
      align="center"
      gap="3"
      wrap="wrap"
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
