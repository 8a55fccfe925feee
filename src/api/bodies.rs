//! The entities of the product API in its JSON form (contract section 3), converted from the
//! domain's types.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::access::{self, AccessList};
use crate::catalogue;
use crate::clients::{Client, Registry};
use crate::directory::Account;
use crate::groups::{self, PastPlace};
use crate::i18n::language::Language;
use crate::pages::tile;

/// A language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub enum Lang {
    /// English.
    #[serde(rename = "en-us")]
    EnUs,
    /// Simplified Chinese.
    #[serde(rename = "zh-cn")]
    ZhCn,
}

impl Lang {
    /// The value that is stored for accounts.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::EnUs => "en-us",
            Self::ZhCn => "zh-cn",
        }
    }

    /// The language saved for `account`, else the language of the request.
    fn of(account: &Account, asked: Language) -> Self {
        let own = account.lang.as_deref().and_then(Language::from_api);
        match own.unwrap_or(asked) {
            Language::EnUs => Self::EnUs,
            Language::ZhCn => Self::ZhCn,
        }
    }
}

/// A role in Atrium.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Role {
    /// Every user.
    Member,
    /// Manages a group.
    GroupManager,
    /// Administers Atrium.
    Admin,
    /// Is a super administrator.
    SuperAdmin,
}

impl From<access::Role> for Role {
    fn from(role: access::Role) -> Self {
        match role {
            access::Role::Member => Self::Member,
            access::Role::GroupManager => Self::GroupManager,
            access::Role::Administrator => Self::Admin,
            access::Role::SuperAdministrator => Self::SuperAdmin,
        }
    }
}

/// The signed-in user.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "the flags of an account")]
pub struct UserInfo {
    /// The user's id, a UUID.
    pub id: String,
    /// The token to use from now on; empty if the caller used an access token.
    pub user_token: String,
    /// The account name.
    pub username: String,
    /// The display name.
    pub full_name: String,
    /// The user's id at the corporate identity provider.
    pub lion_id: String,
    /// The language saved for the account; if none is saved, the language of this request.
    pub lang: Lang,
    /// After a sign-in, the address to continue at, with the launch token; otherwise empty.
    pub callback_url: String,
    /// The agency's name.
    pub agency_name: String,
    /// The client's name.
    pub client_name: String,
    /// The agency's id.
    pub agency_id: String,
    /// The account name again, under the name that older clients read.
    pub accountname: String,
    /// True if a `WeChat` account is linked.
    pub wechat_binded: bool,
    /// The brand's id.
    pub brand_id: String,
    /// 1 for a super administrator, else 0.
    pub sup_admin: i32,
    /// The user's access codes in the application that asks.
    pub access_list: Vec<String>,
    /// The user's access groups in that application.
    pub access_groups: Vec<String>,
    /// The user's roles in Atrium, lowest first; empty for other applications.
    pub roles: Vec<Role>,
    /// The ids of the products that the user administers; empty for other applications.
    pub project_ids: Vec<i64>,
    /// True if the user may open the user manager.
    pub user_manager: bool,
    /// True if the account has a password.
    pub has_password: bool,
    /// The email address.
    pub email: String,
    /// True if the owner has confirmed that address.
    pub email_verified: bool,
    /// The path of the picture that the user has uploaded, below the address of the server; empty without one.
    pub picture: String,
}

impl UserInfo {
    /// What `account` may read about itself in an application, without token and address.
    pub fn of(account: &Account, access: AccessList, asked: Language) -> Self {
        let id = |of: &Option<crate::directory::Organisation>| {
            of.as_ref().map(|one| one.id.clone()).unwrap_or_default()
        };
        let name = |of: &Option<crate::directory::Organisation>| {
            of.as_ref().map(|one| one.name.clone()).unwrap_or_default()
        };
        Self {
            id: account.id.clone(),
            user_token: String::new(),
            username: account.username.clone(),
            full_name: account.full_name.clone(),
            lion_id: account.lion_id.clone().unwrap_or_default(),
            lang: Lang::of(account, asked),
            callback_url: String::new(),
            agency_name: name(&account.agency),
            client_name: name(&account.company),
            agency_id: id(&account.agency),
            accountname: account.username.clone(),
            wechat_binded: account.wechat_bound,
            brand_id: id(&account.brand),
            sup_admin: i32::from(account.sup_admin),
            access_list: access.codes,
            access_groups: access.groups,
            roles: access.roles.into_iter().map(Role::from).collect(),
            project_ids: access.administers,
            user_manager: account.user_manager,
            has_password: account.password_hash.is_some(),
            email: account.email.clone().unwrap_or_default(),
            email_verified: account.email_verified,
            picture: account.kept_picture().unwrap_or_default().to_owned(),
        }
    }
}

