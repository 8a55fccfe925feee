//! Invitations to register in the database. The token of a link is stored only as its hash.

use crate::clock::Millis;
use crate::db::list::{Column, Filter, List, Sort, filters, row};
use crate::db::{DbError, Reads, WriteTx, execute, fetch_optional, from_row, statements};
use crate::directory::names::mailbox;
use crate::directory::store::has_nul;

statements! {
    /// A newer invitation to the same address replaces the older one, whose link is void.
    PUT = "INSERT INTO registration_invitations (id, group_id, email, email_key, invited_by, created_at, \
        expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (group_id, email_key) DO UPDATE SET \
        id = excluded.id, email = excluded.email, invited_by = excluded.invited_by, token_hash = NULL, \
        created_at = excluded.created_at, expires_at = excluded.expires_at";
    SET_TOKEN = "UPDATE registration_invitations SET token_hash = $2 \
        WHERE id = $1 AND email_key = $3 AND expires_at > $4";
    FIND = "SELECT id, group_id, email, invited_by, expires_at FROM registration_invitations \
        WHERE id = $1 AND expires_at > $2";
    FIND_BY_TOKEN = "SELECT id, group_id, email, invited_by, expires_at FROM registration_invitations \
        WHERE token_hash = $1 AND expires_at > $2";
    TAKE = "DELETE FROM registration_invitations WHERE token_hash = $1 AND expires_at > $2 \
        RETURNING id, group_id, email, invited_by, expires_at";
    WITHDRAW = "DELETE FROM registration_invitations WHERE id = $1 AND group_id = $2 \
        RETURNING id, group_id, email, invited_by, expires_at";
    SWEEP = "DELETE FROM registration_invitations WHERE id IN \
        (SELECT id FROM registration_invitations WHERE expires_at < $1 LIMIT $2)";
}

/// An invitation to register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    pub id: String,
    /// The group that the new account joins.
    pub group_id: String,
    /// The invited address.
    pub email: String,
    /// The account that invited.
    pub invited_by: String,
    /// The time from which it no longer works.
    pub expires_at: Millis,
}

from_row!(Invitation {
    id,
    group_id,
    email,
    invited_by,
    expires_at
});

/// Stores an invitation.
pub(in crate::directory) async fn put(
    tx: &mut WriteTx,
    new: &Invitation,
    now: Millis,
) -> Result<(), DbError> {
    let key = mailbox(&new.email);
    let Invitation {
        id,
        group_id,
        email,
        invited_by,
        expires_at,
    } = new;
    execute!(
        tx, PUT, id, group_id, email, &key, invited_by, now, expires_at
    )
    .map(drop)
}

/// Gives the invitation `id` to this address a new token; false if it no longer works.
pub(in crate::directory) async fn set_token(
    tx: &mut WriteTx,
    (id, token_hash): (&str, &str),
    email: &str,
    now: Millis,
) -> Result<bool, DbError> {
    let rows = execute!(tx, SET_TOKEN, id, token_hash, mailbox(email), now)?;
    Ok(rows == 1)
}

/// The invitation with this id that still works.
pub(in crate::directory) async fn find(
    view: &mut dyn Reads,
    id: &str,
    now: Millis,
) -> Result<Option<Invitation>, DbError> {
    fetch_optional!(view, Invitation, FIND, id, now)
}

/// The invitation whose newest token has this hash.
pub(in crate::directory) async fn find_by_token(
    view: &mut dyn Reads,
    token_hash: &str,
    now: Millis,
) -> Result<Option<Invitation>, DbError> {
    fetch_optional!(view, Invitation, FIND_BY_TOKEN, token_hash, now)
}

/// Uses an invitation up. Of several parallel callers exactly one gets it.
pub(in crate::directory) async fn take(
    tx: &mut WriteTx,
    token_hash: &str,
    now: Millis,
) -> Result<Option<Invitation>, DbError> {
    fetch_optional!(tx, Invitation, TAKE, token_hash, now)
}

/// Deletes an invitation to the group, also an expired one; `None` if there is none.
pub(in crate::directory) async fn withdraw(
    tx: &mut WriteTx,
    (id, group_id): (&str, &str),
) -> Result<Option<Invitation>, DbError> {
    if has_nul(id) {
        return Ok(None);
    }
    fetch_optional!(tx, Invitation, WITHDRAW, id, group_id)
}

/// Deletes at most `most` invitations that expired before `before`.
pub async fn sweep(tx: &mut WriteTx, before: Millis, most: i64) -> Result<u64, DbError> {
    execute!(tx, SWEEP, before, most)
}

/// Every invitation to register that is neither accepted nor withdrawn.
pub static INVITATIONS: List = List {
    name: "registration_invitations",
    columns: InvitationRow::COLUMNS,
    table: "registration_invitations i",
    joins: "JOIN accounts a ON a.id = i.invited_by",
    key: Column::text("i.id"),
    filters: &[&GROUP],
    sorts: &[Sort::by("created", &[Column::number("i.created_at")])],
    usual_sort: "-created",
    search: None,
};

static GROUP: Filter = Filter::is("group", Column::text("i.group_id"), &["created"]);

row! {
    /// An invitation to register that is neither accepted nor withdrawn.
    pub struct InvitationRow {
        /// The invitation's id.
        id: String = "i.id",
        /// The invited address.
        email: String = "i.email",
        /// The display name of the person who invited.
        invited_by: String = "a.full_name",
        /// When it was sent, in milliseconds since 1970.
        created_at: i64 = "i.created_at",
        /// The time from which it no longer works, in milliseconds since 1970.
        expires_at: i64 = "i.expires_at",
    }
}

filters! {
    /// The group of the invitations.
    pub struct InvitationFilter of INVITATIONS {
        /// The group.
        #[param(required = true)]
        group_id: String = GROUP,
    }
}
