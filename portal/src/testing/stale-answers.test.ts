import { QueryObserver, type QueryFunction, type QueryObserverOptions } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import { createElement, type ReactNode } from "react";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import document from "../../openapi.json";
import { groupNoticeQuery } from "../access/group-notice";
import { userQuery } from "../access/user";
import type { KeptName } from "../api/kept";
import { ServicesProvider, type Services } from "../api/services";
import { firstLoginQuery } from "../app/shell/first-login";
import * as identities from "../features/account/identity-queries";
import * as passkeys from "../features/account/passkey-queries";
import * as notifications from "../features/account/notification-queries";
import * as profile from "../features/account/profile-queries";
import * as own from "../features/account/own-queries";
import * as absence from "../features/account/absence-queries";
import * as account from "../features/account/queries";
import * as accountIdentities from "../features/accounts/identity-queries";
import * as accountFactors from "../features/accounts/factor-queries";
import * as accounts from "../features/accounts/queries";
import * as applicants from "../features/applicants/queries";
import * as applications from "../features/applications/queries";
import * as audit from "../features/audit/queries";
import * as industries from "../features/groups/industry-queries";
import * as inside from "../features/groups/inside-queries";
import * as groups from "../features/groups/queries";
import * as about from "../features/home/about-queries";
import * as fitting from "../features/home/fitting-query";
import * as home from "../features/home/queries";
import * as links from "../features/links/queries";
import { homeOfQuery } from "../features/home/home-of";
import * as assistant from "../features/assistant/queries";
import * as announcements from "../features/announcements/queries";
import * as news from "../features/announcements/news";
import * as insight from "../features/insight/queries";
import * as iris from "../features/iris/queries";
import * as jobs from "../features/jobs/queries";
import * as messaging from "../features/messaging/queries";
import * as modules from "../features/modules/queries";
import * as organisations from "../features/organisations/queries";
import * as providers from "../features/providers/queries";
import * as products from "../features/products/queries";
import * as examined from "../features/requests/examined-queries";
import * as requests from "../features/requests/queries";
import * as members from "../features/requests/member-queries";
import * as rights from "../features/rights/queries";
import * as rolePeople from "../features/rights/people-queries";
import * as roles from "../features/rights/role-queries";
import * as gateway from "../features/gateway/queries";
import * as surveys from "../features/surveys/queries";
import * as survey from "../features/surveys/survey";
import * as tiles from "../features/tiles/queries";
import { checkQuery } from "../kit/access-check/check-query";
import * as asking from "../kit/asking/queries";
import { costQuery } from "../kit/assistant-cost";
import { groupNameQuery } from "../kit/group-name";
import { historyQuery } from "../kit/history/history-query";
import type { ListQuery } from "../kit/list-query";
import * as belonging from "../kit/place/belonging";
import * as sources from "../kit/sources";
import { useRefresh } from "../kit/use-act";
import type { OptionSource } from "../kit/use-search";
import { fakeAtrium, type FakeAtrium } from "./fake-atrium";
import { keptInCode, pathsInCode } from "./kept-in-code";
import { envelopeOf, type Mock } from "./mocks";
import { aSession, someServices } from "./render";

/**
 * The things that each change of the portal changes and each answer shows, written apart from the code. An answer that
 * shows a changed thing must be fetched again. The code names the answers by the keys of its cache; here are the things
 * themselves.
 */
type Thing =
  | "account"
  | "session"
  | "second factor"
  | "reminder"
  | "own session"
  | "own profile"
  | "own absence"
  | "own notification"
  | "passkey"
  | "messaging app"
  | "identity"
  | "provider"
  | "application"
  | "product"
  | "group"
  | "data of a group"
  | "member"
  | "own membership"
  | "access of a group"
  | "right"
  | "module"
  | "role"
  | "rights of a role"
  | "people of a role"
  | "organisation"
  | "own agency"
  | "own brand"
  | "request"
  | "own request"
  | "agency request"
  | "applicant"
  | "invitation"
  | "mapping"
  | "announcement"
  | "own news"
  | "survey"
  | "own chat"
  | "own use"
  | "job"
  | "home"
  | "tile"
  | "assistant version"
  | "assistant quota"
  | "hint";

const A = "/api/security/admin";
const U = "/api/security/user";

