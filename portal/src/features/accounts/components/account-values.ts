import type { Account, AccountUpdate } from "../queries";
import { CLAIM_GROUPS, claimText, type ClaimName } from "./claims";

type TextClaims = Record<Exclude<ClaimName, `address.${string}`>, string>;
type AddressClaims = Record<
  Extract<ClaimName, `address.${string}`> extends `address.${infer M}` ? M : never,
  string
>;

/** What the form of an account holds, each value at the path by which the server names its field. */
export interface AccountValues {
  fullName: string;
  email: string;
  emailVerified: boolean;
  lionId: string;
  lang: string;
  agencyId: string;
  clientId: string;
  brandId: string;
  expireDate: string;
  supAdmin: boolean;
  userManager: boolean;
  claims: TextClaims & { phone_number_verified: boolean; address: AddressClaims };
}

/** The values of the form while the account loads. */
export const NOTHING: AccountValues = {
  ...{
    fullName: "",
    email: "",
    lionId: "",
    lang: "",
    agencyId: "",
    clientId: "",
    brandId: "",
    expireDate: "",
  },
  ...{ emailVerified: false, supAdmin: false, userManager: false },
  claims: claimValues({}),
};

export function valuesOf(account: Account): AccountValues {
  const { fullName, email, emailVerified, lionId, lang, agencyId, clientId, brandId, userManager } = account;
  return {
    ...{ fullName, email, emailVerified, lionId, lang, agencyId, clientId, brandId, userManager },
    expireDate: account.expireDate ?? "",
    supAdmin: account.supAdmin === 1,
    claims: claimValues(account.claims),
  };
}

function claimValues(claims: Account["claims"]): AccountValues["claims"] {
  const texts = CLAIM_GROUPS.flatMap((group) => [...group.claims]).map(
    (name) => [name, claimText(claims, name)] as const,
  );
  const outer = texts.filter(([name]) => !name.startsWith("address."));
  const address = texts
    .filter(([name]) => name.startsWith("address."))
    .map(([name, text]) => [name.slice("address.".length), text] as const);
  return {
    ...(Object.fromEntries(outer) as TextClaims),
    phone_number_verified: claims.phone_number_verified ?? false,
    address: Object.fromEntries(address) as AddressClaims,
  };
}

/** The changed values, for the call: a missing field stays, an empty text removes the value. */
export function changesOf(before: AccountValues, after: AccountValues): Omit<AccountUpdate, "userId"> {
  const { claims: claimsBefore, ...rest } = before;
  const { claims, ...changed } = after;
  const { supAdmin, ...own } = differing(rest, changed);
  const { address: addressBefore, ...outerBefore } = claimsBefore;
  const { address, ...outer } = claims;
  const members = differing(addressBefore, address);
  const wished = {
    ...differing(outerBefore, outer),
    ...(Object.keys(members).length > 0 && { address: members }),
  };
  return {
    ...own,
    ...(supAdmin !== undefined && { supAdmin: supAdmin ? 1 : 0 }),
    ...(Object.keys(wished).length > 0 && { claims: wished }),
  };
}

function differing<T extends object>(before: T, after: T): Partial<T> {
  const changed = (Object.entries(after) as [keyof T, unknown][]).filter(
    ([name, value]) => value !== before[name],
  );
  return Object.fromEntries(changed) as Partial<T>;
}
