import type { components } from "../../api/schema";
import type { Services } from "../../api/services";
import { write, type Written } from "../../api/write";
import { inPieces, type Outcome } from "../../kit/in-pieces";
import { listQuery } from "../../kit/list-query";
import { ACCOUNT_NAMES } from "../../kit/stale-names";

declare module "../../api/kept" {
  interface Kept {
    applicants: true;
  }
  interface Changes {
    "/api/security/admin/account-application/decide": Decided;
    "/api/security/user-group/account-application/decide": Decided;
  }
}

export type Applicant = components["schemas"]["ApplicantRow"];

/** The stale answers after a decision: an approved account asks for the wanted group. */
export const DECIDED = [...ACCOUNT_NAMES, "group-notice"] as const;
type Decided = (typeof DECIDED)[number];

/** The word of each state of an application. */
export const STATES: Record<Applicant["state"], "waiting" | "approved" | "refused"> = {
  0: "waiting",
  1: "approved",
  2: "refused",
};

export const applicantList = listQuery("applicants", "/api/security/admin/account-application/list");

/** The people who want this group. */
export const groupApplicantList = (groupId: string) =>
  listQuery("applicants", "/api/security/user-group/account-application/list", (filters) => ({
    ...filters,
    groupId,
  }));

/** A decision about applications. */
export interface Decision {
  applicants: Applicant[];
  /** The group whose manager decides; absent for administrators. */
  groupId?: string;
  status: "approved" | "refused";
  /** The reason of a refusal. */
  comment: string;
}

type DecidePath =
  "/api/security/admin/account-application/decide" | "/api/security/user-group/account-application/decide";
export type Deciding = Promise<Written<DecidePath, Outcome>>;

/** Decides about applications, all or none of each hundred; it skips those that others have decided. */
export async function decide(
  services: Services,
  { applicants, groupId, status, comment }: Decision,
): Deciding {
  const data = await inPieces(applicants, async (ids) => {
    const body = { ids, status, comment };
    const written = await (groupId === undefined
      ? write(services, "/api/security/admin/account-application/decide", body)
      : write(services, "/api/security/user-group/account-application/decide", { groupId, ...body }));
    return written.data;
  });
  const path =
    groupId === undefined
      ? "/api/security/admin/account-application/decide"
      : "/api/security/user-group/account-application/decide";
  return { path, data };
}