/** What each change changes. A change of the code without a row is a fault. */
const CHANGES: Record<string, Thing[]> = {
  [`${A}/user/add-account`]: ["account", "member", "own membership"],
  [`${A}/user/update`]: ["account"],
  [`${A}/user/update-status`]: ["account", "session"],
  [`${A}/user/delete`]: ["account", "session"],
  [`${A}/user/keep`]: ["account", "session"],
  [`${A}/user/random-pwd`]: ["account", "session"],
  [`${A}/user/mail/approved`]: [],
  [`${A}/mail/sample/send`]: ["job"],
  [`${A}/user/reset-factors`]: ["second factor"],
  [`${A}/user/remind-factors`]: ["reminder"],
  [`${A}/user/require-factor`]: ["reminder", "second factor"],
  [`${A}/user/temporary-code`]: ["reminder"],
  [`${A}/user/lock`]: ["account", "session"],
  [`${A}/user/identity/unlink`]: ["identity", "session"],
  [`${A}/user/import`]: ["account"],
  [`${A}/user/assign-role`]: ["people of a role"],
  [`${A}/user/session/end`]: ["session"],
  [`${A}/user/session/end-all`]: ["session"],
  "/api/security/account/session/end": ["own session"],
  "/api/security/account/session/end-others": ["own session"],
  "/api/security/account/lock": ["own session"],
  "/api/security/account/delete": [],
  "/api/security/user/change-pwd": ["own session"],
  "/api/security/account/email/change": [],
  "/api/security/account/profile/save": ["own profile"],
  "/api/security/account/picture": ["own profile"],
  "/api/security/account/notifications/save": ["own notification"],
  "/api/security/account/absence/save": ["own absence"],
  "/api/security/account/absence/end": ["own absence"],
  // It ends the tokens that the sessions show.
  "/api/security/account/application/withdraw": ["own session"],
  "/api/security/account/authenticator/add": ["second factor"],
  "/api/security/account/authenticator/remove": ["second factor"],
  "/api/security/account/recovery-codes/renew": ["second factor"],
  "/api/security/account/browser/forget": ["second factor"],
  "/api/security/account/messaging-app/link": ["messaging app"],
  "/api/security/account/passkeys/finish": ["passkey"],
  "/api/security/account/passkeys/rename": ["passkey"],
  "/api/security/account/passkeys/remove": ["passkey"],
  "/api/security/account/identities/unlink": ["identity"],
  [`${A}/provider/add`]: ["provider"],
  [`${A}/provider/update`]: ["provider", "identity", "session"],
  [`${A}/provider/update-status`]: ["provider", "session"],
  [`${A}/provider/delete`]: ["provider", "identity", "session"],
  [`${A}/application/add`]: ["application"],
  [`${A}/application/update`]: ["application"],
  [`${A}/application/update-status`]: ["application"],
  [`${A}/application/rotate-secret`]: ["application"],
  [`${A}/app/add`]: ["product"],
  [`${A}/app/upd`]: ["product"],
  [`${A}/app/update-status`]: ["product"],
  [`${A}/user-group/add`]: ["group", "member", "own membership"],
  [`${A}/user-group/upd`]: ["group", "data of a group", "member", "own membership"],
  [`${A}/user-group/update-status`]: ["group", "access of a group", "request", "own request"],
  [`${A}/user-group/data-access/industry-confirm`]: ["data of a group"],
  [`${A}/user-group/upd-member`]: ["member", "own membership"],
  [`${A}/user-group/update-access`]: ["access of a group"],
  // Of a member. That of a group is below.
  [`${A}/user-group/delete`]: ["member", "request"],
  [`${A}/user-group/approve`]: ["member", "request"],
  [`${A}/user-group/reject`]: ["member", "request"],
  [`${A}/user-group/extend`]: ["member", "request"],
  [`${A}/user-group/add-user`]: ["member", "request"],
  "/api/security/user-group/invitation-mail": ["member", "invitation"],
  "/api/security/user-group/invitation/withdraw": ["invitation"],
  [`${U}/user-group/decide`]: ["member", "request"],
  [`${A}/user/project-examine`]: ["member", "request"],
  [`${U}/user-group/apply`]: ["own request", "own membership"],
  [`${U}/user-group/ask-extension`]: ["own request"],
  [`${U}/user-group/withdraw`]: ["own request"],
  "/api/security/app/apply": ["own request"],
  [`${U}/user-group/click-monitor`]: ["hint"],
  [`${A}/access/add`]: ["right", "access of a group", "rights of a role"],
  [`${A}/access/upd`]: ["right", "access of a group", "rights of a role"],
  [`${A}/access/assign-group`]: ["right", "access of a group"],
  [`${A}/access/confirm`]: ["right", "access of a group", "rights of a role"],
  [`${A}/access/del`]: ["right", "access of a group", "rights of a role"],
  [`${A}/access/add-module`]: ["module"],
  [`${A}/access/updModule`]: ["module"],
  [`${A}/access/delete-module`]: ["module"],
  [`${A}/role/add`]: ["role", "rights of a role"],
  [`${A}/role/upd`]: ["role", "rights of a role"],
  [`${A}/role/assign-user`]: ["people of a role"],
  [`${A}/role/del`]: ["role", "rights of a role", "people of a role"],
  [`${A}/organisation/add`]: ["organisation"],
  [`${A}/organisation/update`]: ["organisation"],
  [`${A}/agency-request/decide`]: ["agency request", "account"],
  // An approved account asks for the wanted group.
  [`${A}/account-application/decide`]: ["applicant", "account", "request"],
  "/api/security/user-group/account-application/decide": ["applicant", "account", "request"],
  [`${U}/assign-agency`]: ["own agency", "agency request"],
  [`${U}/brand/brand-select`]: ["own brand"],
  [`${A}/iris-mapping/add`]: ["mapping"],
  [`${A}/iris-mapping/update`]: ["mapping"],
  [`${A}/announcement/add`]: ["announcement"],
  [`${A}/announcement/upd`]: ["announcement"],
  [`${A}/announcement/upd-status`]: ["announcement"],
  [`${A}/announcement/del`]: ["announcement"],
  [`${A}/message/read`]: ["own news"],
  [`${A}/survey/add`]: ["survey"],
  [`${A}/survey/upd`]: ["survey"],
  [`${A}/survey/del`]: ["survey"],
  "/api/security/survey/later": ["survey"],
  "/api/security/survey/answer": ["survey"],
  "/api/security/chat-gpt/stream": ["own chat", "own use"],
  // The stream of the answer says how it ends.
  "/api/security/chat-gpt/stream/stop": [],
  "/api/security/chat-gpt/chat/del": ["own chat"],
  [`${A}/job/retry`]: ["job"],
  [`${A}/home-tile/save`]: ["tile"],
  [`${A}/assistant/version/add`]: ["assistant version"],
  [`${A}/assistant/version/update`]: ["assistant version"],
  [`${A}/assistant/version/delete`]: ["assistant version"],
  [`${A}/assistant/quota/set`]: ["assistant quota"],
  "/api/security/app/favourite": ["home"],
  "/api/security/app/order": ["home"],
  "/api/security/app/hide": ["home"],
  "/api/security/app/leave-welcome": ["home"],
};

