import type { Language } from "../i18n/language";

/** What the server tells the portal about this installation (`GET /config.json`). */
export interface PortalConfig {
  /** Stands in front of each page title (G-01). */
  productName: string;
  /** OpenID issuer the portal signs in with. */
  issuer: string;
  clientId: string;
  scope: string;
  /** Applications that appear in no list and no search (K-30, G-29). */
  hiddenAppIds: number[];
  /** Headings of the application lists by type id (G-27). */
  typeLabels: Partial<Record<string, Partial<Record<Language, string>>>>;
  /** Filing numbers of the footer (G-26). */
  filings: { text: string; url: string }[];
  /** Where the help handbook lies; empty means there is none (G-24). */
  handbookUrl: string;
}

/** Asked once at start, beside the first texts. Throws when the server does not answer it. */
export async function loadConfig(): Promise<PortalConfig> {
  // Spelled as the preload in index.html is, so that the browser takes that answer.
  const response = await fetch("/config.json", { credentials: "same-origin" });
  if (!response.ok) throw new Error(`GET /config.json answered ${response.status}`);
  const given = (await response.json()) as Partial<PortalConfig>;
  return {
    productName: given.productName ?? "Atrium",
    issuer: given.issuer ?? location.origin,
    clientId: given.clientId ?? "portal",
    scope: given.scope ?? "openid profile email",
    hiddenAppIds: given.hiddenAppIds ?? [16, 35, 34],
    typeLabels: given.typeLabels ?? {},
    filings: given.filings ?? [],
    handbookUrl: given.handbookUrl ?? "",
  };
}
