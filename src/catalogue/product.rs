//! What a product is (contract E-10, G-44).

use super::status::ProductStatus;
use crate::access::Closed;
use crate::groups::{Asking, PastPlace};
use crate::i18n::language::Language;

/// One of the addresses of a product.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Link {
    pub name: String,
    pub url: String,
}

/// A feature of a product, or a benefit of using it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Feature {
    pub title: String,
    pub description: String,
}

/// A file about a product.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ProductFile {
    pub description: String,
    /// Its address.
    pub url: String,
}

/// What the detail of a product shows beyond its card (contract E-10).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProductDetail {
    pub features_benefits: Vec<Feature>,
    /// Addresses of pictures.
    pub snapshots: Vec<String>,
    /// Its files; empty without access.
    pub files: Vec<ProductFile>,
}

/// The state of a product for a person, as its card shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProductState {
    /// The person may open it.
    Open,
    /// The person may ask for access.
    Request,
    /// The person has requested access, and the request is pending.
    Pending,
    /// It is off, not for the person's agency, or the membership has ended.
    Refused,
}

/// A product (contract E-10, G-44), as one person sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Product {
    /// Its number, which the API calls appId, productId and projectId.
    pub id: i64,
    pub name: String,
    /// Its name in Chinese; empty if it is the same.
    pub name_zh: String,
    /// Its code, such as `SSO`.
    pub app_name: String,
    /// The client id of its relying or legacy application.
    pub client_id: Option<String>,
    /// The list that contains its card (contract K-29).
    pub type_id: i64,
    /// Its own name for that list, if it has one (contract G-27).
    pub type_name: Option<String>,
    /// The account that administers it.
    pub admin_id: Option<String>,
    /// The display name of its administrator.
    pub admin_name: String,
    /// The address of its icon; may be empty.
    pub icon_url: String,
    /// Its start address; empty without access.
    pub link: String,
    /// Its further addresses; empty without access.
    pub links: Vec<Link>,
    /// Description or introduction.
    pub attribute1: String,
    /// The same in Chinese; empty if it is the same.
    pub description_zh: String,
    /// Usage.
    pub attribute2: String,
    /// How to get access.
    pub attribute3: String,
    /// True if its links are shown in a dialog (contract G-22).
    pub link_dialog: bool,
    /// Its position in the list.
    pub sort: i64,
    pub state: ProductState,
    /// Why the person cannot open it.
    pub closed: Option<Closed>,
    /// True if the person sees a group to ask for it.
    pub can_ask: bool,
    /// How the person's last place in one of its groups ended, if that is why it is closed.
    pub past: PastPlace,
    /// The last day of the membership that opens it, as yyyy-MM-dd, if it has one and no other opens it longer.
    pub ends_on: Option<String>,
}

impl Product {
    pub fn has_access(&self) -> bool {
        self.state == ProductState::Open
    }

    /// All addresses that its card leads to.
    pub fn addresses(&self) -> impl Iterator<Item = &str> {
        let links = self.links.iter().map(|link| link.url.as_str());
        std::iter::once(self.link.as_str())
            .chain(links)
            .filter(|address| !address.is_empty())
    }

    /// The product with the name and description that a reader of `language` sees, and its other name, or an empty text if
    /// it has only one.
    #[must_use]
    pub fn in_language(mut self, language: Language) -> (Self, String) {
        let (first, chinese) = (self.name.clone(), std::mem::take(&mut self.name_zh));
        self.name = language.of_two(self.name, chinese.clone());
        let chinese_text = std::mem::take(&mut self.description_zh);
        self.attribute1 = language.of_two(self.attribute1, chinese_text);
        let other = if self.name == first { chinese } else { first };
        (self, other)
    }

    /// Sets why it is closed, or that it is open. Without access it has no addresses (contract F-23).
    pub(super) fn judged(mut self, closed: Option<Closed>) -> Self {
        self.closed = closed;
        self.state = match closed {
            None => ProductState::Open,
            Some(Closed::Pending) => ProductState::Pending,
            Some(Closed::NoGroup) => ProductState::Request,
            Some(Closed::Ended | Closed::Agency | Closed::Off | Closed::Unnamed) => {
                ProductState::Refused
            }
        };
        if !self.has_access() {
            self.link.clear();
            self.links.clear();
        }
        self
    }

    /// True if a place in a group would open it.
    pub(super) const fn is_closed_by_groups(&self) -> bool {
        matches!(self.closed, Some(Closed::NoGroup | Closed::Ended))
    }

    /// Adds what the person can ask for. A request that the person took back closes nothing.
    pub(super) fn asked(mut self, asking: &Asking) -> Self {
        if !self.is_closed_by_groups() {
            return self;
        }
        self.can_ask = asking.can_ask(self.id);
        if self.closed == Some(Closed::Ended) {
            self.past = asking.past.get(&self.id).cloned().unwrap_or_default();
            if self.past == PastPlace::None {
                return self.judged(Some(Closed::NoGroup));
            }
        }
        self
    }

    /// Removes its texts, except the name.
    pub(super) fn without_texts(mut self) -> Self {
        self.icon_url.clear();
        self.attribute1.clear();
        self.description_zh.clear();
        self.attribute2.clear();
        self.attribute3.clear();
        self
    }
}

/// A product's row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProductRow {
    pub id: i64,
    pub name: String,
    /// Its name in Chinese; empty if it is the same.
    pub name_zh: String,
    pub app_name: String,
    /// The client id of its application.
    pub client_id: Option<String>,
    /// The list that contains its card.
    pub type_id: i64,
    /// Its own name for that list, if it has one.
    pub type_name: Option<String>,
    pub admin_id: Option<String>,
    /// The address of its icon.
    pub icon_url: String,
    /// Its start address.
    pub link: String,
    /// Its further addresses.
    pub links: Vec<Link>,
    /// Description, usage, access method.
    pub attributes: [String; 3],
    /// The description in Chinese; empty if it is the same.
    pub description_zh: String,
    pub features_benefits: Vec<Feature>,
    /// Addresses of pictures.
    pub snapshots: Vec<String>,
    pub files: Vec<ProductFile>,
    /// True if its links are shown in a dialog.
    pub link_dialog: bool,
    /// True if it requires no group.
    pub everyone: bool,
    /// True if the lists of the home page leave it out (contract G-29).
    pub hidden: bool,
    pub status: ProductStatus,
    /// Its position in the list.
    pub sort: i64,
}
