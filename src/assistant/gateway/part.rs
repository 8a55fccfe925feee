//! The parts of an answer, and why there is none.

use super::events::LineTooLong;
use crate::outbound::OutboundError;

/// A part of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    Text(String),
    /// What the provider counted, in tokens.
    Usage {
        question: i64,
        answer: i64,
    },
    /// The model has stopped. True if it had more to say.
    End {
        was_cut: bool,
    },
}

/// Why there is no answer, or no more of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GatewayError {
    #[error("the provider has too much to do")]
    Busy,
    #[error("the conversation is too long for the model")]
    TooLong,
    #[error("the provider refused the key")]
    Key,
    #[error("the provider answered with status {0}")]
    Status(u16),
    #[error("the provider reported an error")]
    Reported,
    #[error("the provider wrote what is no answer")]
    Malformed,
    #[error("the provider sent nothing for too long")]
    Stalled,
    #[error("the answer ended before its end")]
    Cut,
    #[error(transparent)]
    Outbound(#[from] OutboundError),
}

impl From<LineTooLong> for GatewayError {
    fn from(_: LineTooLong) -> Self {
        Self::Malformed
    }
}
