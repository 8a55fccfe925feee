// How fast this machine is, for limits that depend on it.

/** Milliseconds in which the browser counts to thirty million: how fast this machine is now. */
export function counting(page) {
  return page.evaluate(() => {
    const began = performance.now();
    let sum = 0;
    for (let number = 0; number < 30_000_000; number += 1) sum = (sum * 31 + number) | 0;
    return performance.now() - began + (sum & 0);
  });
}

/** What `counting` takes at most where home must be usable within a second. */
const USUAL_COUNTING = 150;

/** The second in which home must be usable, in milliseconds: up to four on a machine that counts so much slower. */
export function aSecond(counted) {
  return 1_000 * Math.min(4, Math.max(1, counted / USUAL_COUNTING));
}
