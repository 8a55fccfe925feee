//! Why the assistant does not answer.

use crate::db::DbError;
use crate::keys::MasterError;

#[derive(Debug, thiserror::Error)]
pub enum ChatError {
    /// The person may not use the assistant (contract F-33).
    #[error("the account may not use the assistant")]
    NotAuthorized,
    /// There is no such chat, or it is another's.
    #[error("there is no such chat")]
    UnknownChat,
    /// There is no such answer, or it is another's.
    #[error("there is no such answer")]
    UnknownAnswer,
    /// No version with this number is offered (contract G-75).
    #[error("there is no such version")]
    UnknownVersion,
    /// The question is empty (contract V-24).
    #[error("the question is empty")]
    Empty,
    /// The question has too many characters, or the chat too many turns (contract X-10).
    #[error("the conversation is as long as it may be")]
    TooLong,
    /// Nothing is left of the quota (contract X-11).
    #[error("the quota is used up")]
    UsedUp,
    /// An answer is arriving in this chat (contract V-24).
    #[error("an answer is arriving")]
    Arriving,
    /// As many answers arrive for the person as may.
    #[error("too many answers are arriving")]
    TooMany,
    /// The person reads as many answers as may be read at a time.
    #[error("too many answers are being read")]
    TooManyReaders,
    /// The server is being stopped, or answers as many people as it can.
    #[error("the assistant has too much to do")]
    Busy,
    /// The provider did not answer (contract X-12).
    #[error("the provider did not answer")]
    Failed,
    #[error("the chat: {0}")]
    Sealing(#[from] MasterError),
    #[error(transparent)]
    Db(#[from] DbError),
}
