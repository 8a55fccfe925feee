import { useTranslation } from "react-i18next";
import type { Account } from "../queries";

/** The standard claims about a person that are kept as texts (OpenID Connect Core 5.1), in the groups they are shown in. */
export const CLAIM_GROUPS = [
  {
    key: "name",
    claims: ["given_name", "middle_name", "family_name", "nickname", "preferred_username"],
  },
  { key: "contact", claims: ["phone_number", "profile", "website", "picture"] },
  { key: "about", claims: ["gender", "birthdate", "zoneinfo", "locale"] },
  {
    key: "address",
    claims: [
      "address.street_address",
      "address.locality",
      "address.region",
      "address.postal_code",
      "address.country",
      "address.formatted",
    ],
  },
] as const;

/** The groups as the language orders them: a Chinese family name stands first. */
export function useClaimGroups() {
  const isChinese = useTranslation().i18n.language === "zh-cn";
  const [names, ...others] = CLAIM_GROUPS;
  const [given, middle, family, ...called] = names.claims;
  return isChinese ? [{ ...names, claims: [family, given, middle, ...called] }, ...others] : CLAIM_GROUPS;
}

export type ClaimName = (typeof CLAIM_GROUPS)[number]["claims"][number];

/** A claim as text; empty for one that is not set. */
export function claimText(claims: Account["claims"], name: ClaimName): string {
  const [outer, member] = name.split(".") as [keyof Account["claims"], string?];
  const value: unknown = claims[outer];
  if (member === undefined) return typeof value === "string" ? value : "";
  return (value as Record<string, string | null | undefined> | null | undefined)?.[member] ?? "";
}
