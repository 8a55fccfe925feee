import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../api/client";
import type { components } from "../api/schema";
import type { Services } from "../api/services";

declare module "../api/kept" {
  interface Kept {
    "chat-cost": true;
  }
}

export type Cost = components["schemas"]["Cost"];

/** What the reader has used of the assistant this month (C-129). */
export function costQuery({ api }: Services) {
  return queryOptions({
    queryKey: ["chat-cost"],
    queryFn: ({ signal }) => dataOf(api.GET("/api/security/chat-gpt/get-cost", { signal })),
    meta: { ownMessage: true },
  });
}

/** nothing is left. */
export const isUsedUp = ({ quota, remain }: Cost) => quota != null && (remain ?? 0) <= 0;
