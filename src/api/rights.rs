//! Whether the person who is signed in may make a call.

use super::calls::{Call, Who};
use crate::access::{Role, rights};
use crate::db::Reads;
use crate::directory::Account;
use crate::http::envelope::ApiError;
use crate::http::fields::Names;

/// Refuses (100013) whoever may not make `call`; `names` are fields of the request.
pub(super) async fn check(
    tx: &mut impl Reads,
    call: &Call,
    account: &Account,
    names: &Names,
) -> Result<(), ApiError> {
    let allowed = match call.who {
        Who::Anyone | Who::Member => true,
        Who::Holds(code) => rights::may(tx, account, code).await?,
        Who::Manager => {
            let group = names.group_id.as_deref();
            rights::role(tx, account).await? >= Role::Admin
                || match group {
                    Some(group) => rights::manages(tx, account, group).await?,
                    None => false,
                }
        }
        Who::Admin => rights::role(tx, account).await? >= Role::Admin,
        Who::SuperAdmin => rights::role(tx, account).await? >= Role::SuperAdmin,
    };
    if allowed {
        Ok(())
    } else {
        Err(ApiError::NotAuthorized)
    }
}
