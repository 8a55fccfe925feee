import { queryOptions } from "@tanstack/react-query";
import type { BodyOf } from "../../api/call";
import { dataOf } from "../../api/client";
import { formData, progressFetch } from "../../api/progress-fetch";
import type { Services } from "../../api/services";
import { write } from "../../api/write";
import { ATRIUM } from "../../kit/feedback-slot";
import { listFile } from "../../kit/list-file";
import { listQuery } from "../../kit/list-query";
import { beginOf } from "../../kit/server-time";
import type { Option, OptionSource } from "../../kit/use-search";
import type { UploadWatch } from "../../kit/use-upload";
import { shortened } from "./feedback";

declare module "../../api/kept" {
  interface Kept {
    feedback: true;
    "feedback-details": true;
    "feedback-weeks": true;
    "feedback-people": true;
    "own-feedback": true;
    products: true;
  }
  interface Changes {
    "/api/security/user/feedback/submit": FeedbackNames;
    "/api/security/admin/feedback/upd-status": FeedbackNames;
    "/api/security/admin/feedback/assign": FeedbackNames;
    "/api/security/admin/feedback/answer": FeedbackNames;
    "/api/security/admin/feedback/merge": FeedbackNames;
  }
}

/** Answers that show feedback, to administrators and to its author. */
type FeedbackNames = (typeof NAMES)[number];
export const NAMES = ["feedback", "feedback-details", "feedback-weeks", "own-feedback"] as const;

/** The days in the address, like the weeks, begin in the server's zone; the server wants milliseconds. */
const askedIn =
  (zone: string) =>
  ({ since, before, ...exact }: Partial<Record<string, string>>) => ({
    ...exact,
    ...(since && { since: String(beginOf(since, zone)) }),
    ...(before && { before: String(beginOf(before, zone, 1)) }),
  });

export const feedbackListIn = (zone: string) =>
  listQuery("feedback", "/api/security/admin/feedback/list", askedIn(zone));

const file = listFile(
  "feedback.csv",
  "/api/security/admin/feedback/export",
  "feedback_center.FeedbackCenter.FeedbackList.export",
);

export const feedbackFileIn = (zone: string): typeof file => ({
  ...file,
  open: (services, filters) => file.open(services, askedIn(zone)(filters)),
});

/** A whole piece of feedback (C-121). Its pictures have addresses for a minute. */
export function detailsQuery({ api }: Pick<Services, "api">, id: string) {
  return queryOptions({
    queryKey: ["feedback-details", id],
    staleTime: 0,
    queryFn: ({ signal }) =>
      dataOf(api.GET("/api/security/admin/feedback/details", { params: { query: { id } }, signal })),
    meta: { ownMessage: true },
  });
}

/** How much there is by category and week. */
export function weeksQuery({ api }: Pick<Services, "api">) {
  return queryOptions({
    queryKey: ["feedback-weeks"],
    queryFn: ({ signal }) =>
      dataOf(api.GET("/api/security/admin/feedback/weeks", { params: { query: { weeks: 12 } }, signal })),
    meta: { ownMessage: true },
  });
}

export function sendFeedback(services: Services, body: BodyOf<"/api/security/user/feedback/submit", "post">) {
  return write(services, "/api/security/user/feedback/submit", body);
}

export function setStatus(
  services: Services,
  body: BodyOf<"/api/security/admin/feedback/upd-status", "post">,
) {
  return write(services, "/api/security/admin/feedback/upd-status", body);
}

export function assign(services: Services, body: BodyOf<"/api/security/admin/feedback/assign", "post">) {
  return write(services, "/api/security/admin/feedback/assign", body);
}

export function answer(services: Services, body: BodyOf<"/api/security/admin/feedback/answer", "post">) {
  return write(services, "/api/security/admin/feedback/answer", body);
}

export function merge(services: Services, body: BodyOf<"/api/security/admin/feedback/merge", "post">) {
  return write(services, "/api/security/admin/feedback/merge", body);
}

/** Sends a picture for feedback, and gives its name. */
export async function uploadPicture(
  { api, session }: Services,
  file: File,
  { signal, onProgress }: UploadWatch,
) {
  const sent = await dataOf(
    api.POST("/api/security/user/feedback/picture", {
      // The document calls the bytes of a file a text.
      body: { file: file.name },
      bodySerializer: () => formData({ file }),
      fetch: progressFetch(session, onProgress),
      signal,
    }),
  );
  return sent.name;
}

/** What feedback can be about: Atrium itself, and the products that the reader may list (G-61). */
export function subjects({ api, config }: Pick<Services, "api" | "config">): OptionSource {
  const atrium: Option = { value: ATRIUM, label: config.productName };
  return {
    key: ["products", "feedback"],
    search: async (context, signal) => {
      const params = { query: { context, pageSize: 20 } };
      const list = await dataOf(api.GET("/api/security/admin/app/option-list", { params, signal }));
      const isMeant = atrium.label.toLowerCase().includes(context.toLowerCase());
      const products = list.map(({ projectId, projectName }) => ({
        value: String(projectId),
        label: projectName,
      }));
      return isMeant ? [atrium, ...products] : products;
    },
    find: async (value, signal) => {
      if (value === ATRIUM) return atrium;
      const params = { query: { appId: Number(value) } };
      const found = await dataOf(api.GET("/api/security/app/v2/list-info", { params, signal }));
      return { value, label: found.name };
    },
  };
}

/** The people who may handle feedback. */
export function handlers({ api }: Pick<Services, "api">): OptionSource {
  return {
    key: ["feedback-people"],
    search: async (context, signal) => {
      const params = { query: { context, pageSize: 20 } };
      const list = await dataOf(
        api.GET("/api/security/admin/feedback/assignee/option-list", { params, signal }),
      );
      return list.map(({ userId, fullName, username }) => ({
        value: userId,
        label: fullName || username,
        hint: username,
      }));
    },
    find: () => Promise.resolve(undefined),
  };
}

/** How much other feedback is offered at once, and how many pages are read for it. */
const OFFERED = 20;
const PAGES = 10;

/** Other feedback, found by its words, that a duplicate can follow. */
export function firsts({ api }: Pick<Services, "api">, id: string): OptionSource {
  return {
    key: ["feedback", "firsts", id],
    search: async (context, signal) => {
      const found: Option[] = [];
      // The newest may all be duplicates: a piece has up to a hundred, with the same words.
      for (let pageNum = 1; pageNum <= PAGES && found.length < OFFERED; pageNum += 1) {
        const query = { ...(context && { context }), pageSize: 50, pageNum };
        const page = await dataOf(
          api.GET("/api/security/admin/feedback/list", { params: { query }, signal }),
        );
        const others = page.list.filter((one) => one.id !== id && !one.mergedInto);
        found.push(
          ...others.map(({ id: value, feedback, fullName, username }) => ({
            value,
            label: shortened(feedback, 120),
            hint: fullName || username,
          })),
        );
        if (!page.next) break;
      }
      return found.slice(0, OFFERED);
    },
    find: () => Promise.resolve(undefined),
  };
}
