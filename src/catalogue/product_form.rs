//! The form of a product, its rules and its faults (contract V-27, V-29, G-44, G-67).

use std::borrow::Cow;

use super::address::{is_https, is_link};
use super::icon::is_icon;
use super::product::{Feature, Link, ProductFile, ProductRow};
use super::product_files::file_in;
use super::status::ProductStatus;
use crate::db::DbError;
use crate::directory::EarlierChange;
use crate::faults::{Faults, Rule};
use crate::files::picture_in;

/// The lists of the home page (contract K-29).
const TYPES: [i64; 3] = [1, 3, 2];
/// The most characters of a longer text.
const LONGEST_TEXT: usize = 5_000;
/// The most links, features, snapshots or files.
const MOST_ITEMS: usize = 20;
/// The most agencies or administrators.
const MOST_IDS: usize = 1_000;
/// The last position in a list of the home page.
const LAST_POSITION: i64 = 1_000_000;

/// The values of a form. A field that is `None` is not changed; an empty text removes an optional value.
#[derive(Clone, Debug, Default)]
pub struct ProductForm {
    pub name: Option<String>,
    /// Its name in Chinese; an empty text says that it is the same.
    pub name_zh: Option<String>,
    /// Its code. It cannot change, because rights and legacy applications refer to it.
    pub app_name: Option<String>,
    /// The client id of its application.
    pub client_id: Option<String>,
    pub type_id: Option<i64>,
    pub type_name: Option<String>,
    /// The account that its card names. It becomes an administrator of the product too.
    pub admin_id: Option<String>,
    /// The accounts that administer it.
    pub administrators: Option<Vec<String>>,
    /// A picture that is kept here, or `lucide:` and the name of an icon of the set.
    pub icon_url: Option<String>,
    pub link: Option<String>,
    pub links: Option<Vec<Link>>,
    /// Description, usage, access method.
    pub attributes: [Option<String>; 3],
    /// The description in Chinese; an empty text says that it is the same.
    pub description_zh: Option<String>,
    pub features_benefits: Option<Vec<Feature>>,
    pub snapshots: Option<Vec<String>>,
    pub files: Option<Vec<ProductFile>>,
    /// The agencies whose people may use it; empty for all.
    pub agencies: Option<Vec<String>>,
    pub everyone: Option<bool>,
    pub link_dialog: Option<bool>,
    pub hidden: Option<bool>,
    pub status: Option<ProductStatus>,
    pub sort: Option<i64>,
}

/// A part of a product that only some people who may edit its texts may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProductPart {
    /// What it is, what it opens and for whom.
    Access,
    /// Whether it is on.
    Status,
    /// Who administers product SSO, and with it Atrium.
    SsoAdministrators,
}

/// Why a product was not saved.
#[derive(Debug, thiserror::Error)]
pub enum ProductError {
    #[error("there is no such product")]
    Unknown,
    /// The form has faults, or another product has its code.
    #[error(transparent)]
    Invalid(#[from] Faults),
    /// Somebody else changed the product after it was read.
    #[error("the product was changed meanwhile")]
    Conflict(EarlierChange),
    /// The caller may not change this part.
    #[error("the caller may not change this part: {0:?}")]
    NotAllowed(ProductPart),
    #[error(transparent)]
    Db(DbError),
}

impl From<DbError> for ProductError {
    /// If two products are added to an empty table at the same moment, one of them is a duplicate.
    fn from(error: DbError) -> Self {
        if error.is_duplicate() {
            Faults::of("appName", Rule::ProductCodeTaken).into()
        } else {
            Self::Db(error)
        }
    }
}

fn check_text(field: impl Into<Cow<'static, str>>, text: &str, faults: &mut Faults) {
    let broken = Rule::of_text(text, LONGEST_TEXT, Rule::ProductText);
    let required = text.is_empty().then_some(Rule::ValidFormat);
    faults.check(field, required.or(broken));
}

fn check_address(field: String, url: &str, is_good: bool, faults: &mut Faults) {
    let required = url.is_empty().then_some(Rule::ValidFormat);
    let broken = (!is_good).then_some(Rule::Link);
    faults.check(field, required.or(broken));
}

fn check_few<T>(field: &'static str, items: &[T], most: usize, faults: &mut Faults) {
    faults.ensure(items.len() <= most, field, Rule::Most(most));
}

impl ProductForm {
    /// The form of a new product. A required field that is missing counts as empty.
    pub(super) fn whole(self) -> Self {
        Self {
            name: Some(self.name.unwrap_or_default()),
            app_name: Some(self.app_name.unwrap_or_default()),
            type_id: Some(self.type_id.unwrap_or_default()),
            admin_id: Some(self.admin_id.unwrap_or_default()),
            link: Some(self.link.unwrap_or_default()),
            attributes: self.attributes.map(|text| Some(text.unwrap_or_default())),
            ..self
        }
    }

