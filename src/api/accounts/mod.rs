//! Accounts, for administrators and for managers who add one: list, details, options and changes.

mod access;
mod add;
mod approve;
mod bodies;
mod check;
mod check_bodies;
mod delete;
mod edit;
mod export;
mod home;
mod import;
mod import_file;
mod import_pieces;
mod sessions;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};

pub use access::*;
pub use add::*;
pub use approve::*;
pub use bodies::{AccountClaims, AccountDetails, AccountListRow};
pub use check::*;
pub use delete::*;
pub use edit::*;
pub use export::*;
pub use home::*;
pub use import::*;
pub use sessions::*;

use crate::access::{Action, Object};
use crate::calls::{Caller, operation};
use crate::directory::{self, Account, AccountFilter, AccountRow, deletion};
use crate::http::envelope::{Answer, Answered, ApiError};
use crate::http::fields::{Fields, filled};
use crate::http::paging::{Page, Paged, PagingQuery};
use crate::i18n::language::Language;
use crate::i18n::texts::{Key, Texts};
use crate::state::AppState;
use bodies::AccountRights;

/// Account list
///
/// The newest accounts come first. `sort` can be `created`, `username`, `fullName`, `email` or
/// `lastLogin`; a `-` before it reverses the order.
#[operation(tag = "accounts", params(AccountFilter, PagingQuery))]
pub async fn account_list(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Paged(filter, paging): Paged<AccountFilter>,
) -> Answered<Page<AccountListRow>> {
    let now = caller.now;
    let page = directory::accounts_page(caller.view(), &filter, &paging).await?;
    let accounts: Vec<(&str, bool)> = page
        .rows
        .iter()
        .map(|row| (row.id.as_str(), row.sup_admin))
        .collect();
    let mut rights = HashMap::new();
    for (id, object) in crate::access::facts::accounts(caller.view(), &accounts).await? {
        rights.insert(id, rights_on(&mut caller, &object).await?);
    }
    let row = |row: AccountRow| {
        let rights = rights.remove(&row.id).unwrap_or_default();
        AccountListRow::of(row, rights, now, &state.zone)
    };
    Ok(Answer(Page::of(page, row)))
}

/// What the caller may do with the account `object`.
async fn rights_on(caller: &mut Caller, object: &Object) -> Result<AccountRights, ApiError> {
    Ok(AccountRights {
        edit: caller.may(Action::EditAccount, object).await?,
        sign_in: caller.may(Action::ChangeSignIn, object).await?,
        place: caller.may(Action::MoveAccount, object).await?,
        status: caller.may(Action::SetStatus, object).await?,
        delete: caller.may(Action::DeleteAccount, object).await?,
        password: caller.may(Action::SetPassword, object).await?,
        roles: caller.may(Action::SetRoles, object).await?,
        home: caller.may(Action::SeeHome, object).await?,
        sup_admin: caller.may(Action::SetSuperAdministrator, object).await?,
    })
}

/// A field that is 1 or 0.
fn flag(field: &'static str, number: Option<i64>) -> Result<Option<bool>, ApiError> {
    match number {
        None => Ok(None),
        Some(0) => Ok(Some(false)),
        Some(1) => Ok(Some(true)),
        Some(_) => Err(ApiError::illegal(field)),
    }
}

/// The account to read.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct AccountQuery {
    /// The account's id.
    #[expect(dead_code, reason = "the guard reads it")]
    pub user_id: String,
}

/// Read an account
///
/// All that administrators may see of an account, and what the caller may do with it. Send
/// `version` back with a change, so that you do not overwrite someone else's change.
#[operation(tag = "accounts", params(AccountQuery))]
pub async fn account_info(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    _: Fields<AccountQuery>,
) -> Answered<AccountDetails> {
    let account = caller.named_account()?;
    let object = caller.object().clone();
    let rights = rights_on(&mut caller, &object).await?;
    let last = directory::last_change(caller.view(), &account).await?;
    let refusal = directory::refusal_of(caller.view(), &account.id).await?;
    let waits = deletion::find(caller.view(), &account.id).await?;
    let now = (caller.now, &state.zone);
    let details = AccountDetails::of(Account::clone(&account), (last, refusal), rights, now);
    Ok(Answer(details.deleted(waits.as_ref())))
}

/// A type of account. Roles refer to it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountTypeOption {
    /// 1 internal and 2 corporate identity: belongs to an agency. 3 client: belongs to a client.
    pub account_type: i64,
    /// The type's name, in the user's language.
    pub account_type_name: String,
}

/// Account type options
///
/// The types of accounts that roles are given to.
#[operation(tag = "accounts")]
pub async fn account_type_options(caller: Caller) -> Answered<Vec<AccountTypeOption>> {
    Ok(Answer(account_types(caller.language)))
}

/// Contract C-046, G-45.
fn account_types(language: Language) -> Vec<AccountTypeOption> {
    let texts = Texts::of(language);
    let names = [
        (1, Key("account_type.internal")),
        (2, Key("account_type.corporate")),
        (3, Key("account_type.client")),
    ];
    names
        .into_iter()
        .map(|(account_type, name)| AccountTypeOption {
            account_type,
            account_type_name: texts.get(name.0).to_owned(),
        })
        .collect()
}

/// The agency and client of the new account, for the decision about the right.
pub(super) fn placement(agency_id: Option<&String>, client_id: Option<&String>) -> Object {
    Object::Placement {
        agency_id: filled(agency_id.cloned()),
        company_id: filled(client_id.cloned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Contract C-046, G-45: three kinds, in the reader's language.
    #[test]
    fn account_types_are_named() {
        let names = |language| {
            let options = account_types(language).into_iter();
            options
                .map(|option| (option.account_type, option.account_type_name))
                .collect::<Vec<_>>()
        };
        let english = [(1, "Internal"), (2, "Corporate identity"), (3, "Client")];
        let chinese = [(1, "内部账号"), (2, "企业身份账号"), (3, "客户账号")];
        let own = |list: [(i64, &str); 3]| list.map(|(id, name)| (id, name.to_owned())).to_vec();
        assert_eq!(names(Language::EnUs), own(english));
        assert_eq!(names(Language::ZhCn), own(chinese));
    }
}
