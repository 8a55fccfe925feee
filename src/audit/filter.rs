//! Which entries of the trail are wanted.

use serde::Serialize;

use super::object::ObjectKind;
use crate::clock::Millis;

/// Which entries are wanted; what is none narrows nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct AuditFilter {
    /// Only entries at this moment or later.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Millis>,
    /// Only entries before this moment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Millis>,
    /// Only events of this kind ([`super::Event::kind`]).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Only what this account or client, [`super::CLI`] or [`super::SERVER`] did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actor: Option<String>,
    /// Only what this account is part of, as actor or otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub account: Option<String>,
    /// Only what this client is part of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client: Option<String>,
    /// Only what is about this object.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object: Option<(ObjectKind, String)>,
    /// Only what this call wrote ([`super::Origin::call`]).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub call: Option<String>,
    /// Only what came from this address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
}
