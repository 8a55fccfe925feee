import { useTranslation } from "react-i18next";
import { useFormats } from "../../i18n/use-formats";
import type { components } from "../../api/schema";

type Schemas = components["schemas"];
export type AuditEntry = Schemas["AuditEntry"];
export type AuditParty = Schemas["AuditParty"];
export type AuditObject = Schemas["AuditObject"];
export type ObjectKind = Schemas["ObjectKind"];

/** The texts of the audit log. A name without a text is shown as the server sends it. */
export function useAuditWords() {
  const { t, i18n } = useTranslation("history");
  const { exactMoment, list } = useFormats();
  const words = i18n.getResourceBundle(i18n.language, "history") as Record<string, string | undefined>;
  const known = (key: string) => words[key];
  return {
    moment: exactMoment,
    /** "Account disabled". */
    event: ({ kind, detail }: Pick<AuditEntry, "kind" | "detail">) => {
      const what = detail.change ?? (detail.delivered === false ? "false" : detail.outcome);
      const precise = typeof what === "string" ? known(`kind.${kind}.${what}`) : undefined;
      return precise ?? known(`kind.${kind}`) ?? kind;
    },
    kind: (kind: string) => known(`kind.${kind}`) ?? kind,
    objectKind: (kind: string) => known(`object.${kind}`) ?? kind,
    /** The name of a person, program or application. */
    party: (party: AuditParty | null | undefined) => {
      if (!party) return t("party.none");
      if (party.kind === "cli" || party.kind === "server") return t(`party.${party.kind}`);
      return party.name ?? party.id;
    },
    /** Name and value of a detail of an entry, as texts. */
    detail: (name: string, value: unknown): [string, string] => {
      const word = (one: unknown) => {
        const text = typeof one === "string" ? one : JSON.stringify(one);
        const acr = text.split("urn:atrium:acr:")[1];
        if (acr) return known(`value.urn:atrium:acr:${acr}`) ?? text;
        return known(`detail.${name}.${text}`) ?? known(`value.${text}`) ?? text;
      };
      return [known(`detail.${name}`) ?? name, Array.isArray(value) ? list(value.map(word)) : word(value)];
    },
    field: (field: string) => known(`field.${field}`) ?? field,
    value: (value: string | null | undefined) =>
      value === null || value === undefined || value === ""
        ? t("value.none")
        : (known(`value.${value}`) ?? value),
  };
}
