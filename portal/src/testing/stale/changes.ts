/**
 * The things that each change of the portal changes and each answer shows, written apart from the code. An answer that
 * shows a changed thing must be fetched again. The code names the answers by the keys of its cache; here are the things
 * themselves.
 */
export type Thing =
  | "account"
  | "session"
  | "second factor"
  | "reminder"
  | "own session"
  | "own profile"
  | "own absence"
  | "own notification"
  | "passkey"
  | "messaging app"
  | "identity"
  | "provider"
  | "application"
  | "product"
  | "group"
  | "data of a group"
  | "member"
  | "own membership"
  | "access of a group"
  | "right"
  | "module"
  | "role"
  | "rights of a role"
  | "people of a role"
  | "organisation"
  | "own agency"
  | "own brand"
  | "request"
  | "own request"
  | "agency request"
  | "applicant"
  | "invitation"
  | "mapping"
  | "announcement"
  | "own news"
  | "survey"
  | "feedback"
  | "own chat"
  | "own use"
  | "job"
  | "home"
  | "tile"
  | "assistant version"
  | "assistant quota"
  | "hint";

export const A = "/api/security/admin";
export const U = "/api/security/user";

/** What each change changes. A change of the code without a row is a fault. */
export const CHANGES: Record<string, Thing[]> = {
  [`${A}/user/add-account`]: ["account", "member", "own membership"],
  [`${A}/user/update`]: ["account"],
  [`${A}/user/update-status`]: ["account", "session"],
  [`${A}/user/delete`]: ["account", "session"],
  [`${A}/user/keep`]: ["account", "session"],
  [`${A}/user/random-pwd`]: ["account", "session"],
  [`${A}/user/mail/approved`]: [],
  [`${A}/mail/sample/send`]: ["job"],
  [`${A}/user/reset-factors`]: ["second factor"],
  [`${A}/user/remind-factors`]: ["reminder"],
  [`${A}/user/require-factor`]: ["reminder", "second factor"],
  [`${A}/user/temporary-code`]: ["reminder"],
  [`${A}/user/lock`]: ["account", "session"],
  [`${A}/user/identity/unlink`]: ["identity", "session"],
  [`${A}/user/import`]: ["account"],
  [`${A}/user/assign-role`]: ["people of a role"],
  [`${A}/user/session/end`]: ["session"],
  [`${A}/user/session/end-all`]: ["session"],
  "/api/security/account/session/end": ["own session"],
  "/api/security/account/session/end-others": ["own session"],
  "/api/security/account/lock": ["own session"],
  "/api/security/account/delete": [],
  "/api/security/user/change-pwd": ["own session"],
  "/api/security/account/email/change": [],
  "/api/security/account/profile/save": ["own profile"],
  "/api/security/account/picture": ["own profile"],
  "/api/security/account/notifications/save": ["own notification"],
  "/api/security/account/absence/save": ["own absence"],
  "/api/security/account/absence/end": ["own absence"],
  // It ends the tokens that the sessions show.
  "/api/security/account/application/withdraw": ["own session"],
  "/api/security/account/authenticator/add": ["second factor"],
  "/api/security/account/authenticator/remove": ["second factor"],
  "/api/security/account/recovery-codes/renew": ["second factor"],
  "/api/security/account/browser/forget": ["second factor"],
  "/api/security/account/messaging-app/link": ["messaging app"],
  "/api/security/account/passkeys/finish": ["passkey"],
  "/api/security/account/passkeys/rename": ["passkey"],
  "/api/security/account/passkeys/remove": ["passkey"],
  "/api/security/account/identities/unlink": ["identity"],
  [`${A}/provider/add`]: ["provider"],
  [`${A}/provider/update`]: ["provider", "identity", "session"],
  [`${A}/provider/update-status`]: ["provider", "session"],
  [`${A}/provider/delete`]: ["provider", "identity", "session"],
  [`${A}/application/add`]: ["application"],
  [`${A}/application/update`]: ["application"],
  [`${A}/application/update-status`]: ["application"],
  [`${A}/application/rotate-secret`]: ["application"],
  [`${A}/app/add`]: ["product"],
  [`${A}/app/upd`]: ["product"],
  [`${A}/app/update-status`]: ["product"],
  [`${A}/user-group/add`]: ["group", "member", "own membership"],
  [`${A}/user-group/upd`]: ["group", "data of a group", "member", "own membership"],
  [`${A}/user-group/update-status`]: ["group", "access of a group", "request", "own request"],
  [`${A}/user-group/data-access/industry-confirm`]: ["data of a group"],
  [`${A}/user-group/upd-member`]: ["member", "own membership"],
  [`${A}/user-group/update-access`]: ["access of a group"],
  // Of a member. That of a group is below.
  [`${A}/user-group/delete`]: ["member", "request"],
  [`${A}/user-group/approve`]: ["member", "request"],
  [`${A}/user-group/reject`]: ["member", "request"],
  [`${A}/user-group/extend`]: ["member", "request"],
  [`${A}/user-group/add-user`]: ["member", "request"],
  "/api/security/user-group/invitation-mail": ["member", "invitation"],
  "/api/security/user-group/invitation/withdraw": ["invitation"],
  [`${U}/user-group/decide`]: ["member", "request"],
  [`${A}/user/project-examine`]: ["member", "request"],
  [`${U}/user-group/apply`]: ["own request", "own membership"],
  [`${U}/user-group/ask-extension`]: ["own request"],
  [`${U}/user-group/withdraw`]: ["own request"],
  "/api/security/app/apply": ["own request"],
  [`${U}/user-group/click-monitor`]: ["hint"],
  [`${A}/access/add`]: ["right", "access of a group", "rights of a role"],
  [`${A}/access/upd`]: ["right", "access of a group", "rights of a role"],
  [`${A}/access/assign-group`]: ["right", "access of a group"],
  [`${A}/access/confirm`]: ["right", "access of a group", "rights of a role"],
  [`${A}/access/del`]: ["right", "access of a group", "rights of a role"],
  [`${A}/access/add-module`]: ["module"],
  [`${A}/access/updModule`]: ["module"],
  [`${A}/access/delete-module`]: ["module"],
  [`${A}/role/add`]: ["role", "rights of a role"],
  [`${A}/role/upd`]: ["role", "rights of a role"],
  [`${A}/role/assign-user`]: ["people of a role"],
  [`${A}/role/del`]: ["role", "rights of a role", "people of a role"],
  [`${A}/organisation/add`]: ["organisation"],
  [`${A}/organisation/update`]: ["organisation"],
  [`${A}/agency-request/decide`]: ["agency request", "account"],
  // An approved account asks for the wanted group.
  [`${A}/account-application/decide`]: ["applicant", "account", "request"],
  "/api/security/user-group/account-application/decide": ["applicant", "account", "request"],
  [`${U}/assign-agency`]: ["own agency", "agency request"],
  [`${U}/brand/brand-select`]: ["own brand"],
  [`${A}/iris-mapping/add`]: ["mapping"],
  [`${A}/iris-mapping/update`]: ["mapping"],
  [`${A}/announcement/add`]: ["announcement"],
  [`${A}/announcement/upd`]: ["announcement"],
  [`${A}/announcement/upd-status`]: ["announcement"],
  [`${A}/announcement/del`]: ["announcement"],
  [`${A}/message/read`]: ["own news"],
  [`${U}/feedback/submit`]: ["feedback"],
  [`${A}/feedback/upd-status`]: ["feedback"],
  [`${A}/feedback/assign`]: ["feedback"],
  [`${A}/feedback/answer`]: ["feedback"],
  [`${A}/feedback/merge`]: ["feedback"],
  [`${A}/survey/add`]: ["survey"],
  [`${A}/survey/upd`]: ["survey"],
  [`${A}/survey/del`]: ["survey"],
  "/api/security/survey/later": ["survey"],
  "/api/security/survey/answer": ["survey"],
  "/api/security/chat-gpt/stream": ["own chat", "own use"],
  // The stream of the answer says how it ends.
  "/api/security/chat-gpt/stream/stop": [],
  "/api/security/chat-gpt/chat/del": ["own chat"],
  [`${A}/job/retry`]: ["job"],
  [`${A}/home-tile/save`]: ["tile"],
  [`${A}/assistant/version/add`]: ["assistant version"],
  [`${A}/assistant/version/update`]: ["assistant version"],
  [`${A}/assistant/version/delete`]: ["assistant version"],
  [`${A}/assistant/quota/set`]: ["assistant quota"],
  "/api/security/app/favourite": ["home"],
  "/api/security/app/order": ["home"],
  "/api/security/app/hide": ["home"],
  "/api/security/app/leave-welcome": ["home"],
};

/** Changes after which nothing is asked again: the portal leaves, or writes the answer itself (`useSetLanguage`). */
export const BY_HAND = ["/api/security/logout", `${U}/set-lang`];

/** Calls that change no other answer: a challenge for the browser, the way to a provider, and its test. */
export const NO_CHANGE = [
  "/api/security/account/passkeys/begin",
  "/api/security/account/identities/begin",
  "/api/security/admin/provider/test",
  "/api/security/admin/assistant/version/test",
  "/api/security/account/passkeys/offer",
  "/api/security/account/messaging-app/invite",
  // Nothing shows a file before the form that names it is saved.
  "/api/security/admin/announcement/file-upload",
  "/api/security/admin/app/file-upload",
  "/api/security/file/upload",
  "/api/security/user/feedback/picture",
  "/api/security/page-view",
];
