//! The turns of a chat.

use crate::clock::Millis;
use crate::db::{Number, coded};

/// Who says a turn (contract E-12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    User,
    Assistant,
}

coded!(Role { User = 0, Assistant = 1 });

/// How a turn stands. A question is always whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnState {
    Whole,
    /// It is being written.
    Arriving,
    /// The person stopped it.
    Stopped,
    /// Its process ended, or the person's access did.
    Cut,
    /// The provider failed.
    Failed,
    /// The quota of the month was used up.
    UsedUp,
    /// It is as long as an answer may be.
    Long,
    /// The provider had too much to do.
    Busy,
    /// The conversation is too long for the model.
    TooLong,
}

coded!(TurnState {
    Whole = 0,
    Arriving = 1,
    Stopped = 2,
    Cut = 3,
    Failed = 4,
    UsedUp = 5,
    Long = 6,
    Busy = 7,
    TooLong = 8,
});

/// A state as the API has it.
pub type TurnStateNumber = Number<TurnState>;

/// What was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    pub role: Role,
    pub content: String,
    pub state: TurnState,
    /// The id of an answer.
    pub answer_id: Option<String>,
    pub created_at: Millis,
}
