import { groupNoticeQuery } from "../../access/group-notice";
import { userQuery } from "../../access/user";
import * as identities from "../../features/account/identity-queries";
import * as passkeys from "../../features/account/passkey-queries";
import * as notifications from "../../features/account/notification-queries";
import * as profile from "../../features/account/profile-queries";
import * as own from "../../features/account/own-queries";
import * as absence from "../../features/account/absence-queries";
import * as account from "../../features/account/queries";
import * as accountIdentities from "../../features/accounts/identity-queries";
import * as accountFactors from "../../features/accounts/factor-queries";
import * as accounts from "../../features/accounts/queries";
import * as applicants from "../../features/applicants/queries";
import * as messaging from "../../features/messaging/queries";
import { choice, rows, shown } from "./answers";

shown(
  "the signed-in person with their codes",
  userQuery,
  ...(["account", "messaging app", "own agency", "own brand", "organisation", "group"] as const),
  ...([
    "own membership",
    "access of a group",
    "right",
    "role",
    "rights of a role",
    "people of a role",
  ] as const),
);
shown("badge of the header", groupNoticeQuery, "hint", "request", "own membership", "group");
// A person's own account.
shown("own second factors", account.factorsQuery, "second factor");
shown("offer of an authenticator", account.offerQuery);
shown("QR code of the messaging app", messaging.invitationQuery);
shown("own sessions", own.sessionsQuery, "own session");
shown("own applications", own.applicationsQuery, "own session");
rows("own history", own.historyList);
shown("own profile", profile.profileQuery, "own profile");
shown("own absence", absence.absenceQuery, "own absence", "account");
choice("people who can stand in", (s) => absence.standIns(s, null), "account");
shown("own notifications", notifications.notificationsQuery, "own notification");
shown("how long own data are kept", profile.keptForQuery);
shown("own passkeys", passkeys.passkeysQuery, "passkey");
shown("own identities", identities.identitiesQuery, "identity", "provider");
// Accounts.
rows("accounts", accounts.accountList, "account", "organisation", "second factor", "passkey");
shown(
  "second factors of an account",
  (s) => accountFactors.accountFactorsQuery(s, "u-1"),
  ...(["second factor", "passkey", "reminder"] as const),
);
shown("account", (s) => accounts.accountQuery(s, "u-1"), "account", "organisation");
shown("identities", (s) => accountIdentities.identitiesQuery(s, "u-1"), "identity", "provider");
shown("sessions", (s) => accounts.sessionsQuery(s, "u-1"), "session", "application");
shown(
  "what an account may do",
  (s) => accounts.accessQuery(s, "u-1"),
  ...(["account", "role", "people of a role", "rights of a role", "right", "group", "member"] as const),
  ...(["access of a group", "product"] as const),
);
choice("roles of a product", (s) => accounts.rolesOf(s, 4), "role");
shown("types of accounts", accounts.accountTypesQuery);
choice("brands of a client", (s) => accounts.brands(s, "c-1"), "organisation");
choice("groups for an account", accounts.groups, "group");
// Applicants.
rows("applicants", applicants.applicantList, "applicant", "account", "organisation", "group");
rows(
  "applicants of a group",
  applicants.groupApplicantList("g-1"),
  ...(["applicant", "account", "organisation", "group"] as const),
);
