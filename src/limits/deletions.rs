//! The counters of deletions of accounts. A deletion sends an email, and taking it back sends another (trap T11).
//!
//! They count for each person and account, so that nobody uses up the deletions of somebody else (attack 16).

use super::rules::in_a_day;
use super::{Counter, Limits};

/// How often a person may delete the same account in a day, and how many emails say that it stays.
const DELETIONS: u32 = 3;

impl Limits {
    /// The counter for a deletion of the account by `actor`, who may be its owner.
    pub fn deletion(actor: &str, account_id: &str) -> Vec<Counter> {
        let parts = [actor, account_id];
        vec![Counter::new("deletions", &parts, in_a_day(DELETIONS))]
    }

    /// The counter for an email which says that `actor` took the deletion of the account back.
    pub fn kept_account_email(actor: &str, account_id: &str) -> Vec<Counter> {
        let (parts, rule) = ([actor, account_id], in_a_day(DELETIONS));
        vec![Counter::new("kept_account_emails", &parts, rule)]
    }
}
