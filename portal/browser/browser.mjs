import { chromium } from "playwright-core";

/**
 * Debian's Chromium that never has a window: it takes half the processor time. Its sandbox does not run as root. The
 * optimizing compilers take a fifth of the processor time, and each load discards what they made.
 */
export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell",
    args: ["--js-flags=--no-maglev,--no-turbofan", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
  });
}
