import type { Provider, ProviderBody } from "../queries";

/** The form. Lists are texts with spaces between. */
export interface ProviderValues {
  isNew: boolean;
  id: string;
  label: string;
  issuer: string;
  clientId: string;
  method: string;
  secret: string;
  key: string;
  scopes: string;
  link: string;
  create: string;
  agency: string;
  domains: string;
  mfaValues: string;
}

export function valuesOf(provider: Provider | undefined): ProviderValues {
  return {
    isNew: !provider,
    id: provider?.id ?? "",
    label: provider?.label ?? "",
    issuer: provider?.issuer ?? "",
    clientId: provider?.clientId ?? "",
    method: provider?.method ?? "secret",
    secret: "",
    key: "",
    scopes: (provider?.scopes ?? ["profile", "email"]).join(" "),
    link: provider?.link ?? "verified",
    create: provider?.create ?? "refuse",
    agency: provider?.agency ?? "",
    domains: provider?.domains.join(" ") ?? "",
    mfaValues: provider?.mfaValues.join(" ") ?? "",
  };
}

export function bodyOf(values: ProviderValues): ProviderBody {
  const { id, label, issuer, clientId, method, secret, key, agency } = values;
  return {
    ...{ id: id.trim(), label: label.trim(), issuer: issuer.trim(), clientId: clientId.trim() },
    ...(method === "secret" && secret && { secret }),
    ...(method === "key" && key && { key }),
    link: values.link as ProviderBody["link"],
    create: values.create as ProviderBody["create"],
    agency: values.create === "refuse" ? null : agency || null,
    scopes: words(values.scopes),
    domains: words(values.domains.toLowerCase()),
    mfaValues: words(values.mfaValues),
  };
}

const words = (text: string) => text.split(/[\s,]+/).filter((word) => word !== "");
