import type { QueryClient } from "@tanstack/react-query";
import { addressOf } from "../../address/base";
import type { components } from "../../api/schema";
import type { Choice, PaletteEntry } from "./entry";
import { fitting } from "./fit";

type Product = components["schemas"]["Product"];

/** What opens comes first, then what waits for an approval. */
const PLACES: Record<Product["state"], number> = { open: 0, pending: 1, request: 2, refused: 2 };

/** What home keeps: the cards of a list, or an answer with all of them. */
type Kept = Product[] | { cards: Product[] };

/** The cards that a visit to home has left in the cache, by the words of a search. */
export function localProducts(queries: QueryClient, hidden: readonly number[], query: string): Product[] {
  const kept = queries.getQueriesData<Kept>({
    queryKey: ["products"],
    // The choices of a form have the same name.
    predicate: ({ queryKey: [, of] }) => typeof of === "number" || of === "home",
  });
  const cards = kept
    .flatMap(([, answer = []]) => (Array.isArray(answer) ? answer : answer.cards))
    .filter(({ id }) => !hidden.includes(id));
  const names = ({ name, otherName, appName }: Product) => [name, otherName, appName];
  return fitting(cards, query, names).sort((a, b) => PLACES[a.state] - PLACES[b.state]);
}

/** The lines of applications: what is known here stays in its place, and what else the server finds follows. */
export function applicationEntries(
  local: Product[],
  found: Product[],
  hintOf: (product: Product) => string,
): PaletteEntry[] {
  const more = found.filter(({ id }) => !local.some((one) => one.id === id));
  return [...local, ...more].map((product) => ({
    id: `application-${product.id}`,
    name: product.name,
    hint: hintOf(product),
    icon: product,
    choice: choiceOf(product),
  }));
}

/** The server opens it, counts that and offers its links (decision 0075). What is closed can be asked for, or says why. */
function choiceOf({ id, state }: Product): Choice {
  return state === "open" ? { tab: addressOf(`/open/${id}`) } : { page: `/ask/${id}` };
}
