//! Adds and changes products.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::super::bodies::Link;
use super::Feature;
use super::ProductFile;
use super::ProductStatusNumber;
use super::icon;
use crate::access::{Action, Object};
use crate::calls::{Creation, WritingCaller, operation};
use crate::catalogue::{
    self, ProductError, ProductForm, ProductLimits, ProductPart, ProductRecord, products,
};
use crate::http::envelope::{Answer, Answered, ApiError};
use crate::http::fields::{Fields, integer, optional_integer};
use crate::http::number::Number;
use crate::state::AppState;

/// The fields of a product. A new product needs `name`, `appName`, `typeId`, `adminId`, the three attributes and an
/// address; in a change, a missing field stays as it is.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ProductBody {
    /// The product's id; only in a change.
    #[serde(deserialize_with = "optional_integer")]
    pub project_id: Option<i64>,
    /// The version that you read. If it is missing, the last change wins.
    #[serde(deserialize_with = "optional_integer")]
    pub version: Option<i64>,
    /// The product's name.
    pub name: Option<String>,
    /// Its name in Chinese; empty if it is the same.
    pub name_zh: Option<String>,
    /// The product's code: letters, digits, `_`, `-` and `.`. It cannot change.
    pub app_name: Option<String>,
    /// The application that it opens, by its OAuth `client_id`. Empty for a plain link, or for a legacy application with
    /// the product's code.
    pub application_id: Option<String>,
    /// The list of the home page that contains it: 1, 3 or 2.
    #[serde(deserialize_with = "optional_integer")]
    pub type_id: Option<i64>,
    /// Its own name for that list.
    pub type_name: Option<String>,
    /// The account that its card names; it also becomes an administrator of the product.
    pub admin_id: Option<String>,
    /// The accounts that administer it.
    pub admin_ids: Option<Vec<String>>,
    /// Its icon: the address of an uploaded picture, `lucide:` and the name of an icon of the set Lucide, or an https address
    /// of a JPEG or PNG. Such a picture is fetched once and kept.
    pub iconimg_url: Option<String>,
    /// Its https address.
    pub link: Option<String>,
    /// Its further addresses, 20 at most.
    pub links: Option<Vec<Link>>,
    /// Description or introduction.
    pub attribute1: Option<String>,
    /// The same in Chinese; empty if it is the same.
    pub description_zh: Option<String>,
    /// How to use it.
    pub attribute2: Option<String>,
    /// How to get access.
    pub attribute3: Option<String>,
    /// Its features and benefits, 20 at most.
    pub features_benefits: Option<Vec<Feature>>,
    /// The addresses of its pictures, 20 at most: uploaded ones, or https addresses.
    pub snapshots: Option<Vec<String>>,
    /// Its files, 20 at most.
    pub files: Option<Vec<ProductFile>>,
    /// The agencies whose people may use it; empty for all.
    pub agency_ids: Option<Vec<String>>,
    /// True if it needs no group.
    pub everyone: Option<bool>,
    /// True if a dialog offers its addresses.
    pub link_dialog: Option<bool>,
    /// True if the lists of the home page leave it out.
    pub hidden: Option<bool>,
    /// Its position in the list of the home page.
    #[serde(deserialize_with = "optional_integer")]
    pub sort: Option<i64>,
    /// Changing it needs the right to switch products on and off.
    pub status: Option<ProductStatusNumber>,
}

impl ProductBody {
    fn form(self) -> ProductForm {
        let feature = |Feature { title, description }| catalogue::Feature { title, description };
        let file = |ProductFile { description, url }| catalogue::ProductFile { description, url };
        let link = |Link { name, url }| catalogue::Link { name, url };
        ProductForm {
            name: self.name,
            name_zh: self.name_zh,
            app_name: self.app_name,
            client_id: self.application_id,
            type_id: self.type_id,
            type_name: self.type_name,
            admin_id: self.admin_id,
            administrators: self.admin_ids,
            icon_url: self.iconimg_url,
            link: self.link,
            links: mapped(self.links, link),
            description_zh: self.description_zh,
            attributes: [self.attribute1, self.attribute2, self.attribute3],
            features_benefits: mapped(self.features_benefits, feature),
            snapshots: self.snapshots,
            files: mapped(self.files, file),
            agencies: self.agency_ids,
            everyone: self.everyone,
            link_dialog: self.link_dialog,
            hidden: self.hidden,
            status: self.status.map(|Number(status)| status),
            sort: self.sort,
        }
    }
}

fn mapped<T, U>(items: Option<Vec<T>>, each: impl Fn(T) -> U) -> Option<Vec<U>> {
    items.map(|items| items.into_iter().map(each).collect())
}

/// The product that was added or changed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangedProduct {
    /// The product's id.
    pub project_id: i64,
    /// The product's new version.
    pub version: i64,
    /// Nobody can open a product that is off.
    pub status: ProductStatusNumber,
}

