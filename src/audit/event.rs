//! What an entry can tell: one variant for each kind of event, with the details that it carries.
//!
//! Details are typed so that no secret slips in: words of the program are `&'static str`, other
//! texts are names that are no secret (a key id, a scope, an algorithm).

use serde::Serialize;

use super::changes::Changes;
use super::filter::AuditFilter;
use super::object::{About, ObjectKind};

/// An event. Its kind ([`Event::kind`]) is a stable name; screens and exports rely on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Event {
    /// An account signed in: with which methods (RFC 8176 `amr`) and how strongly (`acr`).
    SignInSucceeded {
        /// Methods of RFC 8176.
        amr: Vec<String>,
        /// How strongly.
        acr: String,
    },
    /// A sign-in was refused. The person saw one neutral sentence; this tells why.
    SignInRefused {
        /// Why.
        reason: SignInRefusal,
    },
    /// A session ended, and everything that hangs off it.
    SessionEnded {
        /// The stored word of the sessions room.
        reason: &'static str,
    },
    /// Grants were revoked, and their tokens with them.
    GrantRevoked {
        /// The stored word of the sessions room.
        reason: &'static str,
        /// How many.
        count: u64,
    },
    /// A code, a token or both were given (RFC 6749 section 5.1).
    TokenGranted {
        /// The grant type, when it is one that we know; else `unknown`.
        grant_type: &'static str,
        /// Scopes, space-separated.
        scope: String,
        /// `opaque` or `at+jwt`.
        format: &'static str,
        /// Whether a refresh token came with it.
        refresh_token: bool,
    },
    /// A token request was refused with this code of RFC 6749 section 5.2.
    TokenRefused {
        /// The grant type, when it is one that we know; else `unknown`.
        grant_type: &'static str,
        /// The error code.
        error: &'static str,
    },
    /// A request about a token was refused: introspection (RFC 7662) or revocation (RFC 7009).
    ClientRefused {
        /// The path of the endpoint.
        endpoint: &'static str,
        /// The error code of RFC 6749 section 5.2.
        error: &'static str,
    },
    /// A request of a browser ended on a page that says why: nothing could be sent anywhere
    /// (RFC 6749 section 4.1.2.1, OpenID Connect RP-Initiated Logout section 4), or it did not come
    /// from a page of ours.
    RequestRefused {
        /// The path of the door.
        endpoint: String,
        /// What the page told (`PageError::name`).
        reason: &'static str,
        /// The sentence for who maintains the application, if there was one.
        #[serde(skip_serializing_if = "str::is_empty")]
        told: &'static str,
        /// The origin that it wanted to be sent to: nothing of its path, query or user.
        #[serde(skip_serializing_if = "Option::is_none")]
        to: Option<String>,
    },
    /// A client gave a token back (RFC 7009); `token` is `access` or `refresh`.
    TokenRevoked {
        /// `access` or `refresh`.
        token: &'static str,
    },
    /// A code came a second time: what it gave was revoked (RFC 6749 section 4.1.2).
    CodeReplayed {},
    /// A spent refresh token came again: its family was revoked (RFC 9700 section 4.14.2).
    RefreshReused {},
    /// An authorization was refused with this code of RFC 6749 section 4.1.2.1 or OIDC.
    AuthorizationRefused {
        /// The error code.
        error: &'static str,
    },
    /// An application is closed to the person: they were refused at this door.
    AccessRefused {
        /// The path of the door, or the grant type at the token endpoint.
        door: &'static str,
        /// Why (`access::Closed::name`).
        reason: &'static str,
    },
    /// A person let a client have these scopes.
    ConsentGiven {
        /// Scopes, space-separated.
        scope: String,
    },
    /// A person or an administrator took that back.
    ConsentWithdrawn {},
    /// A key was made.
    KeyCreated {
        /// The key id.
        kid: String,
        /// What the key is for.
        purpose: &'static str,
        /// Its algorithm.
        alg: String,
    },
    /// A key took the place of another, which stays published for a while.
    KeyRotated {
        /// The key id.
        kid: String,
        /// What the key is for.
        purpose: &'static str,
        /// The key whose place it took.
        replaced: Option<String>,
    },
    /// A key is published no longer.
    KeyRetired {
        /// The key id.
        kid: String,
        /// What the key is for.
        purpose: &'static str,
    },
    /// A key was taken out of use at once, as one that leaked; what it signed is worth nothing.
    KeyWithdrawn {
        /// The key id.
        kid: String,
        /// What the key is for.
        purpose: &'static str,
    },
    /// A client was made or changed.
    ClientChanged {
        /// What became of it.
        change: Change,
        /// Its fields that changed.
        changes: Changes,
    },
    /// An account was made or changed.
    AccountChanged {
        /// What became of it.
        change: Change,
        /// Its fields that changed.
        changes: Changes,
    },
    /// A password was set.
    PasswordChanged {
        /// Who, and on what ground.
        by: PasswordChange,
    },
    /// A person became a member of the group that the entry is about.
    MemberAdded {},
    /// An email with a one-time link was queued.
    LinkSent {
        /// The stored word of the mail room.
        purpose: &'static str,
    },
    /// Somebody took the trail away as a file.
    TrailExported {
        /// Which entries were asked for.
        filter: AuditFilter,
    },
    /// A person did something as often as is allowed, and was refused.
    LimitReached {
        /// `welcome_emails` or `random_passwords`.
        limit: &'static str,
    },
    /// An old application was given a launch token or code; `mode` is `query` or `code`.
    LaunchGranted {
        /// `query` or `code`.
        mode: &'static str,
    },
    /// An old application asked who a launch token is, and was refused.
    LaunchRefused {
        /// Why.
        reason: &'static str,
    },
    /// A client was told of a logout, or could not be (OIDC Back-Channel Logout section 2.5).
    LogoutDelivered {
        /// Whether the client answered well.
        delivered: bool,
    },
    /// So many refusals of one kind and address network were counted and not written.
    RefusalsSuppressed {
        /// Their kind.
        of: &'static str,
        /// How many.
        count: u64,
    },
    /// So many entries could not be kept because the database was too slow or away.
    EntriesDropped {
        /// How many.
        count: u64,
    },
}

