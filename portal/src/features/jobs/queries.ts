import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../api/client";
import type { components } from "../../api/schema";
import type { Services } from "../../api/services";
import { write } from "../../api/write";
import { listFile } from "../../kit/list-file";
import { listQuery } from "../../kit/list-query";

declare module "../../api/kept" {
  interface Kept {
    jobs: true;
    "job-overview": true;
    mails: true;
  }
  interface Changes {
    "/api/security/admin/job/retry": "jobs" | "job-overview";
    "/api/security/admin/mail/sample/send": "jobs" | "job-overview";
  }
}

export type JobRow = components["schemas"]["JobRow"];
export type MailRow = components["schemas"]["MailRow"];
export type RoutineRow = components["schemas"]["RoutineRow"];

export const jobList = listQuery("jobs", "/api/security/admin/job/list");
export const jobFile = listFile("jobs.csv", "/api/security/admin/job/export");

/** How many jobs of each kind there are, and how the routines run. */
export function overviewQuery({ api }: Services) {
  return queryOptions({
    queryKey: ["job-overview"],
    queryFn: ({ signal }) => dataOf(api.GET("/api/security/admin/job/overview", { signal })),
    meta: { ownMessage: true },
  });
}

/** All emails that the server sends, with sample values, in this language. */
export function mailsQuery({ api }: Services, language: string) {
  return queryOptions({
    queryKey: ["mails", language],
    queryFn: ({ signal }) => dataOf(api.GET("/api/security/admin/mail/list", { signal })),
    meta: { ownMessage: true },
  });
}

/** Sends a sample of an email to the reader's own address. */
export function sendSample(services: Services, message: string) {
  return write(services, "/api/security/admin/mail/sample/send", { message });
}

export function retryJob(services: Services, jobId: string) {
  return write(services, "/api/security/admin/job/retry", { jobId });
}