    /// The product `before` with the values of this form, and all faults in them. An address that did not change is not
    /// checked again, so that an imported product can be edited.
    pub(super) fn applied(mut self, before: &ProductRow, faults: &mut Faults) -> ProductRow {
        self.trim();
        self.check_texts(before, faults);
        self.check_choices(before, faults);
        self.check_addresses(before, faults);
        self.check_items(before, faults);
        let mut after = before.clone();
        set(&mut after.name, self.name);
        set(&mut after.name_zh, self.name_zh);
        set(&mut after.description_zh, self.description_zh);
        set(&mut after.app_name, self.app_name);
        set(&mut after.type_id, self.type_id);
        set(&mut after.icon_url, self.icon_url);
        set(&mut after.link, self.link);
        set(&mut after.links, self.links);
        for (attribute, value) in after.attributes.iter_mut().zip(self.attributes) {
            set(attribute, value);
        }
        set(&mut after.features_benefits, self.features_benefits);
        set(&mut after.snapshots, self.snapshots);
        set(&mut after.files, self.files);
        set(&mut after.everyone, self.everyone);
        set(&mut after.link_dialog, self.link_dialog);
        set(&mut after.hidden, self.hidden);
        set(&mut after.status, self.status);
        set(&mut after.sort, self.sort);
        set_optional(&mut after.client_id, self.client_id);
        set_optional(&mut after.type_name, self.type_name);
        set_optional(&mut after.admin_id, self.admin_id);
        after
    }

    fn trim(&mut self) {
        let [one, two, three] = &mut self.attributes;
        let texts = [&mut self.name, &mut self.app_name, &mut self.client_id];
        let more = [&mut self.type_name, &mut self.admin_id, &mut self.icon_url];
        let others = [&mut self.link, one, two, three];
        let chinese = [&mut self.name_zh, &mut self.description_zh];
        let all = texts.into_iter().chain(more).chain(others).chain(chinese);
        for text in all.flatten() {
            trim(text);
        }
        for link in self.links.iter_mut().flatten() {
            trim(&mut link.name);
            trim(&mut link.url);
        }
        for feature in self.features_benefits.iter_mut().flatten() {
            trim(&mut feature.title);
            trim(&mut feature.description);
        }
        for file in self.files.iter_mut().flatten() {
            trim(&mut file.description);
            trim(&mut file.url);
        }
        self.snapshots.iter_mut().flatten().for_each(trim);
    }

    fn check_texts(&self, before: &ProductRow, faults: &mut Faults) {
        if let Some(name) = &self.name {
            faults.name("name", name, Rule::ValidFormat);
        }
        if let Some(code) = &self.app_name {
            let field = "appName";
            faults.name(field, code, Rule::ValidFormat);
            let (is_new, stays) = (before.app_name.is_empty(), before.app_name == *code);
            faults.ensure(is_new || stays, field, Rule::CodeStays);
            faults.ensure(stays || is_code(code), field, Rule::ProductCode);
        }
        if let Some(name) = &self.name_zh {
            faults.check("nameZh", Rule::of_line(name));
        }
        if let Some(text) = &self.description_zh {
            let broken = Rule::of_text(text, LONGEST_TEXT, Rule::ProductText);
            faults.check("descriptionZh", broken);
        }
        if let Some(name) = &self.type_name {
            faults.check("typeName", Rule::of_line(name));
        }
        for (at, text) in self.attributes.iter().enumerate() {
            if let Some(text) = text {
                check_text(format!("attribute{}", at + 1), text, faults);
            }
        }
    }