impl Creation for ChangedProduct {}

impl From<ProductRecord> for ChangedProduct {
    fn from(record: ProductRecord) -> Self {
        Self {
            project_id: record.row.id,
            version: record.version,
            status: Number(record.row.status),
        }
    }
}

/// Add product
///
/// The answer lists all faults. If another product has this code, the error is 100011.
#[operation(tag = "app", request_body = ProductBody)]
pub async fn add_product(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(body): Fields<ProductBody>,
) -> Answered<ChangedProduct> {
    let refusals = Refusals {
        access: None,
        status: None,
        sso_administrators: sso_administrators(&mut caller).await?,
    };
    let mut form = body.form();
    let caller = caller.end_view();
    form.icon_url = icon::kept(&state, &caller, "", form.icon_url).await?;
    let added = caller.create::<ChangedProduct, ApiError, _>(move |tx, audit| {
        Box::pin(async move {
            let limits = refusals.limits();
            let added = catalogue::add_product(tx, form, limits, &state.clients, audit).await;
            let added = added.map_err(|error| refusals.answer(error))?;
            Ok(added.into())
        })
    });
    Ok(Answer(added.await?))
}

/// Change product
///
/// The call changes all fields or none. The administrators of the product may change its attributes, `descriptionZh`,
/// features, snapshots and files; what else they send must be as it is. If someone else changed the product after `version`,
/// nothing is changed and `conflict` says who changed it and when.
#[operation(tag = "app", request_body = ProductBody)]
pub async fn product_update(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(body): Fields<ProductBody>,
) -> Answered<ChangedProduct> {
    let id = body.project_id.ok_or(ApiError::illegal("projectId"))?;
    let object = caller.object().clone();
    let refusals = Refusals {
        access: caller.refusal(Action::EditProduct, &object).await?,
        status: caller.refusal(Action::SetProductStatus, &object).await?,
        sso_administrators: sso_administrators(&mut caller).await?,
    };
    let version = body.version;
    let mut form = body.form();
    let before = products::record(caller.view(), id).await?;
    let caller = caller.end_view();
    // Without the right the change is refused anyway.
    if let Some(before) = before.filter(|_| refusals.access.is_none()) {
        form.icon_url = icon::kept(&state, &caller, &before.row.icon_url, form.icon_url).await?;
    }
    let changed = caller.write::<_, ApiError, _>(move |tx, audit| {
        Box::pin(async move {
            let (limits, clients) = (refusals.limits(), &state.clients);
            let changed =
                catalogue::update_product(tx, (id, version), form, limits, clients, audit).await;
            changed.map_err(|error| refusals.answer(error))
        })
    });
    Ok(Answer(changed.await?.into()))
}

async fn sso_administrators(caller: &mut WritingCaller) -> Result<Option<ApiError>, ApiError> {
    let refusal = caller.refusal(Action::AppointSsoAdministrators, &Object::None);
    Ok(refusal.await?)
}

/// Why the caller may not change the parts of a product; `None` for each that they may change.
#[derive(Clone)]
struct Refusals {
    access: Option<ApiError>,
    status: Option<ApiError>,
    sso_administrators: Option<ApiError>,
}

impl Refusals {
    fn limits(&self) -> ProductLimits {
        ProductLimits {
            access: self.access.is_none(),
            status: self.status.is_none(),
            sso_administrators: self.sso_administrators.is_none(),
        }
    }

    /// The answer to `error`; a refused part has the words of its refusal.
    fn answer(self, error: ProductError) -> ApiError {
        let refusal = match error {
            ProductError::NotAllowed(ProductPart::Access) => self.access,
            ProductError::NotAllowed(ProductPart::Status) => self.status,
            ProductError::NotAllowed(ProductPart::SsoAdministrators) => self.sso_administrators,
            _ => None,
        };
        refusal.unwrap_or_else(|| error.into())
    }
}

/// A product and its new status.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductStatusBody {
    /// The product's id.
    #[serde(deserialize_with = "integer")]
    pub project_id: i64,
    /// The new status.
    pub status: ProductStatusNumber,
}

/// Product status
///
/// Nobody can open a product that is off. This takes effect within a second, also for people who have opened it.
#[operation(tag = "app", request_body = ProductStatusBody)]
pub async fn product_update_status(
    caller: WritingCaller,
    Fields(body): Fields<ProductStatusBody>,
) -> Answered<ChangedProduct> {
    let (id, Number(wanted)) = (body.project_id, body.status);
    let set = caller.write::<_, ProductError, _>(move |tx, audit| {
        Box::pin(catalogue::set_product_status(tx, id, wanted, audit))
    });
    Ok(Answer(set.await?.into()))
}
