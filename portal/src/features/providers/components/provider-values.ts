import type { Provider, ProviderBody } from "../queries";

/** The form. Lists are texts with spaces between. */
export interface ProviderValues {
  isNew: boolean;
  /** The version that the reader has seen. */
  version: number;
  id: string;
  label: string;
  issuer: string;
  clientId: string;
  method: string;
  secret: string;
  key: string;
  /** Of the key, in PEM. */
  certificate: string;
  /** A new icon as a `data:` address; empty keeps the present one. */
  newIcon: string;
  removesIcon: boolean;
  scopes: string;
  link: string;
  create: string;
  agency: string;
  domains: string;
  mfaValues: string;
  /** Names of claims; an empty one is the usual name. */
  claims: typeof USUAL;
  groupClaim: string;
  /** That the claim is missing means that the person has no groups. */
  absentIsNone: boolean;
  groups: { value: string; groupId: string }[];
}

/** The usual names of claims (OpenID Connect Core section 5.1). */
export const USUAL = {
  email: "email",
  emailVerified: "email_verified",
  name: "name",
  username: "preferred_username",
};

type ClaimName = keyof typeof USUAL;
export const CLAIM_NAMES = Object.keys(USUAL) as ClaimName[];

export function valuesOf(provider: Provider | undefined): ProviderValues {
  return {
    isNew: !provider,
    version: provider?.version ?? 0,
    id: provider?.id ?? "",
    label: provider?.label ?? "",
    issuer: provider?.issuer ?? "",
    clientId: provider?.clientId ?? "",
    method: provider?.method ?? "secret",
    secret: "",
    key: "",
    certificate: provider?.certificate ?? "",
    newIcon: "",
    removesIcon: false,
    scopes: (provider?.scopes ?? ["profile", "email"]).join(" "),
    link: provider?.link ?? "verified",
    create: provider?.create ?? "refuse",
    agency: provider?.agency ?? "",
    domains: provider?.domains.join(" ") ?? "",
    mfaValues: provider?.mfaValues.join(" ") ?? "",
    claims: namesOf((name) => {
      const claim = provider?.claims[name] ?? "";
      return claim === USUAL[name] ? "" : claim;
    }),
    groupClaim: provider?.groupClaim ?? "",
    absentIsNone: provider?.groupAbsent === "none",
    groups: provider?.groups.map(({ value, groupId }) => ({ value, groupId })) ?? [],
  };
}

export function bodyOf(values: Omit<ProviderValues, "version">): ProviderBody {
  const { id, label, issuer, clientId, method, secret, key, agency } = values;
  return {
    ...{ id: id.trim(), label: label.trim(), issuer: issuer.trim(), clientId: clientId.trim() },
    ...(method === "secret" && secret && { secret }),
    ...(method === "key" && key && { key }),
    ...(method === "key" && { certificate: values.certificate }),
    ...(values.newIcon ? { icon: values.newIcon } : values.removesIcon && { icon: "" }),
    link: values.link as ProviderBody["link"],
    create: values.create as ProviderBody["create"],
    agency: values.create === "refuse" ? "" : agency,
    scopes: words(values.scopes),
    domains: words(values.domains.toLowerCase()),
    mfaValues: words(values.mfaValues),
    claims: values.claims,
    groupClaim: values.groupClaim.trim(),
    groupAbsent: values.absentIsNone ? "none" : "unknown",
    groups: values.groups.map(({ value, groupId }) => ({ value: value.trim(), groupId })),
  };
}

const namesOf = (of: (name: ClaimName) => string): typeof USUAL => ({
  email: of("email"),
  emailVerified: of("emailVerified"),
  name: of("name"),
  username: of("username"),
});

const words = (text: string) => text.split(/[\s,]+/).filter((word) => word !== "");
