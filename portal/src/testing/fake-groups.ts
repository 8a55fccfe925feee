import type { components } from "../api/schema";
import { hasPart, mockList } from "./mock-list";
import type { Mock } from "./mocks";

type Group = components["schemas"]["GroupListRow"];

export function aGroup(given: Partial<Group> = {}): Group {
  return {
    groupId: "g-1",
    groupName: "Media North",
    status: 0,
    visible: "all",
    groupAdmin: ["Chloe Manager", "Ben Admin"],
    numbersOfManagers: 2,
    numbersOfMembers: 1234,
    products: [{ appId: 7, name: "Time Sheet" }],
    numbersOfProducts: 1,
    createdAt: Date.UTC(2026, 10, 20, 9, 30),
    ...given,
  };
}

/** Mocks the groups of a server, for Vitest and for the checks in a real browser. */
export function fakeGroups(groups: Group[]): Mock[] {
  return [
    mockList("/api/security/admin/user-group/list", {
      rows: () => groups,
      filters: {
        context: ({ groupName }, part) => hasPart(groupName, part),
        status: ({ status }, value) => status === Number(value),
      },
      sorts: { groupName: ({ groupName }) => groupName, created: ({ createdAt }) => createdAt },
    }),
  ];
}

/**
 * Groups for the checks in a real browser: long names, Chinese names, many managers, and a group without people and
 * products.
 */
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

export const standIn = () => fakeGroups(someGroups);
