//! The filter of audit entries.

use serde::Serialize;

use super::object::ObjectKind;
use crate::clock::Millis;

/// Selects entries; a `None` selects all.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct AuditFilter {
    /// Only entries at or after this time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Millis>,
    /// Only entries before this time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Millis>,
    /// Only events of this kind ([`super::Event::kind`]).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Only entries whose actor is this account or client, [`super::CLI`] or [`super::SERVER`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actor: Option<String>,
    /// Only entries with this account, as actor or otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub account: Option<String>,
    /// Only entries with this client.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client: Option<String>,
    /// Only entries about this object.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object: Option<(ObjectKind, String)>,
    /// Only entries of this call ([`super::Origin::call`]).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub call: Option<String>,
    /// Only entries from this address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
}
