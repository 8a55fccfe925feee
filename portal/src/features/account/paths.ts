/** The pages of a person's own account, in the order of their tabs. */
export const PATHS = {
  profile: "/account/profile",
  security: "/account/security",
  sessions: "/account/sessions",
  applications: "/account/applications",
  history: "/account/history",
  notifications: "/account/notifications",
  feedback: "/account/feedback",
  data: "/account/data",
} as const;

/** The page of a step-up in another tab. */
export const CONFIRM = "/account/confirm";

/** What an owner sees who has locked the account. */
export const LOCKED = "/account/locked";

/** What an owner sees who has deleted the account. */
export const DELETED = "/account/deleted";

/** The page that changes the password. */
export const PASSWORD = "/account-user/password";

/** What an owner sees who has changed the password. */
export const PASSWORD_CHANGED = "/account/password-changed";
