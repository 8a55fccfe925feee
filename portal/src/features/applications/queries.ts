import { queryOptions } from "@tanstack/react-query";
import type { BodyOf } from "../../api/call";
import { dataOf } from "../../api/client";
import type { components } from "../../api/schema";
import type { Services } from "../../api/services";
import { write, type Written } from "../../api/write";
import type { WritePath } from "../../api/kept";
import { listFile } from "../../kit/list-file";
import { listQuery } from "../../kit/list-query";

const CALLS = "/api/security/admin/application";

declare module "../../api/kept" {
  interface Kept {
    applications: true;
    application: true;
  }
  interface Changes {
    "/api/security/admin/application/add": ApplicationNames;
    "/api/security/admin/application/update": ApplicationNames;
    "/api/security/admin/application/update-status": ApplicationNames;
    "/api/security/admin/application/rotate-secret": ApplicationNames;
  }
}

/** Answers that name applications. */
type ApplicationNames = (typeof NAMES)[number];
export const NAMES = [
  ...(["applications", "application", "product-applications", "audit-applications"] as const),
  ...(["audit-actors", "audit-things", "sessions"] as const),
] as const;

export type ApplicationRow = components["schemas"]["ApplicationListRow"];
export type Application = components["schemas"]["ApplicationDetails"];
export type Metadata = components["schemas"]["ApplicationMetadata"];
type Saved = components["schemas"]["SavedApplication"];

export const applicationList = listQuery("applications", `${CALLS}/list`);
export const applicationFile = listFile("applications.csv", "/api/security/admin/application/export");

export function applicationQuery(services: Services, clientId: string) {
  return queryOptions({
    queryKey: ["application", clientId],
    // Always fetched again, because the reader changes what they see here.
    staleTime: 0,
    queryFn: ({ signal }) =>
      dataOf(services.api.GET(`${CALLS}/info`, { params: { query: { client_id: clientId } }, signal })),
    meta: { ownMessage: true },
  });
}

/** The same as a row of the list has it, for a link to an application that the list does not show. */
export function shownQuery(services: Services, clientId: string) {
  return queryOptions({
    ...applicationQuery(services, clientId),
    select: ({ client_id, enabled, source, metadata }: Application) => ({
      client_id,
      enabled,
      source,
      name: metadata.name ?? client_id,
    }),
  });
}

/** Gets the answer with the new secret, to show it. A repeated answer has none (decision 0045). */
export type OnSaved = (saved: Saved) => void;

export function addApplication(
  services: Services,
  application: BodyOf<`${typeof CALLS}/add`, "post">,
  onSaved: OnSaved,
) {
  return handOver(write(services, `${CALLS}/add`, application), onSaved);
}

export function updateApplication(
  services: Services,
  change: BodyOf<`${typeof CALLS}/update`, "post">,
  onSaved: OnSaved,
) {
  return handOver(write(services, `${CALLS}/update`, change), onSaved);
}

export function setEnabled(services: Services, clientId: string, enabled: boolean) {
  return write(services, `${CALLS}/update-status`, { client_id: clientId, enabled });
}

export function makeSecret(services: Services, clientId: string, keepPrevious: boolean, onSaved: OnSaved) {
  const body = { client_id: clientId, keep_previous: keepPrevious };
  return handOver(write(services, `${CALLS}/rotate-secret`, body), onSaved);
}

/** Gives the answer to `onSaved`, and a success without it to the page, so that no cache has the secret. */
async function handOver<P extends WritePath>(written: Promise<Written<P, Saved>>, onSaved: OnSaved) {
  const { path, data } = await written;
  onSaved(data);
  return { path, data: null };
}
