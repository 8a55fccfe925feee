//! The object of an entry: the thing that was changed, used or refused.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::db::SqlValue;
use crate::db::list::FilterValue;

/// The kind of an object. Its name is stored, and pages and exports rely on it.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum ObjectKind {
    /// An account; the id is its UUID.
    Account,
    /// A relying or legacy application; the id is its `client_id`.
    Client,
    /// An SSO session; the id is its `sid`.
    Session,
    /// A key of this server; the id is its `kid`.
    Key,
    Group,
    Product,
    Module,
    Role,
    AccessRight,
    Request,
    Agency,
    Company,
    Brand,
    IrisMapping,
    Division,
    Industry,
    /// A job of the queue.
    Job,
    Announcement,
    Survey,
    Feedback,
}

impl FilterValue for ObjectKind {
    fn of_field(field: &Value) -> Option<Self> {
        Self::deserialize(field).ok()
    }

    fn binds(&self) -> Vec<SqlValue> {
        vec![self.as_str().into()]
    }
}

impl ObjectKind {
    pub const ALL: [Self; 20] = [
        Self::Account,
        Self::Client,
        Self::Session,
        Self::Key,
        Self::Group,
        Self::Product,
        Self::Module,
        Self::Role,
        Self::AccessRight,
        Self::Request,
        Self::Agency,
        Self::Company,
        Self::Brand,
        Self::IrisMapping,
        Self::Division,
        Self::Industry,
        Self::Job,
        Self::Announcement,
        Self::Survey,
        Self::Feedback,
    ];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Account => "account",
            Self::Client => "client",
            Self::Session => "session",
            Self::Key => "key",
            Self::Group => "group",
            Self::Product => "product",
            Self::Module => "module",
            Self::Role => "role",
            Self::AccessRight => "access_right",
            Self::Request => "request",
            Self::Agency => "agency",
            Self::Company => "company",
            Self::Brand => "brand",
            Self::IrisMapping => "iris_mapping",
            Self::Division => "division",
            Self::Industry => "industry",
            Self::Job => "job",
            Self::Announcement => "announcement",
            Self::Survey => "survey",
            Self::Feedback => "feedback",
        }
    }

    /// True for things that have names.
    pub const fn is_named(self) -> bool {
        self.name_field().is_some()
    }

    /// The field of its entries that is its name; `None` for what has none.
    pub(super) const fn name_field(self) -> Option<&'static str> {
        match self {
            Self::Account
            | Self::Client
            | Self::Group
            | Self::Product
            | Self::Module
            | Self::Role
            | Self::AccessRight
            | Self::Agency
            | Self::Company
            | Self::Brand
            | Self::Division
            | Self::Industry
            | Self::Survey => Some("name"),
            Self::IrisMapping => Some("iris_name"),
            Self::Announcement => Some("title"),
            Self::Session | Self::Key | Self::Request | Self::Job | Self::Feedback => None,
        }
    }

    /// The kind with this stored name.
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }
}

/// Where an event finds its object. Every event has to say so.
pub(super) enum About<'a> {
    /// The account that the entry names ([`super::Entry::account`]).
    Account,
    /// The client that the entry names ([`super::Entry::client`]).
    Client,
    /// The session that the entry names ([`super::Entry::session`]).
    Session,
    This(ObjectKind, &'a str),
    /// None: entries about the trail itself.
    Nothing,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_leads_back_to_its_kind() {
        for kind in ObjectKind::ALL {
            assert_eq!(ObjectKind::of(kind.as_str()), Some(kind));
            let json = serde_json::to_value(kind).unwrap();
            assert_eq!(json, kind.as_str(), "one spelling");
        }
        assert_eq!(ObjectKind::of("Account"), None);
    }
}