/// Why a sign-in was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SignInRefusal {
    /// No account has this name.
    UnknownAccount,
    /// The password is another.
    WrongPassword,
    /// The account has no password: it signs in some other way.
    NoPassword,
    /// The account is disabled.
    Disabled,
    /// The account or its temporary password has expired.
    Expired,
    /// Too many failures; the person was told to wait.
    Delayed,
    /// Too many failures over all names of the account. Whoever tried was told what a wrong password is
    /// told, and the password was not looked at.
    AccountLimit,
    /// More sign-ins than the server can check at once.
    Busy,
}

/// What became of a client or account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// It was made.
    Created,
    /// It has other values.
    Updated,
    /// It works no longer.
    Disabled,
    /// It works again.
    Enabled,
}

/// Who set a password, and on what ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PasswordChange {
    /// The owner, because the account had to change it.
    Forced,
    /// The owner, by a one-time link.
    Link,
    /// An administrator.
    Administrator,
}

impl Event {
    /// Every stable name.
    pub const KINDS: [&'static str; 31] = [
        "sign_in.succeeded",
        "sign_in.refused",
        "session.ended",
        "grant.revoked",
        "token.granted",
        "token.refused",
        "client.refused",
        "request.refused",
        "token.revoked",
        "code.replayed",
        "refresh.reused",
        "authorization.refused",
        "access.refused",
        "consent.given",
        "consent.withdrawn",
        "key.created",
        "key.rotated",
        "key.retired",
        "key.withdrawn",
        "client.changed",
        "account.changed",
        "password.changed",
        "group.member_added",
        "link.sent",
        "limit.reached",
        "audit.exported",
        "launch.granted",
        "launch.refused",
        "logout.delivered",
        "audit.suppressed",
        "audit.dropped",
    ];

