import type { Metadata } from "../queries";
import {
  ALGORITHMS,
  applies,
  CHOICES,
  FLAGS,
  GRANTS,
  LISTS,
  TYPED,
  type FieldName,
  type FlagName,
  type ListName,
  type TextName,
  type TypedName,
} from "./fields";

/** A row of a list in the form. */
interface Row {
  value: string;
}

/** What the form of an application holds, each value at the path by which the server names its field. */
export interface ApplicationValues {
  client_id: string;
  metadata: Record<TextName, string> &
    Record<FlagName, boolean> &
    Record<ListName, Row[]> & {
      grant_types: Record<(typeof GRANTS)[number], boolean>;
      legacy: { app_name: string; mode: string; callback_origins: Row[] };
    };
}

/** The server's defaults for missing fields. */
export const DEFAULTS: Metadata = {
  name: "",
  kind: "oidc",
  first_party: false,
  application_type: "web",
  redirect_uris: [],
  post_logout_redirect_uris: [],
  backchannel_logout_uri: null,
  end_with_session: true,
  backchannel_logout_session_required: true,
  grant_types: ["authorization_code"],
  response_types: ["code"],
  scopes: ["openid"],
  token_endpoint_auth_method: "client_secret_basic",
  token_endpoint_auth_strict: false,
  token_endpoint_auth_signing_alg: null,
  jwks: null,
  jwks_uri: null,
  require_pkce: false,
  refresh: "offline",
  rotate_refresh_tokens: true,
  refresh_grace: false,
  id_token_signed_response_alg: "RS256",
  id_token_claims: false,
  access_token_format: "opaque",
  access_token_signed_response_alg: "ES256",
  resources: [],
  dpop_bound_access_tokens: false,
  serves: [],
  serves_signed: false,
  allowed_origins: [],
  logo_uri: null,
  client_uri: null,
  policy_uri: null,
  tos_uri: null,
  initiate_login_uri: null,
  default_max_age: null,
  require_auth_time: false,
  require_second_factor: false,
  contacts: [],
  access_token_lifetime: null,
  access: null,
  groups_claim: "product",
  legacy: null,
};

const TEXTS = [...Object.keys(TYPED), ...Object.keys(CHOICES), ...Object.keys(ALGORITHMS)] as TextName[];

export function valuesOf(clientId: string, metadata: Metadata): ApplicationValues {
  const given = { ...DEFAULTS, ...metadata };
  const { legacy, grant_types: grants = [] } = given;
  return {
    client_id: clientId,
    metadata: {
      ...of(TEXTS, (name) => textOf(given[name])),
      ...of(FLAGS, (name) => given[name] ?? false),
      ...of(LISTS, (name) => rowsOf(given[name])),
      grant_types: of(GRANTS, (grant) => grants.includes(grant)),
      legacy: {
        app_name: legacy?.app_name ?? "",
        mode: legacy?.mode ?? "query",
        callback_origins: rowsOf(legacy?.callback_origins),
      },
    },
  };
}

function of<Name extends string, T>(names: readonly Name[], value: (name: Name) => T): Record<Name, T> {
  return Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, T>;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.join(" ");
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

export function rowsOf(values: string[] | undefined): Row[] {
  return (values ?? []).map((value) => ({ value }));
}

/** Whether the server gives an application with these values a secret. */
export function hasSecret({ metadata }: ApplicationValues): boolean {
  return metadata.kind === "oidc" && metadata.token_endpoint_auth_method.startsWith("client_secret");
}

/** The values for the call, without empty rows. */
export function metadataOf({ metadata }: ApplicationValues): Metadata {
  const { legacy, grant_types: grants } = metadata;
  const origins = textsIn(legacy.callback_origins);
  const hasLegacy = metadata.kind === "legacy" || legacy.app_name.trim() !== "" || origins.length > 0;
  return {
    ...of(TEXTS, (name) => valueOf(name, metadata[name].trim())),
    ...of(FLAGS, (name) => metadata[name]),
    ...of(LISTS, (name) => textsIn(metadata[name])),
    grant_types: GRANTS.filter((grant) => grants[grant]),
    legacy: hasLegacy
      ? { app_name: legacy.app_name.trim(), mode: legacy.mode, callback_origins: origins }
      : null,
  } as Metadata;
}

export function textsIn(rows: Row[]): string[] {
  return rows.map(({ value }) => value.trim()).filter((value) => value !== "");
}

function valueOf(name: TextName, text: string): unknown {
  switch (TYPED[name as TypedName] as string | undefined) {
    case "text":
      return text;
    case "words":
      return text.split(/\s+/).filter((word) => word !== "");
    case "number":
      return text === "" ? null : Number(text);
    case "keys":
      return text === "" ? null : parsed(text);
    default:
      return text || null;
  }
}

/** The parsed JSON. A text that is no JSON stays a text, and the check of the form refuses it. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * The differences from the server's metadata. A field that the form does not show stays as it is,
 * unless the server would refuse it together with the other values.
 */
export function changesOf(before: Metadata, values: ApplicationValues): Metadata {
  const [base, now] = [metadataOf(valuesOf("", before)), metadataOf(values)];
  const wished = (Object.keys(now) as FieldName[]).flatMap((name) => {
    const value = applies(name, values.metadata)
      ? now[name]
      : CLEARED.includes(name)
        ? DEFAULTS[name]
        : base[name];
    return isSame(value, base[name]) ? [] : [[name, value] as const];
  });
  const needsCode = values.metadata.grant_types.authorization_code && before.response_types?.length === 0;
  return {
    ...(Object.fromEntries(wished) as Metadata),
    ...(needsCode && { response_types: ["code" as const] }),
  };
}

/**
 * A confidential application has no origins, and one without refresh tokens has no rule for them.
 */
const CLEARED: readonly FieldName[] = ["allowed_origins", "refresh"];

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

interface FaultWords {
  number: string;
  keys: string;
}

/** Checks only what the server could not parse. It checks everything else itself. */
export function faultsOf(values: ApplicationValues, words: FaultWords) {
  const faults = (Object.keys(TYPED) as TypedName[]).flatMap((name) => {
    const text = values.metadata[name].trim();
    if (text === "" || !applies(name, values.metadata)) return [];
    const kind = TYPED[name];
    if (kind === "number" && !/^\d{1,9}$/.test(text)) return [[`metadata.${name}`, words.number] as const];
    const isSet = kind !== "keys" || (typeof parsed(text) === "object" && parsed(text) !== null);
    return isSet ? [] : [[`metadata.${name}`, words.keys] as const];
  });
  return Object.fromEntries(faults);
}
