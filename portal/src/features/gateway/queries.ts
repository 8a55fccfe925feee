import { queryOptions } from "@tanstack/react-query";
import type { BodyOf } from "../../api/call";
import { dataOf } from "../../api/client";
import type { components } from "../../api/schema";
import type { Services } from "../../api/services";
import { write } from "../../api/write";
import { listFile } from "../../kit/list-file";
import { listQuery } from "../../kit/list-query";
import type { OptionSource } from "../../kit/use-search";

declare module "../../api/kept" {
  interface Kept {
    "assistant-versions": true;
    "assistant-quotas": true;
    "assistant-accounts": true;
    "assistant-month": true;
  }
  interface Changes {
    "/api/security/admin/assistant/version/add": "assistant-versions" | "chat-versions";
    "/api/security/admin/assistant/version/update": "assistant-versions" | "chat-versions";
    "/api/security/admin/assistant/version/delete": "assistant-versions" | "chat-versions";
    "/api/security/admin/assistant/quota/set": "assistant-quotas";
  }
}

export type Version = components["schemas"]["AssistantVersionRow"];
export type Versions = components["schemas"]["AssistantVersions"];
export type VersionBody = BodyOf<"/api/security/admin/assistant/version/add", "post">;
export type Tested = components["schemas"]["TestedVersion"];
export type QuotaRow = components["schemas"]["AssistantQuotaRow"];
export type QuotaBody = BodyOf<"/api/security/admin/assistant/quota/set", "post">;
export type Sum = components["schemas"]["AssistantSum"];
export type Month = components["schemas"]["AssistantMonth"];

export const PERSON = 0 satisfies QuotaRow["kind"];
export const GROUP = 1 satisfies QuotaRow["kind"];
/** Words a month without a limit. */
export const UNLIMITED = -1;

export function versionsQuery({ api }: Pick<Services, "api">) {
  return queryOptions({
    queryKey: ["assistant-versions"],
    queryFn: ({ signal }) => dataOf(api.GET("/api/security/admin/assistant/version/list", { signal })),
    meta: { ownMessage: true },
  });
}

/** The newest state of the version with this number; nothing if somebody has deleted it. */
export async function findVersion(services: Services, id: number): Promise<Version | undefined> {
  const { versions } = await services.queries.query({ ...versionsQuery(services), staleTime: 0 });
  return versions.find((version) => version.id === id);
}

export function addVersion(services: Services, version: VersionBody) {
  return write(services, "/api/security/admin/assistant/version/add", version);
}

export function updateVersion(services: Services, version: VersionBody) {
  return write(services, "/api/security/admin/assistant/version/update", version);
}

export function deleteVersion(services: Services, id: number) {
  return write(services, "/api/security/admin/assistant/version/delete", { id });
}

/** Asks the provider of the version a tiny question. */
export function testVersion({ api }: Services, id: number): Promise<Tested> {
  return dataOf(api.POST("/api/security/admin/assistant/version/test", { body: { id } }));
}

export const quotaList = listQuery("assistant-quotas", "/api/security/admin/assistant/quota/list");

export function setQuota(services: Services, quota: QuotaBody) {
  return write(services, "/api/security/admin/assistant/quota/set", quota);
}

/** What a person may use this month, where that comes from, and what is used. */
export function quotaOfQuery({ api }: Pick<Services, "api">, userId: string) {
  return queryOptions({
    queryKey: ["assistant-quotas", "of", userId],
    // Every answer of the assistant changes it.
    staleTime: 0,
    queryFn: ({ signal }) =>
      dataOf(api.GET("/api/security/admin/assistant/quota/of", { params: { query: { userId } }, signal })),
    meta: { ownMessage: true },
  });
}

/** The people who can have a quota. */
export function accounts({ api }: Pick<Services, "api">): OptionSource {
  return {
    key: ["assistant-accounts"],
    search: async (context, signal) => {
      const params = { query: { context, pageSize: 20 } };
      const path = "/api/security/admin/assistant/account/option-list";
      const list = await dataOf(api.GET(path, { params, signal }));
      return list.map(({ userId, username, fullName }) => ({
        value: userId,
        label: fullName || username,
        hint: username,
      }));
    },
  };
}

const USE = "/api/security/admin/assistant/use/list";

export const useOfAssistant = listQuery(USE);
export const useFile = listFile("assistant-use.csv", "/api/security/admin/assistant/use/export");

/** The sums of a month; of the present one without it. */
export function monthQuery({ api }: Pick<Services, "api">, month: string) {
  return queryOptions({
    queryKey: ["assistant-month", month],
    staleTime: 0,
    queryFn: ({ signal }) => {
      const query = month ? { month } : {};
      return dataOf(api.GET("/api/security/admin/assistant/use/month", { params: { query }, signal }));
    },
    meta: { ownMessage: true },
  });
}
