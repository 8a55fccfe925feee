import type { components } from "../api/schema";
import { hasPart, mockList } from "./mock-list";
import { mock, success, type Mock } from "./mocks";

type Mapping = components["schemas"]["IrisMappingRow"];

export function aMapping(given: Partial<Mapping> = {}): Mapping {
  return {
    id: "i-1",
    irisCode: "IR-100",
    irisName: "Harbour Foods EMEA",
    agencyId: "7",
    agencyName: "Northlight",
    clientId: "c-1",
    clientName: "Harbour Foods",
    userId: "u-2",
    username: "ChloeManager",
    fullName: "Chloe Manager",
    status: 0,
    version: 3,
    createdAt: Date.UTC(2026, 10, 20, 9, 30),
    c_time: "2026-11-20 17:30:00",
    ...given,
  };
}

/** Mocks the IRIS mappings of a server, for Vitest and for the checks in a real browser. `sent` collects changes. */
export function fakeIris(mappings: Mapping[]): { mocks: Mock[]; sent: unknown[] } {
  const sent: unknown[] = [];
  const keep = ({ body }: { body: unknown }) => {
    sent.push(body);
    return success({ id: "i-9", version: 4 });
  };
  const mocks = [
    mockList("/api/security/admin/iris-mapping/list", {
      rows: () => mappings,
      filters: {
        context: ({ irisCode, irisName }, part) => hasPart(`${irisCode} ${irisName}`, part),
        status: ({ status }, value) => status === Number(value),
        agencyId: ({ agencyId }, value) => agencyId === value,
        clientId: ({ clientId }, value) => clientId === value,
      },
      sorts: {
        irisCode: ({ irisCode }) => irisCode,
        irisName: ({ irisName }) => irisName,
        created: ({ createdAt }) => createdAt,
      },
    }),
    mock("post", "/api/security/admin/iris-mapping/add", keep),
    mock("post", "/api/security/admin/iris-mapping/update", keep),
    mock("get", "/api/security/common/option/agency", () =>
      success([
        { id: "7", agencyId: "7", agencyName: "Northlight" },
        { id: "8", agencyId: "8", agencyName: "蓝岸广告" },
      ]),
    ),
    mock("get", "/api/security/common/option/client", () =>
      success([{ clientId: "c-1", clientName: "Harbour Foods", agencyId: "7" }]),
    ),
    mock("get", "/api/security/admin/iris-mapping/account/option-list", () =>
      success([{ userId: "u-3", username: "DanMember", fullName: "Dan Member" }]),
    ),
  ];
  return { mocks, sent };
}

/** Mappings with long and with Chinese names, and one without agency, client and account. */
export const someMappings: Mapping[] = [
  aMapping(),
  aMapping({
    id: "i-2",
    irisCode: "IR-200",
    irisName: "海港食品大中华区媒介投放与品牌合作",
    clientName: null,
  }),
  aMapping({
    id: "i-3",
    irisCode: "IR-300-REGIONAL-CLIENT-SERVICE",
    irisName: "Regional Client Service North and all who stand in for it",
    agencyId: null,
    agencyName: null,
    clientId: null,
    clientName: null,
    userId: null,
    username: null,
    fullName: null,
    status: 1,
  }),
];

export const standIn = () => fakeIris(someMappings).mocks;
