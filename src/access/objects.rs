//! Finding the thing that a call is about, by what the request names.

use super::object::{GroupFacts, Object, ObjectKind};
use super::rights::SSO;
use super::store::rights::AccountRow;
use super::{products, store};
use crate::clients::Registry;
use crate::db::{DbError, Reads};
use crate::directory::{Account, LONGEST_TYPED, normalise};

/// How a request names a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// An account by its id.
    Account,
    /// An account by its name or e-mail.
    AccountByName,
    /// A group by its id.
    Group,
    /// A product by its number.
    Product,
}

impl Named {
    /// The kind of thing.
    pub const fn kind(self) -> ObjectKind {
        match self {
            Self::Account | Self::AccountByName => ObjectKind::Account,
            Self::Group => ObjectKind::Group,
            Self::Product => ObjectKind::Product,
        }
    }
}

/// The thing that `account` names `id`. An id that nothing has is [`Object::Unknown`]; a group that is not
/// there looks like one of somebody else.
///
/// # Errors
/// The database does not answer.
pub async fn find(
    view: &mut impl Reads,
    account: &Account,
    named: Named,
    id: &str,
    clients: &Registry,
) -> Result<Object, DbError> {
    let object = match named {
        Named::Account => {
            let row = store::rights::account(view, id, SSO).await?;
            row.map(of_row)
        }
        Named::AccountByName => {
            // Like a name typed at the sign-in: a longer one is nobody's.
            if id.chars().nth(LONGEST_TYPED).is_some() {
                return Ok(Object::Unknown);
            }
            let name = normalise(id);
            let row = store::rights::account_by_name(view, &name, SSO).await?;
            row.map(of_row)
        }
        Named::Group => Some(Object::Group(GroupFacts {
            id: id.to_owned(),
            is_managed_by_caller: store::groups::manages(view, &account.id, id).await?,
            // No group names stand-ins yet.
            is_stand_in: false,
        })),
        Named::Product => match id.trim().parse() {
            Ok(number) => {
                let found = store::products::find(view, account, number).await?;
                found.map(|(product, standing)| products::object(&product, standing, clients))
            }
            Err(_) => None,
        },
    };
    Ok(object.unwrap_or(Object::Unknown))
}

fn of_row(row: AccountRow) -> Object {
    Object::Account {
        is_administrator: row.sup_admin != 0 || row.administers != 0,
        id: row.id,
    }
}