/** Changes after which nothing is asked again: the portal leaves, or writes the answer itself (`useSetLanguage`). */
const BY_HAND = ["/api/security/logout", `${U}/set-lang`];

/** Calls that change no other answer: a challenge for the browser, the way to a provider, and its test. */
const NO_CHANGE = [
  "/api/security/account/passkeys/begin",
  "/api/security/account/identities/begin",
  "/api/security/admin/provider/test",
  "/api/security/admin/assistant/version/test",
  "/api/security/account/passkeys/offer",
  "/api/security/account/messaging-app/invite",
  // Nothing shows a file before the form that names it is saved.
  "/api/security/admin/announcement/file-upload",
  "/api/security/admin/app/file-upload",
  "/api/security/file/upload",
  "/api/security/page-view",
];

interface Answer {
  shows: readonly Thing[];
  options: (services: Services) => QueryObserverOptions;
}

/** Lists, trees, badges and choices: everything that the portal keeps, with what it shows. */
const ANSWERS: Record<string, Answer> = {};

/** An answer that is kept. */
function shown(name: string, options: (services: Services) => object, ...shows: Thing[]) {
  ANSWERS[name] = { shows, options: options as Answer["options"] };
}

/** The choices of a field. */
function choice(name: string, source: (services: Services) => OptionSource, ...shows: Thing[]) {
  const options = (services: Services) => {
    const { key, search } = source(services);
    return { queryKey: [...key, "search", "an"], queryFn: search.bind(undefined, "an", aSignal()) };
  };
  shown(name, options, ...shows);
}

