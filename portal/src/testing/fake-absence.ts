import type { components } from "../api/schema";
import { mock, success, type Mock } from "./mocks";

type Schemas = components["schemas"];

export const anAbsence = (given: Partial<Schemas["PlannedAbsence"]> = {}): Schemas["PlannedAbsence"] => ({
  userId: "ben",
  username: "BenOwner",
  name: "Ben Owner",
  firstDay: "2026-12-21",
  lastDay: "2027-01-03",
  begun: false,
  able: true,
  ...given,
});

/** Mocks the absence of the signed-in person, who manages a group and stands in for one manager. */
export function fakeAbsence() {
  const state = {
    absence: {
      canBeRepresented: true,
      own: null,
      stoodInFor: [anAbsence({ userId: null, username: "ChloeManager", name: "Chloe Manager" })],
    } as Schemas["OwnAbsence"],
    /** The bodies that were saved; null for an end. */
    saved: [] as (Schemas["SaveAbsenceBody"] | null)[],
  };
  const mocks: Mock[] = [
    mock("get", "/api/security/account/absence", () => success(state.absence)),
    mock("get", "/api/security/account/absence/option-list", () =>
      success([{ userId: "ben", username: "BenOwner", fullName: "Ben Owner" }]),
    ),
    mock("post", "/api/security/account/absence/save", ({ body }) => {
      state.saved.push(body);
      const { userId, firstDay, lastDay } = body;
      state.absence = { ...state.absence, own: anAbsence({ userId, firstDay, lastDay }) };
      return success(null);
    }),
    mock("post", "/api/security/account/absence/end", () => {
      state.saved.push(null);
      state.absence = { ...state.absence, own: null };
      return success(null);
    }),
  ];
  return { state, mocks };
}
