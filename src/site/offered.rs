//! The pages that other pages and emails may link to. A page that is not built yet is linked from
//! nowhere; its words wait in the locale files.

/// Where a forgotten password is replaced (contract T-16).
pub const FORGOT_PASSWORD: &str = "/forgot-password";
/// Where the reader of an email chooses a password by its one-time link (contract F-16).
pub const RESET_PASSWORD: &str = "/reset-password";
/// Where someone without an account asks for one.
pub const APPLY: &str = "/account-user/apply";

/// Every such page, and whether it is there: whoever builds one says so here, and a test holds the
/// list against the routes.
pub const PAGES: [(&str, bool); 3] = [
    (FORGOT_PASSWORD, false),
    (RESET_PASSWORD, true),
    (APPLY, false),
];

/// Whether a link may lead to `path`.
pub fn is_offered(path: &str) -> bool {
    PAGES.iter().any(|(page, there)| *page == path && *there)
}
