//! Remembered consents in the database.

use crate::clock::Millis;
use crate::db::{
    DbError, Reads, WriteTx, execute, fetch_all, fetch_optional, from_row, statements,
};

use super::consent_counts;

/// SQL: since when a consent stands. Versions up to 0.1.0 do not say it.
macro_rules! stands_since {
    () => {
        "COALESCE(stands_since, granted_at) AS stands_since"
    };
}

statements! {
    FIND = concat!("SELECT account_id, client_id, scope, granted_at, ", stands_since!(), " FROM consents k \
        WHERE account_id = $1 AND client_id = $2 AND ", consent_counts!("k"));
    /// A consent that counts goes on, unless it is narrowed.
    SAVE = concat!("INSERT INTO consents (account_id, client_id, scope, granted_at, stands_since) \
        VALUES ($1, $2, $3, $4, $5) ON CONFLICT (account_id, client_id) \
        DO UPDATE SET scope = excluded.scope, granted_at = excluded.granted_at, stands_since = \
        CASE WHEN CAST($6 AS BIGINT) = 0 AND ", consent_counts!("consents"), " \
        THEN COALESCE(consents.stands_since, consents.granted_at) ELSE excluded.stands_since END");
    HOLD = concat!("UPDATE consents SET granted_at = granted_at \
        WHERE account_id = $1 AND client_id = $2 AND ", consent_counts!("consents"),
        " RETURNING account_id, client_id, scope, granted_at, ", stands_since!());
    OF_ACCOUNT = concat!("SELECT account_id, client_id, scope, granted_at, ", stands_since!(), " FROM consents k \
        WHERE account_id = $1 AND ", consent_counts!("k"), " ORDER BY client_id COLLATE \"C\" LIMIT 1000");
    WITHDRAW = "DELETE FROM consents WHERE account_id = $1 AND client_id = $2";
}

/// What an account has allowed a client.
#[derive(Clone, Debug)]
pub struct Consent {
    pub account_id: String,
    pub client_id: String,
    /// Allowed scope values, sorted, separated by spaces.
    pub scope: String,
    /// When consent was last given.
    pub granted_at: Millis,
    /// Since when it has been neither withdrawn nor narrowed. Codes that were issued under an earlier one have ended.
    pub stands_since: Millis,
}

from_row!(Consent {
    account_id,
    client_id,
    scope,
    granted_at,
    stands_since
});

impl Consent {
    /// The allowed scope values.
    pub fn values(&self) -> Vec<String> {
        self.scope.split(' ').map(str::to_owned).collect()
    }

    /// True when every value of `scope` was allowed.
    pub fn covers(&self, scope: &[String]) -> bool {
        scope
            .iter()
            .all(|wanted| self.scope.split(' ').any(|allowed| allowed == wanted))
    }
}

/// What `account_id` has allowed `client_id`.
pub async fn find(
    tx: &mut dyn Reads,
    account_id: &str,
    client_id: &str,
) -> Result<Option<Consent>, DbError> {
    fetch_optional!(tx, Consent, FIND, account_id, client_id)
}

/// Reads the consent and locks it until this transaction ends, so that no other can withdraw it.
pub async fn hold(
    tx: &mut WriteTx,
    account_id: &str,
    client_id: &str,
) -> Result<Option<Consent>, DbError> {
    fetch_optional!(tx, Consent, HOLD, account_id, client_id)
}

/// Stores a consent and replaces the previous one. That one goes on, with the time since which it stands, unless
/// `narrows` or a change of the client has ended it.
pub async fn save(tx: &mut WriteTx, consent: &Consent, narrows: bool) -> Result<(), DbError> {
    let Consent {
        account_id,
        client_id,
        scope,
        granted_at,
        stands_since,
    } = consent;
    execute!(
        tx,
        SAVE,
        account_id,
        client_id,
        scope,
        *granted_at,
        *stands_since,
        narrows
    )
    .map(drop)
}

/// Every consent of an account, by client, 1000 at most.
pub async fn of_account(tx: &mut dyn Reads, account_id: &str) -> Result<Vec<Consent>, DbError> {
    fetch_all!(tx, Consent, OF_ACCOUNT, account_id)
}

/// Deletes a consent; false when there was none.
pub async fn withdraw(
    tx: &mut WriteTx,
    account_id: &str,
    client_id: &str,
) -> Result<bool, DbError> {
    Ok(execute!(tx, WITHDRAW, account_id, client_id)? == 1)
}
