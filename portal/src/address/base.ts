/**
 * The path under which this portal is served, such as `/sso`; empty if it has the whole host. The server writes it into
 * the start page if `server.public_url` has a path. Everything inside the portal (routes, `returnTo`, links of
 * react-router) is without it; what goes to `location`, `fetch` or a cookie passes through this file.
 */
export const BASE = document.documentElement.getAttribute("data-base") ?? "";

/** The `Path` of the portal's cookies, and what react-router takes from the front of each address. */
export const ROOT = BASE || "/";

/** The address of a path of this portal or of its server. */
export function addressOf(path: string): string {
  return location.origin + BASE + path;
}

/** The portal's path of an address's path. react-router writes the home page without its slash. */
export function routeOf(pathname: string): string {
  return pathname.slice(BASE.length) || "/";
}

/** The portal's path, query and fragment of an address. */
export function pathOf({ pathname, search, hash }: URL | Location): string {
  return routeOf(pathname) + search + hash;
}
