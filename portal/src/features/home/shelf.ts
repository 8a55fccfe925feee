import type { components } from "../../api/schema";

type Product = components["schemas"]["Product"];

/** The applications of one list: what a person opens or waits for, then what is closed. */
export interface Shelf {
  near: Product[];
  closed: Product[];
}

/** What opens comes first, then what waits for an approval, each in the order of the list. */
export function shelfOf(products: Product[]): Shelf {
  const of = (...states: Product["state"][]) => products.filter(({ state }) => states.includes(state));
  return { near: [...of("open"), ...of("pending")], closed: of("request", "refused") };
}

/** Whether groups that the person sees open it. */
export function isToAskFor({ state, canAsk }: Product): boolean {
  return state !== "open" && state !== "pending" && canAsk;
}
