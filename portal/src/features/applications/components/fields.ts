/** The values of fields that have only a few, as the server knows them. */
export const CHOICES = {
  kind: ["oidc", "legacy"],
  application_type: ["web", "native"],
  access: ["everyone", "product"],
  token_endpoint_auth_method: ["client_secret_basic", "client_secret_post", "private_key_jwt", "none"],
  refresh: ["offline", "session"],
  access_token_format: ["opaque", "jwt"],
  groups_claim: ["product", "all"],
} as const;
export type ChoiceName = keyof typeof CHOICES;
export type ChoiceText = { [N in ChoiceName]: `choice.${N}.${(typeof CHOICES)[N][number]}` }[ChoiceName];

/** How an application passes the token on, and the algorithms: the names are the standard's own. */
export const MODES = ["query", "code", "oidc"] as const;
export const ALGORITHMS = {
  token_endpoint_auth_signing_alg: ["RS256", "PS256", "ES256", "EdDSA"],
  access_token_signed_response_alg: ["ES256", "RS256"],
  id_token_signed_response_alg: ["RS256", "ES256"],
} as const;
type AlgorithmName = keyof typeof ALGORITHMS;
export const GRANTS = ["authorization_code", "refresh_token", "client_credentials"] as const;

/** The fields that are typed as text, by the type of their value. */
export const TYPED = {
  name: "text",
  client_uri: "address",
  logo_uri: "address",
  policy_uri: "address",
  tos_uri: "address",
  initiate_login_uri: "address",
  jwks_uri: "address",
  backchannel_logout_uri: "address",
  scopes: "words",
  jwks: "keys",
  default_max_age: "number",
  access_token_lifetime: "number",
} as const;
export type TypedName = keyof typeof TYPED;
export type TextName = TypedName | ChoiceName | AlgorithmName;

export const FLAGS = [
  "token_endpoint_auth_strict",
  "require_pkce",
  "dpop_bound_access_tokens",
  "require_auth_time",
  "require_second_factor",
  "rotate_refresh_tokens",
  "refresh_grace",
  "id_token_claims",
  "backchannel_logout_session_required",
  "end_with_session",
  "first_party",
  "serves_signed",
] as const;
export type FlagName = (typeof FLAGS)[number];

export const LISTS = [
  "contacts",
  "redirect_uris",
  "post_logout_redirect_uris",
  "allowed_origins",
  "resources",
  "serves",
] as const;
export type ListName = (typeof LISTS)[number];

export type FieldName = TextName | FlagName | ListName | "grant_types" | "legacy";

/** The sections of the form and of the details, in their order. */
export const SECTIONS = [
  {
    key: "basics",
    fields: [
      "name",
      "kind",
      "application_type",
      "access",
      "require_second_factor",
      "client_uri",
      "logo_uri",
      "policy_uri",
      "tos_uri",
      "contacts",
    ],
  },
  {
    key: "addresses",
    fields: ["redirect_uris", "post_logout_redirect_uris", "initiate_login_uri"],
  },
  {
    key: "signIn",
    fields: [
      "token_endpoint_auth_method",
      "token_endpoint_auth_strict",
      "jwks_uri",
      "jwks",
      "token_endpoint_auth_signing_alg",
      "allowed_origins",
      "require_pkce",
      "dpop_bound_access_tokens",
      "default_max_age",
      "require_auth_time",
    ],
  },
  {
    key: "tokens",
    fields: [
      "grant_types",
      "scopes",
      "groups_claim",
      "refresh",
      "rotate_refresh_tokens",
      "refresh_grace",
      "id_token_claims",
      "id_token_signed_response_alg",
      "access_token_format",
      "access_token_signed_response_alg",
      "access_token_lifetime",
    ],
  },
  {
    key: "logout",
    fields: ["backchannel_logout_uri", "backchannel_logout_session_required", "end_with_session"],
  },
  { key: "trust", fields: ["first_party", "resources", "serves", "serves_signed"] },
  { key: "legacy", fields: ["legacy"] },
] as const satisfies { key: string; fields: FieldName[] }[];
export type SectionKey = (typeof SECTIONS)[number]["key"];

/** The fields of an application that only gets launch tokens. The server knows no others. */
const LEGACY_HAS: readonly FieldName[] = [...SECTIONS[0].fields, "legacy"];

/** The values that decide which other fields apply. */
export interface Deciding {
  kind: string;
  token_endpoint_auth_method: string;
  grant_types: { refresh_token: boolean };
}

/** Whether a field applies to an application. */
export function applies(field: FieldName, application: Deciding): boolean {
  const { kind, token_endpoint_auth_method: method, grant_types: grants } = application;
  if (kind === "legacy" && !LEGACY_HAS.includes(field)) return false;
  switch (field) {
    case "application_type":
      return kind === "oidc";
    case "token_endpoint_auth_strict":
      return method.startsWith("client_secret");
    case "jwks_uri":
    case "jwks":
    case "token_endpoint_auth_signing_alg":
      return method === "private_key_jwt";
    case "allowed_origins":
      return method === "none";
    case "require_pkce":
      // A public application always needs it.
      return method !== "none";
    case "refresh":
    case "rotate_refresh_tokens":
    case "refresh_grace":
      return grants.refresh_token;
    default:
      return true;
  }
}

/** The path of a field in the form, where its faults are. */
export function pathOf<N extends FieldName>(field: N) {
  return `metadata.${field}` as const;
}
