/**
 * The same address without its `token` parameters; undefined when it has none (T-01, G-07). The rest keeps its
 * spelling, and the token is looked at by nobody: a link must not be able to plant a session (F-01).
 */
export function withoutToken(address: string): string | undefined {
  const url = new URL(address);
  const given = url.search.slice(1).split("&");
  const kept = given.filter((pair) => !new URLSearchParams(pair).has("token"));
  if (kept.length === given.length) return undefined;
  url.search = kept.join("&");
  return url.href;
}
