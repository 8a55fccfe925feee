//! The one-time link of an email: who asks for one, and who mints it.
//!
//! An email rests in the queue without its link. The job that sends the email has the link minted,
//! so the queue holds no secret, and a second attempt mints a new link in place of the first.
//! The domain decides whether there may be a link and how long it lives, and it implements
//! [`LinkIssuer`].

use async_trait::async_trait;
use zeroize::Zeroizing;

use crate::clock::Millis;
use crate::db::DbError;

/// What a one-time link lets the reader of an email do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkPurpose {
    /// Choose the password of an account that an administrator added.
    Welcome,
}

impl LinkPurpose {
    /// Every purpose.
    pub const ALL: [Self; 1] = [Self::Welcome];

    /// The name that the database keeps.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Welcome => "welcome",
        }
    }

    /// The purpose of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|purpose| purpose.name() == name)
    }
}

/// The link that an email asks for when it is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinkRequest<'a> {
    /// The account that the link is for.
    pub account_id: &'a str,
    /// What the link is for.
    pub purpose: LinkPurpose,
    /// The address that the email goes to.
    pub email: &'a str,
}

/// A minted link. Its token is a secret: the email alone carries it.
#[derive(Clone)]
pub struct OneTimeLink {
    /// 256 random bits in base64url.
    pub token: Zeroizing<String>,
    /// The first moment at which the link works no longer.
    pub expires_at: Millis,
}

/// Mints the links of emails.
#[async_trait]
pub trait LinkIssuer: Send + Sync {
    /// Mints a link and voids the one that the account had for this purpose. `None` when the
    /// account may have no such link any more: then the email is not sent.
    async fn issue(&self, request: LinkRequest<'_>) -> Result<Option<OneTimeLink>, DbError>;
}

impl std::fmt::Debug for OneTimeLink {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "OneTimeLink(until {})", self.expires_at)
    }
}
