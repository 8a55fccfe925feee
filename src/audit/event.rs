//! The events of the audit trail: one variant per kind, with its details.
//!
//! The types of details keep secrets out: words of the program are `&'static str`, other texts are
//! names that are not secret (a key id, a scope, an algorithm).

mod kind;

use jiff::civil::Date;
use serde::Serialize;
use serde_json::Value;

use super::changes::Changes;

/// An event. Its kind ([`Event::kind`]) is a stable name that pages and exports rely on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Event {
    /// An account signed in, with these methods (RFC 8176 `amr`) and this strength (`acr`).
    SignInSucceeded { amr: Vec<String>, acr: String },
    /// A sign-in was refused. The person saw one neutral message; this is the actual reason.
    SignInRefused { reason: SignInRefusal },
    /// The password or a corporate identity was proved, and the second factor is asked for.
    FactorAsked {},
    /// A second factor of the account was changed.
    FactorChanged {
        /// `authenticator_added`, `authenticator_removed`, `recovery_codes_made`, `recovery_code_used`,
        /// `browser_remembered`, `browser_forgotten`, `reminded`, `required`, `no_longer_required`,
        /// `temporary_code_made`, `temporary_code_used` or `reset`.
        change: &'static str,
    },
    /// A corporate identity, by its `sub` at the provider with this id, now belongs to the account.
    IdentityLinked { provider: String, subject: String },
    /// A corporate identity no longer belongs to the account.
    IdentityUnlinked { provider: String, subject: String },
    /// A person came back from a provider and was not signed in.
    IdentityRefused {
        /// The id of the provider.
        provider: String,
        /// `refused`, `unreachable` or `untrusted`: theirs; `unknown`, `no_way`, `closed` or `taken`: ours.
        reason: &'static str,
    },
    /// A provider of the screen: `added`, `changed`, `enabled`, `disabled` or `deleted`.
    ProviderChanged {
        provider: String,
        change: &'static str,
        changes: Changes,
    },
    /// A passkey was added to the account.
    PasskeyAdded {
        /// The owner's name for it.
        passkey: String,
        /// False for a key that is a second factor only.
        discoverable: bool,
        /// True if it may be on several devices.
        synced: bool,
    },
    /// A passkey of the account got another name.
    PasskeyRenamed { from: String, to: String },
    /// A passkey was removed from the account.
    PasskeyRemoved { passkey: String },
    /// A session ended, with its grants and tokens.
    SessionEnded {
        /// The stored reason, from `sessions`.
        reason: &'static str,
    },
    /// Grants were revoked together with their tokens.
    GrantRevoked {
        /// The stored reason, from `sessions`.
        reason: &'static str,
        /// The number of grants.
        count: u64,
    },
    /// A code or token was issued (RFC 6749 section 5.1).
    TokenGranted {
        /// The grant type if it is a known one, otherwise `unknown`.
        grant_type: &'static str,
        /// Scopes, space-separated.
        scope: String,
        /// `opaque` or `at+jwt`.
        format: &'static str,
        refresh_token: bool,
    },
    /// This many more were issued to one client for one grant type and address network, without separate entries.
    TokensGranted {
        grant_type: &'static str,
        count: u64,
    },
    /// A token request was refused with this error (RFC 6749 section 5.2).
    TokenRefused {
        /// The grant type if it is a known one, otherwise `unknown`.
        grant_type: &'static str,
        error: &'static str,
    },
    /// A request for introspection (RFC 7662) or revocation (RFC 7009) was refused.
    ClientRefused {
        endpoint: &'static str,
        /// The error of RFC 6749 section 5.2.
        error: &'static str,
    },
    /// A browser's request ended on an error page, because there was no valid address to redirect
    /// to (RFC 6749 section 4.1.2.1, OpenID Connect RP-Initiated Logout section 4), or because it
    /// came from another site's page.
    RequestRefused {
        /// The path of the endpoint.
        endpoint: String,
        /// The reason on the page (`PageError::name`).
        reason: &'static str,
        /// The sentence for the maintainer of the application, if there was one.
        #[serde(skip_serializing_if = "str::is_empty")]
        description: &'static str,
        /// The origin of the requested redirect, without path, query and user.
        #[serde(skip_serializing_if = "Option::is_none")]
        to: Option<String>,
    },
    /// A client revoked a token (RFC 7009), `access` or `refresh`, or the operator revoked `all` tokens of a client.
    TokenRevoked { token: &'static str },
    /// A code was used twice, so its grant was revoked (RFC 6749 section 4.1.2).
    CodeReplayed {},
    /// A refresh token was used twice, so its grant was revoked (RFC 9700 section 4.14.2).
    RefreshReused {},
    /// An authorization request was refused with this error (RFC 6749 section 4.1.2.1 or OIDC).
    AuthorizationRefused { error: &'static str },
    /// A person was refused here because the application is not open to them.
    AccessRefused {
        /// The path of the endpoint, or the grant type at the token endpoint.
        door: &'static str,
        /// The reason (`access::Closed::name`).
        reason: &'static str,
    },
    /// A signed-in person asked for something without the right to it (OWASP ASVS 16.3.2).
    RightRefused {
        /// The access code that gives the right, or the name of a right that no code gives.
        right: &'static str,
        /// The object that the request named, unchanged.
        #[serde(skip_serializing_if = "Option::is_none")]
        object: Option<String>,
    },
    /// A person gave a client consent to these scopes.
    ConsentGiven { scope: String },
    /// A person or an administrator withdrew a consent. Without an account: a change of the client ended all consents.
    ConsentWithdrawn {},
    KeyCreated {
        kid: String,
        purpose: &'static str,
        alg: String,
    },
    /// A key replaced another, which stays published for a while.
    KeyRotated {
        kid: String,
        purpose: &'static str,
        /// The replaced key.
        replaced: Option<String>,
    },
    /// A key is no longer published.
    KeyRetired { kid: String, purpose: &'static str },
    /// A compromised key was withdrawn at once. Everything that it signed is invalid.
    KeyWithdrawn { kid: String, purpose: &'static str },
    /// A client was created or changed.
    ClientChanged { change: Change, changes: Changes },
    /// An account was created or changed.
    AccountChanged { change: Change, changes: Changes },
    /// The deletion of an account was `begun` or `taken_back`, or the account was `erased`.
    AccountDeletion { outcome: &'static str },
    /// An agency, a company, a brand, a division or an industry was added or changed; it is the object.
    OrganisationChanged { change: Change, changes: Changes },
    /// An IRIS mapping, which is the object, was added or changed.
    IrisMappingChanged { change: Change, changes: Changes },
    /// A person asked for another agency.
    AgencyRequested {
        /// The id of the present agency.
        from: String,
        /// The id of the wanted one.
        to: String,
    },
    /// A request for another agency was approved, refused or withdrawn.
    AgencyRequestDecided {
        state: &'static str,
        /// The id of the wanted agency.
        to: String,
        #[serde(skip_serializing_if = "String::is_empty")]
        reason: String,
    },
    /// An application for an account was approved or refused.
    AccountApplicationDecided {
        /// `approved`, `refused` or `timed_out`.
        outcome: &'static str,
        /// The account name that was applied for: a refused account gives it up.
        username: String,
        #[serde(skip_serializing_if = "String::is_empty")]
        reason: String,
    },
    /// An invitation to register for the group, which is the object, was sent, withdrawn or accepted.
    RegistrationInvitation {
        outcome: &'static str,
        /// The invited address.
        email: String,
    },
    /// A product was added or changed.
    ProductChanged {
        #[serde(skip)]
        id: String,
        change: Change,
        changes: Changes,
    },
    /// An announcement was added, changed, switched on or off, or deleted.
    AnnouncementChanged {
        #[serde(skip)]
        id: String,
        change: Change,
        changes: Changes,
    },
    /// A survey was added, changed, switched on or off, or deleted.
    SurveyChanged {
        #[serde(skip)]
        id: String,
        change: Change,
        changes: Changes,
    },
    /// A person read what people answered by name, or downloaded the answers to a survey.
    SurveyResultsRead {
        #[serde(skip)]
        id: String,
        /// True if they were downloaded.
        as_file: bool,
    },
    /// Feedback arrived, or its status, its assignee, its answer or what it was merged into was changed.
    FeedbackChanged {
        #[serde(skip)]
        id: String,
        change: Change,
        changes: Changes,
    },
    /// A module of a product was added, changed or deleted.
    ModuleChanged {
        #[serde(skip)]
        id: String,
        change: Change,
        changes: Changes,
    },
    /// An access right was added, changed, assigned, confirmed or deleted.
    AccessRightChanged {
        #[serde(skip)]
        id: String,
        change: Change,
        changes: Changes,
    },
    /// A role was added, changed or deleted.
    RoleChanged {
        #[serde(skip)]
        id: String,
        change: Change,
        changes: Changes,
    },
    /// A person got the role, which is the object; the changes say what it is limited to.
    RoleGiven { changes: Changes },
    /// A person lost the role, which is the object.
    RoleTaken {},
    /// A password was set.
    PasswordChanged {
        /// Who set it and why.
        by: PasswordChange,
    },
    /// A group was created, changed or deleted.
    GroupChanged { change: Change, changes: Changes },
    /// A person became a member of the group, which is the object.
    MemberAdded {
        /// The last day; absent for a membership without an end.
        #[serde(skip_serializing_if = "Option::is_none")]
        until: Option<Date>,
    },
    /// The place of a person in the group, which is the object, changed.
    MemberChanged { changes: Changes },
    /// A manager said who decides while they are away, or that they are back (decision 0071).
    StandInChanged { changes: Changes },
    /// A person left the group, which is the object, or was removed.
    MemberRemoved {},
    /// A person was invited to the group, which is the object.
    PersonInvited {},
    /// A person asked for a group; the request is the object.
    RequestMade {
        /// `join` or `extend`.
        kind: &'static str,
        /// For how many days; absent for as long as the group allows.
        #[serde(skip_serializing_if = "Option::is_none")]
        days: Option<i64>,
    },
    /// A request ended.
    RequestDecided {
        /// `approved`, `refused`, `withdrawn` or `timed_out`.
        outcome: &'static str,
        /// The reason of a refusal.
        #[serde(skip_serializing_if = "String::is_empty")]
        reason: String,
    },
    /// An administrator saw the home page of the account.
    HomeSeen {},
    /// A person downloaded what is kept about them.
    DataExported {},
    /// A manager searched for people to add to the group, which is the object (contract F-22).
    PeopleSearched {},
    /// The owner forgot the password and waits for an administrator.
    PasswordAsked {},
    /// The mail server of its reader refused the account's address for good, with this code.
    AddressRefused { code: u16 },
    /// An email with a one-time link was queued.
    LinkSent {
        /// The stored purpose, from `mail`.
        purpose: &'static str,
    },
    /// A person exported the audit trail.
    TrailExported {
        /// The filled fields of its filters.
        #[serde(skip_serializing_if = "Value::is_null")]
        filter: Value,
    },
    /// A person downloaded a list.
    ListExported {
        /// `iris_mappings`, or the kind of organisation.
        list: &'static str,
        /// The filled fields of its filters.
        #[serde(skip_serializing_if = "Value::is_null")]
        filter: Value,
    },
    /// A person was refused because of a limit, or because their earlier call was still running.
    LimitReached {
        /// `added_accounts`, `welcome_emails`, `random_passwords`, `exports`, `imports`, `requests`, `agency_requests`,
        /// `invitations`, `searches`, `deletions` or `stand_ins`.
        limit: &'static str,
    },
    /// A legacy application was given a launch token or code; `mode` is `query` or `code`.
    LaunchGranted { mode: &'static str },
    /// A legacy application asked who owns a launch token, and was refused.
    LaunchRefused { reason: &'static str },
    /// A logout notice reached a client or failed (OIDC Back-Channel Logout section 2.5).
    LogoutDelivered {
        /// True if the client accepted it.
        delivered: bool,
    },
    /// An administrator put a job that was given up back into the queue.
    JobRetried {
        /// Its id.
        job: String,
        /// Its kind, such as `mail.send`.
        of: String,
    },
    /// A person uploaded a picture.
    FileUploaded {
        /// Its name, made from its content.
        file: String,
        /// The sanitised name that it was sent with.
        label: String,
    },
    /// An administrator set a tile of the home page.
    HomeTileChanged {
        /// Which one, such as `brief`.
        tile: String,
        changes: Changes,
    },
    /// A version of the assistant was added, changed, switched on or off, or deleted.
    AssistantVersionChanged {
        /// Its name.
        version: String,
        change: Change,
        changes: Changes,
    },
    /// A person sent a tiny question to the provider of a version of the assistant.
    AssistantVersionTested {
        /// Its name.
        version: String,
    },
    /// The account or the group, which is the object, may use another number of words of the assistant.
    AssistantQuotaChanged { changes: Changes },
    /// This many refusals of one kind and address network were counted and not written.
    RefusalsSuppressed {
        /// The kind of the refusals.
        of: &'static str,
        count: u64,
    },
    /// This many entries were lost, because the database was too slow or down.
    EntriesDropped { count: u64 },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SignInRefusal {
    /// No account has this name.
    UnknownAccount,
    WrongPassword,
    /// The password was right, but the code of the second factor was not.
    WrongCode,
    /// The account has no password and signs in by other means.
    NoPassword,
    /// No account has this passkey.
    UnknownPasskey,
    /// The answer of the passkey was not believed, or its account may not sign in.
    WrongPasskey,
    /// Only a corporate provider lets the account in (`federation.only`).
    CorporateOnly,
    Disabled,
    Expired,
    /// Too many failures; the person must wait.
    Delayed,
    /// Too many failures over all names of the account. The answer is the same as for a wrong
    /// password, and the password was not checked.
    AccountLimit,
    /// There were more sign-ins than the server can check at once.
    Busy,
}

/// How an object changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    Created,
    Updated,
    Disabled,
    Enabled,
    Locked,
    Unlocked,
    Deleted,
    /// Its drafts were confirmed.
    Confirmed,
}

/// Who set a password, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PasswordChange {
    /// The owner, because the account had to change it.
    Forced,
    /// The owner, on the account page.
    Owner,
    /// The owner, with a one-time link.
    Link,
    Administrator,
}

impl Event {
    /// The grant type by which tokens were issued; empty for other events.
    pub(super) fn grant_type(&self) -> &'static str {
        match self {
            Self::TokenGranted { grant_type, .. } | Self::TokensGranted { grant_type, .. } => {
                grant_type
            }
            _ => "",
        }
    }

    /// How its object changed; `None` for other events.
    pub(super) fn changes(&self) -> Option<(Change, &Changes)> {
        match self {
            Self::ClientChanged { change, changes }
            | Self::AccountChanged { change, changes }
            | Self::OrganisationChanged { change, changes }
            | Self::IrisMappingChanged { change, changes }
            | Self::ProductChanged {
                change, changes, ..
            }
            | Self::AnnouncementChanged {
                change, changes, ..
            }
            | Self::SurveyChanged {
                change, changes, ..
            }
            | Self::FeedbackChanged {
                change, changes, ..
            }
            | Self::ModuleChanged {
                change, changes, ..
            }
            | Self::AssistantVersionChanged {
                change, changes, ..
            }
            | Self::AccessRightChanged {
                change, changes, ..
            }
            | Self::RoleChanged {
                change, changes, ..
            }
            | Self::GroupChanged { change, changes } => Some((*change, changes)),
            _ => None,
        }
    }

    /// The details as a JSON object; `{}` if there are none.
    pub(super) fn detail(&self) -> String {
        serde_json::to_string(self).unwrap_or_else(|_| "{}".to_owned())
    }
}

#[cfg(test)]
mod tests;
