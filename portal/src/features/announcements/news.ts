import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../api/client";
import type { components } from "../../api/schema";
import type { Services } from "../../api/services";
import { write } from "../../api/write";

declare module "../../api/kept" {
  interface Kept {
    news: true;
  }
  interface Changes {
    "/api/security/admin/message/read": "news";
  }
}

/** An announcement as its reader sees it. */
export type News = components["schemas"]["ReadAnnouncement"];

/** The history begins with its newest announcement, and shows one at a time (K-27). */
export const START = { pageNum: 1, pageSize: 1 };

/** A page of the announcements, newest first (C-107). */
export function historyQuery({ api }: Services, pageNum: number, search: string) {
  return queryOptions({
    queryKey: ["news", pageNum, search],
    queryFn: ({ signal }) => {
      const query = { ...START, pageNum, ...(search && { search }) };
      return dataOf(api.GET("/api/security/admin/announcement/history", { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
    meta: { ownMessage: true },
  });
}

/** Notes that the person has read an announcement (C-119), and shows that in the header. */
export async function markRead(services: Services, messageId: string): Promise<void> {
  await write(services, "/api/security/admin/message/read", { messageId });
  await services.queries.invalidateQueries({ queryKey: ["news"] });
}
