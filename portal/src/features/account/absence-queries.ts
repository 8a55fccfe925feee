import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../api/client";
import type { components } from "../../api/schema";
import type { Services } from "../../api/services";
import { write } from "../../api/write";
import type { OptionSource } from "../../kit/use-search";

declare module "../../api/kept" {
  interface Kept {
    "own-absence": true;
    "stand-ins": true;
  }
  interface Changes {
    "/api/security/account/absence/save": "own-absence";
    "/api/security/account/absence/end": "own-absence";
  }
}

export type PlannedAbsence = components["schemas"]["PlannedAbsence"];

/** When the person is away and who decides meanwhile, and for whom the person decides. */
export function absenceQuery({ api }: Services) {
  return queryOptions({
    queryKey: ["own-absence"],
    staleTime: 0,
    queryFn: ({ signal }) => dataOf(api.GET("/api/security/account/absence", { signal })),
    meta: { ownMessage: true },
  });
}

export function saveAbsence(services: Services, body: components["schemas"]["SaveAbsenceBody"]) {
  return write(services, "/api/security/account/absence/save", body);
}

export function endAbsence(services: Services) {
  return write(services, "/api/security/account/absence/end", undefined);
}

/** The people who can stand in. `present` is the absence to change, whose stand-in has a name already. */
export function standIns({ api }: Services, present: PlannedAbsence | null): OptionSource {
  return {
    key: ["stand-ins", present?.userId],
    search: async (context, signal) => {
      const params = { query: { context, pageSize: 20 } };
      const list = await dataOf(api.GET("/api/security/account/absence/option-list", { params, signal }));
      return list.map(({ userId, username, fullName }) => ({
        value: userId,
        label: fullName || username,
        hint: username,
      }));
    },
    find: (value) => Promise.resolve(present?.userId === value ? { value, label: present.name } : undefined),
  };
}
