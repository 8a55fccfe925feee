//! What each room erases of a person.

use crate::directory::deletion::erasure::{EraseStep, ROWS_AT_ONCE, again};
use crate::{
    announcements, assistant, audit, catalogue, factors, federation, feedback, groups, insight,
    passkeys, sessions, surveys,
};

/// All rooms that have something of a person, but `directory`, which has the account itself and comes last.
pub const ROOMS: &[EraseStep] = &[
    |tx, id, _| {
        Box::pin(async move { Ok(again(sessions::erase_person(tx, id, ROWS_AT_ONCE).await?)) })
    },
    |tx, id, _| {
        Box::pin(async move {
            passkeys::erase_person(tx, id).await?;
            factors::erase_person(tx, id).await?;
            federation::erase_person(tx, id).await?;
            announcements::erase_person(tx, id).await?;
            insight::erase_person(tx, id).await?;
            surveys::erase_person(tx, id).await?;
            Ok(None)
        })
    },
    |tx, id, _| {
        Box::pin(async move { Ok(again(assistant::erase_person(tx, id, ROWS_AT_ONCE).await?)) })
    },
    |tx, id, _| {
        Box::pin(async move { Ok(again(feedback::erase_person(tx, id, ROWS_AT_ONCE).await?)) })
    },
    |tx, id, _| {
        Box::pin(async move { Ok(again(groups::erase_person(tx, id, ROWS_AT_ONCE).await?)) })
    },
    |tx, id, _| {
        Box::pin(async move { Ok(again(catalogue::erase_person(tx, id, ROWS_AT_ONCE).await?)) })
    },
    |tx, id, after| Box::pin(audit::erase_person(tx, id, after)),
];
