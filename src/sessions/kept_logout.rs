//! A logout request between its POST and the GET that follows (decision 0003): without its ID token, which may be long,
//! but with its contents.

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptLogout {
    /// The parameters that are read, except `id_token_hint`.
    pub parameters: Vec<(String, String)>,
    pub hint: Hinted,
}

/// What an `id_token_hint` says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Hinted {
    /// The request has none.
    Nothing,
    /// It is not an ID token of ours.
    Foreign,
    Ours(Hint),
}

/// The session, person and client that an ID token of this server names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hint {
    pub session_id: String,
    pub account_id: String,
    pub client_id: String,
}
