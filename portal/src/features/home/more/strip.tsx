import { Box, Carousel, Flex, Heading } from "@chakra-ui/react";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useLayoutEffect, useRef, useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { carousel } from "../../../theme/recipes/carousel";
import { IconButton } from "../../../ui/icon-button";
import { useOrder } from "../arrange/use-order";
import { cardsOf, stripOf } from "../lists";
import type { Home, Product } from "../types";
import { StripTile } from "./strip-tile";

/** The width of a tile with its gap. */
const TILE = 112;
/** Before the strip is measured, as on a server page or in a test. */
const USUAL = 6;

/**
 * Favourites, what was opened last and the applications of the agency, as a carousel (S-08, G-33). Its pages have indicators
 * only if there are several (K-34). Nothing moves by itself.
 */
export default function Strip({ home, onAbout }: { home: Home; onAbout: (product: Product) => void }) {
  const { t } = useTranslation("homeMore");
  const place = useRef<HTMLDivElement>(null);
  const perPage = usePerPage(place);
  const items = stripOf(home);
  const { move, moveOver } = useOrder(home);
  const onDropped = (id: number, over: Product) => {
    const [dragged] = cardsOf(home, [id]);
    if (dragged) moveOver(dragged, over.id);
  };
  const pages = Math.ceil(items.length / perPage);
  return (
    <Box ref={place}>
      <Carousel.Root
        recipe={carousel}
        slideCount={items.length}
        slidesPerPage={perPage}
        spacing="8px"
        aria-labelledby="strip"
        translations={{
          nextTrigger: t("strip.next"),
          prevTrigger: t("strip.previous"),
          indicator: (index) => t("strip.page", { page: index + 1, pages }),
          item: (index, count) => t("strip.item", { place: index + 1, count }),
        }}
      >
        <Flex align="center" minHeight="9" gap="2">
          <Heading as="h2" id="strip" size="sm" color="fg.muted" flex="1">
            {t("strip.heading")}
          </Heading>
          {pages > 1 && (
            <Carousel.Control>
              <Carousel.PrevTrigger asChild>
                <IconButton label={t("strip.previous")}>
                  <ChevronLeft size={18} aria-hidden />
                </IconButton>
              </Carousel.PrevTrigger>
              <Carousel.IndicatorGroup>
                {Array.from({ length: pages }, (_, index) => (
                  <Carousel.Indicator key={index} index={index} />
                ))}
              </Carousel.IndicatorGroup>
              <Carousel.NextTrigger asChild>
                <IconButton label={t("strip.next")}>
                  <ChevronRight size={18} aria-hidden />
                </IconButton>
              </Carousel.NextTrigger>
            </Carousel.Control>
          )}
        </Flex>
        <Carousel.ItemGroup>
          {items.map(({ product, kind }, index) => (
            // What is out of sight is reached by Tab, which scrolls it into sight.
            <Carousel.Item key={product.id} index={index} aria-hidden={false}>
              <StripTile
                home={home}
                product={product}
                kind={kind}
                onMove={move}
                onDropped={onDropped}
                onAbout={onAbout}
              />
            </Carousel.Item>
          ))}
        </Carousel.ItemGroup>
      </Carousel.Root>
    </Box>
  );
}

/** How many tiles fit beside each other. */
function usePerPage(place: RefObject<HTMLDivElement | null>): number {
  const [perPage, setPerPage] = useState(USUAL);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const fit = (width: number) => setPerPage(Math.max(2, Math.floor((width + 8) / TILE)));
    // The observer answers after the first paint.
    if (element.clientWidth > 0) fit(element.clientWidth);
    const observer = new ResizeObserver(([entry]) => {
      if (entry) fit(entry.contentRect.width);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return perPage;
}
