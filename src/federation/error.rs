//! Why a sign-in through a provider failed.

use crate::outbound::OutboundError;

/// Why a ceremony has no result. The words are for the log; none contains a token, a code or a body.
#[derive(Debug, thiserror::Error)]
pub enum FederationError {
    /// The person stopped, or the provider refused them: its `error` (RFC 6749 section 4.1.2.1).
    #[error("the provider answered {error:?}")]
    Refused {
        /// A word of its own. It is text, never markup.
        error: String,
    },
    /// The provider cannot be reached, or does not answer in time.
    #[error("the provider cannot be asked: {0}")]
    Unreachable(#[from] OutboundError),
    /// Its answer is not one of an OpenID provider, or breaks a rule.
    #[error("the provider's answer is not trusted: {0}")]
    Untrusted(String),
}

impl FederationError {
    /// The reason in audit entries.
    pub const fn reason(&self) -> &'static str {
        match self {
            Self::Refused { .. } => "refused",
            Self::Unreachable(_) => "unreachable",
            Self::Untrusted(_) => "untrusted",
        }
    }
}

/// A provider of the settings that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FederationSettingError {
    #[error("secret_file of provider {id:?} {why}")]
    Secret { id: String, why: String },
    #[error("key_file of provider {id:?} {why}")]
    Key { id: String, why: String },
    #[error("certificate_file of provider {id:?} {why}")]
    Certificate { id: String, why: String },
    #[error("icon_file of provider {id:?} {why}")]
    Icon { id: String, why: String },
    #[error("issuer of provider {id:?}: {why}")]
    Issuer { id: String, why: OutboundError },
}
