import { useTranslation } from "react-i18next";
import type { FieldName } from "./fields";

/** The fields that need a help text. */
const HELPED = [
  "client_uri",
  "contacts",
  "redirect_uris",
  "post_logout_redirect_uris",
  "initiate_login_uri",
  "token_endpoint_auth_strict",
  "jwks_uri",
  "jwks",
  "allowed_origins",
  "require_pkce",
  "dpop_bound_access_tokens",
  "default_max_age",
  "require_second_factor",
  "scopes",
  "rotate_refresh_tokens",
  "refresh_grace",
  "id_token_claims",
  "access_token_lifetime",
  "backchannel_logout_uri",
  "end_with_session",
  "first_party",
  "resources",
  "serves",
  "serves_signed",
] as const;
type Helped = (typeof HELPED)[number];

/** The fields whose names are those of OpenID Connect, or of RFC 7591 and its kin. */
const STANDARD: readonly FieldName[] = [
  ...(["redirect_uris", "post_logout_redirect_uris", "backchannel_logout_uri"] as const),
  ...(["backchannel_logout_session_required", "initiate_login_uri", "application_type"] as const),
  ...(["token_endpoint_auth_method", "token_endpoint_auth_signing_alg", "jwks", "jwks_uri"] as const),
  ...(["grant_types", "id_token_signed_response_alg", "dpop_bound_access_tokens"] as const),
  ...(["default_max_age", "require_auth_time", "client_uri", "logo_uri", "policy_uri", "tos_uri"] as const),
  "contacts",
];
/** The standards' names of fields that have another one here. */
const TERMS: Partial<Record<FieldName, string>> = { name: "client_name", scopes: "scope" };

/** The name of each field, as in the history, the name that a standard gives it, and its help text. */
export function useFieldWords() {
  const { t } = useTranslation(["applications", "history"]);
  return {
    label: (field: FieldName) => (field === "name" ? t("applications:name") : t(`history:field.${field}`)),
    term: (field: FieldName) => TERMS[field] ?? (STANDARD.includes(field) ? field : undefined),
    help: (field: FieldName) =>
      (HELPED as readonly string[]).includes(field)
        ? { help: t(`applications:help.${field as Helped}`) }
        : {},
  };
}
