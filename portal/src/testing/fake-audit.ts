import type { components } from "../api/schema";
import { mockList } from "./mock-list";
import { file, mock, success, type Mock } from "./mocks";

type Schemas = components["schemas"];
type AuditEntry = Schemas["AuditEntry"];
type AuditParty = Schemas["AuditParty"];

export const BEN: AuditParty = {
  kind: "account",
  id: "u-ben",
  name: "Ben Admin",
  username: "BenAdmin",
  now: "BenAdmin",
};
export const DAN: AuditParty = {
  kind: "account",
  id: "u-dan",
  name: "Dan Member",
  username: "DanMember",
  now: "DanMember",
};
export const BRAND_TEAM: Schemas["AuditObject"] = {
  kind: "group",
  id: "brand-team",
  name: "Brand team",
  now: "Brand and more",
};
export const CLI: AuditParty = { kind: "cli", id: "cli", name: null, username: null };

/** An entry: Ben changed Dan's account. */
export function anEntry(given: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: "e-1",
    at: Date.UTC(2026, 10, 20, 9, 30),
    kind: "account.changed",
    actor: BEN,
    object: { kind: "account", id: DAN.id, name: DAN.name ?? null, now: "DanMember" },
    account: DAN,
    application: null,
    sessionId: "s-1",
    call: "POST /api/security/admin/user/update",
    address: "192.0.2.7",
    requestId: "01JD-AUDIT-1",
    changes: [
      { field: "nickname", recorded: true, from: null, to: "Danny" },
      { field: "status", recorded: true, from: "enabled", to: "disabled" },
      { field: "password", recorded: false, from: null, to: null },
    ],
    detail: { change: "updated" },
    ...given,
  };
}

/** The part of the log that the entry is in, by the examples below. */
function segment({ kind }: AuditEntry): string {
  if (kind.startsWith("token.")) return "tokens";
  return kind.startsWith("sign_in.") || kind === "logout.delivered" ? "sign_ins" : "changes";
}

/** The audit log of a server: a few entries of different kinds, then `signIns` older sign-ins. */
export function someEntries(signIns = 30): AuditEntry[] {
  const at = (minutes: number) => Date.UTC(2026, 10, 20, 9, 30) - minutes * 60_000;
  const demo: AuditParty = {
    kind: "application",
    id: "demo-app",
    name: "Demo App",
    username: null,
    now: "Demo App",
  };
  const telling = [
    anEntry(),
    anEntry({
      id: "e-2",
      at: at(3),
      actor: CLI,
      call: "cli user add",
      address: null,
      requestId: null,
      sessionId: null,
      object: {
        kind: "account",
        id: "u-li",
        name: "李明 – Regional Client Service Director North",
        now: "LiMing",
      },
      account: null,
      detail: { change: "created" },
      changes: [{ field: "username", recorded: true, from: null, to: "LiMing" }],
    }),
    anEntry({
      id: "e-5",
      at: at(4),
      kind: "group.member_added",
      object: BRAND_TEAM,
      call: "POST /api/security/user/user-group/member/add",
      detail: { until: "2026-12-28" },
      changes: [],
    }),
    anEntry({
      id: "e-6",
      at: at(4),
      kind: "request.decided",
      object: { kind: "request", id: "r-1", name: null, now: null },
      wanted: BRAND_TEAM,
      detail: { outcome: "refused", reason: "Ask the Media team instead" },
      changes: [],
    }),
    anEntry({
      id: "e-3",
      at: at(5),
      kind: "logout.delivered",
      actor: { kind: "server", id: "server", name: null, username: null },
      object: { kind: "client", id: "demo-app", name: "Demo App", now: "Demo App" },
      application: demo,
      detail: { delivered: false },
      changes: [],
    }),
    anEntry({
      id: "e-4",
      at: at(8),
      kind: "sign_in.refused",
      actor: null,
      address: "2001:db8::17",
      detail: { reason: "wrong_password" },
      changes: [],
    }),
  ];
  const signedIn = Array.from({ length: signIns }, (_, index) =>
    anEntry({
      id: `s-${index}`,
      at: at(60 * (index + 1)),
      kind: "sign_in.succeeded",
      actor: DAN,
      application: demo,
      call: "POST /login",
      detail: { amr: ["pwd"], acr: "urn:atrium:acr:password" },
      changes: [],
    }),
  );
  return [...telling, ...signedIn];
}

const APPLICATIONS: Schemas["ApplicationOption"][] = [
  { applicationId: "portal", applicationName: "Atrium" },
  { applicationId: "demo-app", applicationName: "Demo App" },
];

const FILTERS = {
  from: ({ at }: AuditEntry, from: string) => at >= Number(from),
  until: ({ at }: AuditEntry, until: string) => at < Number(until),
  kind: ({ kind }: AuditEntry, value: string) => kind === value,
  segment: (entry: AuditEntry, value: string) => segment(entry) === value,
  actorId: ({ actor }: AuditEntry, id: string) => actor?.id === id,
  applicationId: ({ application }: AuditEntry, id: string) => application?.id === id,
  objectKind: ({ object }: AuditEntry, kind: string) => object?.kind === kind,
  objectId: ({ object }: AuditEntry, id: string) => object?.id === id,
  address: ({ address }: AuditEntry, value: string) => address === value,
};
type Filters = Partial<Record<keyof typeof FILTERS | "pageNum" | "pageSize" | "sort" | "cursor", string>>;

/**
 * Mocks the calls of the audit log, for Vitest and for the checks in a real browser. `asked` collects their queries.
 */
export function fakeAudit(entries: AuditEntry[]) {
  const asked: { call: "list" | "history" | "export"; query: Filters }[] = [];
  const sorts = { time: ({ at }: AuditEntry) => at };
  const listed = { rows: () => entries, filters: FILTERS, sorts };
  const noting = (call: "list" | "history", list: Mock): Mock => ({
    ...list,
    reply: (request) => {
      asked.push({ call, query: request.query });
      return list.reply(request);
    },
  });
  const mocks: Mock[] = [
    noting("list", mockList("/api/security/admin/audit/list", listed)),
    noting("history", mockList("/api/security/admin/audit/history", listed)),
    mock("get", "/api/security/admin/audit/export", ({ query }) => {
      asked.push({ call: "export", query });
      const passing = entries.filter((entry) =>
        Object.entries(query).every(([name, value]) => FILTERS[name as keyof typeof FILTERS](entry, value)),
      );
      const rows = passing.map(({ at, kind }) => `${new Date(at).toISOString()},${kind}`);
      return file("text/csv", ["time,kind", ...rows].join("\r\n"));
    }),
    mock("get", "/api/security/admin/audit/application/option-list", ({ query }) =>
      success(APPLICATIONS.filter(({ applicationName }) => applicationName.includes(query.context ?? ""))),
    ),
  ];
  return { asked, mocks };
}

export const standIn = () => fakeAudit(someEntries(300)).mocks;
