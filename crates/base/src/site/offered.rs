//! The optional pages that other pages and emails link to. No link leads to a page that is not
//! built yet.

/// The page for a forgotten password (contract T-16).
pub const FORGOT_PASSWORD: &str = "/forgot-password";
/// The page where a person chooses a password with a one-time link (contract F-16).
pub const RESET_PASSWORD: &str = "/reset-password";
/// The page where a person locks an account with a one-time link.
pub const LOCK_ACCOUNT: &str = "/lock-account";
/// The page where a person without an account asks for one.
pub const APPLY: &str = "/account-user/apply";
/// The page to which an applicant's link leads: it confirms the address, and then shows how the application stands.
pub const APPLICATION: &str = "/account-user/application";
/// The page for people who cannot sign in.
pub const SIGN_IN_TROUBLE: &str = "/sign-in-trouble";
/// The page where an invited person registers.
pub const INVITATION: &str = "/account-user/invitation";
/// The page where a person confirms a new email address with a one-time link.
pub const ADDRESS: &str = "/account-user/address";
/// The page where a person takes the change of an email address back with a one-time link.
pub const ADDRESS_UNDO: &str = "/account-user/address-undo";
/// The page where a person takes the deletion of the account back with a one-time link.
pub const DELETION_UNDO: &str = "/account-user/deletion-undo";

/// The portal's first page.
pub const HOME: &str = "/";
/// The portal's list of accounts.
pub const ACCOUNTS: &str = "/auth-management/account-list";
/// The same, only those whose owners asked for a new password.
pub const ASKED_PASSWORDS: &str = "/auth-management/account-list?passwordAsked=1";
/// The portal's list of applications for an account.
pub const APPLICANTS: &str = "/auth-management/account-applications";
/// The portal's page with a person's password and passkeys.
pub const ACCOUNT_SECURITY: &str = "/account/security";
/// The portal's page that changes a person's password.
pub const ACCOUNT_PASSWORD: &str = "/account-user/password";
/// The portal's page with the requests that wait for a person.
pub const REQUESTS: &str = "/requests";
/// The portal's page with a person's own requests.
pub const MY_REQUESTS: &str = "/my-requests";
/// The portal's page with what a person has said about products.
pub const MY_FEEDBACK: &str = "/account/feedback";
/// The portal's page with the groups that a person sees.
pub const MY_GROUPS: &str = "/my-groups";
/// Each optional page, and whether it exists. Set `true` when you build one; a test compares this
/// list with the routes.
pub const PAGES: [(&str, bool); 16] = [
    (FORGOT_PASSWORD, true),
    (RESET_PASSWORD, true),
    (LOCK_ACCOUNT, true),
    (APPLY, true),
    (APPLICATION, true),
    (INVITATION, true),
    (SIGN_IN_TROUBLE, true),
    (ADDRESS, true),
    (ADDRESS_UNDO, true),
    (DELETION_UNDO, true),
    (ACCOUNTS, true),
    (APPLICANTS, true),
    (REQUESTS, true),
    (MY_REQUESTS, true),
    (MY_FEEDBACK, true),
    (MY_GROUPS, true),
];

/// The address where a person asks for a product.
pub fn ask_for(product_id: i64) -> String {
    format!("/ask/{product_id}")
}

/// The address of one request, for a person who decides about it. It opens a page that asks; it decides
/// nothing.
pub fn request(id: &str) -> String {
    format!("{REQUESTS}?requestId={id}")
}

/// What [`decide`] opens the question about.
pub const APPROVE: &str = "approve";
/// What [`decide`] opens the question about.
pub const REFUSE: &str = "refuse";

/// The address of the question whether to do `what` with one request, for a person who decides about it. The person
/// answers it there; the address decides nothing.
pub fn decide(id: &str, what: &str) -> String {
    format!("{}&request={id}&view={what}", request(id))
}

/// Whether a link may lead to `path`.
pub fn is_offered(path: &str) -> bool {
    PAGES.iter().any(|(page, there)| *page == path && *there)
}
