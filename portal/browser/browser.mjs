import { chromium } from "playwright-core";

/** Debian's Chromium. Its sandbox does not run as root. */
export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
}
