//! The entities of the product API as they travel (contract section 3), made from the domain's.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};

use crate::access::{self, AccessCode, AccessList};
use crate::clients::{Client, Registry};
use crate::directory::Account;
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
    /// The value that accounts keep.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::EnUs => "en-us",
            Self::ZhCn => "zh-cn",
        }
    }

    /// The language chosen for `account`, else the one that the request asks for.
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
    /// Everybody.
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

/// The schema `AccessCode`: every code of Atrium, of which the portal's type is made.
pub fn access_codes() -> RefOr<Schema> {
    let codes = AccessCode::ALL.iter().map(|code| code.as_str());
    ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(codes))
        .description(Some(
            "An access code of Atrium: what `accessList` may hold for SSO.",
        ))
        .into()
}

/// The signed-in user.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserInfo {
    /// The user's id, a UUID.
    pub id: String,
    /// The token to send from now on; empty for callers with an access token.
    pub user_token: String,
    /// The account name.
    pub username: String,
    /// The name to show.
    pub full_name: String,
    /// The id at the corporate identity provider.
    pub lion_id: String,
    /// The language saved for the account; while none is, the one that this request asks for.
    pub lang: Lang,
    /// Where to go on after a sign-in, with the launch token; else empty.
    pub callback_url: String,
    /// The agency's name.
    pub agency_name: String,
    /// The client's name.
    pub client_name: String,
    /// The agency's id.
    pub agency_id: String,
    /// The account name again, as older clients read it.
    pub accountname: String,
    /// Whether a `WeChat` account is bound.
    pub wechat_binded: bool,
    /// The brand's id.
    pub brand_id: String,
    /// 1 for a super administrator, else 0.
    pub sup_admin: i32,
    /// What the user may do in the application that asks, as access codes.
    pub access_list: Vec<String>,
    /// The user's access groups there.
    pub access_groups: Vec<String>,
    /// The user's roles in Atrium, smallest first; none in another application.
    pub roles: Vec<Role>,
    /// Whether the user may open the user manager.
    pub user_manager: bool,
    /// Whether the account has a password.
    pub has_password: bool,
    /// The e-mail address.
    pub email: String,
}

impl UserInfo {
    /// What `account` may know of itself in an application, `asked` in a language; without token and
    /// address.
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
            user_manager: account.user_manager,
            has_password: account.password_hash.is_some(),
            email: account.email.clone().unwrap_or_default(),
        }
    }
}

/// One of several addresses of an application.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Link {
    /// What it is called.
    pub name: String,
    /// Where it leads.
    pub url: String,
}

impl From<access::Link> for Link {
    fn from(link: access::Link) -> Self {
        Self {
            name: link.name,
            url: link.url,
        }
    }
}

/// What the user may do with an application.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ProductState {
    /// Open it.
    Open,
    /// Ask for it.
    Request,
    /// Wait for the answer.
    Pending,
    /// Nothing.
    Refused,
}

/// How an application opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ProductOpens {
    /// By its start address; it then signs in by OpenID Connect.
    Oidc,
    /// With a launch token in its address.
    Legacy,
    /// It is a plain link.
    Link,
}

impl ProductOpens {
    /// How a product with this client behind it opens.
    pub fn of(client: Option<&Client>) -> Self {
        match client {
            Some(client) if client.launches().is_some() => Self::Legacy,
            Some(_) => Self::Oidc,
            None => Self::Link,
        }
    }
}

/// One application, as its card shows it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Product {
    /// Its id.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// Its code.
    pub app_name: String,
    /// The name of its administrator.
    pub admin_name: String,
    /// Its picture, or empty.
    pub iconimg_url: String,
    /// The hue of the letter tile that stands for a missing picture, in degrees (OKLCH).
    pub tile_hue: u32,
    /// The list in which it stands: 1, 3 or 2, in the order of the home page.
    pub type_id: i64,
    /// The name of that list, or empty.
    pub type_name: String,
    /// Its address; empty without access.
    pub link: String,
    /// Its addresses, when it has several; empty without access.
    pub links: Vec<Link>,
    /// Whether the user may open it.
    pub has_access: bool,
    /// What the user may do with it.
    pub state: ProductState,
    /// How it opens.
    pub opens: ProductOpens,
    /// Description or introduction.
    pub attribute1: String,
    /// Usage.
    pub attribute2: String,
    /// How to get access.
    pub attribute3: String,
    /// Whether its addresses are offered in a dialog.
    pub link_dialog: bool,
    /// Its place in the list.
    pub sort: i64,
}

impl Product {
    /// The card of `product`; `clients` says how it opens.
    pub fn of(product: access::Product, clients: &Registry) -> Self {
        let client = clients.of_product(product.client_id.as_deref(), &product.app_name);
        let has_access = product.has_access();
        // What the consent page goes by, so that an application has one colour everywhere.
        let named = client.as_ref().map(|client| client.client_id.as_str());
        let named = named.or(product.client_id.as_deref());
        let tile_hue = tile::degrees(named.unwrap_or(&product.app_name));
        Self {
            id: product.id,
            name: product.name,
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
                access::ProductState::Open => ProductState::Open,
                access::ProductState::Request => ProductState::Request,
                access::ProductState::Pending => ProductState::Pending,
                access::ProductState::Refused => ProductState::Refused,
            },
            opens: ProductOpens::of(client.as_deref()),
            attribute1: product.attribute1,
            attribute2: product.attribute2,
            attribute3: product.attribute3,
            link_dialog: product.link_dialog,
            sort: product.sort,
        }
    }
}
