//! Handlers of the product API use the database and check rights only through their caller. They
//! read in the read view that the guard used. A write has an actor and a call that is declared as
//! writing, and it repeats every check of a right.

use super::{File, files, hold};

/// Calls that begin without a signed-in person, so they have no caller.
const WITHOUT_CALLER: [&str; 2] = ["api/open_options.rs", "api/sign_in.rs"];

fn names_the_database(text: &str) -> bool {
    let after = |rest: &str| !rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
    text.split(".db").skip(1).any(after)
}

/// True if handlers in `file` query the database themselves.
fn goes_around(file: &File) -> bool {
    let handles = file.name.starts_with("api/") && file.text.contains("#[operation(");
    handles && !WITHOUT_CALLER.contains(&&*file.name) && names_the_database(&file.text)
}

#[test]
fn handlers_reach_the_database_through_their_caller() {
    let wrong = files().into_iter().filter(goes_around);
    let wrong: Vec<String> = wrong.map(|file| file.name).collect();
    hold(
        "A handler reads in caller.view() and writes by caller.write(…).",
        &wrong,
    );
}

/// Decision 0093: a figure is a sum that was counted before. The audit trail, which grows with every sign-in, is read by its own
/// room alone, and no figure uses that room.
#[test]
fn no_figure_reads_the_audit_trail() {
    // The sweep there has the name of the table; its statement is in the room.
    let may_name = |name: &str| name.starts_with("audit/") || name == "app/background.rs";
    let is_of_figures =
        |name: &str| name.starts_with("insight/") || name.starts_with("api/overview/");
    let (mut wrong, mut checked) = (Vec::new(), 0);
    for file in files() {
        if ["audit_entries", "audit_arrivals"]
            .iter()
            .any(|table| file.text.contains(table))
            && !may_name(&file.name)
        {
            wrong.push(format!("{} names the table", file.name));
        }
        if is_of_figures(&file.name) {
            checked += 1;
            if file.uses().iter().any(|room| room == "audit") {
                wrong.push(format!("{} uses the room", file.name));
            }
        }
    }
    assert!(checked > 8, "the figures are found");
    hold("No figure reads the audit trail:", &wrong);
    let (_, audit) = atrium::audit::STATEMENTS[0];
    assert!(audit.iter().any(|(_, sql)| sql.contains("audit_entries")));
}

/// True if a door adds routes by axum's own functions. The compiler then builds axum's layers again for each handler.
fn adds_slow_routes(text: &str) -> bool {
    let mut paths = text.match_indices("routing::");
    let names_one = paths.any(|(at, module)| {
        let (before, names) = (&text[..at], &text[at + module.len()..]);
        let names = names.strip_prefix('{').unwrap_or(names);
        let names = names.split(['}', ';']).next().unwrap_or_default();
        let slow = |name: &str| matches!(name.trim(), "get" | "post" | "on");
        !before.ends_with("http::") && names.split([',', '(']).any(slow)
    });
    names_one || text.contains("Router::new()") && text.contains(").post(")
}

/// Decision 0041.
#[test]
fn routes_are_added_by_http_routing() {
    let wrong = files()
        .into_iter()
        .filter(|file| file.name != "http/routing.rs" && adds_slow_routes(&file.text));
    let wrong: Vec<String> = wrong.map(|file| file.name).collect();
    hold("Use get and post of http/routing.rs, and merge.", &wrong);
    for (text, found) in [
        ("use axum::routing::get;", true),
        ("use axum::routing::{MethodRouter, get};", true),
        ("use axum::{Router, routing::post, http};", true),
        ("axum::routing::on(filter, handler)", true),
        ("Router::new().route(PATH, get(a::get).post(a::post))", true),
        (
            "use axum::routing::{MethodFilter, MethodRouter, any};",
            false,
        ),
        ("use crate::http::routing::{get, post};", false),
        ("use crate::{http::routing::get, jobs};", false),
    ] {
        assert_eq!(adds_slow_routes(text), found, "{text}");
    }
}

/// The check finds every way to write it.
#[test]
fn a_handler_that_goes_around_its_caller_is_found() {
    for (text, found) in [
        ("state.db.write(", true),
        ("state\n        .db\n        .read()", true),
        ("let db = &state.db;", true),
        ("caller.view()", false),
        ("row.db_name", false),
    ] {
        let file = File {
            name: "api/accounts.rs".to_owned(),
            text: format!("#[operation(tag)]\nasync fn handler() {{ {text} }}"),
        };
        assert_eq!(goes_around(&file), found, "{text}");
    }
}

/// Code by which a handler would check rights itself.
const DECISIONS: [&str; 7] = [
    "access::may",
    " may(",
    "&may(",
    "Rights::",
    "account().id ==",
    "== caller.account().id",
    "super_administrator",
];

/// True if handlers in `file` check rights themselves.
fn decides(file: &File) -> bool {
    let handles = file.name.starts_with("api/") && file.text.contains("#[operation(");
    handles && DECISIONS.iter().any(|slip| file.text.contains(slip))
}

#[test]
fn handlers_ask_for_rights_through_their_caller() {
    let wrong = files().into_iter().filter(decides);
    let wrong: Vec<String> = wrong.map(|file| file.name).collect();
    hold(
        "A handler asks caller.require(…), caller.refusal(…) or caller.may(…), so that the write asks again; an \
         answer in pieces asks caller.still_allowed(…).",
        &wrong,
    );
}

/// The check finds the ways that handlers used before.
#[test]
fn a_handler_that_decides_by_itself_is_found() {
    for (text, found) in [
        ("let allowed = may(&rights, action, &object).allowed;", true),
        ("if caller.account().id == body.user_id {}", true),
        (
            "let all = Rights::of(caller.view(), &account).await?;",
            true,
        ),
        ("caller.may(Action::MoveAccount, &object).await?", false),
        (
            "caller.require(Action::ListAccounts, &Object::None).await?",
            false,
        ),
    ] {
        let file = File {
            name: "api/accounts.rs".to_owned(),
            text: format!("#[operation(tag)]\nasync fn handler() {{ {text} }}"),
        };
        assert_eq!(decides(&file), found, "{text}");
    }
}

/// The lists that `text` declares without filters: `filters!` names the list, or serves any list of its file.
fn lists_without_filters(text: &str) -> Vec<String> {
    let declared = text.split("pub static ").skip(1).filter_map(|rest| {
        let (name, kind) = rest.split_once(": ")?;
        kind.starts_with("List = ").then_some(name)
    });
    let serves = |name: &str| {
        let mut filters = text.split("filters! {").skip(1);
        filters.any(|rest| rest.contains(" of any {") || rest.contains(&format!(" of {name} {{")))
    };
    declared
        .filter(|name| !serves(name))
        .map(str::to_owned)
        .collect()
}

/// Decision 0028.
#[test]
fn every_list_declares_its_filters_once() {
    let stores: Vec<_> = files()
        .into_iter()
        .filter(|file| file.name.contains("/store"))
        .collect();
    let lists: usize = stores
        .iter()
        .map(|file| file.text.matches(": List = List {").count())
        .sum();
    assert!(lists > 20, "the lists are found");
    let wrong: Vec<String> = stores
        .iter()
        .flat_map(|file| lists_without_filters(&file.text))
        .collect();
    hold("A list has its `filters!` in the same file.", &wrong);
    let plain = "pub static DOORS: List = List {};\nfilters! { pub struct KeyFilter of KEYS { } }";
    assert_eq!(lists_without_filters(plain), ["DOORS"]);
}
