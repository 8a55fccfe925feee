import type { ListPath } from "../api/call";
import type { components } from "../api/schema";
import { hasPart, mockList } from "./mock-list";
import { mock, success, type Mock } from "./mocks";

type Organisation = components["schemas"]["OrganisationListRow"];
type AgencyRequest = components["schemas"]["AgencyRequestRow"];

export function anOrganisation(given: Partial<Organisation> = {}): Organisation {
  return {
    id: "o-1",
    name: "Harbour Foods",
    parentId: "7",
    parentName: "Northlight",
    logo: "",
    status: 0,
    version: 2,
    createdAt: Date.UTC(2026, 10, 20, 9, 30),
    changedAt: Date.UTC(2026, 10, 20, 9, 30),
    ...given,
  };
}

/** Organisations with long and with Chinese names; one is off and belongs to nothing. */
export const someOrganisations: Organisation[] = [
  anOrganisation(),
  anOrganisation({
    id: "o-2",
    name: "海港食品大中华区媒介投放与品牌合作",
    parentId: "8",
    parentName: "蓝岸广告",
  }),
  anOrganisation({
    id: "o-3",
    name: "Regional Client Service North and all who stand in for it",
    parentId: null,
    parentName: null,
    status: 1,
  }),
];

export function aRequest(given: Partial<AgencyRequest> = {}): AgencyRequest {
  return {
    requestId: "r-1",
    userId: "u-1",
    username: "DanMember",
    fullName: "Dan Member",
    fromAgencyId: "7",
    fromAgencyName: "Northlight",
    agencyId: "8",
    agencyName: "蓝岸广告",
    state: 0,
    createdAt: Date.UTC(2026, 10, 20, 9, 30),
    decidedAt: null,
    decidedBy: null,
    reason: "",
    ...given,
  };
}

export const someRequests: AgencyRequest[] = [
  aRequest(),
  aRequest({
    requestId: "r-2",
    username: "EveNewcomer",
    fullName: "",
    fromAgencyName: null,
    state: 2,
    decidedBy: "Ada Super",
    reason: "Your client stays with Northlight",
  }),
];

const KINDS = ["agency", "client", "brand", "division", "industry"] as const;

/** Mocks the organisations of a server, for Vitest and for the checks in a real browser. `sent` collects changes. */
export function fakeOrganisations(): { mocks: Mock[]; sent: unknown[] } {
  const sent: unknown[] = [];
  const keep = ({ body }: { body: unknown }) => {
    sent.push(body);
    return success({ id: "o-9", version: 3 });
  };
  const listOf = (kind: (typeof KINDS)[number]) =>
    mockList(`/api/security/admin/${kind}/list` satisfies ListPath as "/api/security/admin/client/list", {
      rows: () => someOrganisations,
      filters: {
        context: ({ name }, part) => hasPart(name, part),
        status: ({ status }, value) => status === Number(value),
        parentId: ({ parentId }, value) => parentId === value,
      },
      sorts: { name: ({ name }) => name, created: ({ createdAt }) => createdAt },
    });
  const mocks = [
    ...KINDS.map(listOf),
    mock("post", "/api/security/admin/organisation/add", keep),
    mock("post", "/api/security/admin/organisation/update", keep),
    mockList("/api/security/admin/agency-request/list", {
      rows: () => someRequests,
      filters: { state: ({ state }, value) => state === Number(value) },
      sorts: { created: ({ createdAt }) => createdAt },
    }),
    mock("post", "/api/security/admin/agency-request/decide", ({ body }) => {
      sent.push(body);
      return success(aRequest({ state: 1 }));
    }),
    mock("get", "/api/security/common/option/agency", () =>
      success([
        { id: "7", agencyId: "7", agencyName: "Northlight" },
        { id: "8", agencyId: "8", agencyName: "蓝岸广告" },
      ]),
    ),
    mock("get", "/api/security/common/option/client", () =>
      success([{ clientId: "7", clientName: "Harbour Foods", agencyId: "7" }]),
    ),
  ];
  return { mocks, sent };
}

export const standIn = () => fakeOrganisations().mocks;
