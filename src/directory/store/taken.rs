//! Names that accounts have, which must be unique, addresses that an account can take back, and names of erased accounts.

use super::address_changes;
use super::former_names::is_former;
use crate::db::{DbError, Reads, fetch_all, from_row, statements};
use crate::directory::account_error::AccountError;
use crate::directory::names::{mailbox, normalise};
use crate::faults::{Faults, Rule};

statements! {
    TAKEN = "SELECT username_key, email_key, lion_id FROM accounts \
        WHERE (username_key = $1 OR email_key = $2 OR lion_id = $3) AND id <> $4 \
        UNION ALL SELECT '', email_key, NULL FROM address_changes WHERE email_key = $2 AND account_id <> $4 LIMIT 4";
}

/// The names of an account, which must be unique.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::directory) struct Names<'a> {
    pub username: Option<&'a str>,
    pub email: Option<&'a str>,
    pub lion_id: Option<&'a str>,
}

struct Taken {
    username_key: String,
    email_key: Option<String>,
    lion_id: Option<String>,
}

from_row!(Taken {
    username_key,
    email_key,
    lion_id
});

/// Which of these names belong to accounts other than `except`. An address that another account can take back belongs to it.
pub(in crate::directory) async fn taken(
    view: &mut dyn Reads,
    names: &Names<'_>,
    except: &str,
) -> Result<Faults, DbError> {
    let username = names.username.map(normalise).unwrap_or_default();
    let email = names.email.map(mailbox).unwrap_or_default();
    let lion_id = names.lion_id.unwrap_or_default();
    let rows = fetch_all!(view, Taken, TAKEN, &username, &email, lion_id, except)?;
    let is = |own: &str, theirs: Option<&str>| !own.is_empty() && theirs == Some(own);
    let mut taken = Faults::default();
    let has_name = rows
        .iter()
        .any(|row| is(&username, Some(&row.username_key)));
    let has_name = has_name || (!username.is_empty() && is_former(view, &username).await?);
    taken.ensure(!has_name, "username", Rule::UsernameTaken);
    let has_email = rows.iter().any(|row| is(&email, row.email_key.as_deref()));
    taken.ensure(!has_email, "email", Rule::EmailTaken);
    let has_lion_id = rows.iter().any(|row| is(lion_id, row.lion_id.as_deref()));
    taken.ensure(!has_lion_id, "lionId", Rule::LionIdTaken);
    Ok(taken)
}

/// Refuses the address with this key for the account `id` if another account can take it back.
///
/// # Errors
/// [`AccountError::Taken`].
pub(super) async fn refuse_reserved(
    view: &mut dyn Reads,
    email_key: Option<&str>,
    id: &str,
) -> Result<(), AccountError> {
    match email_key {
        Some(key) if address_changes::is_reserved(view, key, id).await? => {
            Err(AccountError::Taken(Faults::of("email", Rule::EmailTaken)))
        }
        _ => Ok(()),
    }
}
