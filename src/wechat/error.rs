//! Why the messaging app cannot be used.

use crate::clock::Millis;
use crate::db::DbError;
use crate::directory::AccountError;
use crate::keys::MasterError;
use crate::outbound::OutboundError;

/// Why there is no QR code or no link.
#[derive(Debug, thiserror::Error)]
pub enum WechatError {
    /// No mini program is configured.
    #[error("no mini program is configured")]
    Off,
    /// The handle is over, or another session got it (contract F-68).
    #[error("the handle is over")]
    Handle,
    /// The link is over, was used, or belongs to another account; or the session that asked for it has ended.
    #[error("the link is over")]
    Link,
    /// The platform answers no more requests for this time, in milliseconds.
    #[error("the platform's quota is used up")]
    Quota(Millis),
    /// The platform does not know the access token (any more).
    #[error("the platform refuses the access token")]
    StaleToken,
    /// The platform refuses with this `errcode`.
    #[error("the platform refuses with errcode {0}")]
    Refused(i64),
    #[error("the platform did not answer: {0}")]
    Unreachable(#[from] OutboundError),
    /// Another process is fetching the access token for too long.
    #[error("another process fetches the access token")]
    Busy,
    #[error(transparent)]
    Seal(#[from] MasterError),
    #[error(transparent)]
    Account(#[from] AccountError),
    #[error(transparent)]
    Db(#[from] DbError),
}

/// Settings that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum WechatSettingError {
    /// The secret cannot be read.
    #[error("wechat.secret_file {0}")]
    Secret(String),
    /// `outbound.allow` lacks a private address.
    #[error("wechat.base_url: {0}")]
    Address(OutboundError),
}
