/** Where a sign-in may lead when what was asked for is no path of ours. */
const HOME = "/";
/** What a browser or a router takes for another host, plain or encoded however often. */
const OTHER_HOST = /^\/(?:[/\\]|%(?:25)*(?:2f|5c))/i;

/**
 * `text` if it is a path of ours with its query and fragment, else the home page. `//host` and `/\host` lead to another
 * host, and a browser drops tabs and line breaks before it looks; so neither is followed after a sign-in (attack 1).
 */
export function ownPath(text: string): string {
  const [path = ""] = text.split(/[?#]/, 1);
  const plain = path.startsWith("/") && !/[\u0000-\u0020\u007f\\]/.test(path) && !OTHER_HOST.test(path);
  return plain && new URL(text, location.origin).origin === location.origin ? text : HOME;
}
