import { isToAskFor } from "./shelf";
import type { Product } from "./types";

/** What a person can do with an application of the catalogue. */
export const WAYS = ["open", "ask", "pending", "closed"] as const;
export type Way = (typeof WAYS)[number];

export function wayOf(product: Product): Way {
  if (product.state === "open" || product.state === "pending") return product.state;
  return isToAskFor(product) ? "ask" : "closed";
}

export interface Wanted {
  name: string;
  /** The number of a list; empty for all. */
  type: string;
  way: string;
  /** The name of an administrator; empty for all. */
  owner: string;
}

/** Whether the names, code, description or administrator of the product contain every word. */
function matches(product: Product, words: string): boolean {
  const { name, otherName, appName, attribute1, adminName } = product;
  const text = [name, otherName, appName, attribute1, adminName].join("\n").toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/**
 * The applications that fit, by name in the reader's order. `found` are the ids that the server finds by the name: what this
 * browser finds itself shows at once.
 */
export function wantedOf(
  cards: readonly Product[],
  wanted: Wanted,
  found: readonly number[],
  language: string,
): Product[] {
  const { name, type, way, owner } = wanted;
  const order = new Intl.Collator(language);
  return cards
    .filter(
      (card) =>
        (!type || String(card.typeId) === type) &&
        (!way || wayOf(card) === way) &&
        (!owner || card.adminName === owner) &&
        (matches(card, name) || found.includes(card.id)),
    )
    .sort((a, b) => order.compare(a.name, b.name));
}

/** The administrators of these applications, in the reader's order. */
export function ownersOf(cards: readonly Product[], language: string): string[] {
  const names = new Set(cards.map(({ adminName }) => adminName).filter(Boolean));
  return [...names].sort(new Intl.Collator(language).compare);
}
