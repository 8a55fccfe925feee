//! The modules of products, for administrators.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::access_rights::only_own;
use super::products::ProductStatusNumber;
use crate::calls::{Caller, Creation, WritingCaller, operation};
use crate::catalogue::{
    Module, ModuleError, ModuleFilter, ModuleForm, ModuleListRow, ModuleOption, modules,
};
use crate::days::date_time;
use crate::http::envelope::{Answer, Answered};
use crate::http::fields::{Fields, integer, optional_integer};
use crate::http::number::Number;
use crate::http::paging::{OptionQuery, OptionsOf, Page, Paged, PagingQuery};
use crate::state::AppState;

/// Module list
///
/// The newest modules come first. `sort` can be `created`, `order` or `name`; a `-` before it reverses the order.
/// Administrators of a product get the modules of their products.
#[operation(tag = "modules", params(ModuleFilter, PagingQuery))]
pub async fn module_list(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Paged(filter, paging): Paged<ModuleFilter>,
) -> Answered<Page<ModuleListRow>> {
    let administrator = only_own(&caller);
    let filter = ModuleFilter {
        administrator,
        ..filter
    };
    let page = filter.query(&paging)?.page(caller.view()).await?;
    let language = caller.language;
    Ok(Answer(Page::of(page, |row: ModuleListRow| ModuleListRow {
        c_time: date_time(row.created_at, &state.zone),
        project_name: language.of_two(row.project_name, row.project_name_zh.clone()),
        ..row
    })))
}

/// Which modules are options.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct ModuleOptionQuery {
    /// The product's id.
    #[serde(deserialize_with = "integer")]
    pub project_id: i64,
}

/// Module options
///
/// The modules of a product that are on, sorted by name.
#[operation(tag = "modules", params(ModuleOptionQuery, OptionQuery))]
pub async fn module_options(
    mut caller: Caller,
    OptionsOf(query, wanted): OptionsOf<ModuleOptionQuery>,
) -> Answered<Vec<ModuleOption>> {
    Ok(Answer(
        modules::module_options(caller.view(), query.project_id, &wanted).await?,
    ))
}

/// A new module.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AddModuleBody {
    /// The product's id.
    #[serde(deserialize_with = "integer")]
    pub project_id: i64,
    /// The module's name.
    pub module_name: Option<String>,
    /// The module's code: letters, digits, `_` and `-`, unique in the product.
    pub module_code: Option<String>,
    /// What it is.
    pub desc: Option<String>,
    /// Its position among the modules of the product.
    #[serde(default, deserialize_with = "optional_integer")]
    pub sort: Option<i64>,
    /// On, if it is missing.
    pub status: Option<ProductStatusNumber>,
}

/// The module that was added or changed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangedModule {
    /// The module's id.
    pub module_id: String,
    /// The module's version.
    pub version: i64,
}

impl Creation for ChangedModule {}

impl From<Module> for ChangedModule {
    fn from(module: Module) -> Self {
        Self {
            module_id: module.id,
            version: module.version,
        }
    }
}

/// Add module
///
/// Also for the administrators of the product. If another module of the product has this code, the error is 100011.
#[operation(tag = "modules", request_body = AddModuleBody)]
pub async fn add_module(
    caller: WritingCaller,
    Fields(body): Fields<AddModuleBody>,
) -> Answered<ChangedModule> {
    let product_id = body.project_id;
    let form = ModuleForm {
        code: body.module_code,
        name: body.module_name,
        description: body.desc,
        sort: body.sort,
        status: body.status.map(|Number(status)| status),
    };
    let added = caller.create::<ChangedModule, ModuleError, _>(move |tx, audit| {
        Box::pin(async move {
            let added = modules::add_module(tx, product_id, form, audit).await?;
            Ok(added.into())
        })
    });
    Ok(Answer(added.await?))
}

/// The changes to a module. A missing field stays unchanged.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdateModuleBody {
    /// The module's id.
    pub module_id: String,
    /// The version that you read. If it is missing, the last change wins.
    #[serde(default, deserialize_with = "optional_integer")]
    pub version: Option<i64>,
    /// The module's name.
    pub module_name: Option<String>,
    /// The module's code: letters, digits, `_` and `-`, unique in the product.
    pub module_code: Option<String>,
    /// What it is.
    pub desc: Option<String>,
    /// Its position among the modules of the product.
    #[serde(default, deserialize_with = "optional_integer")]
    pub sort: Option<i64>,
    /// The access rights of a module that is off give nothing.
    pub status: Option<ProductStatusNumber>,
}

/// Change module
///
/// The call changes all fields or none. If someone else changed the module after `version`, nothing is changed and
/// `conflict` says who changed it and when.
#[operation(tag = "modules", request_body = UpdateModuleBody)]
pub async fn module_update(
    caller: WritingCaller,
    Fields(body): Fields<UpdateModuleBody>,
) -> Answered<ChangedModule> {
    let (id, version) = (body.module_id, body.version);
    let form = ModuleForm {
        code: body.module_code,
        name: body.module_name,
        description: body.desc,
        sort: body.sort,
        status: body.status.map(|Number(status)| status),
    };
    let changed = caller.write::<_, ModuleError, _>(move |tx, audit| {
        Box::pin(async move { modules::update_module(tx, (&id, version), form, audit).await })
    });
    Ok(Answer(changed.await?.into()))
}

/// The module to delete.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeleteModuleBody {
    /// The module's id.
    pub module_id: String,
}

/// Delete module
///
/// A module that has access rights cannot be deleted: delete or move them first.
#[operation(tag = "modules", request_body = DeleteModuleBody)]
pub async fn delete_module(
    caller: WritingCaller,
    Fields(body): Fields<DeleteModuleBody>,
) -> Answered<DeletedModule> {
    let id = body.module_id.clone();
    let deleted = caller.write::<_, ModuleError, _>(move |tx, audit| {
        Box::pin(async move { modules::delete_module(tx, &id, audit).await })
    });
    deleted.await?;
    let module_id = body.module_id;
    Ok(Answer(DeletedModule { module_id }))
}

/// The module that was deleted.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeletedModule {
    /// The module's id.
    pub module_id: String,
}
