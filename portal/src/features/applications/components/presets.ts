import type { FormControl } from "../../../ui/form/use-form";
import { rowsOf, textsIn, type ApplicationValues } from "./application-values";
import { GRANTS, type FieldName } from "./fields";

/** The kinds of programs that the form for a new application knows. Each is a set of first values. */
export const PRESETS = ["web", "page", "native", "service", "legacy"] as const;
export type Preset = (typeof PRESETS)[number];

type Values = ApplicationValues["metadata"];
type Given = Pick<Values, "kind" | "application_type" | "token_endpoint_auth_method" | "scopes"> &
  Pick<Values, "require_pkce" | "grant_types" | "redirect_uris">;

/** What people's sign-in needs: who they are, by name and email. */
const SCOPES = "openid profile email";
const SIGN_IN: Given = {
  kind: "oidc",
  application_type: "web",
  token_endpoint_auth_method: "client_secret_basic",
  require_pkce: true,
  scopes: SCOPES,
  grant_types: grants("authorization_code"),
  redirect_uris: rowsOf([""]),
};
/** A program that cannot keep a secret. The server requires PKCE of it anyway. */
const PUBLIC: Given = { ...SIGN_IN, token_endpoint_auth_method: "none", require_pkce: false };
/** Without people: no address and no scope about a person. */
const SERVICE: Given = {
  ...SIGN_IN,
  require_pkce: false,
  scopes: "",
  grant_types: grants("client_credentials"),
  redirect_uris: [],
};

const FIRST: Record<Preset, Given> = {
  web: SIGN_IN,
  page: PUBLIC,
  native: { ...PUBLIC, application_type: "native" },
  service: SERVICE,
  legacy: { ...SIGN_IN, kind: "legacy", require_pkce: false, scopes: "openid", redirect_uris: [] },
};

/** The fields that the second step shows above all others, by the preset. */
export const NEEDED: Record<Preset, readonly FieldName[]> = {
  web: ["redirect_uris"],
  page: ["redirect_uris"],
  native: ["redirect_uris"],
  service: [],
  legacy: ["legacy"],
};

/** An example of an address to which people come back. */
export const EXAMPLE: Partial<Record<Preset, string>> = { native: "http://127.0.0.1/callback" };

function grants(one: (typeof GRANTS)[number]): Values["grant_types"] {
  return Object.fromEntries(GRANTS.map((grant) => [grant, grant === one])) as Values["grant_types"];
}

/** Gives the form the first values of a preset. Typed addresses stay if it needs addresses too. */
export function begin(form: FormControl<ApplicationValues>, preset: Preset) {
  const given = FIRST[preset];
  const typed = form.hook.getValues("metadata.redirect_uris");
  const uris = given.redirect_uris.length > 0 && typed.length > 0 ? typed : given.redirect_uris;
  form.set("metadata.kind", given.kind);
  form.set("metadata.application_type", given.application_type);
  form.set("metadata.token_endpoint_auth_method", given.token_endpoint_auth_method);
  form.set("metadata.require_pkce", given.require_pkce);
  form.set("metadata.scopes", given.scopes);
  form.set("metadata.grant_types", given.grant_types);
  form.set("metadata.redirect_uris", uris);
}

/** The scripts of a single page get tokens from the origins of its addresses, unless the reader has named others. */
export function completed(preset: Preset, values: ApplicationValues): ApplicationValues {
  const { metadata } = values;
  if (preset !== "page" || textsIn(metadata.allowed_origins).length > 0) return values;
  const origins = textsIn(metadata.redirect_uris).flatMap((uri) => originOf(uri) ?? []);
  return { ...values, metadata: { ...metadata, allowed_origins: rowsOf([...new Set(origins)]) } };
}

/** The origin of a web address; undefined for any other text, such as an address with a private scheme. */
export function originOf(uri: string): string | undefined {
  return /^https?:\/\//i.test(uri) && URL.canParse(uri) ? new URL(uri).origin : undefined;
}
