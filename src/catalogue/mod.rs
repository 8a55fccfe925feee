//! What can be opened and given: products, modules, access rights and roles, and who may open what.
//!
//! A noun has up to three files, each of which uses only those before it: its types and pure rules (`product.rs`), its
//! tables (`store/products.rs`), and its operations (`products.rs`). Only this module uses the store.

mod access_form;
mod access_right;
pub mod access_rights;
mod address;
mod arrangement;
mod assignment;
mod built_in_rights;
mod built_in_words;
mod check;
pub mod effective;
pub mod facts;
pub mod group_claims;
pub mod home;
mod home_products;
mod home_tile;
pub mod home_tiles;
mod icon;
mod module;
pub mod modules;
mod names;
pub mod openings;
mod product;
mod product_edit;
pub mod product_files;
mod product_form;
mod product_record;
pub mod products;
mod role;
pub mod role_users;
pub mod roles;
pub mod standing;
mod status;
mod store;
pub mod whom_to_ask;

pub use access_form::{AccessError, MOST_IDS};
pub use access_right::{AccessRight, RightDetails, RightFields, RightForm, RightKind, ScopeKind};
pub use address::is_https;
pub use arrangement::{Arrangement, ArrangementError, MOST_CHOSEN};
pub use assignment::{Assigned, AssignmentState};
pub use built_in_rights::{BuiltInRights, add_built_in_rights, is_built_in};
pub use built_in_words::right_words;
pub use check::{Connected, ProductCheck, product_check};
pub use group_claims::GroupClaims;
pub use home_products::HomeProducts;
pub use home_tile::{HomeTile, SavedTile};
pub use module::{Module, ModuleError, ModuleForm};
pub use names::names_of;
pub use openings::Opening;
pub use product::{Feature, Link, Product, ProductDetail, ProductFile, ProductRow, ProductState};
pub use product_edit::{ProductLimits, add_product, set_product_status, update_product};
pub use product_form::{ProductError, ProductForm, ProductPart};
pub use product_record::ProductRecord;
pub use role::{
    AccountType, OwnLimit, RoleAssignment, RoleDetails, RoleFields, RoleForm, RoleLimit,
    RoleOfAccount, RoleRecord,
};
pub use status::{ProductStatus, ProductStatusNumber};
pub use store::access_right_list::{ACCESS_RIGHTS, AccessListRow, AccessRightFilter};
pub use store::erasure::erase as erase_person;
pub use store::module_list::{MODULES, ModuleFilter, ModuleListRow, ModuleOption};
pub use store::product_list::{PRODUCTS, ProductChoice, ProductFilter, ProductListRow};
pub use store::role_list::{ROLES, RoleFilter, RoleListRow, RoleOption};

/// Every SQL text of this module, by file.
pub const STATEMENTS: &[(&str, &[(&str, &str)])] = &[
    (
        "catalogue/store/access_rights.rs",
        store::access_rights::STATEMENTS,
    ),
    (
        "catalogue/store/assignments.rs",
        store::assignments::STATEMENTS,
    ),
    ("catalogue/store/effective.rs", store::effective::STATEMENTS),
    ("catalogue/store/erasure.rs", store::erasure::STATEMENTS),
    ("catalogue/store/home.rs", store::home::STATEMENTS),
    (
        "catalogue/store/home_tiles.rs",
        store::home_tiles::STATEMENTS,
    ),
    ("catalogue/store/openings.rs", store::openings::STATEMENTS),
    ("catalogue/store/modules.rs", store::modules::STATEMENTS),
    ("catalogue/store/names.rs", store::names::STATEMENTS),
    (
        "catalogue/store/product_records.rs",
        store::product_records::STATEMENTS,
    ),
    ("catalogue/store/products.rs", store::products::STATEMENTS),
    ("catalogue/store/roles.rs", store::roles::STATEMENTS),
];
