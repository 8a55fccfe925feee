import type { components } from "../api/schema";
import { mock, success, type Mock } from "./mocks";

type Group = components["schemas"]["GroupListRow"];

export function aGroup(given: Partial<Group> = {}): Group {
  return {
    groupId: "g-1",
    groupName: "Media North",
    status: 0,
    groupAdmin: ["Chloe Manager", "Ben Admin"],
    numbersOfManagers: 2,
    numbersOfMembers: 1234,
    products: [{ appId: 7, name: "Time Sheet" }],
    numbersOfProducts: 1,
    createdAt: Date.UTC(2026, 10, 20, 9, 30),
    ...given,
  };
}

/** The groups of a server, for Vitest and for the checks in a real browser alike; `asked` are the queries. */
export function fakeGroups(groups: Group[]) {
  const asked: Record<string, string | undefined>[] = [];
  const mocks: Mock[] = [
    mock("get", "/api/security/admin/user-group/list", ({ query }) => {
      asked.push(query);
      const { context = "", status, sort } = query;
      const found = groups.filter(
        (one) =>
          one.groupName.toLowerCase().includes(context.toLowerCase()) &&
          (status === undefined || one.status === Number(status)),
      );
      if (sort === "groupName") found.sort((a, b) => a.groupName.localeCompare(b.groupName));
      const [size, pageNum] = [Number(query.pageSize), Number(query.pageNum ?? 1)];
      const list = found.slice((pageNum - 1) * size, pageNum * size);
      return success({ list, total: found.length, more: false, pageNum });
    }),
  ];
  return { asked, mocks };
}

/** Those of the checks in a real browser: long and Chinese names, many managers, nobody and nothing. */
export const someGroups: Group[] = [
  aGroup(),
  aGroup({
    groupId: "g-2",
    groupName: "Regional Client Service Directors North and all who stand in for them",
    groupAdmin: ["Ada", "Ben", "Chloe", "Dan", "李明", "Eve", "Finn"],
    numbersOfManagers: 23,
    numbersOfProducts: 9,
    products: ["Time Sheet", "媒介计划", "Planning", "Archive", "Reports", "Budget"].map((name, appId) => ({
      appId,
      name,
    })),
  }),
  aGroup({
    groupId: "g-3",
    groupName: "蓝岸广告媒介部",
    status: 2,
    groupAdmin: [],
    numbersOfManagers: 0,
    numbersOfMembers: 0,
    products: [],
    numbersOfProducts: 0,
  }),
];
