import type { components } from "../api/schema";
import { hasPart, mockList } from "./mock-list";
import { mock, refusal, success, type Mock } from "./mocks";

type Application = components["schemas"]["ApplicationDetails"];
type Row = components["schemas"]["ApplicationListRow"];

export function anApplication(given: Partial<Application> = {}): Application {
  return {
    client_id: "timesheet",
    source: "admin",
    enabled: true,
    secrets: 1,
    metadata: {
      name: "Time Sheets",
      kind: "oidc",
      application_type: "web",
      redirect_uris: ["https://time.example/callback"],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      scopes: ["openid", "profile"],
      token_endpoint_auth_method: "client_secret_basic",
      end_with_session: true,
      rotate_refresh_tokens: true,
      access: null,
      legacy: null,
    },
    version: 4,
    createdAt: Date.UTC(2026, 0, 5, 8),
    changedAt: Date.UTC(2026, 10, 1, 8),
    changedBy: "Ada Super",
    lastUsedAt: Date.UTC(2026, 10, 20, 9, 30),
    rights: { edit: true, secret: true, trust: false },
    ...given,
  };
}

function rowOf({ client_id, metadata, source, enabled, createdAt, lastUsedAt }: Application): Row {
  const { name = "", kind = "oidc" } = metadata;
  return { client_id, name, kind, source, enabled, createdAt, lastUsedAt: lastUsedAt ?? null };
}

/** Mocks the applications of a server. `sent` collects the bodies of all changes. */
export function fakeApplications(first: Application[]) {
  const state = { applications: first, sent: [] as unknown[] };
  const find = (id: string | undefined) => state.applications.find(({ client_id }) => client_id === id);
  /** What the server makes at random. */
  const freeId = () => {
    let id = "a-random-one";
    while (find(id)) id += "-more";
    return id;
  };
  const change = (id: string, changes: Partial<Application>) => {
    state.applications = state.applications.map((one) =>
      one.client_id === id ? { ...one, ...changes, version: one.version + 1 } : one,
    );
  };
  const unknown = refusal(100012, "Illegal argument", { field: "client_id" });
  const mocks: Mock[] = [
    mockList("/api/security/admin/application/list", {
      rows: () => state.applications,
      shown: rowOf,
      filters: {
        context: ({ metadata, client_id }, part) => hasPart(`${metadata.name}\n${client_id}`, part),
        source: ({ source }, value) => source === value,
        kind: ({ metadata }, value) => metadata.kind === value,
        enabled: ({ enabled }, value) => enabled === (value === "1"),
      },
      sorts: {
        name: ({ metadata }) => metadata.name ?? "",
        created: ({ createdAt }) => createdAt,
        lastUsed: ({ lastUsedAt }) => lastUsedAt ?? 0,
      },
    }),
    mock("get", "/api/security/admin/application/info", ({ query }) => {
      const application = find(query.client_id);
      return application ? success(application) : unknown;
    }),
    mock("post", "/api/security/admin/application/add", ({ body }) => {
      state.sent.push(body);
      const { metadata } = body;
      const id = body.client_id ?? freeId();
      if (find(id)) {
        const msg = "This id is taken.";
        return refusal(100011, msg, { field: "client_id", faults: [{ field: "client_id", msg }] });
      }
      const added = anApplication({ client_id: id, version: 1, lastUsedAt: null });
      const known = { ...added.metadata, ...metadata };
      state.applications = [{ ...added, metadata: known }, ...state.applications];
      const needsSecret = known.token_endpoint_auth_method?.startsWith("client_secret");
      return success({ client_id: added.client_id, version: 1, secret: needsSecret ? SECRET : null });
    }),
    mock("post", "/api/security/admin/application/update", ({ body }) => {
      state.sent.push(body);
      const application = find(body.client_id);
      if (!application) return unknown;
      if (body.version !== undefined && body.version !== application.version) {
        const conflict = { by: "Ben Admin", at: Date.UTC(2026, 10, 22, 14) };
        return refusal(100012, "Ben Admin changed this on 22 Nov 2026, 14:00.", { conflict });
      }
      change(application.client_id, { metadata: { ...application.metadata, ...body.metadata } });
      return success({ client_id: application.client_id, version: application.version + 1, secret: null });
    }),
    mock("post", "/api/security/admin/application/update-status", ({ body }) => {
      state.sent.push(body);
      change(body.client_id, { enabled: body.enabled });
      return success({ client_id: body.client_id, version: 5, secret: null });
    }),
    mock("post", "/api/security/admin/application/rotate-secret", ({ body }) => {
      state.sent.push(body);
      change(body.client_id, { secrets: body.keep_previous ? 2 : 1 });
      return success({ client_id: body.client_id, version: 5, secret: SECRET });
    }),
  ];
  return { state, mocks };
}

export const SECRET = "qYv3Tt0m9hJ2kPz8RfWc5LxN7bDsGaEu1oVi6MyKjHg";

/** Applications for the checks in a real browser: long and Chinese names, every source, kind and way to authenticate. */
export const someApplications: Application[] = [
  anApplication({
    secrets: 2,
    rights: { edit: true, secret: true, trust: true },
    metadata: {
      ...anApplication().metadata,
      contacts: ["team@time.example", "媒介系统@蓝岸.example"],
      post_logout_redirect_uris: ["https://time.example/"],
      client_uri: "https://time.example/",
      access: "product",
      refresh: "session",
      access_token_format: "jwt",
      access_token_lifetime: 300,
      backchannel_logout_uri: "https://time.example/backchannel-logout",
      first_party: true,
      resources: ["https://api.time.example/"],
      legacy: { app_name: "TIME", callback_origins: ["https://time.example"], mode: "oidc" },
    },
  }),
  anApplication({
    client_id: "a-very-long-client-id.of-an-application.that-came-from-another-system",
    source: "file",
    lastUsedAt: null,
    rights: { edit: false, secret: false, trust: false },
    metadata: {
      ...anApplication().metadata,
      name: "Reach, frequency and cost of every campaign in all regions, by week and by medium",
      token_endpoint_auth_method: "none",
      application_type: "native",
      allowed_origins: ["https://reach.example"],
    },
  }),
  anApplication({
    client_id: "archive",
    enabled: false,
    metadata: {
      name: "媒介计划档案",
      kind: "legacy",
      grant_types: [],
      response_types: [],
      scopes: [],
      token_endpoint_auth_method: "none",
      legacy: { app_name: "ARCHIVE", callback_origins: ["https://archive.example"], mode: "query" },
    },
    rights: { edit: true, secret: false, trust: false },
  }),
];

export const standIn = () => fakeApplications(someApplications).mocks;