/** A list by pages. */
function rows<Row, Name extends string>(name: string, query: ListQuery<Row, Name>, ...shows: Thing[]) {
  shown(name, (services) => query(services, { pageNum: 1, pageSize: 10, filters: {} }), ...shows);
}

const aSignal = () => new AbortController().signal;

shown(
  "the signed-in person with their codes",
  userQuery,
  ...(["account", "messaging app", "own agency", "own brand", "organisation", "group"] as const),
  ...([
    "own membership",
    "access of a group",
    "right",
    "role",
    "rights of a role",
    "people of a role",
  ] as const),
);
shown("badge of the header", groupNoticeQuery, "hint", "request", "own membership", "group");
// A person's own account.
shown("own second factors", account.factorsQuery, "second factor");
shown("offer of an authenticator", account.offerQuery);
shown("QR code of the messaging app", messaging.invitationQuery);
shown("own sessions", own.sessionsQuery, "own session");
shown("own applications", own.applicationsQuery, "own session");
rows("own history", own.historyList);
shown("own profile", profile.profileQuery, "own profile");
shown("own absence", absence.absenceQuery, "own absence", "account");
choice("people who can stand in", (s) => absence.standIns(s, null), "account");
shown("own notifications", notifications.notificationsQuery, "own notification");
shown("how long own data are kept", profile.keptForQuery);
shown("own passkeys", passkeys.passkeysQuery, "passkey");
shown("own identities", identities.identitiesQuery, "identity", "provider");
// Accounts.
rows("accounts", accounts.accountList, "account", "organisation", "second factor", "passkey");
shown(
  "second factors of an account",
  (s) => accountFactors.accountFactorsQuery(s, "u-1"),
  ...(["second factor", "passkey", "reminder"] as const),
);
shown("account", (s) => accounts.accountQuery(s, "u-1"), "account", "organisation");
shown("identities", (s) => accountIdentities.identitiesQuery(s, "u-1"), "identity", "provider");
shown("sessions", (s) => accounts.sessionsQuery(s, "u-1"), "session", "application");
shown(
  "what an account may do",
  (s) => accounts.accessQuery(s, "u-1"),
  ...(["account", "role", "people of a role", "rights of a role", "right", "group", "member"] as const),
  ...(["access of a group", "product"] as const),
);
choice("roles of a product", (s) => accounts.rolesOf(s, 4), "role");
shown("types of accounts", accounts.accountTypesQuery);
choice("brands of a client", (s) => accounts.brands(s, "c-1"), "organisation");
choice("groups for an account", accounts.groups, "group");
// Applicants.
rows("applicants", applicants.applicantList, "applicant", "account", "organisation", "group");
rows(
  "applicants of a group",
  applicants.groupApplicantList("g-1"),
  ...(["applicant", "account", "organisation", "group"] as const),
);
// Applications.
rows("applications", applications.applicationList, "application");
shown("providers", providers.providersQuery, "provider");
shown("application", (s) => applications.applicationQuery(s, "app-1"), "application");
choice("applications of the history", audit.applications, "application");
choice("actors of the history", (s) => audit.actors(s, []), "account", "application");
choice(
  "things of the history",
  (s) => audit.things(s, true, (kind) => kind),
  "account",
  "group",
  "product",
  "application",
);
choice("applications for a product", products.applications, "application");
// Groups.
rows("groups", groups.groupList, "group", "member", "product", "account");
shown(
  "group",
  (s) => groups.groupQuery(s, "g-1"),
  ...(["group", "data of a group", "member", "product", "account", "organisation"] as const),
);
choice("people for a group", groups.people, "account");
choice("products for a group", groups.products, "product");
shown(
  "people of a group",
  (s) => inside.membersQuery(s, "g-1", { pageNum: 1, pageSize: 10 }, () => ({})),
  ...(["member", "account"] as const),
);
choice("people who are not in a group", (s) => inside.others(s, "g-1"), "member", "account");
shown(
  "access of a group",
  (s) => inside.accessQuery(s, "g-1"),
  ...(["group", "member", "access of a group", "right", "product"] as const),
);
shown(
  "rights of a product for a group",
  (s) => inside.rightsOfProduct(s, 4, "g-1"),
  ...(["access of a group", "right", "module"] as const),
);
shown(
  "industries of a group",
  (s) => industries.industriesQuery(s, "g-1"),
  ...(["group", "member", "data of a group", "organisation"] as const),
);
choice("industries", (s) => industries.industries(s, "g-1"), "data of a group", "organisation");
choice("brands of an industry", (s) => industries.brandsOfIndustry(s, "g-1", "i-1"), "organisation");
// Home.
shown(
  "links of applications",
  links.linkedProductsQuery,
  ...(["product", "group", "own membership", "own request", "own agency", "account", "request"] as const),
);
shown(
  "home",
  home.homeQuery,
  ...(["product", "group", "own membership", "own request", "own agency", "account"] as const),
  ...(["request", "home", "tile"] as const),
);
shown(
  "details of an application",
  (s) => about.aboutQuery(s, 4),
  ...(["product", "group", "own membership", "own request", "own agency", "account"] as const),
);
shown(
  "applications whose names fit",
  (s) => fitting.fittingQuery(s, "an"),
  ...(["product", "group", "own membership", "own request", "own agency", "account"] as const),
);
shown("texts and files of applications", about.resourcesQuery, "product", "own membership", "own agency");
shown("versions of the assistant", gateway.versionsQuery, "assistant version");
rows("quotas of the assistant", gateway.quotaList, "assistant quota");
shown("quota of a person", (s) => gateway.quotaOfQuery(s, "u-1"), "assistant quota");
choice("people with a quota", gateway.accounts, "account");
rows("use of the assistant", gateway.useOfAssistant);
shown("month of the assistant", (s) => gateway.monthQuery(s, "2026-11"));
shown("tiles of home", tiles.homeTilesQuery, "tile", "product");
shown("managers who open a product", (s) => home.groupAdminsQuery(s, 4), "product", "group", "account");
shown("agencies to choose from", belonging.agenciesQuery, "organisation", "own agency");
choice("brands to choose from", belonging.ownBrands, "organisation", "own agency");
// Jobs and mappings.
rows("jobs", jobs.jobList, "job");
shown("overview of jobs", jobs.overviewQuery, "job");
// Counts of what happens, which no call of the portal changes at once.
shown("the overview", (s) => insight.overviewQuery(s, { days: 28 }));
shown("own figures", (s) => insight.ownOverviewQuery(s, { days: 28 }));
shown("emails", (s) => jobs.mailsQuery(s, "en-us"));
rows("announcements", announcements.announcementList, "announcement");
shown("an announcement", (s) => announcements.announcementQuery(s, "n-1"), "announcement");
shown("readers of an announcement", (s) => announcements.readersQuery(s, "n-1", 1), "announcement");
shown("news", (s) => news.historyQuery(s, 1, ""), "announcement", "own news");
rows("surveys", surveys.surveyList, "survey");
shown("a survey", (s) => surveys.surveyQuery(s, "s-1"), "survey");
shown("results of a survey", (s) => surveys.resultsQuery(s, "s-1"), "survey");
shown("the offered survey", survey.offerQuery, "survey");
shown("a survey to answer", (s) => survey.toAnswerQuery(s, "s-1"), "survey");
choice("products by their codes", sources.productsByCode, "product");
rows("mappings", iris.mappingList, "mapping", "account", "organisation");
choice("accounts for a mapping", (s) => iris.accounts(s, undefined), "account");
shown("chats", assistant.chatsQuery, "own chat");
shown("a chat", (s) => assistant.chatQuery(s, "c-1"), "own chat");
shown("use of the assistant", costQuery, "own use");
shown("versions of the assistant", assistant.versionsQuery);
shown("authority to chat", assistant.authorityQuery);
// Modules, rights and roles.
rows("modules", modules.moduleList, "module", "right", "product");
rows("rights", rights.rightList, "right", "access of a group", "module", "product");
shown(
  "right",
  (s) => rights.rightQuery(s, "r-1"),
  ...(["right", "access of a group", "rights of a role", "role", "group", "module", "product"] as const),
);
choice("groups for a right", (s) => rights.groupsOf(s, "r-1"), "group", "access of a group");
rows(
  "roles",
  roles.roleList,
  ...(["role", "people of a role", "rights of a role", "right", "product", "organisation"] as const),
);
shown(
  "role",
  (s) => roles.roleQuery(s, "x-1"),
  ...(["role", "people of a role", "rights of a role", "right", "product", "organisation"] as const),
);
shown(
  "rights of a product for a role",
  (s) => roles.rightsTree(s, 4, "x-1"),
  "rights of a role",
  "right",
  "module",
);
shown(
  "people of a role",
  (s) => rolePeople.peopleQuery(s, "x-1", { pageNum: 1, pageSize: 10 }),
  ...(["people of a role", "account", "organisation"] as const),
);
choice("people without a role", (s) => rolePeople.others(s, "x-1"), "people of a role", "account");
// Organisations.
for (const kind of ["agency", "client", "brand", "division", "industry"] as const)
  rows(`organisations: ${kind}`, organisations[`${kind}List`], "organisation");
