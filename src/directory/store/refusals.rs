//! Email addresses of accounts that the server of their reader refused for good. Statements that change an address forget it.

use crate::clock::Millis;
use crate::db::{DbError, Reads, WriteTx, fetch_optional, from_row, statements};

statements! {
    NOTE = "UPDATE accounts SET email_refused = $2, email_refused_at = $3, email_refused_code = $4 \
        WHERE email_key = $1 AND email_refused <> $2 RETURNING id";
    IS_REFUSED = "SELECT id FROM accounts WHERE email_key = $1 AND email_refused = 1";
    OF_ACCOUNT = "SELECT COALESCE(email_refused_at, 0) AS at, COALESCE(email_refused_code, 0) AS code \
        FROM accounts WHERE id = $1 AND email_refused = 1";
}

/// The refusal of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddressRefusal {
    /// When it was refused first.
    pub at: Millis,
    /// The code of the answer (RFC 5321 section 4.2).
    pub code: i64,
}

from_row!(AddressRefusal { at, code });

/// Notes that the address was refused. The id of its account, unless there is none or it was noted before.
pub(in crate::directory) async fn refuse(
    tx: &mut WriteTx,
    email_key: &str,
    code: u16,
    now: Millis,
) -> Result<Option<String>, DbError> {
    note(tx, email_key, 1, Some((now, i64::from(code)))).await
}

/// Forgets that the address was refused.
pub(in crate::directory) async fn accept(tx: &mut WriteTx, email_key: &str) -> Result<(), DbError> {
    note(tx, email_key, 0, None).await.map(drop)
}

async fn note(
    tx: &mut WriteTx,
    email_key: &str,
    refused: i64,
    refusal: Option<(Millis, i64)>,
) -> Result<Option<String>, DbError> {
    let (at, code) = refusal.unzip();
    let row = fetch_optional!(tx, (String,), NOTE, email_key, refused, at, code)?;
    Ok(row.map(|(id,)| id))
}

/// True if it is noted that the address was refused.
pub(in crate::directory) async fn is_refused(
    view: &mut dyn Reads,
    email_key: &str,
) -> Result<bool, DbError> {
    Ok(fetch_optional!(view, (String,), IS_REFUSED, email_key)?.is_some())
}

/// The refusal of the account's address, if it is refused.
pub async fn refusal_of(
    view: &mut dyn Reads,
    account_id: &str,
) -> Result<Option<AddressRefusal>, DbError> {
    fetch_optional!(view, AddressRefusal, OF_ACCOUNT, account_id)
}
