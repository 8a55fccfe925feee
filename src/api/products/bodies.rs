//! Products in the JSON form of the product API (contract E-36, G-44).

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::super::bodies::Link;
use super::super::options::AgencyOption;
use crate::catalogue::{self, ProductListRow, ProductRecord};
use crate::days::date_time;
use crate::directory::PersonName;
use crate::http::number::Number;
use crate::i18n::language::Language;
use crate::state::AppState;

pub use crate::catalogue::ProductStatusNumber;

/// `row` as the settings and the applications have it, with the name that a reader of `language` sees.
pub(super) fn listed(row: ProductListRow, language: Language, state: &AppState) -> ProductListRow {
    let row = as_stored(row, state);
    ProductListRow {
        name: language.of_two(row.name, row.name_zh.clone()),
        ..row
    }
}

/// `row` with the name in the first language.
pub(super) fn as_stored(row: ProductListRow, state: &AppState) -> ProductListRow {
    ProductListRow {
        hidden: row.hidden || is_hidden(row.project_id, state),
        everyone: row.is_for_everyone(&state.clients),
        c_time: date_time(row.created_at, &state.zone),
        ..row
    }
}

/// Contract G-29: hidden by the settings.
fn is_hidden(id: i64, state: &AppState) -> bool {
    state.config.branding.hidden_app_ids.contains(&id)
}

/// A feature of a product, or a benefit of using it.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Feature {
    /// Its title.
    pub title: String,
    /// Its text.
    pub description: String,
}

impl From<catalogue::Feature> for Feature {
    fn from(feature: catalogue::Feature) -> Self {
        Self {
            title: feature.title,
            description: feature.description,
        }
    }
}

/// A file about a product.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct ProductFile {
    /// What the file is.
    pub description: String,
    /// Its https address.
    pub url: String,
}

impl From<catalogue::ProductFile> for ProductFile {
    fn from(file: catalogue::ProductFile) -> Self {
        Self {
            description: file.description,
            url: file.url,
        }
    }
}

/// A person who administers a product.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductAdministrator {
    /// The id of the account.
    pub user_id: String,
    /// The person's name.
    pub name: String,
}

/// The names that the details of a product show.
pub(super) struct Names {
    pub agencies: Vec<(String, String)>,
    pub people: HashMap<String, PersonName>,
}

impl Names {
    fn of(&self, id: Option<&String>) -> String {
        let person = id.and_then(|id| self.people.get(id));
        person.map(|person| person.name.clone()).unwrap_or_default()
    }
}

/// A whole product.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "the contract's own fields")]
pub struct ProductDetails {
    /// The product's id.
    pub project_id: i64,
    /// The product's name.
    pub name: String,
    /// Its name in Chinese; empty if it is the same.
    pub name_zh: String,
    /// The product's code. It cannot change.
    pub app_name: String,
    /// The application that it opens, by its OAuth `client_id`; empty if it is a plain link, or a legacy application
    /// with the product's code.
    pub application_id: String,
    /// The list of the home page that contains it: 1, 3 or 2, in the order of the home page.
    pub type_id: i64,
    /// Its own name for that list, or empty.
    pub type_name: String,
    /// The account that its card names, or empty.
    pub admin_id: String,
    /// The name of that person, or empty.
    pub admin_name: String,
    /// The people who administer it.
    pub administrators: Vec<ProductAdministrator>,
    /// The address of its picture, or empty.
    pub iconimg_url: String,
    /// Its address, or empty.
    pub link: String,
    /// Its further addresses.
    pub links: Vec<Link>,
    /// Description or introduction.
    pub attribute1: String,
    /// The same in Chinese; empty if it is the same.
    pub description_zh: String,
    /// How to use it.
    pub attribute2: String,
    /// How to get access.
    pub attribute3: String,
    /// Its features and benefits.
    pub features_benefits: Vec<Feature>,
    /// The addresses of its pictures.
    pub snapshots: Vec<String>,
    /// Its files.
    pub files: Vec<ProductFile>,
    /// The agencies whose people may use it; empty for all.
    pub agencies: Vec<AgencyOption>,
    /// The ids of these agencies.
    pub agency_ids: Vec<String>,
    /// True if it needs no group.
    pub everyone: bool,
    /// True if a dialog offers its addresses.
    pub link_dialog: bool,
    /// True if the lists of the home page leave it out.
    pub hidden: bool,
    /// True if the settings of the server hide it, whatever `hidden` says.
    pub hidden_by_settings: bool,
    /// Its position in the list of the home page.
    pub sort: i64,
    /// Nobody can open a product that is off.
    pub status: ProductStatusNumber,
    /// When it was created, in milliseconds since 1970.
    pub created_at: i64,
    /// The same, as `yyyy-MM-dd HH:mm:ss` in the server's time zone.
    #[serde(rename = "c_time")]
    pub c_time: String,
    /// Its version, which increases with each change.
    pub version: i64,
    /// When it was changed last, in milliseconds since 1970; null if never.
    pub changed_at: Option<i64>,
    /// Who changed it last; empty if nobody or unknown.
    pub changed_by: String,
    /// True if the caller may change more than its texts.
    pub may_edit: bool,
}

impl ProductDetails {
    pub(super) fn of(
        record: ProductRecord,
        names: &Names,
        may_edit: bool,
        state: &AppState,
    ) -> Self {
        let agency = |(id, name): &(String, String)| AgencyOption {
            id: id.clone(),
            agency_id: id.clone(),
            agency_name: name.clone(),
        };
        let administrator = |id: &String| ProductAdministrator {
            user_id: id.clone(),
            name: names.of(Some(id)),
        };
        let row = record.row;
        let [attribute1, attribute2, attribute3] = row.attributes;
        Self {
            project_id: row.id,
            name: row.name,
            name_zh: row.name_zh,
            app_name: row.app_name,
            application_id: row.client_id.unwrap_or_default(),
            type_id: row.type_id,
            type_name: row.type_name.unwrap_or_default(),
            admin_name: names.of(row.admin_id.as_ref()),
            admin_id: row.admin_id.unwrap_or_default(),
            administrators: record.administrators.iter().map(administrator).collect(),
            iconimg_url: row.icon_url,
            link: row.link,
            links: row.links.into_iter().map(Link::from).collect(),
            attribute1,
            description_zh: row.description_zh,
            attribute2,
            attribute3,
            features_benefits: row
                .features_benefits
                .into_iter()
                .map(Feature::from)
                .collect(),
            snapshots: row.snapshots,
            files: row.files.into_iter().map(ProductFile::from).collect(),
            agencies: names.agencies.iter().map(agency).collect(),
            agency_ids: record.agencies,
            everyone: row.everyone,
            link_dialog: row.link_dialog,
            hidden: row.hidden,
            hidden_by_settings: is_hidden(row.id, state),
            sort: row.sort,
            status: Number(row.status),
            created_at: record.created_at,
            c_time: date_time(record.created_at, &state.zone),
            version: record.version,
            changed_at: record.changed_at,
            changed_by: names.of(record.changed_by.as_ref()),
            may_edit,
        }
    }
}