rows("requests of an agency", organisations.agencyRequestList, "agency request", "account", "organisation");
choice("agencies", sources.agencies, "organisation");
choice("clients", sources.clients, "organisation");
choice("brands", sources.brands, "organisation");
choice("divisions", sources.divisions, "organisation");
choice("organisations of a role", (s) => sources.organisations(s, "1"), "organisation");
// Products.
rows("products", products.productList, "product", "account");
shown("product", (s) => products.productQuery(s, 4), "product", "account", "organisation");
choice("people for a product", (s) => products.people(s, undefined), "account");
choice("products by name", (s) => sources.products(s, false), "product");
choice("own products by name", (s) => sources.products(s, true), "product");
choice("modules by name", (s) => sources.modules(s, 4), "module");
choice("groups by name", sources.groups, "group");
// Requests.
rows(
  "own groups",
  requests.myGroupList,
  "group",
  "member",
  "request",
  "own membership",
  "own request",
  "account",
  "product",
);
rows("own requests", requests.myRequestList, "own request", "group", "product");
rows("requests for the reader", requests.requestQueue, "request", "account", "group", "product");
rows("all requests", examined.requestList, "request", "own request", "account", "group", "product");
shown(
  "groups that open a product",
  (s) => asking.askingQuery(s, 4),
  ...(["product", "group", "own membership", "own request", "account"] as const),
);
shown(
  "what one's groups open",
  requests.myAccessQuery,
  ...(["own membership", "group", "access of a group", "right", "product"] as const),
);
rows("members", members.memberList("g-1"), "member", "request", "account");
rows("invitations to register", members.invitationList("g-1"), "invitation");
shown(
  "people to add",
  (s) => members.peopleToAdd(s, { groupId: "g-1", context: "an", pageNum: 1, pageSize: 10 }),
  ...(["member", "account"] as const),
);
shown("name of a group", (s) => groupNameQuery(s, "g-1"), "group");

