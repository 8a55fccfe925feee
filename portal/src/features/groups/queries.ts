import { listQuery } from "../../kit/list-query";

declare module "../../api/kept" {
  interface Kept {
    groups: true;
  }
}

/** Statuses of a group (design 9, "Groups"). */
export const ON = 0;
export const OFF = 2;

export const groupList = listQuery("groups", "/api/security/admin/user-group/list");
