import type { Services } from "../../api/services";
import { countOpening, type Link, type Product } from "./queries";

/** One of several ways into a product. */
export interface LaunchLink {
  name: string;
  /** Where it leads, without the token: what may be shown, copied and kept. */
  address: string;
  /** The same with the launch token, to be opened and nothing else (G-07). */
  url: string;
}

/** What a click on a card came to (T-30, T-32, F-31). */
export type Launch =
  | { kind: "opened"; product: Product; url: string }
  | { kind: "choose"; product: Product; links: LaunchLink[] }
  | { kind: "blocked"; product: Product };

/** Asks the server, which counts and checks; no link, no access or any failure leads to the group managers (T-31). */
export async function launch(services: Services, product: Product): Promise<Launch> {
  if (product.state !== "open") return { kind: "blocked", product };
  try {
    const { link, links, token } = await countOpening(services, product.id);
    const ways = links.flatMap((way) => launchLink(way, token));
    if (ways.length > 1 || (product.linkDialog && ways.length === 1)) {
      return { kind: "choose", product, links: ways };
    }
    const url = launchAddress(link, token) ?? ways[0]?.url;
    return url === undefined ? { kind: "blocked", product } : { kind: "opened", product, url };
  } catch {
    return { kind: "blocked", product };
  }
}

function launchLink({ name, url: given }: Link, token: string | null | undefined): LaunchLink[] {
  const address = launchAddress(given, null);
  const url = launchAddress(given, token);
  return address === undefined || url === undefined ? [] : [{ name, address, url }];
}

/**
 * The address with the launch token behind its own query (G-07); undefined for anything but http, https and a
 * path of this origin, which gets no token: the portal wants none.
 */
export function launchAddress(address: string, token: string | null | undefined): string | undefined {
  if (/^\/(?![/\\])/.test(address)) return location.origin + address;
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return undefined;
  if (!token) return address;
  const hash = address.indexOf("#");
  const [front, fragment] = hash < 0 ? [address, ""] : [address.slice(0, hash), address.slice(hash)];
  const joint = !front.includes("?") ? "?" : /[?&]$/.test(front) ? "" : "&";
  return `${front}${joint}token=${encodeURIComponent(token)}${fragment}`;
}

/** A new tab that learns neither who opened it nor where from (F-02). */
export function openTab(url: string): void {
  window.open(url, "_blank", "noopener,noreferrer");
}
