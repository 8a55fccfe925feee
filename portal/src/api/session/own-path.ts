/** The target of a sign-in if the wanted one is not a path of the portal. */
const HOME = "/";
/** A start that a browser or a router may read as another host, plain or encoded any number of times. */
const OTHER_HOST = /^\/(?:[/\\]|%(?:25)*(?:2f|5c))/i;

/**
 * `text` if it is a path of the portal (with query and fragment), else the home page. Browsers remove tabs and line
 * breaks and then read `//host` and `/\host` as another host, so none of these is a path (attack 1).
 */
export function ownPath(text: string): string {
  const [path = ""] = text.split(/[?#]/, 1);
  const plain = path.startsWith("/") && !/[\u0000-\u0020\u007f\\]/.test(path) && !OTHER_HOST.test(path);
  return plain && new URL(text, location.origin).origin === location.origin ? text : HOME;
}
