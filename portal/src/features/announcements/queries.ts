import { queryOptions } from "@tanstack/react-query";
import type { BodyOf } from "../../api/call";
import { dataOf } from "../../api/client";
import { formData, progressFetch } from "../../api/progress-fetch";
import type { components } from "../../api/schema";
import type { Services } from "../../api/services";
import { write } from "../../api/write";
import { listFile } from "../../kit/list-file";
import { listQuery } from "../../kit/list-query";
import type { OnOff } from "../../kit/use-on-off";
import type { UploadWatch } from "../../kit/use-upload";

declare module "../../api/kept" {
  interface Kept {
    announcements: true;
    announcement: true;
    "announcement-readers": true;
    news: true;
  }
  interface Changes {
    "/api/security/admin/announcement/add": AnnouncementNames;
    "/api/security/admin/announcement/upd": AnnouncementNames;
    "/api/security/admin/announcement/upd-status": AnnouncementNames;
    "/api/security/admin/announcement/del": AnnouncementNames;
  }
}

/** Answers that show announcements, to administrators and to readers. */
type AnnouncementNames = (typeof NAMES)[number];
export const NAMES = ["announcements", "announcement", "announcement-readers", "news"] as const;

export type AnnouncementRow = components["schemas"]["AnnouncementListRow"];
export type Announcement = components["schemas"]["AnnouncementDetails"];
export type AnnouncementBody = BodyOf<"/api/security/admin/announcement/upd", "post">;
export type ReaderRow = components["schemas"]["AnnouncementReaderRow"];
type Status = components["schemas"]["AnnouncementStatus"];

export const OFF = 0 satisfies Status;
export const ON = 1 satisfies Status;
/** The word of each status. */
export const STATUS: Record<Status, OnOff> = { [OFF]: "off", [ON]: "on" };

export const announcementList = listQuery("announcements", "/api/security/admin/announcement/list");

export const announcementFile = listFile("announcements.csv", "/api/security/admin/announcement/export");

export function announcementQuery({ api }: Services, id: string) {
  return queryOptions({
    queryKey: ["announcement", id],
    // Always fetched again, because the reader changes what they see here.
    staleTime: 0,
    queryFn: ({ signal }) =>
      dataOf(api.GET("/api/security/admin/announcement/details", { params: { query: { id } }, signal })),
    meta: { ownMessage: true },
  });
}

/** A page of the people who have read an announcement. */
export function readersQuery({ api }: Services, id: string, pageNum: number) {
  return queryOptions({
    queryKey: ["announcement-readers", id, pageNum],
    queryFn: ({ signal }) => {
      const query = { id, pageNum, pageSize: 20 };
      return dataOf(api.GET("/api/security/admin/announcement/readers", { params: { query }, signal }));
    },
    meta: { ownMessage: true },
  });
}

export function addAnnouncement(services: Services, body: AnnouncementBody) {
  return write(services, "/api/security/admin/announcement/add", body);
}

export function updateAnnouncement(services: Services, body: AnnouncementBody) {
  return write(services, "/api/security/admin/announcement/upd", body);
}

export function setStatus(services: Services, id: string, status: Status) {
  return write(services, "/api/security/admin/announcement/upd-status", { id, status });
}

export function deleteAnnouncement(services: Services, id: string) {
  return write(services, "/api/security/admin/announcement/del", { id });
}

/** Sends a picture of an announcement, and gives its address (C-112, T-54). */
export function uploadPicture(
  { api, session }: Services,
  file: File,
  { signal, onProgress }: UploadWatch,
): Promise<string> {
  const call = api.POST as (path: string, init: object) => Parameters<typeof dataOf<string>>[0];
  const sent = call("/api/security/admin/announcement/file-upload", {
    body: { file },
    bodySerializer: formData,
    fetch: progressFetch(session, onProgress),
    signal,
  });
  return dataOf(sent);
}
