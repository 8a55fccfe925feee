//! Remembered consents in the database.

use crate::clock::Millis;
use crate::db::{
    DbError, Reads, WriteTx, execute, fetch_all, fetch_optional, from_row, statements,
};

use super::consent_counts;

statements! {
    FIND = concat!("SELECT account_id, client_id, scope, granted_at FROM consents k \
        WHERE account_id = $1 AND client_id = $2 AND ", consent_counts!("k"));
    SAVE = "INSERT INTO consents (account_id, client_id, scope, granted_at) \
        VALUES ($1, $2, $3, $4) ON CONFLICT (account_id, client_id) \
        DO UPDATE SET scope = excluded.scope, granted_at = excluded.granted_at";
    HOLD = concat!("UPDATE consents SET granted_at = granted_at \
        WHERE account_id = $1 AND client_id = $2 AND ", consent_counts!("consents"),
        " RETURNING account_id, client_id, scope, granted_at");
    OF_ACCOUNT = concat!("SELECT account_id, client_id, scope, granted_at FROM consents k \
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
    /// When consent was last given. Codes that were issued under an earlier one end with it.
    pub granted_at: Millis,
}

from_row!(Consent {
    account_id,
    client_id,
    scope,
    granted_at
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

/// Stores a consent and replaces the previous one.
pub async fn save(tx: &mut WriteTx, consent: &Consent) -> Result<(), DbError> {
    let Consent {
        account_id,
        client_id,
        scope,
        granted_at,
    } = consent;
    execute!(tx, SAVE, account_id, client_id, scope, *granted_at).map(drop)
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
