//! Which second factor an account has, for lists.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::db::coded;

/// The strongest second factor of an account. `factors` keeps it, in the row of the account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SecondFactor {
    /// None.
    None,
    /// An authenticator app.
    App,
    /// A passkey.
    Passkey,
    /// None, although a sign-in asked for one.
    Missing,
}

coded!(SecondFactor {
    None = 0,
    App = 1,
    Passkey = 2,
    Missing = 3,
});
