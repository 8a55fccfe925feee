import type { CoveredBy } from "../../api/kept";
import type { Services } from "../../api/services";
import { write, type Written } from "../../api/write";
import { ACCOUNT_NAMES } from "../stale-names";
import type { Check, CheckGroup, CheckRule } from "./check-query";

type RuleAct = CheckRule["acts"][number];
type GroupAct = NonNullable<CheckGroup["act"]>;

/** The acts that lead to a form of another page. */
export type FormAct = Extract<RuleAct, "extendAccount" | "moveAccount" | "editProduct">;

/** An act that is one call. */
export type CheckAct =
  | { act: "enableAccount" | "enableProduct" }
  | { act: "enableApplication"; applicationId: string }
  | { act: GroupAct; group: CheckGroup };

/** Every answer that one of these acts changes. The compiler says which names are missing. */
export const CHECK_NAMES = [
  ...ACCOUNT_NAMES,
  ...(["access-check", "application", "applications", "audit-applications", "group-access"] as const),
  ...(["group-industries", "group-name", "group-notice", "modules", "my-access", "my-requests"] as const),
  ...(["product-applications", "right", "right-groups", "rights", "rights-tree", "role"] as const),
  ...(["roles"] as const),
] as const;

/** Enabled, in the numbers of accounts, products and groups. */
const ON = 0;

type Done = Written<CoveredBy<(typeof CHECK_NAMES)[number]>, unknown>;

/** Does it. */
export function doAct(
  services: Services,
  { userId, username, projectId }: Check,
  asked: CheckAct,
): Promise<Done> {
  switch (asked.act) {
    case "enableAccount":
      return write(services, "/api/security/admin/user/update-status", { userId, accountStatus: ON });
    case "enableProduct":
      return write(services, "/api/security/admin/app/update-status", { projectId, status: ON });
    case "enableApplication":
      return write(services, "/api/security/admin/application/update-status", {
        client_id: asked.applicationId,
        enabled: true,
      });
    case "enableGroup":
      return write(services, "/api/security/admin/user-group/update-status", {
        groupId: asked.group.groupId,
        status: ON,
      });
    case "addMember":
      return write(services, "/api/security/admin/user-group/add-user", {
        groupId: asked.group.groupId,
        username,
      });
    case "editMembers":
      return write(services, "/api/security/admin/user-group/upd-member", {
        groupId: asked.group.groupId,
        addUserIds: [userId],
      });
    case "renewMembership":
    case "approveRequest":
      return write(services, "/api/security/admin/user-group/approve", {
        groupId: asked.group.groupId,
        userId,
      });
  }
}
