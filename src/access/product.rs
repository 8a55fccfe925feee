//! What a product is (contract E-10, G-44).

/// One of several addresses of a product.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Link {
    /// What it is called.
    pub name: String,
    /// Where it leads.
    pub url: String,
}

/// How a card shows that a person stands to its product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProductState {
    /// It may be opened.
    Open,
    /// It may be asked for.
    Request,
    /// It was asked for and nobody has answered yet.
    Pending,
    /// It is off, not for the person's agency, or their membership was ended.
    Refused,
}

/// A product (contract E-10, G-44) as one person sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Product {
    /// Its number: appId, productId and projectId alike.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// Its code, such as `SSO`.
    pub app_name: String,
    /// The relying or old application behind it.
    pub client_id: Option<String>,
    /// In which list its card stands (contract K-29).
    pub type_id: i64,
    /// The name of that list, where the product has its own (contract G-27).
    pub type_name: Option<String>,
    /// The display name of its administrator.
    pub admin_name: String,
    /// Its picture, an address or empty.
    pub icon_url: String,
    /// Where it starts; empty without access.
    pub link: String,
    /// Where else it starts; empty without access.
    pub links: Vec<Link>,
    /// Description or introduction.
    pub attribute1: String,
    /// Usage.
    pub attribute2: String,
    /// How access is got.
    pub attribute3: String,
    /// Its links are shown in a dialog (contract G-22).
    pub link_dialog: bool,
    /// Its place in the list.
    pub sort: i64,
    /// How the person stands to it.
    pub state: ProductState,
}

impl Product {
    /// Whether the person may open it.
    pub fn has_access(&self) -> bool {
        self.state == ProductState::Open
    }

    /// Every address that its card leads to.
    pub fn addresses(&self) -> impl Iterator<Item = &str> {
        let links = self.links.iter().map(|link| link.url.as_str());
        std::iter::once(self.link.as_str())
            .chain(links)
            .filter(|address| !address.is_empty())
    }

    /// Contract F-23: this product in `state`; without access nobody learns where it is.
    pub(super) fn in_state(mut self, state: ProductState) -> Self {
        self.state = state;
        if !self.has_access() {
            self.link.clear();
            self.links.clear();
        }
        self
    }
}

/// What stands in a product's row.
#[derive(Clone, Debug, Default)]
pub struct ProductRow {
    /// Its number.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// Its code.
    pub app_name: String,
    /// The application behind it.
    pub client_id: Option<String>,
    /// In which list it stands.
    pub type_id: i64,
    /// The name of that list, if it has its own.
    pub type_name: Option<String>,
    /// The account of its administrator.
    pub admin_id: Option<String>,
    /// Its picture.
    pub icon_url: String,
    /// Where it starts.
    pub link: String,
    /// Where else it starts.
    pub links: Vec<Link>,
    /// Description, usage, access method.
    pub attributes: [String; 3],
    /// Its links are shown in a dialog.
    pub link_dialog: bool,
    /// It needs no group.
    pub everyone: bool,
    /// It is switched off.
    pub off: bool,
    /// Its place in the list.
    pub sort: i64,
}