/** Answers that no change refreshes, because each is fetched whenever it is opened; and their calls. */
const ASKED_WHEN_OPENED = ["access-check", "history", "home-of", "passkey-offer"];
const PATHS_WHEN_OPENED = [
  `${A}/audit/history`,
  `${A}/audit/list`,
  `${A}/user/access-check`,
  `${A}/user/home`,
  "/api/security/app/file",
  "/api/security/file/preview",
  "/api/security/find",
  "/api/security/find/people",
  "/api/security/user/login-count",
];

const fakes = import.meta.glob<{ standIn?: () => Mock[] }>("./fake-*.ts", { eager: true });
const visit: FakeAtrium = { mood: "full", lang: "en-us", accessList: [], signedOut: () => undefined };
const mocks = [...fakeAtrium(visit), ...Object.values(fakes).flatMap(({ standIn }) => standIn?.() ?? [])];

const asked = new Set<string>();

/** The server of all fakes. */
async function answer(request: Request) {
  const { pathname, searchParams } = new URL(request.url);
  const method = request.method.toLowerCase();
  asked.add(pathname);
  const mock = mocks.find((one) => one.path === pathname && one.method === method);
  if (!mock) throw new Error(`No fake answers ${pathname}.`);
  const text = await request.text();
  const body: unknown = text === "" ? undefined : JSON.parse(text);
  const reply = await mock.reply({ query: Object.fromEntries(searchParams), body });
  return Response.json(envelopeOf(reply));
}

