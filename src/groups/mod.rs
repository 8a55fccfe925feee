//! Groups: what they give, who manages them, their members, and the requests to join.
//!
//! A noun has up to three files, each of which uses only those before it: its types and pure rules (`request.rs`), its
//! tables (`store/requests.rs`), and its operations (`requests.rs`). Only this module uses the store.

mod absence;
pub mod absences;
mod asking;
mod erasure;
pub mod facts;
pub mod figures;
mod found_groups;
mod given;
mod group;
pub mod group_access;
mod group_changes;
pub mod group_choices;
pub mod group_details;
mod group_error;
pub mod group_industries;
pub mod group_members;
mod group_options;
mod group_page;
mod group_update;
pub mod invitations;
mod last_manager;
mod management;
mod member_actions;
pub mod members;
pub mod memberships;
mod my_groups;
mod names;
mod opened;
mod product_groups;
mod request;
mod request_page;
mod request_summaries;
mod request_timers;
pub mod requests;
mod schedule;
mod status;
mod store;
mod timer_subjects;
mod timers;
mod wanted_group;

pub use absence::WantedAbsence;
pub use asking::{Asking, PastPlace, asking, public_products};
pub use erasure::erase_person;
pub use found_groups::groups_found;
pub use given::{Given, GivenEnd, NotGiven, is_given, why_not_given};
pub use group::{
    Group, GroupContact, GroupDetails, GroupEntry, GroupProduct, GroupSet, GroupSets, RightState,
    Visibility,
};
pub use group_choices::group_named;
pub use group_error::GroupError;
pub use group_options::{group_options, managed_groups};
pub use group_page::{add_names, groups_page, groups_query};
pub use group_update::{GroupUpdate, SetChange};
pub use member_actions::{MemberAction, MemberActions, OneClick, PersonRights};
pub use my_groups::{Grants, Notice, click, my_groups_page, notice, single_grant};
pub use names::{GroupName, GroupSight, all_names, groups_of_requests, names_seen};
pub use opened::{Opened, OpenedProduct, opened_by};
pub use product_groups::{GroupPlace, ProductGroup, ProductGroups, product_groups};
pub use request::{
    GroupRequest, LONGEST_REASON, Membership, Outcome, RequestError, RequestKind, RequestState,
    Verdict, Wish,
};
pub use request_page::{add_places, members_page, members_query, own_requests_page};
pub use request_summaries::RequestSummaries;
pub use request_timers::RequestTimers;
pub use status::{ClickStatus, GroupStatus, GroupStatusNumber};
pub use store::group_list::{FoundGroup, GROUPS, GroupFilter, GroupListRow, GroupOption};
pub use store::groups::{
    appoint, contacts, grant, managers_for, names_by_ids, names_granting, names_of, save,
    set_membership, set_status,
};
pub use store::member_list::{
    GROUP_USERS, MEMBERS, MemberFilter, MemberPlace, MemberRow, MemberStatus, PendingRequest,
};
pub use store::my_groups::{MyGroupFilter, Place, VISIBLE_GROUPS, Viewer, VisibleGroup};
pub use store::request_list::{
    OwnRequestFilter, QueueFilter, REQUESTS, RequestFilter, RequestRow, WaitsFor,
};
pub use timer_subjects::{TimerSubject, timer_subjects};
pub use timers::{Timer, timers};
pub use wanted_group::WantedGroups;

/// Every SQL text of this module, by file.
pub const STATEMENTS: &[(&str, &[(&str, &str)])] = &[
    (
        "groups/store/group_details.rs",
        store::group_details::STATEMENTS,
    ),
    (
        "groups/store/group_industries.rs",
        store::group_industries::STATEMENTS,
    ),
    ("groups/store/absences.rs", store::absences::STATEMENTS),
    ("groups/store/clicks.rs", store::clicks::STATEMENTS),
    ("groups/store/deciders.rs", store::deciders::STATEMENTS),
    ("groups/store/erasure.rs", store::erasure::STATEMENTS),
    ("groups/store/figures.rs", store::figures::STATEMENTS),
    ("groups/store/group_list.rs", store::group_list::STATEMENTS),
    (
        "groups/store/group_people.rs",
        store::group_people::STATEMENTS,
    ),
    (
        "groups/store/group_rights.rs",
        store::group_rights::STATEMENTS,
    ),
    ("groups/store/groups.rs", store::groups::STATEMENTS),
    (
        "groups/store/member_list.rs",
        store::member_list::STATEMENTS,
    ),
    (
        "groups/store/memberships.rs",
        store::memberships::STATEMENTS,
    ),
    ("groups/store/my_groups.rs", store::my_groups::STATEMENTS),
    (
        "groups/store/product_groups.rs",
        store::product_groups::STATEMENTS,
    ),
    ("groups/store/requests.rs", store::requests::STATEMENTS),
];
