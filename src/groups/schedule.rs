//! The timers of requests and memberships: jobs that are queued with them and deleted with them.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

use super::request::GroupRequest;
use crate::audit::AuditContext;
use crate::clock::{DAY, Millis};
use crate::days::end_of;
use crate::db::{DbError, WriteTx};
use crate::jobs::{self, NewJob};

/// Reminds of a request.
pub const REMIND: &str = "request.remind";
/// Refuses a request that nobody decided about.
pub const TIME_OUT: &str = "request.time_out";
/// Warns of the end of a membership.
pub const WARN: &str = "membership.warn";
/// Ends a membership.
pub const END: &str = "membership.end";

/// A member is warned this long before the end: a week.
const WARNED_BEFORE: i64 = 7 * DAY;

/// The request that a job is about.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct OfRequest {
    pub request_id: String,
}

/// The membership that a job is about, and its last day when the job was queued. If the day has changed, the job does
/// nothing.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct OfMembership {
    pub account_id: String,
    pub group_id: String,
    pub ends_on: Date,
}

/// Queues the reminder and the end of a new request.
pub(super) async fn request(
    tx: &mut WriteTx,
    id: &str,
    (due_at, refuse_at): (i64, i64),
    audit: &AuditContext,
) -> Result<(), DbError> {
    for (kind, at) in [(REMIND, due_at), (TIME_OUT, refuse_at)] {
        timer(tx, kind, (id, at), audit).await?;
    }
    Ok(())
}

/// Queues the reminder again for a day later, unless the request ends before.
pub(super) async fn remind_later(
    tx: &mut WriteTx,
    request: &GroupRequest,
    audit: &AuditContext,
) -> Result<(), DbError> {
    let at = audit.now + DAY;
    if at >= request.refuse_at {
        return Ok(());
    }
    timer(tx, REMIND, (&request.id, at), audit).await
}

async fn timer(
    tx: &mut WriteTx,
    kind: &'static str,
    (id, at): (&str, Millis),
    audit: &AuditContext,
) -> Result<(), DbError> {
    let request_id = id.to_owned();
    let job = NewJob::new(kind, &OfRequest { request_id }, &audit.random, audit.now);
    jobs::enqueue(tx, &job.in_lane(id).at(at)).await
}

/// Deletes the jobs of a request that is decided or deleted.
pub(super) async fn forget_request(tx: &mut WriteTx, id: &str) -> Result<(), DbError> {
    jobs::cancel(tx, id, &[REMIND, TIME_OUT]).await
}

/// Deletes the jobs of a membership.
pub(super) async fn forget_membership(
    tx: &mut WriteTx,
    (account_id, group_id): (&str, &str),
) -> Result<(), DbError> {
    jobs::cancel(tx, &lane(account_id, group_id), &[WARN, END]).await
}

/// Queues the warning and the end of a membership, and replaces earlier ones.
pub(super) async fn membership(
    tx: &mut WriteTx,
    (account_id, group_id): (&str, &str),
    ends_on: Option<Date>,
    zone: &TimeZone,
    audit: &AuditContext,
) -> Result<(), DbError> {
    forget_membership(tx, (account_id, group_id)).await?;
    let lane = lane(account_id, group_id);
    let Some(ends_on) = ends_on else {
        return Ok(());
    };
    let end = end_of(ends_on, zone);
    for (kind, at) in [(WARN, end - WARNED_BEFORE), (END, end)] {
        // A membership of less than a week needs no warning.
        if at <= audit.now && kind == WARN {
            continue;
        }
        let of = OfMembership {
            account_id: account_id.to_owned(),
            group_id: group_id.to_owned(),
            ends_on,
        };
        let job = NewJob::new(kind, &of, &audit.random, audit.now);
        jobs::enqueue(tx, &job.in_lane(&lane).at(at)).await?;
    }
    Ok(())
}

/// Both ids: no other job has this lane.
fn lane(account_id: &str, group_id: &str) -> String {
    format!("{account_id} {group_id}")
}
