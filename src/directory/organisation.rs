//! The kinds of organisations, their statuses, and why one was not saved.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::account::{LONGEST_NAME, is_title};
use super::earlier_change::EarlierChange;
use crate::audit::ObjectKind;
use crate::clock::Millis;
use crate::db::{DbError, Number, coded};
use crate::i18n::characters::line_fault;

/// A kind of organisation. Its name in the product API calls a company `client`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum OrganisationKind {
    Agency,
    #[serde(rename = "client")]
    Company,
    Brand,
    Division,
    Industry,
}

impl OrganisationKind {
    pub const ALL: [Self; 5] = [
        Self::Agency,
        Self::Company,
        Self::Brand,
        Self::Division,
        Self::Industry,
    ];

    /// The name in the product API.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Agency => "agency",
            Self::Company => "client",
            Self::Brand => "brand",
            Self::Division => "division",
            Self::Industry => "industry",
        }
    }

    /// The kind that it belongs to, if it may belong to one.
    pub const fn parent(self) -> Option<Self> {
        match self {
            Self::Agency | Self::Industry => None,
            Self::Company => Some(Self::Agency),
            Self::Brand | Self::Division => Some(Self::Company),
        }
    }

    /// The kind of object in the audit trail.
    pub const fn object(self) -> ObjectKind {
        match self {
            Self::Agency => ObjectKind::Agency,
            Self::Company => ObjectKind::Company,
            Self::Brand => ObjectKind::Brand,
            Self::Division => ObjectKind::Division,
            Self::Industry => ObjectKind::Industry,
        }
    }
}

/// Whether an organisation or an IRIS mapping is in use. An organisation that is off cannot be chosen; existing links
/// to it stay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum OrganisationStatus {
    #[default]
    On,
    Off,
}

coded!(OrganisationStatus { On = 0, Off = 1 });

/// The status of an organisation or an IRIS mapping.
pub type OrganisationStatusNumber = Number<OrganisationStatus>;

/// A field in the form of an organisation or an IRIS mapping.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrganisationField {
    Id,
    Name,
    /// The id of what it belongs to.
    Parent,
    Logo,
    IrisCode,
    IrisName,
    Agency,
    /// The client (company).
    Company,
    Brand,
    /// The account of an IRIS mapping.
    Account,
    /// A request for another agency.
    Request,
    /// Why such a request is refused.
    Reason,
}

/// A rule that a field breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrganisationRule {
    /// At least one visible character.
    Name,
    /// No character that nobody sees.
    Hidden,
    /// A small picture as a `data:` address.
    Logo,
    /// An existing organisation that is on and belongs to its parent.
    Known,
    /// Not too long: 100 characters of a name, 500 of a reason.
    Length,
    /// One must be chosen (contract V-21, V-22).
    Chosen,
}

impl OrganisationRule {
    /// The rule that `name` breaks.
    pub(super) fn broken_by(name: &str) -> Option<Self> {
        match line_fault(name, LONGEST_NAME) {
            Some(fault) => Some(fault.rule(Self::Length, Self::Hidden)),
            None => (!is_title(name)).then_some(Self::Name),
        }
    }
}

/// A field and the rule that it breaks.
pub type OrganisationFault = (OrganisationField, OrganisationRule);

/// Why an organisation, an IRIS mapping or the place of a person was not saved.
#[derive(Debug, thiserror::Error)]
pub enum OrganisationError {
    /// Another one has this name or code.
    #[error("another one has this name or code")]
    Taken(OrganisationField),
    /// The submitted data is not allowed.
    #[error("fields break rules: {0:?}")]
    Invalid(Vec<OrganisationFault>),
    /// Somebody else changed or decided it meanwhile.
    #[error("somebody else changed it meanwhile")]
    Conflict(EarlierChange),
    /// Nothing has the id in this field.
    #[error("there is none with this id")]
    Unknown(OrganisationField),
    /// The caller may not change the parent or the status.
    #[error("not allowed to change what it belongs to, or its status")]
    NotAllowed,
    /// Nobody decides about their own request.
    #[error("nobody decides about their own request")]
    Oneself,
    /// The person asked for too many agencies in a day.
    #[error("too many in a day")]
    TooMany {
        /// How long to wait, in milliseconds.
        wait: Millis,
    },
    #[error(transparent)]
    Db(#[from] DbError),
}

impl OrganisationField {
    /// The error of one fault.
    pub(super) fn breaks(self, rule: OrganisationRule) -> OrganisationError {
        OrganisationError::Invalid(vec![(self, rule)])
    }
}

impl OrganisationError {
    /// A duplicate that the database found is a fault of `field`.
    pub(super) fn taken(error: DbError, field: OrganisationField) -> Self {
        if error.is_duplicate() {
            Self::Taken(field)
        } else {
            Self::Db(error)
        }
    }
}
