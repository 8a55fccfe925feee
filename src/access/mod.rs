//! Who may open what and do what: products, groups, access codes, and the log of opened products.
//!
//! A noun has up to three files, each of which uses only those before it: its types and pure rules
//! (`product.rs`), its tables (`store/products.rs`), and its operations (`products.rs`). Only this
//! module uses the store.

mod access_form;
mod access_right;
pub mod access_rights;
mod account_objects;
mod action;
mod address;
mod assignment;
mod built_in_rights;
pub mod changes;
mod closed;
mod code;
mod days;
pub mod effective;
mod group;
pub mod group_access;
mod group_changes;
pub mod group_choices;
pub mod group_claims;
pub mod group_details;
mod group_error;
pub mod group_industries;
pub mod group_members;
mod group_options;
mod group_update;
pub mod groups;
mod last_manager;
mod may;
mod member_actions;
pub mod members;
pub mod memberships;
mod module;
pub mod modules;
mod my_groups;
mod object;
pub mod objects;
pub mod openings;
mod product;
mod product_changes;
mod product_form;
mod product_record;
pub mod products;
mod request;
mod request_page;
mod request_timers;
pub mod requests;
pub mod rights;
mod role;
pub mod role_users;
pub mod roles;
mod schedule;
pub mod standing;
mod status;
mod store;
mod timer_subjects;
mod timers;
pub mod whom_to_ask;

pub use access_form::{AccessError, AccessFault, AccessField, AccessRule, MOST_IDS};
pub use access_right::{AccessRight, RightDetails, RightFields, RightForm, RightKind, ScopeKind};
pub use action::Action;
pub use assignment::{Assigned, AssignmentState};
pub use built_in_rights::{BuiltInRights, add_built_in_rights};
pub use closed::{Closed, Standing};
pub use code::{AccessCode, AccessList, Role};
pub use days::{end_of, last_day_before, written};
pub use group::{
    Group, GroupContact, GroupDetails, GroupEntry, GroupProduct, GroupSet, GroupSets, RightState,
    Visibility,
};
pub use group_claims::GroupClaims;
pub use group_error::{GroupError, GroupFault, GroupFaults, GroupField, GroupRule};
pub use group_options::{group_options, managed_groups};
pub use group_update::{GroupUpdate, SetChange};
pub use may::{Decision, Rule, WhomToAsk, may};
pub use member_actions::{MemberAction, MemberActions, OneClick, PersonRights};
pub use module::{Module, ModuleError, ModuleFault, ModuleField, ModuleForm, ModuleRule};
pub use my_groups::{
    Grants, MyGroups, Notice, click, granting, my_groups_page, notice, single_grant,
};
pub use object::{ActionObject, GroupFacts, Object, Wanted};
pub use objects::{FoundObject, Named};
pub use openings::Opening;
pub use product::{Feature, Link, Product, ProductDetail, ProductFile, ProductRow, ProductState};
pub use product_changes::{ProductLimits, add_product, set_product_status, update_product};
pub use product_form::{
    ProductError, ProductFault, ProductField, ProductForm, ProductPart, ProductRule,
};
pub use product_record::ProductRecord;
pub use request::{
    GroupRequest, LONGEST_REASON, Membership, Outcome, RequestError, RequestKind, RequestState,
    Verdict, Wish,
};
pub use request_page::{
    MemberFilter, RequestFilter, WaitsFor, add_places, members_page, members_query,
    own_requests_page, requests_page, requests_query,
};
pub use request_timers::RequestTimers;
pub use rights::{Rights, SSO};
pub use role::{
    AccountType, OwnLimit, RoleAssignment, RoleDetails, RoleFields, RoleForm, RoleLimit,
    RoleOfAccount, RoleRecord,
};
pub use status::{ClickStatus, GroupStatus, GroupStatusNumber, ProductStatus, ProductStatusNumber};
pub use store::access_right_list::{ACCESS_RIGHTS, AccessListRow, AccessRightFilter};
pub use store::group_list::{GROUPS, GroupFilter, GroupListRow, GroupOption};
pub use store::member_list::{GROUP_USERS, MEMBERS, MemberPlace, MemberRow, PendingRequest};
pub use store::module_list::{MODULES, ModuleFilter, ModuleListRow, ModuleOption};
pub use store::my_groups::{Place, VISIBLE_GROUPS, VisibleGroup};
pub use store::product_list::{PRODUCTS, ProductChoice, ProductFilter, ProductListRow};
pub use store::request_list::{REQUESTS, RequestRow};
pub use store::role_list::{ROLES, RoleFilter, RoleListRow, RoleOption};
pub use timer_subjects::{TimerSubject, timer_subjects};
pub use timers::{Timer, timers};

/// Every SQL text of this module, by file.
pub const STATEMENTS: &[(&str, &[(&str, &str)])] = &[
    (
        "access/store/access_rights.rs",
        store::access_rights::STATEMENTS,
    ),
    (
        "access/store/assignments.rs",
        store::assignments::STATEMENTS,
    ),
    ("access/store/effective.rs", store::effective::STATEMENTS),
    (
        "access/store/group_details.rs",
        store::group_details::STATEMENTS,
    ),
    (
        "access/store/group_industries.rs",
        store::group_industries::STATEMENTS,
    ),
    ("access/store/clicks.rs", store::clicks::STATEMENTS),
    ("access/store/deciders.rs", store::deciders::STATEMENTS),
    ("access/store/group_list.rs", store::group_list::STATEMENTS),
    (
        "access/store/group_people.rs",
        store::group_people::STATEMENTS,
    ),
    (
        "access/store/group_rights.rs",
        store::group_rights::STATEMENTS,
    ),
    ("access/store/groups.rs", store::groups::STATEMENTS),
    ("access/store/limits.rs", store::limits::STATEMENTS),
    (
        "access/store/member_list.rs",
        store::member_list::STATEMENTS,
    ),
    (
        "access/store/memberships.rs",
        store::memberships::STATEMENTS,
    ),
    ("access/store/my_groups.rs", store::my_groups::STATEMENTS),
    ("access/store/openings.rs", store::openings::STATEMENTS),
    ("access/store/modules.rs", store::modules::STATEMENTS),
    (
        "access/store/product_records.rs",
        store::product_records::STATEMENTS,
    ),
    ("access/store/products.rs", store::products::STATEMENTS),
    ("access/store/requests.rs", store::requests::STATEMENTS),
    ("access/store/rights.rs", store::rights::STATEMENTS),
    ("access/store/roles.rs", store::roles::STATEMENTS),
];
