//! The kinds of callers of the product API.

/// The kinds of callers: the columns of [`super::expected_rights::EXPECTED`], in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asker {
    /// Nobody, a made-up token, or a token of an account that was disabled.
    Anonymous,
    /// Must change the password first.
    Newcomer,
    /// A member.
    Member,
    /// Manages a group, but not the one that is asked about.
    OtherManager,
    /// Manages the group that is asked about.
    Manager,
    /// Holds the access code of the row; every code, if the row has none.
    Holder,
    /// Holds every access code except the row's.
    OtherHolder,
    /// Administers a product that is not SSO.
    ProductAdministrator,
    /// Administers product SSO.
    Administrator,
    /// Is a super administrator.
    SuperAdministrator,
    /// A member, by the launch token of a legacy application.
    Launched,
    /// A newcomer who must change the password first, by such a token.
    LaunchedNewcomer,
    /// A super administrator's access token that is invalid: its session ended, its account was disabled, it has
    /// expired, or it was issued to another client.
    Dead,
}

pub const ASKERS: [Asker; 13] = [
    Asker::Anonymous,
    Asker::Newcomer,
    Asker::Member,
    Asker::OtherManager,
    Asker::Manager,
    Asker::Holder,
    Asker::OtherHolder,
    Asker::ProductAdministrator,
    Asker::Administrator,
    Asker::SuperAdministrator,
    Asker::Launched,
    Asker::LaunchedNewcomer,
    Asker::Dead,
];
