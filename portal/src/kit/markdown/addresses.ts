/** The address of a picture of the server's own store, wherever the store is. */
const PICTURE = /\/files\/p\/[0-9a-f]{64}\.(?:png|jpg)$/;

/** The link that a text may have: https alone (F-65). */
export function linkOf(url: string): string | undefined {
  return /^https:\/\/[^\s/]/i.test(url) ? url : undefined;
}

/** The path of a picture that a text may show: one of our own store (F-65, attack 41). */
export function pictureOf(url: string): string | undefined {
  return PICTURE.exec(url)?.[0];
}
