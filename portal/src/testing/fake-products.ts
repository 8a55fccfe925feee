import type { components } from "../api/schema";
import { hasPart, mockList } from "./mock-list";
import { mock, success, type Mock } from "./mocks";

type Details = components["schemas"]["ProductDetails"];
type Product = components["schemas"]["ProductListRow"];

export function aListedProduct(given: Partial<Product> = {}): Product {
  return {
    projectId: 7,
    name: "Media planner",
    nameZh: "媒介计划",
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
    c_time: "2026-11-20 17:30:00",
    version: 1,
    ...given,
  };
}

/** What the server answers about one product. */
export function aProduct(given: Partial<Details> = {}): Details {
  const { projectId, name, nameZh, appName, typeId, typeName, adminId, adminName, iconimgUrl } =
    aListedProduct();
  return {
    ...{ projectId, name, nameZh, appName, typeId, typeName, adminId, adminName, iconimgUrl },
    administrators: [{ userId: "u-chloe", name: "Chloe Manager" }],
    applicationId: "",
    link: "https://planner.example/",
    links: [{ name: "Handbook", url: "https://docs.example/" }],
    attribute1: "Reach, cost and timing.",
    descriptionZh: "覆盖、成本与排期。",
    attribute2: "Open it from home.",
    attribute3: "Ask your manager.",
    featuresBenefits: [],
    snapshots: ["https://cdn.example/1.png"],
    files: [],
    agencies: [{ id: "7", agencyId: "7", agencyName: "Northlight" }],
    agencyIds: ["7"],
    everyone: false,
    linkDialog: false,
    hidden: false,
    hiddenBySettings: false,
    sort: 1,
    status: 0,
    createdAt: Date.UTC(2026, 10, 20, 9, 30),
    c_time: "2026-11-20 17:30:00",
    version: 4,
    changedAt: null,
    changedBy: "",
    mayEdit: true,
    ...given,
  };
}

/** Mocks the calls about one product; `sent` collects what is written. */
export function fakeProduct(product: Details = aProduct()): { mocks: Mock[]; sent: unknown[] } {
  const sent: unknown[] = [];
  const keep = ({ body }: { body: unknown }) => {
    sent.push(body);
    return success({ projectId: product.projectId, version: 5, status: 0 as const });
  };
  const mocks = [
    mock("get", "/api/security/admin/app/details", () => success(product)),
    mock("post", "/api/security/admin/app/add", keep),
    mock("post", "/api/security/admin/app/upd", keep),
    mock("post", "/api/security/admin/app/update-status", keep),
    mock("get", "/api/security/common/option/agency", () =>
      success([{ id: "7", agencyId: "7", agencyName: "Northlight" }]),
    ),
    mock("get", "/api/security/admin/app/application/option-list", () =>
      success([{ applicationId: "demo-app", applicationName: "Demo app" }]),
    ),
  ];
  return { mocks, sent };
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

export const standIn = () => [...fakeProducts(someProducts), ...fakeProduct().mocks];
