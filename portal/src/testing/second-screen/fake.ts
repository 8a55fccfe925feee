import { mock, success, type Mock } from "../mocks";
import type { Badge } from "./sample";

export function aBadge(given: Partial<Badge> = {}): Badge {
  return { id: "b-1", name: "Front door", kind: "staff", note: "Ground floor", active: true, ...given };
}

/** Mocks the badges of a server, for Vitest and for the checks in a real browser. `sent` collects the saved badges. */
export function fakeBadges(first: Badge[]) {
  const state = { badges: first, sent: [] as unknown[] };
  const mocks: Mock[] = [
    mock("get", "/api/security/badge/list", ({ query }) => {
      const list = state.badges.slice(0, Number(query.pageSize));
      return success({ list, total: state.badges.length });
    }),
    mock("post", "/api/security/badge/save", ({ body }) => {
      state.sent.push(body);
      const saved = aBadge({ id: `b-${state.badges.length + 1}`, ...body });
      const known = state.badges.some(({ id }) => id === saved.id);
      state.badges = known
        ? state.badges.map((one) => (one.id === saved.id ? saved : one))
        : [...state.badges, saved];
      return success(null);
    }),
    mock("post", "/api/security/badge/remove", ({ body }) => {
      state.badges = state.badges.filter(({ id }) => id !== body.id);
      return success(null);
    }),
  ];
  return { state, mocks };
}

/** Badges for the checks in a real browser. Some have long or Chinese names. */
export const someBadges: Badge[] = [
  "Front door",
  "Archive",
  "Server room on the third floor",
  "东门停车场",
].map((name, index) => ({
  id: `b-${index + 1}`,
  name,
  kind: index % 2 ? "guest" : "staff",
  note: index % 2 ? "" : "Ground floor, beside the reception; ask there for the spare key",
  active: true,
}));
