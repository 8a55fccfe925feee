//! The people who chose a way into an account, in the database. Each write locks the account first, so that nobody gets
//! a membership at the same moment (`calls::object::hold`).

use crate::clock::Millis;
use crate::db::ids::{fetch_by_ids, ids};
use crate::db::{DbError, Reads, WriteTx, execute, fetch_optional, statements};
use crate::directory::Status;

statements! {
    REPLACE = "UPDATE way_givers SET password = CASE WHEN CAST($2 AS BIGINT) = 1 THEN 0 ELSE password END, \
        email = CASE WHEN CAST($3 AS BIGINT) = 1 THEN 0 ELSE email END, \
        lion_id = CASE WHEN CAST($4 AS BIGINT) = 1 THEN 0 ELSE lion_id END, \
        chose_password = CASE WHEN CAST($2 AS BIGINT) = 1 THEN 0 ELSE chose_password END WHERE account_id = $1";
    /// The giver, and everybody who chose a way into the account of the giver.
    GIVE = "INSERT INTO way_givers (account_id, giver_id, password, email, lion_id, chose_password) \
        SELECT CAST($1 AS TEXT), g.id, CAST($3 AS BIGINT), CAST($4 AS BIGINT), CAST($5 AS BIGINT), CAST($3 AS BIGINT) \
        FROM (SELECT a.id FROM accounts a WHERE a.id = $2 \
            UNION SELECT w.giver_id FROM way_givers w WHERE w.account_id = $2) g WHERE g.id <> $1 \
        ON CONFLICT (account_id, giver_id) DO UPDATE SET \
        password = CASE WHEN excluded.password = 1 THEN 1 ELSE way_givers.password END, \
        email = CASE WHEN excluded.email = 1 THEN 1 ELSE way_givers.email END, \
        lion_id = CASE WHEN excluded.lion_id = 1 THEN 1 ELSE way_givers.lion_id END, \
        chose_password = CASE WHEN excluded.chose_password = 1 THEN 1 ELSE way_givers.chose_password END";
    /// Who chose the password or the corporate id may have signed in by it.
    AS_PASSWORD = "UPDATE way_givers SET email = CASE WHEN CAST($2 AS BIGINT) = 0 THEN email \
        WHEN password = 1 OR lion_id = 1 THEN 1 ELSE 0 END, \
        lion_id = CASE WHEN CAST($3 AS BIGINT) = 1 THEN password ELSE lion_id END WHERE account_id = $1";
    PASSWORD_AS_EMAIL = "UPDATE way_givers SET password = email, chose_password = 0 WHERE account_id = $1";
    STILL_HAS_PASSWORD = "UPDATE accounts SET status = status \
        WHERE id = $1 AND password_hash = $2 RETURNING status, CAST(CASE WHEN EXISTS (SELECT 1 FROM way_givers w \
        WHERE w.account_id = $1 AND w.password = 0 AND (w.email = 0 OR accounts.must_change_password = 0)) \
        THEN 1 ELSE 0 END AS BIGINT)";
    /// Locks the row, as the statement above.
    HOLD_PROOF = "UPDATE accounts SET status = status WHERE id = $1 RETURNING status, password_changed_at";
    /// While the owner must choose another password, a link to the email address can still set one.
    PASSWORD_PROVED = "DELETE FROM way_givers WHERE account_id = $1 AND password = 0 AND (email = 0 \
        OR EXISTS (SELECT 1 FROM accounts a WHERE a.id = $1 AND a.must_change_password = 0))";
    EMAIL_PROVED = "DELETE FROM way_givers WHERE account_id = $1 AND email = 0";
    PASSWORD_IS_GIVEN = "SELECT account_id FROM way_givers WHERE account_id = $1 AND chose_password = 1 LIMIT 1";
    GIVEN = concat!("SELECT account_id FROM way_givers WHERE giver_id = $101 AND account_id IN ", ids!());
}

