//! Organisations as options of a form.

use crate::db::from_row;

/// One option of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The id of its parent: a company's agency, the company of a brand or a division.
    pub belongs_to: Option<String>,
}

from_row!(Choice { id, name, belongs_to = "parent_id" });

/// An agency with its logo (contract E-30, G-31).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgencyLogo {
    pub id: String,
    pub name: String,
    /// A `data:` address; empty for the logo that the portal draws from the name.
    pub logo_url: String,
}

from_row!(AgencyLogo { id, name, logo_url = "logo" });
