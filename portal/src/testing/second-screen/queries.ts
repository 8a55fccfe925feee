import { write } from "../../api/write";
import type { Services } from "../../api/services";
import { listQuery } from "../../kit/list-query";
import type { Badge } from "./sample";

declare module "../../api/kept" {
  interface Kept {
    badges: true;
  }
  interface Changes {
    "/api/security/badge/save": "badges";
    "/api/security/badge/remove": "badges";
  }
}

export const badgeList = listQuery("badges", "/api/security/badge/list");

export function saveBadge(services: Services, badge: Omit<Badge, "id"> & { id?: string }) {
  return write(services, "/api/security/badge/save", badge);
}

export function removeBadge(services: Services, id: string) {
  return write(services, "/api/security/badge/remove", { id });
}
