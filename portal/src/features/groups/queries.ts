import type { components } from "../../api/schema";
import { listQuery } from "../../kit/list-query";

declare module "../../api/kept" {
  interface Kept {
    groups: true;
  }
}

/** The word of each status (design 9, "Groups"). */
export const STATUS: Record<components["schemas"]["GroupStatus"], "on" | "off"> = { 0: "on", 2: "off" };

export const groupList = listQuery("groups", "/api/security/admin/user-group/list");
