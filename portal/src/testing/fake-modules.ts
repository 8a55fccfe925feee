import type { components } from "../api/schema";
import { choices } from "./fake-rights";
import { hasPart, mockList } from "./mock-list";
import { mock, refusal, success, type Mock } from "./mocks";

type Module = components["schemas"]["ModuleListRow"];

export function aModule(given: Partial<Module> = {}): Module {
  return {
    moduleId: "m-1",
    moduleName: "Reports",
    moduleCode: "Reports",
    projectId: 7,
    projectName: "Media planner",
    sort: 2,
    status: 0,
    desc: "Lists and files",
    numbersOfRights: 12,
    createdAt: Date.UTC(2026, 10, 20, 9, 30),
    c_time: "2026-11-20 17:30:00",
    version: 3,
    ...given,
  };
}

/** Modules with long and with Chinese names; one is off and empty. */
export const someModules: Module[] = [
  aModule(),
  aModule({
    moduleId: "m-2",
    moduleName: "Budgets of all regional campaigns, by client, brand and medium",
    moduleCode: "BudgetsOfAllRegionalCampaigns",
    sort: 1200,
  }),
  aModule({
    moduleId: "m-3",
    moduleName: "媒介日历",
    moduleCode: "Calendar",
    projectId: 8,
    projectName: "媒介计划",
    status: 1,
    numbersOfRights: 0,
  }),
];

/** Mocks the modules of a server. `sent` collects the bodies of all changes. */
export function fakeModules(first: Module[]) {
  const state = { modules: first, sent: [] as unknown[], version: 3 };
  const mocks: Mock[] = [
    mockList("/api/security/admin/access/module-list", {
      rows: () => state.modules,
      filters: {
        context: ({ moduleName, moduleCode }, part) => hasPart(`${moduleName}\n${moduleCode}`, part),
        projectId: ({ projectId }, value) => projectId === Number(value),
        status: ({ status }, value) => status === Number(value),
      },
      sorts: {
        name: ({ moduleName }) => moduleName,
        order: ({ sort }) => sort,
        created: ({ createdAt }) => createdAt,
      },
    }),
    mock("post", "/api/security/admin/access/add-module", ({ body }) => {
      state.sent.push(body);
      if (state.modules.some(({ moduleCode }) => moduleCode === body.moduleCode))
        return refusal(100011, "Another module of this product has this code.");
      state.modules = [aModule({ moduleId: "m-9", moduleName: body.moduleName ?? "" }), ...state.modules];
      return success({ moduleId: "m-9", version: 1 });
    }),
    mock("post", "/api/security/admin/access/updModule", ({ body }) => {
      state.sent.push(body);
      if (body.version !== undefined && body.version !== state.version) {
        const conflict = { by: "Ben Admin", at: Date.UTC(2026, 10, 22, 14) };
        return refusal(100012, "Ben Admin changed this module on 22 Nov 2026, 14:00.", { conflict });
      }
      return success({ moduleId: body.moduleId, version: 4 });
    }),
    mock("post", "/api/security/admin/access/delete-module", ({ body }) => {
      state.sent.push(body);
      state.modules = state.modules.filter(({ moduleId }) => moduleId !== body.moduleId);
      return success({ moduleId: body.moduleId });
    }),
    ...choices(),
  ];
  return { state, mocks };
}

export const standIn = () => fakeModules(someModules).mocks;
