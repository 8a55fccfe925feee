//! Finds the object of a call from the request.

use super::object::{GroupFacts, Object, ObjectKind};
use super::rights::SSO;
use super::store::rights::AccountRow;
use super::{products, store};
use crate::clients::Registry;
use crate::db::{DbError, Reads};
use crate::directory::{Account, LONGEST_TYPED, normalise};

/// How a request names an object.
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
    pub const fn kind(self) -> ObjectKind {
        match self {
            Self::Account | Self::AccountByName => ObjectKind::Account,
            Self::Group => ObjectKind::Group,
            Self::Product => ObjectKind::Product,
        }
    }
}

/// The object of a call, named `id` in the request. An unknown id gives [`Object::Unknown`]; an
/// unknown group looks like one that somebody else manages.
///
/// # Errors
/// The database failed.
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
            // As at the sign-in, no account has a longer name.
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
            // Groups cannot have representatives yet.
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
        is_administrator: row.sup_admin.0 || row.administers.0,
        id: row.id,
    }
}