    /// The stable name of this kind of event.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::SignInSucceeded { .. } => "sign_in.succeeded",
            Self::SignInRefused { .. } => "sign_in.refused",
            Self::SessionEnded { .. } => "session.ended",
            Self::GrantRevoked { .. } => "grant.revoked",
            Self::TokenGranted { .. } => "token.granted",
            Self::TokenRefused { .. } => "token.refused",
            Self::ClientRefused { .. } => "client.refused",
            Self::RequestRefused { .. } => "request.refused",
            Self::TokenRevoked { .. } => "token.revoked",
            Self::CodeReplayed {} => "code.replayed",
            Self::RefreshReused {} => "refresh.reused",
            Self::AuthorizationRefused { .. } => "authorization.refused",
            Self::AccessRefused { .. } => "access.refused",
            Self::ConsentGiven { .. } => "consent.given",
            Self::ConsentWithdrawn {} => "consent.withdrawn",
            Self::KeyCreated { .. } => "key.created",
            Self::KeyRotated { .. } => "key.rotated",
            Self::KeyRetired { .. } => "key.retired",
            Self::KeyWithdrawn { .. } => "key.withdrawn",
            Self::ClientChanged { .. } => "client.changed",
            Self::AccountChanged { .. } => "account.changed",
            Self::PasswordChanged { .. } => "password.changed",
            Self::MemberAdded {} => "group.member_added",
            Self::LinkSent { .. } => "link.sent",
            Self::LimitReached { .. } => "limit.reached",
            Self::TrailExported { .. } => "audit.exported",
            Self::LaunchGranted { .. } => "launch.granted",
            Self::LaunchRefused { .. } => "launch.refused",
            Self::LogoutDelivered { .. } => "logout.delivered",
            Self::RefusalsSuppressed { .. } => "audit.suppressed",
            Self::EntriesDropped { .. } => "audit.dropped",
        }
    }

    /// What this kind of event is about.
    pub(super) fn about(&self) -> About<'_> {
        match self {
            Self::SignInSucceeded { .. }
            | Self::SignInRefused { .. }
            | Self::GrantRevoked { .. }
            | Self::ConsentGiven { .. }
            | Self::ConsentWithdrawn {}
            | Self::AccountChanged { .. }
            | Self::PasswordChanged { .. }
            | Self::MemberAdded {}
            | Self::LinkSent { .. }
            | Self::LimitReached { .. } => About::Account,
            Self::TokenGranted { .. }
            | Self::TokenRefused { .. }
            | Self::ClientRefused { .. }
            | Self::RequestRefused { .. }
            | Self::TokenRevoked { .. }
            | Self::CodeReplayed {}
            | Self::RefreshReused {}
            | Self::AuthorizationRefused { .. }
            | Self::AccessRefused { .. }
            | Self::ClientChanged { .. }
            | Self::LaunchGranted { .. }
            | Self::LaunchRefused { .. }
            | Self::LogoutDelivered { .. } => About::Client,
            Self::SessionEnded { .. } => About::Session,
            Self::KeyCreated { kid, .. }
            | Self::KeyRotated { kid, .. }
            | Self::KeyRetired { kid, .. }
            | Self::KeyWithdrawn { kid, .. } => About::This(ObjectKind::Key, kid),
            Self::TrailExported { .. }
            | Self::RefusalsSuppressed { .. }
            | Self::EntriesDropped { .. } => About::Nothing,
        }
    }

    /// The details as a JSON object; `{}` when the kind says it all.
    pub(super) fn detail(&self) -> String {
        serde_json::to_string(self).unwrap_or_else(|_| "{}".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn details_are_objects_with_words_of_the_program() {
        let refused = Event::SignInRefused {
            reason: SignInRefusal::WrongPassword,
        };
        assert_eq!(refused.detail(), r#"{"reason":"wrong_password"}"#);
        assert_eq!(Event::CodeReplayed {}.detail(), "{}");
        assert_eq!(refused.kind(), "sign_in.refused");
    }
}
