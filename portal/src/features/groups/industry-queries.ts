import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../api/client";
import type { Services } from "../../api/services";
import { write } from "../../api/write";
import type { Option, OptionSource } from "../../kit/use-search";
import { groupQuery, updateGroup } from "./queries";

declare module "../../api/kept" {
  interface Kept {
    "group-industries": true;
  }
  interface Changes {
    "/api/security/admin/user-group/data-access/industry-confirm": "group" | "group-industries";
  }
}

/** The industries of a group and the brands that are chosen in each, with the group's version (C-092). */
export function industriesQuery(services: Services, groupId: string) {
  return queryOptions({
    queryKey: ["group-industries", groupId],
    staleTime: 0,
    queryFn: async () => {
      const { version, industries } = await services.queries.query(groupQuery(services, groupId));
      const brands: Record<string, Option[]> = {};
      for (const { id } of industries) {
        const all = await brandsOf(services, groupId, id);
        brands[id] = all
          .filter(({ selected }) => selected)
          .map(({ brandId, brandName }) => ({ value: brandId, label: brandName }));
      }
      return { version, industries: industries.map(({ id, name }) => ({ value: id, label: name })), brands };
    },
    meta: { ownMessage: true },
  });
}

async function brandsOf({ api }: Services, groupId: string, industryId: string) {
  const body = { groupId, industryIds: [industryId] };
  const [answer] = await dataOf(
    api.POST("/api/security/admin/user-group/data-access/industry-brand", { body }),
  );
  return answer?.brands ?? [];
}

/** The industries by name. */
export function industries({ api }: Services, groupId: string): OptionSource {
  return {
    key: ["group-industries", groupId, "options"],
    search: async (text, signal) => {
      const list = await dataOf(
        api.POST("/api/security/admin/user-group/data-access/industry", { body: { groupId }, signal }),
      );
      return matching(
        list.map(({ industryId, industryName }) => ({ value: industryId, label: industryName })),
        text,
      );
    },
  };
}

/** The brands of an industry by name. */
export function brandsOfIndustry(services: Services, groupId: string, industryId: string): OptionSource {
  return {
    key: ["group-industries", groupId, industryId],
    search: async (text) => {
      const all = await brandsOf(services, groupId, industryId);
      return matching(
        all.map(({ brandId, brandName }) => ({ value: brandId, label: brandName })),
        text,
      );
    },
  };
}

function matching(options: Option[], text: string): Option[] {
  return options.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase())).slice(0, 50);
}

/** The call for industry data rejects an empty set, so the group update clears it (C-083, C-093). */
export function changeIndustries(
  services: Services,
  groupId: string,
  version: number,
  items: { industryId: string; brandIds: string[] }[],
) {
  if (items.length === 0) return updateGroup(services, { groupId, version, industryIds: [] });
  const path = "/api/security/admin/user-group/data-access/industry-confirm";
  return write(services, path, { groupId, version, items });
}
