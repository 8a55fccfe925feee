//! Attacks 24, 33 and 34: the write checks a right again. The guard checks it in a read view. Here
//! the handler itself commits a change between the check and the write, so that the order is fixed.

use std::sync::Arc;

use atrium::access::rights::{give_group, save_code};
use atrium::access::{Action, Object, SSO};
use atrium::audit::{self, AuditFilter, Change, Changes, Event};
use atrium::calls::object::Named;
use atrium::calls::table::{Call, Credential, Effect, Right, Verb, on, to};
use atrium::calls::{WritingCaller, guarded};
use atrium::db::list::Paging;
use atrium::db::{Db, DbError};
use atrium::groups;
use atrium::http::envelope::{Answer, Answered, ApiError, Empty};
use atrium::http::fields::Fields;
use atrium::state::AppState;
use axum::Router;
use axum::extract::State;
use axum::routing::{MethodRouter, post};
use serde::Deserialize;
use serde_json::json;

use crate::access;
use crate::support::product_api::{Person, Server};
use crate::support::{database, rows, trail};

const PASSWORD: &str = "account_maintain.AccountManagement.AccountList.password";
const LIST: &str = "account_maintain.AccountManagement.AccountList.view";
const EXPORT: &str = "account_maintain.AccountManagement.AuditLog.export";

const fn probe(path: &'static str, credential: Credential, right: Right) -> Call {
    let route = |_| MethodRouter::new();
    Call::new(Verb::Post, path, route, right, Effect::Writes).credential(credential)
}

static PASSWORDS: Call = probe(
    "/probe/password",
    Credential::Session,
    on(Action::SetPassword, Named::Account, "userId"),
);
static GROUPS: Call = probe(
    "/probe/group",
    Credential::Session,
    on(Action::ManageGroup, Named::Group, "groupId"),
);
static PRODUCTS: Call = probe(
    "/probe/product",
    Credential::Session,
    on(Action::Open, Named::Product, "productId"),
);
static REQUIRED: Call = probe("/probe/required", Credential::Session, to(Action::SignedIn));
static OPTIONAL: Call = probe("/probe/optional", Credential::Session, to(Action::SignedIn));
static PUBLIC: Call = probe("/probe/public", Credential::Optional, to(Action::Anyone));

/// The change after the guard's check: of the caller's row, or of the row that the request names.
#[derive(Deserialize)]
struct Meanwhile {
    /// An SQL text, with the id as $1 and 1 as $2.
    sql: Option<String>,
    /// The id.
    id: Option<String>,
}

const NOTHING: &str = "UPDATE accounts SET login_count = CAST($2 AS BIGINT) WHERE id = $1";
const ENDS_SESSIONS: &str = "UPDATE sso_sessions SET ended_at = $2 WHERE account_id = $1";
const DISABLES: &str = "UPDATE accounts SET status = $2 + 1 WHERE id = $1";
const EXPIRES: &str = "UPDATE accounts SET expire_date = '2026-11-20' WHERE id = $1 AND $2 = 1";
const TAKES_CODES: &str = "DELETE FROM account_access_groups WHERE account_id = $1 AND $2 = 1";
const TAKES_GROUPS: &str = "DELETE FROM group_managers WHERE account_id = $1 AND $2 = 1";
const PROMOTES: &str = "UPDATE accounts SET sup_admin = $2 WHERE id = $1";
const DEMOTES: &str = "UPDATE accounts SET sup_admin = $2 - 1 WHERE id = $1";
const GIVES_CODES: &str = "INSERT INTO account_access_groups (account_id, app_name, access_group) \
    SELECT id, 'SSO', 'EXPORTERS' FROM accounts WHERE id = $1 AND $2 = 1";
const CLOSES: &str = "UPDATE products SET status = $2 WHERE client_id = $1";

const TEXTS: [&str; 10] = [
    NOTHING,
    ENDS_SESSIONS,
    DISABLES,
    EXPIRES,
    TAKES_CODES,
    TAKES_GROUPS,
    PROMOTES,
    DEMOTES,
    GIVES_CODES,
    CLOSES,
];

impl Meanwhile {
    async fn happens(self, db: &Db) -> Result<(), DbError> {
        let (Some(sql), Some(id)) = (self.sql, self.id) else {
            return Ok(());
        };
        let sql = TEXTS.into_iter().find(|text| *text == sql).unwrap();
        db.write(move |tx| Box::pin(async move { rows::set(tx, sql, &id, 1).await }))
            .await
    }
}

async fn note(caller: WritingCaller) -> Answered<Empty> {
    // Returned early, as by a handler that hashes a password.
    let writer = caller.end_view();
    let written = writer.write::<_, DbError, _>(|tx, audit| {
        Box::pin(async move {
            let event = Event::ClientChanged {
                change: Change::Updated,
                changes: Changes::default(),
            };
            audit::record(tx, &audit.entry(event).client("probe")).await
        })
    });
    written.await?;
    Ok(Answer(Empty))
}

/// The handler needs only the right that the guard checked.
async fn guarded_alone(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(meanwhile): Fields<Meanwhile>,
) -> Answered<Empty> {
    meanwhile.happens(&state.db).await?;
    note(caller).await
}

/// The handler requires one more right.
async fn requires(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(meanwhile): Fields<Meanwhile>,
) -> Answered<Empty> {
    caller.require(Action::ListAccounts, &Object::None).await?;
    meanwhile.happens(&state.db).await?;
    note(caller).await
}

/// The handler asks for one more right and continues without it.
async fn asks(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(meanwhile): Fields<Meanwhile>,
) -> Answered<Empty> {
    caller.may(Action::TrustApplication, &Object::None).await?;
    meanwhile.happens(&state.db).await?;
    note(caller).await
}

