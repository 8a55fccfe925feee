//! Attacks 33, 34 and T8: the guard itself, with its own calls.

use std::sync::Arc;

use atrium::access::rights::{give_group, save_code};
use atrium::access::{Action, SSO};
use atrium::calls::object::Named;
use atrium::calls::table::{Call, Effect, Right, Verb, on, to};
use atrium::calls::{Caller, mount};
use atrium::catalogue::{ProductRow, ProductStatus};
use atrium::db::{Db, DbError};
use atrium::directory::Status;
use serde_json::{Value, json};

use crate::access;
use crate::support::database;
use crate::support::product_api::{Person, Server, borrowed};

async fn who(caller: Caller) -> String {
    caller.account().id.clone()
}

const fn probe(path: &'static str, right: Right) -> Call {
    let route = |filter| atrium::http::routing::on(filter, who);
    Call::new(Verb::Post, path, route, right, Effect::Writes)
}

static PROBES: [Call; 7] = [
    probe("/probe/member", to(Action::SignedIn)),
    probe("/probe/list", to(Action::ListAccounts)),
    probe(
        "/probe/group",
        on(Action::ManageGroup, Named::Group, "groupId"),
    ),
    probe(
        "/probe/product",
        on(Action::AdministerProduct, Named::Product, "productId"),
    ),
    probe(
        "/probe/status",
        on(Action::SetStatus, Named::Account, "userId"),
    ),
    probe(
        "/probe/edit",
        on(Action::EditAccount, Named::Account, "userId"),
    ),
    probe("/probe/super", to(Action::TrustApplication)),
];

const LIST: &str = "account_maintain.AccountManagement.AccountList.view";
const STATUS: &str = "account_maintain.AccountManagement.AccountList.status";

/// Puts a person into an access group of `app` that brings `code`.
pub async fn give_code(db: &Db, person: &Person, app: &'static str, code: &'static str) {
    let id = person.id.clone();
    db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            save_code(tx, app, code, code).await?;
            give_group(tx, &id, app, code).await
        })
    })
    .await
    .unwrap();
}

async fn ask(server: &Server, person: &Person, path: &str, body: &Value) -> bool {
    let headers = server.dpop(person, "POST", path, &json!({}));
    let answer = server.post(path, &borrowed(&headers), body).await;
    if answer.text == person.id {
        return true;
    }
    assert_eq!(answer.status(), 100_013, "{path}: {answer:?}");
    false
}

/// A server whose router has only the probes.
async fn probing(db: &Db) -> Server {
    let mut server = Server::start(db).await;
    let state = Arc::clone(server.app.state());
    server.router = mount::routes(&state, &PROBES).with_state(state);
    server
}

struct People {
    member: Person,
    holder: Person,
    manager: Person,
    elsewhere: Person,
    admin: Person,
    ada: Person,
}

async fn people(server: &Server) -> People {
    let db = server.db();
    let mut sso = access::product(1);
    sso.app_name = "SSO".into();
    access::save(db, sso, &[]).await;
    access::save(db, access::product(2), &[]).await;
    access::group(db, "mine", &[]).await;
    access::group(db, "other", &[]).await;
    let people = People {
        member: server.person("member", |_| {}).await,
        holder: server.person("holder", |_| {}).await,
        manager: server.person("manager", |_| {}).await,
        elsewhere: server.person("elsewhere", |_| {}).await,
        admin: server.person("admin", |_| {}).await,
        ada: server.person("ada", |new| new.sup_admin = true).await,
    };
    access::appoint(db, &access::find(db, &people.manager.id).await, "mine").await;
    access::administers(db, &access::find(db, &people.admin.id).await, 1).await;
    give_code(db, &people.holder, SSO, LIST).await;
    give_code(db, &people.holder, SSO, STATUS).await;
    // The same code in another application is another right.
    give_code(db, &people.elsewhere, "ELSEWHERE", LIST).await;
    // An administrator of another product is not an administrator of Atrium.
    access::administers(db, &access::find(db, &people.elsewhere.id).await, 2).await;
    people
}

/// Attacks 33 and T8, F-19, F-21: each call asks for its own right, and for the thing that it names.
#[tokio::test]
async fn a_right_reaches_as_far_as_its_row() {
    for database in database::each_engine().await {
        let server = probing(&database.db).await;
        let people = people(&server).await;
        let body = json!({ "groupId": "mine", "productId": 2, "userId": people.member.id });
        for (name, person, expected) in [
            ("member", &people.member, "y......"),
            ("holder", &people.holder, "yy..y.."),
            ("manager", &people.manager, "y.y...."),
            ("elsewhere", &people.elsewhere, "y..y..."),
            ("admin", &people.admin, "yyyyyy."),
            ("ada", &people.ada, "yyyyyyy"),
        ] {
            let mut response = String::new();
            for call in &PROBES {
                let may = ask(&server, person, call.path, &body).await;
                response.push(if may { 'y' } else { '.' });
            }
            assert_eq!(response, expected, "{name}");
        }
        for group in ["other", "none", "", "mine "] {
            let body = json!({ "groupId": group });
            let may = ask(&server, &people.manager, "/probe/group", &body).await;
            assert!(!may, "{group}");
        }
        for product in [json!(1), json!("1"), json!(99), json!("two"), json!(null)] {
            let body = json!({ "productId": product });
            let may = ask(&server, &people.elsewhere, "/probe/product", &body).await;
            assert!(!may, "{product}");
        }
    }
}

