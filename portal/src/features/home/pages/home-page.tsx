import { Box, Button, Flex } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { LayoutGrid } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { useServices } from "../../../api/services";
import { useQuiet } from "../../../api/use-quiet";
import { loadTexts } from "../../../i18n/i18n";
import { newsSlot, type DueProps } from "../../../kit/news-slot";
import { PUSHED } from "../../../kit/pushed";
import { lazyPart, quietPart } from "../../../ui/lazy/lazy-part";
import { Notice } from "../../../ui/notice";
import { ABOUT, RESOURCES } from "../about-address";
import { ASK } from "../ask-address";
import { hadCards, lastCardCount } from "../card-counts";
import { AppCard } from "../components/app-card";
import { AppList, ListsFailed } from "../components/app-list";
import { CardMore } from "../components/card-more";
import { Greeting } from "../components/greeting";
import { Below, HiddenCards, HomeFrame } from "../components/home-frame";
import { HintsPlace } from "../components/hints-place";
import { HomeMessage } from "../components/home-message";
import { ViewChoice } from "../components/view-choice";
import { headingOf } from "../heading-of";
import { listsOf } from "../lists";
import { messageOf } from "../message";
import { HOME_KEY, homeQuery, type Home, type Product } from "../queries";
import { useCardKeys } from "../use-card-keys";
import { useChoosingPlace } from "../use-choosing-place";
import { useFolds } from "../use-folds";
import { useLaunch } from "../use-launch";
import { useNewOnes } from "../use-new-ones";
import { useView } from "../use-view";

const LaunchDialog = lazyPart(async () => {
  const [dialog] = await Promise.all([import("../components/launch-dialog"), loadTexts(["asking"])]);
  return dialog;
});

const Asking = lazyPart(async () => {
  const [asking] = await Promise.all([import("../components/asking"), loadTexts(["asking", "form", "list"])]);
  return asking;
});

const PopUp = quietPart<DueProps>(async () => {
  const [popUp] = await Promise.all([newsSlot.load?.(), loadTexts(["news", "form", "list"])]);
  if (!popUp) throw new Error("no announcements");
  return popUp;
});

const Opened = lazyPart(async () => {
  const [opened] = await Promise.all([import("../more/opened"), loadTexts(["homeMore", "asking", "list"])]);
  return opened;
});

/** Greeting and applications of the person (R-01, S-04, S-07), in one answer of the server. */
export default function HomePage() {
  const services = useServices();
  const quiet = useQuiet();
  const place = useChoosingPlace();
  const { t, i18n } = useTranslation("home");
  const [params, setParams] = useSearchParams();
  const { data: home, error, isFetching, isFetchedAfterMount, refetch } = useQuery(homeQuery(services));
  const isNew = useNewOnes(home);
  const lists = listsOf(home);
  const folds = useFolds(lists);
  const cards = folds.cards;
  const keys = useCardKeys();
  const [view, setView] = useView();
  const { open, dialog, closeDialog } = useLaunch();
  const leadTo = (name: string) => (product: Product) => {
    const next = new URLSearchParams(params);
    next.set(name, String(product.id));
    setParams(next, { state: PUSHED, preventScrollReset: true });
  };
  const [ask, about] = [leadTo(ASK), leadTo(ABOUT)];
  const tabStop = cards.find(({ id }) => String(id) === keys.current)?.id ?? cards[0]?.id;
  const retry = () => void refetch();
  const isFailed = error !== null;
  const due = home?.announcement;
  const message = home && messageOf(home, services.session.subject);
  const putAway = () =>
    services.queries.setQueryData<Home>(HOME_KEY, (now) => now && { ...now, announcement: null });

  return (
    <>
      <Flex align="center" gap="2">
        <Greeting place={place} />
        <ViewChoice view={view} onChoose={setView} />
      </Flex>
      <HomeMessage isOld={isFailed && home !== undefined} isWaiting={isFetching} onRetry={retry} />
      {/* G-59: agency, announcement, hint about groups; one at a time. Its place is kept until it has loaded. */}
      {quiet && !place.choosing && due && <PopUp announcement={due} onClose={putAway} />}
      {/* It stays behind a dialog that the person has opened, so that the page does not jump. */}
      {place.choosing !== "first-agency" && !due && (
        <HintsPlace
          home={home}
          message={message}
          ready={quiet || (message !== undefined && isFetchedAfterMount)}
        />
      )}
      <HomeFrame home={home} waits={!isFailed} quiet={quiet} onAbout={about}>
        <Box onKeyDown={keys.onKeyDown} onFocus={keys.onFocus}>
          {isFailed && !home && <ListsFailed error={error} onRetry={retry} />}
          {lists
            .filter(({ typeId, shown }) =>
              shown ? shown.length > 0 : !isFailed && hadCards(lastCardCount(typeId)),
            )
            .map(({ typeId, shown }) => (
              <AppList
                key={typeId}
                heading={headingOf(typeId, shown, services, i18n.language) ?? t(`list.${typeId}`)}
                products={shown}
                expected={lastCardCount(typeId)}
                fold={folds.of(typeId)}
                view={view}
                card={(product) => (
                  <AppCard
                    product={product}
                    tabStop={product.id === tabStop}
                    pinned={home?.chosen.pins.includes(product.id)}
                    isNew={isNew(product)}
                    hasOwner={view === "list"}
                    onOpen={(chosen) => (chosen.canAsk ? ask(chosen) : open(chosen))}
                    more={
                      home && (
                        <CardMore
                          home={home}
                          product={product}
                          tabStop={product.id === tabStop}
                          onAbout={about}
                        />
                      )
                    }
                  />
                )}
              />
            ))}
        </Box>
        {quiet && home && home.chosen.hidden.length > 0 && <HiddenCards home={home} />}
      </HomeFrame>
      {home && cards.length === 0 && (
        <Notice icon={LayoutGrid} heading={t("empty.heading")} text={t("empty.text")}>
          <Button asChild variant="outline">
            <Link to="/my-groups">{t("empty.action")}</Link>
          </Button>
        </Notice>
      )}
      {home && quiet && <Below home={home} />}
      {params.has(ASK) && <Asking />}
      {(params.has(ABOUT) || params.has(RESOURCES)) && <Opened />}
      {dialog && <LaunchDialog launch={dialog} onClose={closeDialog} />}
    </>
  );
}
