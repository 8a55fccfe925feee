import { queryOptions } from "@tanstack/react-query";
import { groupNoticeQuery } from "../../access/group-notice";
import { keepHome, keptHome } from "../../access/kept-home";
import { dataOf } from "../../api/client";
import type { Services } from "../../api/services";
import { keepCardCounts } from "./card-counts";
import type { Home, Product } from "./types";

declare module "../../api/kept" {
  interface Kept {
    products: true;
    "group-admins": true;
  }
}

export const HOME_KEY = ["products", "home"] as const;

/**
 * Home in one answer, with the badge of the header. What this person saw last in this browser shows first; the server is
 * asked at once.
 */
export function homeQuery(services: Pick<Services, "api" | "config" | "session">) {
  const { api, config, session } = services;
  return queryOptions({
    queryKey: HOME_KEY,
    queryFn: async ({ client, signal }): Promise<Home> => {
      const answer = await dataOf(api.GET("/api/security/home", { signal }));
      const cards = answer.cards.filter(({ id }) => !config.hiddenAppIds.includes(id));
      const home: Home = Object.assign({ announcement: null }, answer, { cards });
      client.setQueryData(groupNoticeQuery(services).queryKey, home.notice);
      keepCardCounts(home);
      // What is due or offered now is done before the next visit. Requests name other people, so no browser keeps them.
      const done = { announcement: null, passkeyOffer: false, waiting: [], requests: [] };
      keepHome(session.subject, { ...home, ...done });
      return home;
    },
    initialData: () => keptHome(session.subject),
    initialDataUpdatedAt: 0,
    meta: { ownMessage: true },
  });
}

/** Who can give access to a product (T-31). */
export function groupAdminsQuery({ api }: Pick<Services, "api">, productId: number) {
  return queryOptions({
    queryKey: ["group-admins", productId],
    queryFn: async ({ signal }) => {
      const params = { query: { productId } };
      return (await dataOf(api.GET("/api/security/user/prompt-group-admin", { params, signal }))).groups;
    },
    meta: { ownMessage: true },
  });
}

export type { Home, Product };