/// One of several addresses of an application.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Link {
    /// The address's name.
    pub name: String,
    /// The address.
    pub url: String,
}

impl From<catalogue::Link> for Link {
    fn from(link: catalogue::Link) -> Self {
        Self {
            name: link.name,
            url: link.url,
        }
    }
}

/// The user's access to an application.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ProductState {
    /// The user may open it.
    Open,
    /// The user may ask for access.
    Request,
    /// The user has asked and waits for an answer.
    Pending,
    /// The user has no access and cannot ask for it.
    Refused,
}

/// Why the user cannot open an application.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum WhyClosed {
    /// The user has asked and waits for an answer.
    Pending,
    /// The user is in no group that gives access.
    NoGroup,
    /// The user's membership has ended.
    MembershipEnded,
    /// The user's last request was refused.
    Refused,
    /// Nobody decided about the user's last request in time.
    TimedOut,
    /// It is not for the user's agency.
    Agency,
    /// It is switched off.
    Off,
}

impl WhyClosed {
    /// A product that is `closed` because the membership ended says how the `past` place ended.
    fn of(closed: access::Closed, past: &PastPlace) -> Self {
        match closed {
            access::Closed::Pending => Self::Pending,
            access::Closed::NoGroup => Self::NoGroup,
            access::Closed::Ended => match past {
                PastPlace::Refused(_) => Self::Refused,
                PastPlace::TimedOut => Self::TimedOut,
                PastPlace::Ended(_) | PastPlace::None => Self::MembershipEnded,
            },
            access::Closed::Agency => Self::Agency,
            // A product that has a card has an application, so `Unnamed` cannot occur.
            access::Closed::Off | access::Closed::Unnamed => Self::Off,
        }
    }
}

/// Who can help the user with an application that is closed.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum WhomToAsk {
    /// The managers of its groups.
    GroupManagers,
    /// Its administrator.
    ProductAdministrator,
}

impl From<access::Closed> for WhomToAsk {
    fn from(closed: access::Closed) -> Self {
        match access::WhomToAsk::about(closed) {
            access::WhomToAsk::GroupManagers => Self::GroupManagers,
            _ => Self::ProductAdministrator,
        }
    }
}

/// How an application opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ProductOpens {
    /// At its start address; it then signs the user in with OpenID Connect.
    Oidc,
    /// With a launch token in its address.
    Legacy,
    /// It is a plain link.
    Link,
}

impl ProductOpens {
    /// How a product opens whose client is `client`.
    pub fn of(client: Option<&Client>) -> Self {
        match client {
            Some(client) if client.launches().is_some() => Self::Legacy,
            Some(_) => Self::Oidc,
            None => Self::Link,
        }
    }
}

/// An application as a card shows it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Product {
    /// The application's id.
    pub id: i64,
    /// The application's name in the reader's language.
    pub name: String,
    /// Its name in the other language; empty if it has none. A search finds it by both.
    pub other_name: String,
    /// The application's code.
    pub app_name: String,
    /// The name of its administrator.
    pub admin_name: String,
    /// The address of its picture, or empty.
    pub iconimg_url: String,
    /// The hue of the letter tile that is shown if there is no picture, in degrees (OKLCH).
    pub tile_hue: u32,
    /// The list that contains it: 1, 3 or 2, in the order of the home page.
    pub type_id: i64,
    /// The name of that list, or empty.
    pub type_name: String,
    /// The application's address; empty without access.
    pub link: String,
    /// The application's addresses, if it has several; empty without access.
    pub links: Vec<Link>,
    /// True if the user may open it.
    pub has_access: bool,
    /// The user's access to it.
    pub state: ProductState,
    /// Why the user cannot open it; null if they can.
    pub reason: Option<WhyClosed>,
    /// Who can help; null if the user can open it.
    pub whom_to_ask: Option<WhomToAsk>,
    /// True if the user can ask for a group that opens it.
    pub can_ask: bool,
    /// For `membershipEnded`: the last day of the membership, as `yyyy-MM-dd`, if it had one.
    pub ended_on: Option<String>,
    /// The last day of the membership that opens it, as `yyyy-MM-dd`; null if the access has no end.
    pub ends_on: Option<String>,
    /// For `refused`: the words of the person who refused the request.
    pub refused_because: Option<String>,
    /// How it opens.
    pub opens: ProductOpens,
    /// Description or introduction.
    pub attribute1: String,
    /// How to use it.
    pub attribute2: String,
    /// How to get access.
    pub attribute3: String,
    /// True if a dialog offers its addresses.
    pub link_dialog: bool,
    /// Its position in the list.
    pub sort: i64,
}

