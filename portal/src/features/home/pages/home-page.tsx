import { Box, Button } from "@chakra-ui/react";
import { useQueries } from "@tanstack/react-query";
import { LayoutGrid } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { useServices } from "../../../api/services";
import { useQuiet } from "../../../api/use-quiet";
import { loadTexts } from "../../../i18n/i18n";
import { PUSHED } from "../../../kit/pushed";
import { lazyPart, quietPart } from "../../../ui/lazy/lazy-part";
import { Notice } from "../../../ui/notice";
import { AppCard } from "../components/app-card";
import { AppList } from "../components/app-list";
import { Greeting } from "../components/greeting";
import { ASK } from "../ask-address";
import { hadCards, lastCardCount } from "../card-counts";
import { headingOf } from "../heading-of";
import { productsQuery, type Product } from "../queries";
import { TYPE_IDS } from "../types";
import { useCardKeys } from "../use-card-keys";
import { useChoosingPlace } from "../use-choosing-place";
import { useFolds } from "../use-folds";
import { useLaunch } from "../use-launch";

const LaunchDialog = lazyPart(async () => {
  const [dialog] = await Promise.all([import("../components/launch-dialog"), loadTexts(["asking"])]);
  return dialog;
});

const Asking = lazyPart(async () => {
  const [asking] = await Promise.all([import("../components/asking"), loadTexts(["asking", "form", "list"])]);
  return asking;
});

const Hints = quietPart(async () => {
  const [hints] = await Promise.all([import("../components/hints"), loadTexts(["asking"])]);
  return hints;
});

/** Greeting and applications of the person (R-01, S-04, S-07). */
export default function HomePage() {
  const services = useServices();
  const quiet = useQuiet();
  const place = useChoosingPlace();
  const { t, i18n } = useTranslation("home");
  const [params, setParams] = useSearchParams();
  const lists = useQueries({
    queries: TYPE_IDS.map((typeId) => productsQuery(services, typeId)),
    combine: (results) =>
      results.map(({ data, error, refetch }, index) => ({
        typeId: TYPE_IDS[index] ?? TYPE_IDS[0],
        data,
        error,
        refetch,
        shown: data,
      })),
  });
  const settled = lists.every(({ data }) => data !== undefined);
  const folds = useFolds(lists);
  const cards = folds.cards;
  const keys = useCardKeys();
  const { open, busyId, dialog, closeDialog } = useLaunch();
  const ask = ({ id }: Product) => {
    const next = new URLSearchParams(params);
    next.set(ASK, String(id));
    setParams(next, { state: PUSHED });
  };
  const tabStop = cards.find(({ id }) => String(id) === keys.current)?.id ?? cards[0]?.id;

  return (
    <>
      <Greeting place={place} />
      {/* One question at a time. */}
      {quiet && !place.choosing && <Hints />}
      <Box onKeyDown={keys.onKeyDown} onFocus={keys.onFocus}>
        {lists
          .filter(({ typeId, shown, error }) =>
            shown ? shown.length > 0 : error !== null || hadCards(lastCardCount(typeId)),
          )
          .map(({ typeId, shown, error, refetch, data }) => (
            <AppList
              key={typeId}
              heading={headingOf(typeId, data, services, i18n.language) ?? t(`list.${typeId}`)}
              products={shown}
              expected={lastCardCount(typeId)}
              fold={folds.of(typeId)}
              error={error}
              onRetry={() => void refetch()}
              card={(product) => (
                <AppCard
                  product={product}
                  tabStop={product.id === tabStop}
                  busy={product.id === busyId}
                  onOpen={(chosen) => (chosen.canAsk ? ask(chosen) : void open(chosen))}
                />
              )}
            />
          ))}
      </Box>
      {settled && cards.length === 0 && (
        <Notice icon={LayoutGrid} heading={t("empty.heading")} text={t("empty.text")}>
          <Button asChild variant="outline">
            <Link to="/my-groups">{t("empty.action")}</Link>
          </Button>
        </Notice>
      )}
      {params.has(ASK) && <Asking />}
      {dialog && <LaunchDialog launch={dialog} onClose={closeDialog} />}
    </>
  );
}