/// Ways into an account.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ways {
    pub password: bool,
    pub email: bool,
    pub lion_id: bool,
}

/// Notes who has now chosen these ways; earlier notes for them no longer count.
pub async fn replace(tx: &mut WriteTx, account_id: &str, ways: Ways) -> Result<(), DbError> {
    let [password, email, lion_id] = [ways.password, ways.email, ways.lion_id].map(i64::from);
    execute!(tx, REPLACE, account_id, password, email, lion_id).map(drop)
}

/// Notes that `giver_id` chose these ways. Everybody who chose a way into the account of the giver counts too, because
/// they may be the giver. Nobody is noted who has no account.
pub async fn give(
    tx: &mut WriteTx,
    account_id: &str,
    giver_id: &str,
    ways: Ways,
) -> Result<(), DbError> {
    let [password, email, lion_id] = [ways.password, ways.email, ways.lion_id].map(i64::from);
    execute!(tx, GIVE, account_id, giver_id, password, email, lion_id).map(drop)
}

/// Notes that the owner chose these ways while signed in by the password; the person who chose that password may have
/// done it.
pub async fn choose_as_owner(
    tx: &mut WriteTx,
    account_id: &str,
    ways: Ways,
) -> Result<(), DbError> {
    let [email, lion_id] = [ways.email, ways.lion_id].map(i64::from);
    execute!(tx, AS_PASSWORD, account_id, email, lion_id).map(drop)
}

/// True if the account is enabled and its password is still the one that was checked. This proves the password to be the
/// owner's way in. A second statement notes it only if others chose other ways: most sign-ins need one statement.
pub async fn prove_password(
    tx: &mut WriteTx,
    account_id: &str,
    hash: &str,
) -> Result<bool, DbError> {
    let found = fetch_optional!(tx, (Status, bool), STILL_HAS_PASSWORD, account_id, hash)?;
    let Some((Status::Enabled, is_news)) = found else {
        return Ok(false);
    };
    if is_news {
        execute!(tx, PASSWORD_PROVED, account_id)?;
    }
    Ok(true)
}

/// Notes that the owner proved a way in that is neither the password nor anybody else's choice. The person who chose the
/// password stays noted.
pub async fn prove_own_way(tx: &mut WriteTx, account_id: &str) -> Result<(), DbError> {
    execute!(tx, PASSWORD_PROVED, account_id).map(drop)
}

/// True if somebody else chose the present password, or may have changed it since.
pub async fn password_is_given(view: &mut dyn Reads, account_id: &str) -> Result<bool, DbError> {
    let given = fetch_optional!(view, (String,), PASSWORD_IS_GIVEN, account_id)?;
    Ok(given.is_some())
}

/// True if the account is enabled and its password was set at `password_changed_at`. It stays so until this transaction
/// ends.
pub async fn hold_proof(
    tx: &mut WriteTx,
    account_id: &str,
    password_changed_at: Option<Millis>,
) -> Result<bool, DbError> {
    let held = fetch_optional!(tx, (Status, Option<Millis>), HOLD_PROOF, account_id)?;
    Ok(held == Some((Status::Enabled, password_changed_at)))
}

/// Notes that the owner set a new password by a link to the email address.
pub async fn password_set_by_email(tx: &mut WriteTx, account_id: &str) -> Result<(), DbError> {
    execute!(tx, EMAIL_PROVED, account_id)?;
    execute!(tx, PASSWORD_AS_EMAIL, account_id).map(drop)
}

/// Of at most 100 accounts, those with a way in that `giver_id` chose, whose owners have not proved another way since.
pub async fn given(
    view: &mut dyn Reads,
    giver_id: &str,
    accounts: impl IntoIterator<Item = &str>,
) -> Result<Vec<(String,)>, DbError> {
    fetch_by_ids!(view, (String,), GIVEN, accounts, giver_id)
}
