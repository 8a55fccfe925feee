//! Checks the right to a call, before its handler runs and before any field is checked.

use super::calls::{Call, ObjectSource};
use crate::access::{Decision, Object, Rights, may, objects};
use crate::clients::Registry;
use crate::db::ReadTx;
use crate::directory::Account;
use crate::http::envelope::ApiError;
use crate::http::fields::Names;

/// The guard's findings about rights.
pub struct Judged {
    /// The rights of the caller: complete if the call `needs_rights`.
    pub rights: Rights,
    /// True if all rights were read.
    pub is_complete: bool,
    /// The object that the request names.
    pub object: Object,
    /// The decision, which allows the call.
    pub decision: Decision,
}

/// Refuses (100013) unless `account` has the right that the row asks for, with the thing that the request
/// names. A person without the right cannot distinguish known from unknown ids (design 9, "Answers").
pub async fn check(
    view: &mut ReadTx,
    (call, names): (&Call, &Names),
    account: &Account,
    clients: &Registry,
) -> Result<Judged, ApiError> {
    let is_complete = call.action.needs_rights();
    let rights = if is_complete {
        Rights::of(view, account).await?
    } else {
        Rights::plain(account)
    };
    let object = match (call.object, &names.object) {
        (ObjectSource::Field(named, _), Some(id)) => {
            objects::find(view, account, named, id, clients).await?
        }
        _ => Object::None,
    };
    let decision = may(&rights, call.action, &object);
    if !decision.allowed {
        return Err(ApiError::NotAuthorized);
    }
    Ok(Judged {
        rights,
        is_complete,
        object,
        decision,
    })
}
