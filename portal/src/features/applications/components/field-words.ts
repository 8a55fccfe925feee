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

/** The name of each field, as in the history, and its help text. */
export function useFieldWords() {
  const { t } = useTranslation(["applications", "history"]);
  return {
    label: (field: FieldName) => (field === "name" ? t("applications:name") : t(`history:field.${field}`)),
    help: (field: FieldName) =>
      (HELPED as readonly string[]).includes(field)
        ? { help: t(`applications:help.${field as Helped}`) }
        : {},
  };
}
