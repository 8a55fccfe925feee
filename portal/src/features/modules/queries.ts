import type { BodyOf } from "../../api/call";
import type { components } from "../../api/schema";
import type { Services } from "../../api/services";
import { dataOf } from "../../api/client";
import { write } from "../../api/write";
import { listFile } from "../../kit/list-file";
import { listQuery } from "../../kit/list-query";

declare module "../../api/kept" {
  interface Kept {
    modules: true;
    rights: true;
    right: true;
    "rights-tree": true;
  }
  interface Changes {
    "/api/security/admin/access/add-module": ModuleNames;
    "/api/security/admin/access/updModule": ModuleNames;
    "/api/security/admin/access/delete-module": ModuleNames;
  }
}

/** Answers that name modules. */
type ModuleNames = (typeof NAMES)[number];
export const NAMES = ["modules", "rights", "right", "rights-tree"] as const;

export type ModuleRow = components["schemas"]["ModuleListRow"];
export type NewModule = BodyOf<"/api/security/admin/access/add-module", "post">;
export type ModuleChange = BodyOf<"/api/security/admin/access/updModule", "post">;
type Status = components["schemas"]["ProductStatus"];

export const ON = 0 satisfies Status;
export const OFF = 1 satisfies Status;
/** The word of each status. */
export const STATUS: Record<Status, "on" | "off"> = { [ON]: "on", [OFF]: "off" };

export const moduleList = listQuery("modules", "/api/security/admin/access/module-list");
export const moduleFile = listFile("modules.csv", "/api/security/admin/module/export");

const MOST_ROWS = 100;

/** A module of a product as it is now; nothing if somebody has deleted it. */
export async function findModule({ api }: Services, { projectId, moduleId }: ModuleRow) {
  for (let pageNum = 1; ; pageNum++) {
    const params = { query: { projectId, pageNum, pageSize: MOST_ROWS } };
    const page = await dataOf(api.GET("/api/security/admin/access/module-list", { params }));
    const found = page.list.find((one) => one.moduleId === moduleId);
    if (found || pageNum * MOST_ROWS >= page.total) return found;
  }
}

export function addModule(services: Services, module: NewModule) {
  return write(services, "/api/security/admin/access/add-module", module);
}

export function updateModule(services: Services, change: ModuleChange) {
  return write(services, "/api/security/admin/access/updModule", change);
}

export function deleteModule(services: Services, moduleId: string) {
  return write(services, "/api/security/admin/access/delete-module", { moduleId });
}
