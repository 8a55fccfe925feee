import { addressOf } from "../../address/base";
import type { Product } from "./types";

export interface LaunchLink {
  name: string;
  /** The address itself. It may be shown, copied and stored. */
  address: string;
  /** The server's address that opens it. */
  way: string;
}

/** The result of a click on a card (T-30, T-32, F-31). */
export type Launch =
  | { kind: "opened"; way: string }
  | { kind: "choose"; product: Product; links: LaunchLink[] }
  | { kind: "blocked"; product: Product };

/**
 * What opens a product. The server checks, counts and leads on (decisions 0075 and 0084), so no token is here. Without an
 * address or access: the managers (T-31).
 */
export function launchOf(product: Product): Launch {
  const { id, state, link, links, linkDialog } = product;
  if (state !== "open") return { kind: "blocked", product };
  const ways = links.flatMap((given) => launchLink(id, given));
  if (ways.length > 1 || (linkDialog && ways.length === 1)) return { kind: "choose", product, links: ways };
  const leads = shownAddress(link) !== undefined || ways.length === 1;
  return leads ? { kind: "opened", way: addressOf(`/open/${id}`) } : { kind: "blocked", product };
}

function launchLink(id: number, { name, url }: Product["links"][number]): LaunchLink[] {
  const address = shownAddress(url);
  if (address === undefined) return [];
  return [{ name, address, way: addressOf(`/open/${id}?${new URLSearchParams({ way: url })}`) }];
}

/** A web address as it is, and a path of the portal with its origin; undefined for anything else. */
export function shownAddress(address: string): string | undefined {
  if (/^\/(?![/\\])/.test(address)) return addressOf(address);
  return /^https?:\/\//i.test(address) && URL.canParse(address) ? address : undefined;
}

/** Opens a new tab without `opener` and referrer (F-02). */
export function openTab(url: string): void {
  window.open(url, "_blank", "noopener,noreferrer");
}
