//! What happens once in a while, however often its cause comes, for example an email about it.

use std::net::IpAddr;

use atrium_listener::network::network;

use super::{Counter, Limits, store};
use crate::clock::{DAY, Millis};
use crate::db::{DbError, WriteTx};

use super::rules::{account_codes, once_in};
use super::state::Verdict;

/// How long a program without a browser counts as seen at a network, after it signed in to an account.
const PROGRAM_SEEN: Millis = 90 * DAY;

impl Limits {
    /// True once a day for an account, when so many wrong codes were typed that somebody seems to guess them: the number
    /// after which one browser has to wait. Ask it after the failure is counted.
    ///
    /// # Errors
    /// The database failed.
    pub async fn notes_guessing(
        &self,
        tx: &mut WriteTx,
        account_id: &str,
        now: Millis,
    ) -> Result<bool, DbError> {
        let codes = account_codes(account_id);
        let states = store::states(tx, std::slice::from_ref(&codes.name)).await?;
        let state = states.get(&codes.name).copied().unwrap_or_default();
        if state.at(&codes.rule, now).failures < self.name_address.failures {
            return Ok(false);
        }
        let noted = Counter::new("guessing_noted", &[account_id], once_in(DAY));
        once(tx, &noted, now).await
    }

    /// True when the account signs in with `program` at the network of `address` for the first time in three months.
    ///
    /// # Errors
    /// The database failed.
    pub async fn notes_program(
        &self,
        tx: &mut WriteTx,
        account_id: &str,
        (program, address): (&str, Option<IpAddr>),
        now: Millis,
    ) -> Result<bool, DbError> {
        let place = address.map(network).unwrap_or_default();
        let parts = [account_id, program, &place];
        let seen = Counter::new("program_seen", &parts, once_in(PROGRAM_SEEN));
        once(tx, &seen, now).await
    }
}

/// Uses `counter` up, whose rule allows one use in its window; false if it was used up before.
async fn once(tx: &mut WriteTx, counter: &Counter, now: Millis) -> Result<bool, DbError> {
    let Counter { name, rule, .. } = counter;
    let before = store::add(tx, name, rule, now).await?;
    let state = before.at(rule, now);
    if state.judge(rule, now) != Verdict::Enter {
        store::take_back(tx, name, before.reserved_at).await?;
        return Ok(false);
    }
    store::restart(tx, name, before, state).await?;
    store::fail(tx, name, 1, (rule.failures, 0)).await?;
    Ok(true)
}
