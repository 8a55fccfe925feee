import { dataOf } from "../api/client";
import type { Services } from "../api/services";
import type { OptionSource } from "./use-search";

declare module "../api/kept" {
  interface Kept {
    agencies: true;
    clients: true;
    brands: true;
    divisions: true;
    products: true;
    modules: true;
    groups: true;
    "role-organisations": true;
  }
}

// What several forms choose from. The server searches for the typed text and sends the names in order.

export function agencies({ api }: Services): OptionSource {
  return {
    key: ["agencies"],
    search: async (context, signal) => {
      const params = { query: { context } };
      const list = await dataOf(api.GET("/api/security/common/option/agency", { params, signal }));
      return list.map(({ agencyId, agencyName }) => ({ value: agencyId, label: agencyName }));
    },
  };
}

/** The clients: of one agency and of none, or all. */
export function clients({ api }: Services, agencyId = ""): OptionSource {
  return {
    key: ["clients", agencyId],
    search: async (context, signal) => {
      const params = { query: { context, ...(agencyId && { agencyId }) } };
      const list = await dataOf(api.GET("/api/security/common/option/client", { params, signal }));
      return list.map(({ clientId, clientName, agencyId: belongsTo }) => ({
        value: clientId,
        label: clientName,
        ...(belongsTo && { belongsTo }),
      }));
    },
  };
}

export function brands({ api }: Services): OptionSource {
  return {
    key: ["brands", "all"],
    search: async (context, signal) => {
      const params = { query: { context } };
      const list = await dataOf(api.GET("/api/security/common/option/brand", { params, signal }));
      return list.map(({ brandId, brandName }) => ({ value: brandId, label: brandName }));
    },
  };
}

export function divisions({ api }: Services): OptionSource {
  return {
    key: ["divisions"],
    search: async (context, signal) => {
      const params = { query: { context } };
      const list = await dataOf(api.GET("/api/security/admin/access/division-list", { params, signal }));
      return list.map(({ divisionId, divisionName }) => ({ value: divisionId, label: divisionName }));
    },
  };
}

/** The products by name. `own` for people who only administer some of them: these, hidden ones too. */
export function products({ api }: Services, own: boolean): OptionSource {
  return {
    key: ["products", "options", own],
    search: async (context, signal) => {
      if (!own) {
        const params = { query: { context, pageSize: 20 } };
        const list = await dataOf(api.GET("/api/security/admin/app/option-list", { params, signal }));
        return list.map(({ projectId, projectName }) => ({ value: String(projectId), label: projectName }));
      }
      const query = { ...(context && { context }), pageSize: 20, sort: "name" };
      const page = await dataOf(api.GET("/api/security/admin/app/list", { params: { query }, signal }));
      return page.list.map(({ projectId, name }) => ({ value: String(projectId), label: name }));
    },
  };
}

/** The modules of a product that are on. */
export function modules({ api }: Services, projectId: number): OptionSource {
  return {
    key: ["modules", "options", projectId],
    search: async (context, signal) => {
      const params = { query: { projectId, context } };
      const list = await dataOf(api.GET("/api/security/admin/module/option-list", { params, signal }));
      return list.map(({ moduleId, moduleName }) => ({ value: moduleId, label: moduleName }));
    },
  };
}

/** The agencies (account types 1 and 2) or clients (type 3) that a role can be for. */
export function organisations({ api }: Services, accountType: string): OptionSource {
  return {
    key: ["role-organisations", accountType],
    search: async (context, signal) => {
      const params = { query: { accountType: Number(accountType), context } };
      const list = await dataOf(api.GET("/api/security/admin/user/org/option-list", { params, signal }));
      return list.map(({ orgId, orgName }) => ({ value: orgId, label: orgName }));
    },
  };
}

/** The groups that are on. */
export function groups({ api }: Services): OptionSource {
  return {
    key: ["groups", "options"],
    search: async (context, signal) => {
      const params = { query: { context, pageSize: 20 } };
      const list = await dataOf(api.GET("/api/security/common/option/group-list", { params, signal }));
      return list.map(({ groupId, groupName }) => ({ value: groupId, label: groupName }));
    },
  };
}

/** The products by name; what names one by its code, such as an audience, takes its value. */
export function productsByCode({ api }: Pick<Services, "api">): OptionSource {
  return {
    key: ["products", "codes"],
    search: async (context, signal) => {
      const params = { query: { context, pageSize: 20 } };
      const list = await dataOf(api.GET("/api/security/admin/app/option-list", { params, signal }));
      return list.map(({ appName, projectName }) => ({ value: appName, label: projectName, hint: appName }));
    },
    find: (value) => Promise.resolve(value ? { value, label: value } : undefined),
  };
}