/// The handler accepts calls with and without a caller.
async fn takes_anybody(
    State(state): State<Arc<AppState>>,
    caller: Option<WritingCaller>,
    Fields(meanwhile): Fields<Meanwhile>,
) -> Answered<Empty> {
    meanwhile.happens(&state.db).await?;
    note(caller.ok_or(ApiError::NeedLogin)?).await
}

async fn probing(db: &Db) -> Server {
    let mut server = Server::start(db).await;
    let state = Arc::clone(server.app.state());
    let probes: [(&'static Call, MethodRouter<Arc<AppState>>); 6] = [
        (&PASSWORDS, post(guarded_alone)),
        (&GROUPS, post(guarded_alone)),
        (&PRODUCTS, post(guarded_alone)),
        (&REQUIRED, post(requires)),
        (&OPTIONAL, post(asks)),
        (&PUBLIC, post(takes_anybody)),
    ];
    let router = probes
        .into_iter()
        .fold(Router::new(), |router, (call, handler)| {
            router.route(call.path, guarded(&state, call, handler))
        });
    server.router = router.with_state(state);
    server
}

/// A person who may set passwords, see the list, and manage the group `mine`.
async fn holder(server: &Server, name: &str) -> Person {
    let person = server.person(name, |_| {}).await;
    let id = person.id.clone();
    let given = server.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            save_code(tx, SSO, "HELPERS", PASSWORD).await?;
            save_code(tx, SSO, "HELPERS", LIST).await?;
            save_code(tx, SSO, "EXPORTERS", EXPORT).await?;
            give_group(tx, &id, SSO, "HELPERS").await?;
            groups::appoint(tx, "mine", &id).await
        })
    });
    given.await.unwrap();
    person
}

/// How many times a probe wrote.
async fn written(db: &Db) -> usize {
    let filter = AuditFilter {
        kind: Some("client.changed".to_owned()),
        application_id: Some("probe".to_owned()),
        ..AuditFilter::default()
    };
    let paging = Paging {
        page_size: 100,
        ..Paging::default()
    };
    let mut view = trail::settled(db).await;
    let page = audit::page(&mut view, &filter, &paging).await.unwrap();
    page.rows.len()
}

/// The row that changes.
#[derive(Clone, Copy)]
enum Whose {
    Callers,
    Targets,
    Products,
}

use Whose::{Callers, Products, Targets};

/// The call, whether a super administrator makes it, the change before its write, whose row that changes, and the
/// answer.
#[rustfmt::skip]
const RACES: [(&Call, bool, &str, Whose, i64); 19] = [
    (&PASSWORDS, false, NOTHING, Callers, 0),
    (&PASSWORDS, false, TAKES_CODES, Callers, 100_013),
    (&PASSWORDS, false, ENDS_SESSIONS, Callers, 100_000),
    (&PASSWORDS, false, DISABLES, Callers, 100_000),
    (&PASSWORDS, false, EXPIRES, Callers, 100_000),
    (&PASSWORDS, false, PROMOTES, Targets, 100_013),
    (&PASSWORDS, false, GIVES_CODES, Targets, 100_013),
    (&PASSWORDS, false, DISABLES, Targets, 0),
    (&PASSWORDS, true, PROMOTES, Targets, 0),
    (&GROUPS, false, NOTHING, Callers, 0),
    (&GROUPS, false, TAKES_GROUPS, Callers, 100_013),
    (&PRODUCTS, false, NOTHING, Callers, 0),
    (&PRODUCTS, false, CLOSES, Products, 100_013),
    (&REQUIRED, false, NOTHING, Callers, 0),
    (&REQUIRED, false, TAKES_CODES, Callers, 100_013),
    (&OPTIONAL, true, DEMOTES, Callers, 100_013),
    // The right was missing before, so the handler does not use it.
    (&OPTIONAL, false, TAKES_CODES, Callers, 0),
    (&OPTIONAL, false, ENDS_SESSIONS, Callers, 100_000),
    // A person who signs out twice at the same time is signed out.
    (&PUBLIC, false, ENDS_SESSIONS, Callers, 0),
];

/// Attack 34.
#[tokio::test]
async fn a_right_that_is_lost_before_the_write_does_not_write() {
    for database in database::each_engine().await {
        let server = probing(&database.db).await;
        access::group(server.db(), "mine", &[]).await;
        for (at, (call, above, sql, whose, expected)) in RACES.into_iter().enumerate() {
            let number = i64::try_from(at).unwrap() + 1;
            let caller = if above {
                server
                    .person(&format!("ada{at}"), |new| new.sup_admin = true)
                    .await
            } else {
                holder(&server, &format!("holder{at}")).await
            };
            let target = server.account(&format!("target{at}"), |_| {}).await;
            let mut product = access::product(number);
            product.everyone = true;
            product.client_id = Some(format!("client{at}"));
            access::save(server.db(), product, &[]).await;
            let id = match whose {
                Callers => caller.id.clone(),
                Targets => target.clone(),
                Products => format!("client{at}"),
            };
            let body = json!({
                "userId": target, "groupId": "mine", "productId": number, "sql": sql, "id": id,
            });
            let before = written(server.db()).await;
            let answer = server.post_as(&caller, call.path, &body).await;
            assert_eq!(answer.status(), expected, "{} {sql}: {answer:?}", call.path);
            let wrote = written(server.db()).await - before;
            assert_eq!(wrote, usize::from(expected == 0), "{} {sql}", call.path);
        }
    }
}