impl Product {
    /// The card without what opens the application.
    #[must_use]
    pub fn without_addresses(mut self) -> Self {
        self.link.clear();
        self.links.clear();
        self
    }

    /// The card for a reader who is not the user: without the words of a refusal.
    #[must_use]
    pub fn for_others(mut self) -> Self {
        self.refused_because = None;
        self.without_addresses()
    }

    /// The card of `product` for a reader of `language`; `clients` says how it opens.
    pub fn of(product: catalogue::Product, language: Language, clients: &Registry) -> Self {
        let (product, other_name) = product.in_language(language);
        let client = clients.of_product(product.client_id.as_deref(), &product.app_name);
        let has_access = product.has_access();
        let tile_hue = tile_hue(product.client_id.as_deref(), &product.app_name, clients);
        let why = |closed| WhyClosed::of(closed, &product.past);
        let reason = product.closed.map(why);
        let (ended_on, refused_because) = match product.past {
            PastPlace::Ended(day) => (day.map(|day| day.to_string()), None),
            PastPlace::Refused(words) => (None, Some(words).filter(|words| !words.is_empty())),
            PastPlace::None | PastPlace::TimedOut => (None, None),
        };
        Self {
            id: product.id,
            name: product.name,
            other_name,
            app_name: product.app_name,
            admin_name: product.admin_name,
            iconimg_url: product.icon_url,
            tile_hue,
            type_id: product.type_id,
            type_name: product.type_name.unwrap_or_default(),
            link: product.link,
            links: product.links.into_iter().map(Link::from).collect(),
            has_access,
            state: match product.state {
                catalogue::ProductState::Open => ProductState::Open,
                catalogue::ProductState::Request => ProductState::Request,
                catalogue::ProductState::Pending => ProductState::Pending,
                catalogue::ProductState::Refused => ProductState::Refused,
            },
            reason,
            whom_to_ask: product.closed.map(WhomToAsk::from),
            can_ask: product.can_ask,
            ended_on,
            ends_on: product.ends_on,
            refused_because,
            opens: ProductOpens::of(client.as_deref()),
            attribute1: product.attribute1,
            attribute2: product.attribute2,
            attribute3: product.attribute3,
            link_dialog: product.link_dialog,
            sort: product.sort,
        }
    }
}

/// The hue of the letter tile of a product. The consent page uses the same value, so that an application has one colour
/// everywhere.
fn tile_hue(client_id: Option<&str>, app_name: &str, clients: &Registry) -> u32 {
    let client = clients.of_product(client_id, app_name);
    let named = client.as_ref().map(|client| client.client_id.as_str());
    tile::degrees(named.or(client_id).unwrap_or(app_name))
}

/// A product that a group opens.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpenedProduct {
    /// The product's id.
    pub product_id: i64,
    /// Its name in the reader's language.
    pub product_name: String,
    /// The address of its picture, or empty.
    pub iconimg_url: String,
    /// The hue of the letter tile that is shown if there is no picture, in degrees (OKLCH).
    pub tile_hue: u32,
}

impl OpenedProduct {
    /// What a group opens, for a reader of `language`. `clients` has the applications of the products.
    pub(super) fn list(
        opened: &groups::Opened,
        language: Language,
        clients: &Registry,
    ) -> Vec<Self> {
        let product = |product: &groups::OpenedProduct| Self {
            product_id: product.id,
            product_name: language.of_two(product.name.clone(), product.name_zh.clone()),
            iconimg_url: product.icon_url.clone(),
            tile_hue: tile_hue(product.client_id.as_deref(), &product.app_name, clients),
        };
        opened.products.iter().map(product).collect()
    }
}
