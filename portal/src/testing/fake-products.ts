import type { components } from "../api/schema";
import { hasPart, mockList } from "./mock-list";
import type { Mock } from "./mocks";

type Product = components["schemas"]["ProductListRow"];

export function aListedProduct(given: Partial<Product> = {}): Product {
  return {
    projectId: 7,
    name: "Media planner",
    appName: "MEDIAPLAN",
    typeId: 1,
    typeName: "",
    adminId: "u-chloe",
    adminName: "Chloe Manager",
    iconimgUrl: "",
    link: "https://planner.example/",
    linkDialog: false,
    hidden: false,
    everyone: false,
    sort: 1,
    status: 0,
    createdAt: Date.UTC(2026, 10, 20, 9, 30),
    version: 1,
    ...given,
  };
}

/** Mocks the products of a server, for Vitest and for the checks in a real browser. */
export function fakeProducts(products: Product[]): Mock[] {
  return [
    mockList("/api/security/admin/app/list", {
      rows: () => products,
      filters: {
        context: ({ name, appName }, part) => hasPart(`${name}\n${appName}`, part),
        typeId: ({ typeId }, value) => typeId === Number(value),
        status: ({ status }, value) => status === Number(value),
      },
      sorts: { name: ({ name }) => name, order: ({ sort }) => sort, created: ({ createdAt }) => createdAt },
    }),
  ];
}

/**
 * Products for the checks in a real browser: a long name, a Chinese name, a hidden product, and one without an
 * administrator.
 */
export const someProducts: Product[] = [
  aListedProduct(),
  aListedProduct({
    projectId: 8,
    name: "Reach, frequency and cost of every campaign in all regions, by week and by medium",
    appName: "REACHFREQUENCY",
    typeId: 3,
    typeName: "Studies",
    adminName: "",
    adminId: "",
    everyone: true,
    sort: 1200,
  }),
  aListedProduct({
    projectId: 16,
    name: "媒介计划档案",
    appName: "ARCHIVE",
    typeId: 2,
    hidden: true,
    status: 1,
  }),
];

export const standIn = () => fakeProducts(someProducts);
