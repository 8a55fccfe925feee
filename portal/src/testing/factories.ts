import type { components } from "../api/schema";
import type { PortalConfig } from "../api/config";
import type { Tokens } from "../api/session/protocol";

export function aUser(
  given: Partial<components["schemas"]["UserInfo"]> = {},
): components["schemas"]["UserInfo"] {
  return {
    id: "u-1",
    userToken: "",
    username: "DanMember",
    fullName: "Dan Member",
    lionId: "",
    lang: "en-us",
    callbackUrl: "",
    agencyName: "Northlight",
    clientName: "",
    agencyId: "7",
    accountname: "DanMember",
    wechatBinded: false,
    brandId: "",
    supAdmin: 0,
    accessList: [],
    accessGroups: [],
    roles: ["member"],
    projectIds: [],
    userManager: false,
    hasPassword: true,
    email: "dan@demo.test",
    emailVerified: true,
    picture: "",
    ...given,
  };
}

export function aNotice(
  given: Partial<components["schemas"]["GroupNotice"]> = {},
): components["schemas"]["GroupNotice"] {
  return { isFirstLogin: false, notify: 0, clickStatus: 0, ...given };
}

export function aProduct(
  given: Partial<components["schemas"]["Product"]> = {},
): components["schemas"]["Product"] {
  return {
    id: 1,
    name: "Time Sheets",
    otherName: "",
    appName: "TIME",
    adminName: "Chloe",
    iconimgUrl: "",
    tileHue: 213,
    typeId: 1,
    typeName: "",
    link: "https://time.example/start",
    links: [],
    hasAccess: true,
    canAsk: false,
    state: "open",
    opens: "oidc",
    attribute1: "Record hours",
    attribute2: "",
    attribute3: "",
    linkDialog: false,
    sort: 0,
    ...given,
  };
}

/** A home with these cards and nothing else. */
export function aHome(given: Partial<components["schemas"]["Home"]> = {}): components["schemas"]["Home"] {
  return {
    cards: [],
    chosen: { pins: [], hidden: [], version: 0 },
    recent: [],
    team: [],
    notice: aNotice(),
    waiting: [],
    requests: [],
    assistant: false,
    tiles: [],
    announcement: null,
    latest: null,
    welcome: null,
    passkeyOffer: false,
    ...given,
  };
}

export function aConfig(given: Partial<PortalConfig> = {}): PortalConfig {
  return {
    productName: "Atrium",
    issuer: "http://localhost:8080",
    clientId: "portal",
    scope: "openid profile email",
    hiddenAppIds: [16, 35, 34],
    typeLabels: { 1: { "en-us": "Everyday", "zh-cn": "日常" }, 3: { "en-us": "Planning", "zh-cn": "策划" } },
    filings: [],
    handbookUrl: "",
    pageViews: { count: false, url: "" },
    filesUrl: null,
    messagingApp: false,
    registration: false,
    invitations: false,
    mail: true,
    selfDelete: false,
    deletionDays: 14,
    timeZone: "Asia/Shanghai",
    ...given,
  };
}

/** The tokens of a session, as the portal keeps them. */
export async function someTokens(given: Partial<Tokens> = {}): Promise<Tokens> {
  const curve = { name: "ECDSA", namedCurve: "P-256" };
  return {
    key: await crypto.subtle.generateKey(curve, false, ["sign", "verify"]),
    keyId: "k-1",
    accessToken: "at-1",
    refreshToken: "rt-1",
    expiresAt: Date.now() + 300_000,
    subject: "u-1",
    ...given,
  };
}
