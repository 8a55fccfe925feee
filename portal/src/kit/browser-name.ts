/**
 * The usual name of the browser in a `User-Agent`; the name that it gives itself if it is another
 * program.
 */
export interface Device {
  browser: string;
  system?: string;
}

// The first match wins, because each browser also names those that it descends from.
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bMicroMessenger\//, "WeChat"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bChrome\/|\bCriOS\//, "Chrome"],
  [/\bVersion\/.*\bSafari\//, "Safari"],
];
const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b|\biPad\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

export function deviceOf(userAgent: string | null | undefined): Device | undefined {
  if (!userAgent) return undefined;
  const find = (names: [RegExp, string][]) => names.find(([sign]) => sign.test(userAgent))?.[1];
  const browser = find(BROWSERS);
  if (browser === undefined) return { browser: userAgent };
  const system = find(SYSTEMS);
  return { browser, ...(system && { system }) };
}
