import type { components } from "../api/schema";
import { mock, success, type Mock } from "./mocks";

type Agency = components["schemas"]["SelectableAgency"];

export function anAgency(id: string, agencyName: string, given: Partial<Agency> = {}): Agency {
  return {
    id,
    agencyId: id,
    agencyName,
    logo: "",
    selected: false,
    requested: false,
    needsApproval: false,
    ...given,
  };
}

const NAMES = [
  "Northlight",
  "蓝岸广告",
  "Eastgate",
  "Westbridge & Partners International",
  ...["Bluebird", "Copperleaf", "Driftwood", "Evergreen", "Fireside", "Goldfinch", "Highwater", "Ironbark"],
  ...["Juniper", "Kestrel", "Lantern", "Moonrise", "Nightjar", "Oakfield", "Paperkite", "Quarry"],
];

/** The twenty agencies of the picker (K-40), some with long and Chinese names. */
export const twentyAgencies: Agency[] = NAMES.map((name, index) => anAgency(`a-${index + 1}`, name));

/** Mocks where a person belongs, for Vitest and for the checks in a real browser. `sent` collects what is chosen. */
export function fakeBelonging(agencies: Agency[] = twentyAgencies): { mocks: Mock[]; sent: unknown[] } {
  const sent: unknown[] = [];
  const mocks = [
    mock("get", "/api/security/user/acc-user/agency-select", () => success(agencies)),
    mock("post", "/api/security/user/assign-agency", ({ body }) => {
      sent.push(body);
      return success({ agencyId: "a-3", agencyName: "Eastgate", waits: false });
    }),
    mock("get", "/api/security/acc-user/brand", () =>
      success([
        { brandId: "m-1", brandName: "Morning Oats", clientId: "c-1" },
        { brandId: "m-2", brandName: "海风", clientId: "c-1" },
      ]),
    ),
    mock("post", "/api/security/user/brand/brand-select", ({ body }) => {
      sent.push(body);
      return success({ brandId: "m-1", brandName: "Morning Oats" });
    }),
  ];
  return { mocks, sent };
}

const marked = twentyAgencies.map((agency, index) => ({
  ...agency,
  selected: index === 0,
  requested: index === 3,
  needsApproval: index > 0,
}));

export const standIn = () => fakeBelonging(marked).mocks;
