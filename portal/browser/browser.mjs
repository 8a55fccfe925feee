import { chromium } from "playwright-core";

/** Debian's Chromium; its own sandbox refuses to run as root. */
export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
}
