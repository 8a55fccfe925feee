// The cached answers that changes of several features make stale (`Changes` in `api/kept.ts`).

/** Answers that show an account: in its own lists, and by its name where it is a member, a manager or responsible. */
export const ACCOUNT_NAMES = [
  ...([
    "access",
    "account",
    "accounts",
    "agency-requests",
    "applicants",
    "assistant-accounts",
    "asking",
    "audit-actors",
    "audit-things",
    "group",
  ] as const),
  ...(["group-admins", "group-people", "groups", "iris", "iris-accounts", "members", "my-groups"] as const),
  ...(["own-absence", "stand-ins"] as const),
  ...(["people", "people-to-add", "product", "product-people", "products", "requests"] as const),
  ...(["role-people", "sessions", "user"] as const),
] as const;

/** Answers that show second factors: one's own, and those that administrators see. */
export const FACTOR_NAMES = ["factors", "account-factors", "accounts"] as const;

/** Answers that show passkeys. */
export const PASSKEY_NAMES = ["passkeys", "account-factors", "accounts"] as const;

/** Answers that show an access right, its groups or its roles. */
export const RIGHT_NAMES = [
  ...(["access", "group-access", "groups", "modules", "my-access"] as const),
  ...(["right", "right-groups", "rights"] as const),
  ...(["rights-tree", "role", "roles", "user"] as const),
] as const;
