//! The one-time link of an email: who requests one and who issues it.
//!
//! The queued email has no link. The job that sends it requests one, so the queue contains no
//! secret, and a second attempt gets a new link that replaces the first. The domain implements
//! [`LinkIssuer`]: it decides whether there may be a link and how long it is valid.

use async_trait::async_trait;
use zeroize::Zeroizing;

use crate::clock::Millis;
use crate::db::DbError;

/// What a one-time link is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkPurpose {
    /// The owner of a new account chooses a password.
    Welcome,
    /// The owner of an account locks it.
    Lock,
    /// The owner of a locked account chooses a new password.
    Unlock,
    /// The owner of an account forgot the password and chooses a new one.
    Forgotten,
    /// The same, after an administrator approved it.
    Approved,
    /// An applicant confirms the address. The link has no row: it holds the application, sealed.
    Application,
    /// An invited person registers.
    Invitation,
    /// The owner of an account confirms another address. The link has no row: it holds the change, sealed.
    Address,
    /// The reader of the earlier address takes the change back. Its hash is a column of the change.
    AddressUndo,
    /// The owner of an account takes its deletion back.
    DeletionUndo,
}

impl LinkPurpose {
    pub const ALL: [Self; 10] = [
        Self::Welcome,
        Self::Lock,
        Self::Unlock,
        Self::Forgotten,
        Self::Approved,
        Self::Application,
        Self::Invitation,
        Self::Address,
        Self::AddressUndo,
        Self::DeletionUndo,
    ];

    /// The stored name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Welcome => "welcome",
            Self::Lock => "lock",
            Self::Unlock => "unlock",
            Self::Forgotten => "forgotten",
            Self::Approved => "approved",
            Self::Application => "application",
            Self::Invitation => "invitation",
            Self::Address => "address",
            Self::AddressUndo => "address_undo",
            Self::DeletionUndo => "deletion_undo",
        }
    }

    /// The purpose with this stored name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|purpose| purpose.name() == name)
    }
}

/// The link that an email requests when it is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinkRequest<'a> {
    /// The id of the account, the invitation, or the change that is taken back; for [`LinkPurpose::Application`] and
    /// [`LinkPurpose::Address`] the application or the change as JSON.
    pub subject: &'a str,
    pub purpose: LinkPurpose,
    /// The address of the email.
    pub email: &'a str,
}

/// An issued link. Its token is a secret that is only in the email.
#[derive(Clone)]
pub struct OneTimeLink {
    /// 256 random bits in base64url, or a sealed application or change.
    pub token: Zeroizing<String>,
    /// The time from which the link no longer works.
    pub expires_at: Millis,
}

/// Issues the links of emails.
#[async_trait]
pub trait LinkIssuer: Send + Sync {
    /// Issues a link and invalidates the account's previous one for this purpose. `None` if the
    /// account may no longer have such a link: then the email is not sent.
    async fn issue(&self, request: LinkRequest<'_>) -> Result<Option<OneTimeLink>, DbError>;
}

impl std::fmt::Debug for OneTimeLink {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "OneTimeLink(until {})", self.expires_at)
    }
}