    fn check_choices(&self, before: &ProductRow, faults: &mut Faults) {
        if let Some(id) = self.type_id {
            let field = "typeId";
            faults.ensure(id != 0, field, Rule::Selected);
            let is_type = before.type_id == id || TYPES.contains(&id);
            faults.ensure(is_type, field, Rule::Range);
        }
        if let Some(id) = &self.admin_id {
            faults.ensure(!id.is_empty(), "adminId", Rule::Selected);
        }
        if let Some(sort) = self.sort {
            let is_position = (0..=LAST_POSITION).contains(&sort);
            faults.ensure(is_position, "sort", Rule::Range);
        }
    }

    /// A product has one address or several.
    fn check_addresses(&self, before: &ProductRow, faults: &mut Faults) {
        if let Some(icon) = &self.icon_url {
            let stays = icon.is_empty() || before.icon_url == *icon;
            faults.ensure(stays || is_icon(icon), "iconimgUrl", Rule::Icon);
        }
        let link = self.link.as_ref().unwrap_or(&before.link);
        let links = self.links.as_ref().unwrap_or(&before.links);
        if self.link.is_some() || self.links.is_some() {
            let has_one = !link.is_empty() || !links.is_empty();
            faults.ensure(has_one, "link", Rule::ValidFormat);
        }
        let stays = link.is_empty() || before.link == *link;
        faults.ensure(stays || is_link(link), "link", Rule::Link);
        check_few("links", links, MOST_ITEMS, faults);
        for (at, link) in self.links.iter().flatten().enumerate() {
            let field = format!("links[{at}].name");
            faults.name(field, &link.name, Rule::ValidFormat);
            let stays = before.links.iter().any(|known| known.url == link.url);
            let is_good = stays || is_link(&link.url);
            check_address(format!("links[{at}].url"), &link.url, is_good, faults);
        }
    }

    fn check_items(&self, before: &ProductRow, faults: &mut Faults) {
        let features = self.features_benefits.as_deref().unwrap_or_default();
        check_few("featuresBenefits", features, MOST_ITEMS, faults);
        for (at, feature) in features.iter().enumerate() {
            let field = |member| format!("featuresBenefits[{at}].{member}");
            faults.name(field("title"), &feature.title, Rule::ValidFormat);
            check_text(field("description"), &feature.description, faults);
        }
        let snapshots = self.snapshots.as_deref().unwrap_or_default();
        check_few("snapshots", snapshots, MOST_ITEMS, faults);
        for (at, url) in snapshots.iter().enumerate() {
            let is_kept = before.snapshots.contains(url) || picture_in(url).is_some();
            let is_good = is_kept || is_https(url);
            check_address(format!("snapshots[{at}]"), url, is_good, faults);
        }
        let files = self.files.as_deref().unwrap_or_default();
        check_few("files", files, MOST_ITEMS, faults);
        for (at, file) in files.iter().enumerate() {
            let field = |member| format!("files[{at}].{member}");
            faults.name(field("description"), &file.description, Rule::ValidFormat);
            let stays = before.files.iter().any(|known| known.url == file.url);
            let is_kept = file_in(&file.url, before.id).is_some();
            let is_good = stays || is_kept || is_https(&file.url);
            check_address(field("url"), &file.url, is_good, faults);
        }
    }
}

fn trim(text: &mut String) {
    *text = text.trim().to_owned();
}

fn set<T>(field: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *field = value;
    }
}

/// An empty text removes the value.
fn set_optional(field: &mut Option<String>, value: Option<String>) {
    if let Some(value) = value {
        *field = Some(value).filter(|text| !text.is_empty());
    }
}

/// The ids of a list, sorted and without duplicates.
pub(super) fn ids(mut ids: Vec<String>, field: &'static str, faults: &mut Faults) -> Vec<String> {
    ids.iter_mut().for_each(trim);
    ids.retain(|id| !id.is_empty());
    ids.sort();
    ids.dedup();
    check_few(field, &ids, MOST_IDS, faults);
    ids
}

fn is_code(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    text.chars().all(plain)
}
