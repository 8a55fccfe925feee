import { BASE } from "../address/base";
import type { Language } from "../i18n/language";

/** The settings of this installation that the portal needs (as `GET /config.json` answers). */
export interface PortalConfig {
  /** The first part of each page title (G-01). */
  productName: string;
  /** The OpenID issuer that the portal signs in with. */
  issuer: string;
  clientId: string;
  scope: string;
  /** Applications that no list and no search shows (K-30, G-29). */
  hiddenAppIds: number[];
  /** Headings of the application lists by type id (G-27). */
  typeLabels: Partial<Record<string, Partial<Record<Language, string>>>>;
  /** Filing numbers of the footer (G-26). */
  filings: { text: string; url: string }[];
  /** The address of the handbook; empty if there is none (G-24). */
  handbookUrl: string;
  /** The other origin under which public pictures are; null for the server's own. */
  filesUrl: string | null;
  /** True if the messaging app has a mini program of ours (D-25). */
  messagingApp: boolean;
  /** True if people may apply for an account (G-62). */
  registration: boolean;
  /** True if managers may invite people to register (G-65). */
  invitations: boolean;
  /** Whether people may delete their own account. */
  mail: boolean;
  selfDelete: boolean;
  /** How many days a deleted account waits before it is erased. */
  deletionDays: number;
  /**
   * Whether Atrium counts page views, and the analytics service that gets them; empty for none (G-80). A server of an
   * earlier version does not say.
   */
  pageViews?: { count: boolean; url: string };
  /** The zone of the server's times that people type, such as the start of an announcement. */
  timeZone: string;
}

/**
 * The settings. The server writes them into the start page; one of an earlier version does not, and then they are fetched.
 * Throws if it does not answer with them.
 */
export async function loadConfig(): Promise<PortalConfig> {
  const written = document.querySelector<HTMLMetaElement>('meta[name="atrium-settings"]');
  // The server of this portal sends every setting.
  if (written) return JSON.parse(written.content) as PortalConfig;
  // Same address and mode as the preload in index.html, so that the browser uses its answer.
  const response = await fetch(`${BASE}/config.json`, { credentials: "same-origin" });
  if (!response.ok) throw new Error(`GET /config.json answered ${response.status}`);
  return (await response.json()) as PortalConfig;
}
