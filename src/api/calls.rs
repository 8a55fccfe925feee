//! The guard table: every product call, who may make it and with what. The router mounts by it,
//! the `OpenAPI` document tells it, and the tests walk it (attack 33).

use axum::http::Method;

/// How a call is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// GET, and HEAD with it.
    Get,
    /// POST.
    Post,
}

impl Verb {
    /// The method of a request.
    pub const fn method(self) -> Method {
        match self {
            Self::Get => Method::GET,
            Self::Post => Method::POST,
        }
    }
}

/// What a request must carry (design 8, "Credentials of `/api/security`").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Credential {
    /// Nothing.
    Nothing,
    /// A DPoP-bound access token of this API, or a userToken.
    Session,
    /// The same; also good for an account that must change its password first.
    Newcomer,
    /// The same; also a launch token, at the application it was given to.
    Launch,
    /// Whatever there is: without a session the call succeeds and does nothing.
    Optional,
}

/// Who may make a call; whatever is not said is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// Anybody, signed in or not.
    Anyone,
    /// Whoever is signed in.
    Member,
    /// Who manages the group that the field `groupId` names, and administrators.
    Manager,
    /// Whoever holds this access code in Atrium itself (contract P-07, P-14).
    Holds(&'static str),
    /// Administrators of product SSO, and super administrators.
    Admin,
    /// Super administrators.
    SuperAdmin,
}

/// What a call leaves behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing.
    Reads,
    /// Something: foreign origins are refused, and so is a browser's guess (contract F-06, F-17).
    Writes,
}

/// Whose scripts may read the answer (contract G-86, attack 36).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scripts {
    /// Those of our own origin.
    Ours,
    /// Also those of the registered origins of old applications, without cookies.
    OldApps,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    /// The contract's id of the call.
    pub id: &'static str,
    /// How it is made.
    pub verb: Verb,
    /// Where.
    pub path: &'static str,
    /// With what.
    pub credential: Credential,
    /// By whom.
    pub who: Who,
    /// To what effect.
    pub effect: Effect,
    /// Read by whose scripts.
    pub scripts: Scripts,
}

use Credential::{Launch, Newcomer, Nothing, Optional, Session};
use Effect::{Reads, Writes};
use Scripts::{OldApps, Ours};
use Verb::{Get, Post};
use Who::{Anyone, Member};

/// Every call.
#[rustfmt::skip]
pub const CALLS: &[Call] = &[
    Call::new("C-001", Post, "/api/security/user/info", Launch, Member, Reads, OldApps),
    Call::new("C-002", Post, "/api/security/acc-login", Nothing, Anyone, Writes, Ours),
    Call::new("C-004", Post, "/api/security/logout", Optional, Anyone, Writes, OldApps),
    Call::new("C-008", Post, "/api/security/user/set-lang", Session, Member, Writes, Ours),
    Call::new("C-009", Get, "/api/security/user/login-count", Newcomer, Member, Reads, Ours),
    Call::new("C-010", Get, "/api/security/app/login-count", Session, Member, Writes, Ours),
    Call::new("C-010", Post, "/api/security/app/login-count", Session, Member, Writes, Ours),
    Call::new("C-017", Get, "/api/security/user/prompt-group-admin", Session, Member, Reads, Ours),
    Call::new("C-061", Get, "/api/security/app/v2/list-by-type", Session, Member, Reads, Ours),
    Call::new("F-11", Get, "/api/security/common/public-key", Nothing, Anyone, Reads, Ours),
];

impl Call {
    /// A row.
    pub const fn new(
        id: &'static str,
        verb: Verb,
        path: &'static str,
        credential: Credential,
        who: Who,
        effect: Effect,
        scripts: Scripts,
    ) -> Self {
        Self {
            id,
            verb,
            path,
            credential,
            who,
            effect,
            scripts,
        }
    }

    /// The row of `method` at `path`.
    pub fn find(method: &Method, path: &str) -> Option<&'static Self> {
        CALLS
            .iter()
            .find(|call| call.verb.method() == *method && call.path == path)
    }

    /// True when nobody needs to be signed in.
    pub const fn is_public(&self) -> bool {
        matches!(self.credential, Nothing | Optional)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row that asks for nobody asks for nothing, and the other way round.
    #[test]
    fn rows_make_sense() {
        for call in CALLS {
            assert_eq!(call.is_public(), call.who == Anyone, "{}", call.path);
            assert!(call.path.starts_with("/api/"), "{}", call.path);
        }
    }

    #[test]
    fn a_row_stands_once() {
        for (at, call) in CALLS.iter().enumerate() {
            let again = CALLS[at + 1..]
                .iter()
                .any(|other| other.path == call.path && other.verb == call.verb);
            assert!(!again, "{} stands twice", call.path);
        }
    }
}
