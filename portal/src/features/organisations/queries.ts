import type { BodyOf } from "../../api/call";
import type { components } from "../../api/schema";
import type { Services } from "../../api/services";
import { write } from "../../api/write";
import type { ListFile } from "../../kit/list-download";
import { fileOf, listFile } from "../../kit/list-file";
import { listQuery } from "../../kit/list-query";
import { agencies, clients } from "../../kit/sources";
import type { ACCOUNT_NAMES } from "../../kit/stale-names";
import type { OnOff } from "../../kit/use-on-off";
import type { OptionSource } from "../../kit/use-search";

declare module "../../api/kept" {
  interface Kept {
    organisations: true;
    "agency-requests": true;
    accounts: true;
    account: true;
    brands: true;
    "own-agencies": true;
    "own-brands": true;
  }
  interface Changes {
    "/api/security/admin/organisation/add": (typeof NAMES)[number];
    "/api/security/admin/organisation/update": (typeof NAMES)[number];
    "/api/security/admin/agency-request/decide": (typeof ACCOUNT_NAMES)[number];
  }
}

/** Answers that name organisations. */
export const NAMES = [
  ...(["organisations", "agencies", "clients", "brands", "divisions", "role-organisations"] as const),
  ...(["own-agencies", "own-brands", "agency-requests", "accounts", "account", "user", "iris"] as const),
  ...(["group", "group-industries", "product", "roles", "role", "role-people", "applicants"] as const),
] as const;

export type Organisation = components["schemas"]["OrganisationListRow"];
export type Kind = components["schemas"]["OrganisationKind"];
export type AgencyRequest = components["schemas"]["AgencyRequestRow"];
export type NewOrganisation = BodyOf<"/api/security/admin/organisation/add", "post">;
export type OrganisationUpdate = BodyOf<"/api/security/admin/organisation/update", "post">;
type Status = components["schemas"]["OrganisationStatus"];

export const ON = 0 satisfies Status;
export const OFF = 1 satisfies Status;
/** The word of each status. */
export const STATUS: Record<Status, OnOff> = { [ON]: "on", [OFF]: "off" };

/** A request that nobody has decided yet. */
export const WAITING = 0 satisfies AgencyRequest["state"];
/** The word of each state of a request. */
export const STATES: Record<AgencyRequest["state"], "waiting" | "approved" | "refused" | "withdrawn"> = {
  [WAITING]: "waiting",
  1: "approved",
  2: "refused",
  3: "withdrawn",
};

/** What a kind belongs to. */
export const PARENTS: Record<Kind, "agency" | "client" | undefined> = {
  agency: undefined,
  client: "agency",
  brand: "client",
  division: "client",
  industry: undefined,
};

export const agencyList = listQuery("organisations", "/api/security/admin/agency/list");
export const clientList = listQuery("organisations", "/api/security/admin/client/list");
export const brandList = listQuery("organisations", "/api/security/admin/brand/list");
export const divisionList = listQuery("organisations", "/api/security/admin/division/list");
export const industryList = listQuery("organisations", "/api/security/admin/industry/list");
export const agencyRequestList = listQuery("agency-requests", "/api/security/admin/agency-request/list");
export const agencyRequestFile = listFile("agency-requests.csv", "/api/security/admin/agency-request/export");

/** One call answers with the file of every kind. */
export function organisationFile(kind: Kind): ListFile {
  return fileOf(listFile("organisations.csv", "/api/security/admin/organisation/export"), { kind });
}

export function addOrganisation(services: Services, organisation: NewOrganisation) {
  return write(services, "/api/security/admin/organisation/add", organisation);
}

export function updateOrganisation(services: Services, change: OrganisationUpdate) {
  return write(services, "/api/security/admin/organisation/update", change);
}

export function decide(services: Services, { userId, requestId }: AgencyRequest, reason: string | undefined) {
  const answer = reason === undefined ? { approve: true } : { approve: false, reason };
  return write(services, "/api/security/admin/agency-request/decide", { userId, requestId, ...answer });
}

/** The agencies or the clients, for what belongs to one. */
export function parents(services: Services, kind: "agency" | "client"): OptionSource {
  return kind === "agency" ? agencies(services) : clients(services);
}
