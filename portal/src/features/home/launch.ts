import { addressOf } from "../../address/base";
import type { Services } from "../../api/services";
import { countOpening, type Link, type Product } from "./queries";

export interface LaunchLink {
  name: string;
  /** The address without the token. It may be shown, copied and stored. */
  address: string;
  /** The address with the launch token, only for opening (G-07). */
  url: string;
}

/** The result of a click on a card (T-30, T-32, F-31). */
export type Launch =
  | { kind: "opened"; product: Product; url: string }
  | { kind: "choose"; product: Product; links: LaunchLink[] }
  | { kind: "blocked"; product: Product; error?: unknown };

/** Asks the server, which counts and checks. Without a link or access, or after a failure: the managers (T-31). */
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
  } catch (error) {
    return { kind: "blocked", product, error };
  }
}

function launchLink({ name, url: given }: Link, token: string | null | undefined): LaunchLink[] {
  const address = launchAddress(given, null);
  const url = launchAddress(given, token);
  return address === undefined || url === undefined ? [] : [{ name, address, url }];
}

/**
 * The address with the launch token added to its query (G-07). A path of the portal gets no token. Undefined for
 * anything but http, https and such a path.
 */
export function launchAddress(address: string, token: string | null | undefined): string | undefined {
  if (/^\/(?![/\\])/.test(address)) return addressOf(address);
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return undefined;
  if (!token) return address;
  const hash = address.indexOf("#");
  const [front, fragment] = hash < 0 ? [address, ""] : [address.slice(0, hash), address.slice(hash)];
  const joint = !front.includes("?") ? "?" : /[?&]$/.test(front) ? "" : "&";
  return `${front}${joint}token=${encodeURIComponent(token)}${fragment}`;
}

/** Opens a new tab without `opener` and referrer (F-02). */
export function openTab(url: string): void {
  window.open(url, "_blank", "noopener,noreferrer");
}
