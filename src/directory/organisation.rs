//! The kinds of organisations, their statuses, and why one was not saved.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::earlier_change::EarlierChange;
use crate::audit::ObjectKind;
use crate::clock::Millis;
use crate::db::{DbError, Number, coded};
use crate::faults::{Faults, Rule};

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

/// Why an organisation, an IRIS mapping or the place of a person was not saved.
#[derive(Debug, thiserror::Error)]
pub enum OrganisationError {
    /// The submitted data is not allowed, or another one has its name or code.
    #[error(transparent)]
    Invalid(#[from] Faults),
    /// Somebody else changed or decided it meanwhile.
    #[error("somebody else changed it meanwhile")]
    Conflict(EarlierChange),
    /// Nothing has the id in this field.
    #[error("there is none with this id")]
    Unknown(&'static str),
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

impl OrganisationError {
    /// A duplicate that the database found is a fault of `field`.
    pub(super) fn taken(error: DbError, field: &'static str) -> Self {
        if error.is_duplicate() {
            Faults::of(field, Rule::OrganisationTaken).into()
        } else {
            Self::Db(error)
        }
    }
}