/// Attack 34: only super administrators may change how an administrator
/// signs in. Nobody changes their own status (contract C-040).
#[tokio::test]
async fn nobody_reaches_above_himself() {
    for database in database::each_engine().await {
        let server = probing(&database.db).await;
        let people = people(&server).await;
        for (target, holder, admin, ada) in [
            (&people.member, true, true, true),
            (&people.elsewhere, true, true, true),
            (&people.admin, false, false, true),
            (&people.ada, false, false, true),
        ] {
            let body = json!({ "userId": target.id });
            for (person, expected) in [
                (&people.holder, holder),
                (&people.admin, admin),
                (&people.ada, ada && target.id != people.ada.id),
            ] {
                let may = ask(&server, person, "/probe/status", &body).await;
                assert_eq!(may, expected, "{} of {}", person.id, target.id);
            }
        }
        // Changing the name or other fields of an administrator gives no rights.
        let body = json!({ "userId": people.ada.id });
        assert!(ask(&server, &people.admin, "/probe/edit", &body).await);
    }
}

/// A caller without the right learns nothing about ids, and not even that a request is
/// malformed.
#[tokio::test]
async fn rights_are_judged_before_fields() {
    for database in database::each_engine().await {
        let server = probing(&database.db).await;
        let people = people(&server).await;
        let known = json!({ "userId": people.member.id });
        let ids = [
            json!({ "userId": people.ada.id }),
            json!({ "userId": "unknown" }),
            json!({ "userId": "" }),
            json!({ "userId": 7 }),
            json!({ "userId": { "id": [1] } }),
            json!({}),
            json!([1]),
        ];
        let answered = async |body: &Value| {
            let headers = server.dpop(&people.member, "POST", "/probe/status", &json!({}));
            let answer = server
                .post("/probe/status", &borrowed(&headers), body)
                .await;
            let mut response = answer.json();
            response["requestId"].take();
            (answer.http, response)
        };
        let refused = answered(&known).await;
        assert_eq!(refused.1["status"], 100_013);
        for body in ids {
            assert_eq!(answered(&body).await, refused, "{body}");
        }
        // A caller with the right gets the unknown id from the handler.
        let body = json!({ "userId": "unknown" });
        assert!(ask(&server, &people.admin, "/probe/status", &body).await);
    }
}

/// The refusal of a probe, without what differs between requests.
async fn refusal(server: &Server, person: &Person, path: &str, body: &Value) -> Value {
    let headers = server.dpop(person, "POST", path, &json!({}));
    let mut answer = server.post(path, &borrowed(&headers), body).await.json();
    assert_eq!(answer["status"], 100_013, "{path} {body}: {answer}");
    answer.as_object_mut().unwrap().remove("requestId");
    answer
}

/// A refusal says why and whom to ask, in words and as data. Names of managers are for members; an unknown group or
/// product is refused like one that the caller may not see.
#[tokio::test]
async fn a_refusal_says_why_and_whom_to_ask() {
    for database in database::each_engine().await {
        let server = probing(&database.db).await;
        let people = people(&server).await;
        let db = server.db();
        let closed = ProductRow {
            status: ProductStatus::Off,
            ..access::product(3)
        };
        access::save(db, closed, &[]).await;
        let open = ProductRow {
            everyone: true,
            admin_id: Some(people.elsewhere.id.clone()),
            ..access::product(4)
        };
        access::save(db, open, &[]).await;
        let member = access::find(db, &people.member.id).await;
        access::join(db, &member, "mine", Status::Enabled).await;
        access::join(db, &member, "other", Status::Processing).await;

        let no_right = "Your account doesn’t have the right to do this.";
        for (person, path, body, why, helper, ask, names) in [
            (
                &people.member,
                "/probe/list",
                json!({}),
                no_right,
                "administrators",
                "Ask an administrator.",
                json!([]),
            ),
            (
                &people.admin,
                "/probe/super",
                json!({}),
                no_right,
                "super_administrators",
                "Ask a super administrator.",
                json!([]),
            ),
            (
                &people.admin,
                "/probe/status",
                json!({ "userId": people.ada.id }),
                "Only a super administrator may do this.",
                "super_administrators",
                "Ask a super administrator.",
                json!([]),
            ),
            (
                &people.member,
                "/probe/group",
                json!({ "groupId": "mine" }),
                no_right,
                "group_managers",
                "Ask a manager of the group: manager.",
                json!(["manager"]),
            ),
            (
                &people.member,
                "/probe/product",
                json!({ "productId": 4 }),
                no_right,
                "product_administrator",
                "Ask the administrator of the product: elsewhere.",
                json!(["elsewhere"]),
            ),
        ] {
            let answer = refusal(&server, person, path, &body).await;
            let expected = json!({ "why": why, "helper": helper, "ask": ask, "names": names });
            assert_eq!(answer["refusal"], expected, "{path}");
            assert_eq!(answer["msg"], format!("{why} {ask}"), "{path}");
        }

        // The caller waits for the group "other"; there is no group "none".
        for (person, path, unknown, known) in [
            (
                &people.member,
                "/probe/group",
                json!({ "groupId": "none" }),
                json!({ "groupId": "other" }),
            ),
            (
                &people.elsewhere,
                "/probe/group",
                json!({ "groupId": "none" }),
                json!({ "groupId": "mine" }),
            ),
            (
                &people.member,
                "/probe/product",
                json!({ "productId": 99 }),
                json!({ "productId": 3 }),
            ),
            (
                &people.member,
                "/probe/status",
                json!({ "userId": "none" }),
                json!({ "userId": people.ada.id }),
            ),
        ] {
            let unknown = refusal(&server, person, path, &unknown).await;
            let known = refusal(&server, person, path, &known).await;
            assert_eq!(unknown, known, "{path}");
        }
    }
}
