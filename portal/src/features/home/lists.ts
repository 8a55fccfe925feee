import { TYPE_IDS, type Home, type Product, type TypeId } from "./types";

export interface HomeList {
  typeId: TypeId;
  /** Undefined until home is there. */
  shown: Product[] | undefined;
}

/** The three lists without what the person hides: the pinned ones first, then as the administrators order them. */
export function listsOf(home: Home | undefined): HomeList[] {
  return TYPE_IDS.map((typeId) => ({ typeId, shown: home && pinnedFirst(home, typeId) }));
}

function pinnedFirst({ cards, chosen: { pins, hidden } }: Home, typeId: TypeId): Product[] {
  const list = cards.filter((card) => card.typeId === typeId && !hidden.includes(card.id));
  const place = ({ id }: Product) => (pins.includes(id) ? pins.indexOf(id) : pins.length);
  return list
    .map((card, index) => ({ card, index }))
    .sort((a, b) => place(a.card) - place(b.card) || a.card.sort - b.card.sort || a.index - b.index)
    .map(({ card }) => card);
}

/** The applications with these ids, in their order. */
export function cardsOf(home: Home, ids: readonly number[]): Product[] {
  const byId = new Map(home.cards.map((card) => [card.id, card]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** How many team applications that are neither pinned nor recent the strip shows. */
const MOST_OF_TEAM = 24;

/**
 * What the strip shows, each application once: favourites, then what was opened last, then those of the agency (S-08, G-33).
 */
export function stripOf(home: Home): { product: Product; kind: "pinned" | "recent" | "team" }[] {
  const { pins, hidden } = home.chosen;
  const seen = new Set(hidden);
  const take = (ids: readonly number[], kind: "pinned" | "recent" | "team") =>
    cardsOf(home, ids).flatMap((product) => {
      if (seen.has(product.id)) return [];
      seen.add(product.id);
      return { product, kind };
    });
  return [
    ...take(pins, "pinned"),
    ...take(home.recent, "recent"),
    ...take(home.team, "team").slice(0, MOST_OF_TEAM),
  ];
}
