//! Every list by pages of the product API, through the whole router (contract K-23, K-24, K-25, G-51; attack 35;
//! "Lists"). A list is one [`ListCase`] beside the other tests of its noun, and its line in [`CASES`].
//!
//! The walk takes sorts from the declaration and parameters from the `OpenAPI` document, so a sort or a filter
//! that has no expectation fails. `paging.rs` shows what needs many rows.

use std::collections::BTreeSet;

use atrium::app::background::SEARCHED;
use atrium::db::list::List;
use atrium::jobs::{IndexNames, Routine as _};
use futures_util::future::BoxFuture;
use serde_json::Value;
use tokio::sync::OnceCell;

use super::{
    access_rights, account_applications, accounts, announcements, applications, assistant_quotas,
    assistant_use, audit, belonging, feedback, group_members, groups, invitations, iris_mappings,
    jobs, list_walk, modules, organisations, products, request_lists, roles, surveys,
};
use crate::support::database::{self, TestDatabase};
use crate::support::product_api::{NOW, Person, Server};

/// Each list; one that is missing here is found by `no_list_is_forgotten`.
pub const CASES: &[&ListCase] = &[
    &account_applications::LISTED,
    &account_applications::GROUP_LISTED,
    &accounts::LISTED,
    &announcements::LISTED,
    &announcements::READERS_LISTED,
    &applications::LISTED,
    &assistant_quotas::LISTED,
    &assistant_use::LISTED,
    &belonging::LISTED,
    &feedback::LISTED,
    &feedback::OWN_LISTED,
    &invitations::LISTED,
    &iris_mappings::LISTED,
    &jobs::LISTED,
    &organisations::AGENCIES_LISTED,
    &organisations::BRANDS_LISTED,
    &organisations::CLIENTS_LISTED,
    &organisations::DIVISIONS_LISTED,
    &organisations::INDUSTRIES_LISTED,
    &audit::LISTED,
    &audit::HISTORY_LISTED,
    &audit::OWN_LISTED,
    &groups::LISTED,
    &modules::LISTED,
    &products::LISTED,
    &request_lists::GROUPS_LISTED,
    &request_lists::LISTED,
    &request_lists::MEMBERS_LISTED,
    &group_members::LISTED,
    &request_lists::OWN_LISTED,
    &request_lists::QUEUE_LISTED,
    &access_rights::LISTED,
    &roles::LISTED,
    &roles::USERS_LISTED,
    &surveys::LISTED,
];

/// What a list is expected to answer, with literals.
pub struct ListCase {
    pub path: &'static str,
    pub list: &'static List,
    /// The parameters that each request must have; may be empty.
    pub always: &'static str,
    /// The text member of a row by which the expectations name it.
    pub name: &'static str,
    /// Adds the rows, at least three, and returns who reads them.
    pub seed: for<'s> fn(&'s Server) -> BoxFuture<'s, Person>,
    /// The whole list in each order; no two are the same.
    pub orders: &'static [(&'static str, &'static [&'static str])],
    /// Queries and the rows that they find, in the usual order. Each parameter narrows the list in one of them.
    pub found: &'static [(&'static str, &'static [&'static str])],
    /// Values that only this list refuses, and the field that is blamed.
    pub refused: &'static [(&'static str, &'static str)],
}

const PAGING: &[&str] = &["pageNum", "pageSize", "sort", "cursor"];

#[tokio::test]
async fn no_list_is_forgotten() {
    let database = &database::each_engine().await[0];
    let document = document(&Server::start(&database.db).await).await;
    let mut missing: BTreeSet<&str> = BTreeSet::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        let pages =
            item.to_string().contains("Page_") || parameters(item).any(|p| p.name == "cursor");
        if pages && !CASES.iter().any(|case| case.path == path) {
            missing.insert(path);
        }
    }
    assert!(
        missing.is_empty(),
        "write a ListCase beside the tests of the noun, and its line into CASES of tests/it/api/lists.rs: {missing:?}"
    );
}

/// C-018, C-022, C-037, C-038, C-048, C-054, C-067, C-073, C-074, C-094, C-102, C-104, C-113, C-120, D-01, attack 35.
#[test]
fn every_list_keeps_the_rules_of_lists() {
    std::thread::scope(|threads| {
        threads.spawn(|| walk_all(|| Box::pin(async { Some(database::sqlite().await) })));
        threads.spawn(|| walk_all(|| Box::pin(database::postgres_if_available())));
    });
}

/// Walks every list in fresh databases. Each walk has its own runtime: when it ends, so do its server's tasks and
/// their connections, of which PostgreSQL has a limited number.
fn walk_all(fresh: fn() -> BoxFuture<'static, Option<TestDatabase>>) {
    let (mut foreign, mut failed) = (Vec::new(), Vec::new());
    for case in CASES {
        let others = foreign.clone();
        // A thread, so that the other lists are walked too if this one fails.
        let walked = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(async move {
                let database = fresh().await?;
                Some(list_walk::walk(case, database, others).await)
            })
        });
        match walked.join() {
            Ok(cursor) => foreign.extend(cursor.map(|cursor| (case.path, cursor))),
            Err(_) => failed.push(case.path),
        }
    }
    assert!(failed.is_empty(), "see the messages above: {failed:?}");
}

/// Puts the names of rows that a test inserted itself into the search index.
pub async fn index_names(server: &Server) {
    let routine = IndexNames(SEARCHED);
    routine.run(server.db(), NOW).await.unwrap();
}

/// The `OpenAPI` document, which is the same on every server.
pub(super) async fn document(server: &Server) -> &'static Value {
    static DOCUMENT: OnceCell<Value> = OnceCell::const_new();
    let read = || async { server.get("/api/openapi.json", &[]).await.json() };
    DOCUMENT.get_or_init(read).await
}

pub(super) struct Parameter<'d> {
    pub name: &'d str,
    pub is_required: bool,
    pub is_integer: bool,
    pub is_text: bool,
}

impl Parameter<'_> {
    pub fn is_of_this_list(&self) -> bool {
        !PAGING.contains(&self.name)
    }
}

/// A status is a number too; it has a schema of its own.
fn is_status(schema: &Value) -> bool {
    let name = schema["$ref"].as_str();
    name.is_some_and(|name| name.ends_with("Status"))
}

/// The parameters of an operation, or of each in a path.
pub(super) fn parameters(item: &Value) -> impl Iterator<Item = Parameter<'_>> {
    let of_each = item.as_object().into_iter().flat_map(|item| item.values());
    let of_each = of_each.filter_map(|operation| operation.get("parameters"));
    let all = item.get("parameters").into_iter().chain(of_each);
    all.flat_map(|all| all.as_array().unwrap())
        .map(|response| Parameter {
            name: response["name"].as_str().unwrap(),
            is_required: response["required"] == true,
            is_integer: response["schema"]["type"] == "integer" || is_status(&response["schema"]),
            is_text: response["schema"]["type"] == "string",
        })
}
