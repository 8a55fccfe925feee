import { Box, Button, Grid, VisuallyHidden } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { usePageTitle } from "../../../access/nav";
import { useServices } from "../../../api/services";
import { useFormats } from "../../../i18n/use-formats";
import { canFind } from "../../../kit/can-find";
import { FilterBar, filterNames, type Filter } from "../../../kit/filters/filter-bar";
import { NotThereYet } from "../../../kit/not-there-yet";
import { PUSHED } from "../../../kit/pushed";
import { Notice } from "../../../ui/notice";
import { PageHeader } from "../../../ui/page-header";
import { useTableState } from "../../../ui/table/use-table-state";
import { ABOUT } from "../about-address";
import { ASK } from "../ask-address";
import { ownersOf, wantedOf, WAYS } from "../catalogue";
import { AppCard } from "../components/app-card";
import { COLUMNS } from "../components/app-list";
import Asking from "../components/asking";
import { CardMore } from "../components/card-more";
import LaunchDialog from "../components/launch-dialog";
import { fittingQuery } from "../fitting-query";
import { headingOf } from "../heading-of";
import Opened from "../more/opened";
import { homeQuery, type Home, type Product } from "../queries";
import { TYPE_IDS } from "../types";
import { useCardKeys } from "../use-card-keys";
import { useLaunch } from "../use-launch";

/** How many cards are drawn at first, and with each press more. */
const AT_ONCE = 60;

/** All applications that the person may know of, with filters: also those that are hidden on home. */
export default function CataloguePage() {
  const { t } = useTranslation(["homeMore", "list"]);
  const { data: home, error, refetch } = useQuery(homeQuery(useServices()));
  const title = usePageTitle();
  if (home) return <Catalogue home={home} title={title} />;
  return (
    <>
      <PageHeader title={title} />
      <VisuallyHidden role="status">{!error && t("list:opened.loading")}</VisuallyHidden>
      <NotThereYet error={error} onRetry={() => void refetch()} lines={6} height="16" />
    </>
  );
}

function Catalogue({ home, title }: { home: Home; title: string }) {
  const services = useServices();
  const { t, i18n } = useTranslation(["homeMore", "home"]);
  const { number } = useFormats();
  const { cards } = home;
  const ofType = (typeId: number) => cards.filter((card) => card.typeId === typeId);
  const filters: Filter[] = [
    { kind: "text", name: "name", label: t("homeMore:catalogue.search") },
    {
      kind: "select",
      name: "type",
      label: t("homeMore:catalogue.type"),
      options: TYPE_IDS.map((id) => ({
        value: String(id),
        label: headingOf(id, ofType(id), services, i18n.language) ?? t(`home:list.${id}`),
      })),
    },
    {
      kind: "select",
      name: "way",
      label: t("homeMore:catalogue.way"),
      options: WAYS.map((way) => ({ value: way, label: t(`homeMore:way.${way}`) })),
    },
    {
      kind: "select",
      name: "owner",
      label: t("homeMore:catalogue.owner"),
      options: ownersOf(cards, i18n.language).map((name) => ({ value: name, label: name })),
    },
  ];
  const control = useTableState(filterNames(filters));
  const { name = "", type = "", way = "", owner = "" } = control.state.filters;
  const { data: found = [], isFetching } = useQuery(fittingQuery(services, name));
  const shown = wantedOf(cards, { name, type, way, owner }, canFind(name) ? found : [], i18n.language);
  const clear = () => control.setFilters({ name: "", type: "", way: "", owner: "" });
  return (
    <>
      <PageHeader title={title} count={number(shown.length)} />
      <FilterBar control={control} filters={filters} />
      {/* Other filters begin with the first cards again. */}
      <Cards key={[name, type, way, owner].join("\n")} home={home} shown={shown} />
      {shown.length === 0 && !isFetching && (
        <Notice icon={SearchX} heading={t("homeMore:catalogue.none")} text={t("homeMore:catalogue.noneText")}>
          <Button variant="outline" onClick={clear}>
            {t("homeMore:catalogue.clear")}
          </Button>
        </Notice>
      )}
    </>
  );
}

function Cards({ home, shown }: { home: Home; shown: Product[] }) {
  const { t } = useTranslation("homeMore");
  const [params, setParams] = useSearchParams();
  const [most, setMost] = useState(AT_ONCE);
  const keys = useCardKeys();
  const { open, dialog, closeDialog } = useLaunch();
  const leadTo = (name: string) => (product: Product) => {
    const next = new URLSearchParams(params);
    next.set(name, String(product.id));
    setParams(next, { state: PUSHED, preventScrollReset: true });
  };
  const [ask, about] = [leadTo(ASK), leadTo(ABOUT)];
  const drawn = shown.slice(0, most);
  const tabStop = drawn.find(({ id }) => String(id) === keys.current)?.id ?? drawn[0]?.id;
  return (
    <>
      <VisuallyHidden role="status" id={COUNT}>
        {t("catalogue.count", { count: shown.length })}
      </VisuallyHidden>
      <Box as="section" aria-labelledby={COUNT} onKeyDown={keys.onKeyDown} onFocus={keys.onFocus}>
        <Grid as="ul" css={CARDS}>
          {drawn.map((product) => (
            <li key={product.id}>
              <AppCard
                product={product}
                tabStop={product.id === tabStop}
                pinned={home.chosen.pins.includes(product.id)}
                hasOwner
                onOpen={(chosen) => (chosen.canAsk ? ask(chosen) : open(chosen))}
                more={
                  <CardMore home={home} product={product} tabStop={product.id === tabStop} onAbout={about} />
                }
              />
            </li>
          ))}
        </Grid>
      </Box>
      {shown.length > most && (
        <Button variant="outline" marginTop="5" onClick={() => setMost(most + AT_ONCE)}>
          {t("catalogue.more", { count: Math.min(AT_ONCE, shown.length - most) })}
        </Button>
      )}
      {params.has(ASK) && <Asking />}
      {params.has(ABOUT) && <Opened />}
      {dialog && <LaunchDialog launch={dialog} onClose={closeDialog} />}
    </>
  );
}

/** What the cards are called: their number. */
const COUNT = "catalogue-count";

const CARDS = {
  gridTemplateColumns: COLUMNS,
  gap: { base: "2", sm: "4" },
  margin: "0",
  padding: "0",
  listStyleType: "none",
};