/** The paths of the OpenAPI document with this method. */
function pathsWith(method: "get" | "post"): string[] {
  return Object.entries(document.paths).flatMap(([path, calls]) => (method in calls ? [path] : []));
}

function answersFile(path: string): boolean {
  const { get } = document.paths[path as never] as { get: { responses: { 200: { content: object } } } };
  return !("application/json" in get.responses[200].content);
}

describe("after each change", () => {
  const kept = keptInCode();
  const code = pathsInCode();
  const services = someServices({ session: aSession({ fetch: answer }) });
  const { queries } = services;
  const fetched = new Map<string, number>();
  const keys = new Set<string>();
  const closes: (() => void)[] = [];

  beforeAll(async () => {
    for (const [name, { options }] of Object.entries(ANSWERS)) {
      const given = options(services);
      const ask = given.queryFn as QueryFunction;
      const observer = new QueryObserver(queries, {
        ...given,
        queryFn: (context) => {
          fetched.set(name, (fetched.get(name) ?? 0) + 1);
          return ask(context);
        },
      });
      keys.add(given.queryKey[0]);
      closes.push(observer.subscribe(() => undefined));
    }
    await vi.waitFor(() => expect(queries.isFetching()).toBe(0), 15_000);
  });
  afterAll(() => closes.forEach((close) => close()));

  it("in the code, the table says what it makes stale", () => {
    const changing = [...kept.changes.keys()].filter((path) => !BY_HAND.includes(path));
    expect(changing.sort()).toEqual(Object.keys(CHANGES).sort());
    const posts = pathsWith("post").filter((path) => code.has(path) && !kept.changes.has(path));
    expect(posts.filter((path) => !asked.has(path) && !NO_CHANGE.includes(path))).toEqual([]);
  });

  it("the test knows every answer that the portal keeps", () => {
    expect(Object.keys(ANSWERS).filter((name) => fetched.get(name) !== 1)).toEqual([]);
    expect(kept.names.filter((name) => !keys.has(name)).sort()).toEqual(ASKED_WHEN_OPENED);
    const sent = [...Object.keys(CHANGES), ...BY_HAND, ...NO_CHANGE];
    const gets = pathsWith("get").filter(
      (path) => code.has(path) && !sent.includes(path) && !answersFile(path),
    );
    expect(gets.filter((path) => !asked.has(path)).sort()).toEqual(PATHS_WHEN_OPENED);
  });

  /** The answers that show one of these things and are not fetched again. */
  async function missed(names: readonly KeptName[], changed: Thing[]) {
    const wrapper = ({ children }: { children: ReactNode }) =>
      createElement(ServicesProvider, { services, children });
    const { result } = renderHook(() => useRefresh(names), { wrapper });
    const before = new Map(fetched);
    await result.current();
    const stale = Object.entries(ANSWERS).filter(([, { shows }]) =>
      shows.some((one) => changed.includes(one)),
    );
    return stale.map(([name]) => name).filter((name) => fetched.get(name) === before.get(name));
  }

  it("an answer that no change refreshes is requested again when it is opened", () => {
    const page = { pageNum: 1, pageSize: 10, filters: {} };
    const opened = [
      historyQuery(services, "module", "m-1"),
      homeOfQuery(services, "u-1"),
      checkQuery(services, "u-1", 4),
      audit.auditList(services, page),
      firstLoginQuery(services, "DanMember"),
    ];
    expect(opened.filter(({ staleTime, gcTime }) => staleTime !== 0 && gcTime !== 0)).toEqual([]);
  });

  it.each(Object.entries(CHANGES))(
    "%s: the answers that show it are requested again",
    async (path, changed) => {
      expect(await missed((kept.changes.get(path) ?? []) as KeptName[], changed)).toEqual([]);
    },
  );

  it("that deletes a group by the call for members: the answers that show it are requested again", async () => {
    const changed = ["group", "member", "own membership", "access of a group"] as const;
    expect(await missed(groups.GROUP_NAMES, [...changed, "request", "own request"])).toEqual([]);
  });
});
