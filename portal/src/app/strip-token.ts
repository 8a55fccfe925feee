/**
 * The address without its `token` parameters; undefined if it has none (T-01, G-07). The rest keeps its spelling. No
 * code reads the token, so that a link cannot plant a session (F-01).
 */
export function withoutToken(address: string): string | undefined {
  const url = new URL(address);
  const given = url.search.slice(1).split("&");
  const kept = given.filter((pair) => !new URLSearchParams(pair).has("token"));
  if (kept.length === given.length) return undefined;
  url.search = kept.join("&");
  return url.href;
}
