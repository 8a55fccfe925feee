//! The access token that all processes share.

use crate::clock::Millis;
use crate::db::{DbError, Reads, WriteTx, execute, fetch_optional, statements};

statements! {
    FIND = "SELECT token, ends_at FROM wechat_tokens WHERE app_id = $1";
    KEEP = "INSERT INTO wechat_tokens (app_id, token, ends_at) VALUES ($1, $2, $3) \
        ON CONFLICT (app_id) DO UPDATE SET token = excluded.token, ends_at = excluded.ends_at";
}

/// The sealed token of a mini program, and its end.
pub(super) async fn find(
    view: &mut dyn Reads,
    app_id: &str,
) -> Result<Option<(String, Millis)>, DbError> {
    fetch_optional!(view, (String, Millis), FIND, app_id)
}

pub(super) async fn keep(
    tx: &mut WriteTx,
    app_id: &str,
    sealed: &str,
    ends_at: Millis,
) -> Result<(), DbError> {
    execute!(tx, KEEP, app_id, sealed, ends_at).map(drop)
}
