//! Roles of products through the door: C-044, C-045, C-048 to C-050, C-052 to C-057 (contract E-32, G-45, G-90). The
//! expectations are literals.

use serde_json::{Value, json};

use super::access_samples::add_right;
use super::accounts::{ada, entries, house, three_accounts};
use super::lists::ListCase;
use crate::access;
use crate::support::product_api::{Answered, NOW, Person, Server};
use crate::support::{database, rows};

const LIST: &str = "/api/security/admin/role/list";
const INFO: &str = "/api/security/admin/role/info";
const ADD: &str = "/api/security/admin/role/add";
const UPDATE: &str = "/api/security/admin/role/upd";
const DELETE: &str = "/api/security/admin/role/del";
pub const USERS: &str = "/api/security/admin/role/assign/user-list";
pub const ASSIGN_USERS: &str = "/api/security/admin/role/assign-user";
const OPTIONS: &str = "/api/security/admin/role/option-list-by-project";
const OF_ROLE: &str = "/api/security/admin/access/option-list-by-role";
pub const CONFIRM: &str = "/api/security/admin/access/confirm";
const OWN: &str = "/api/security/admin/access/function/access-list";

pub async fn done(server: &Server, by: &Person, path: &str, body: Value) -> Value {
    let answer = server.post_as(by, path, &body).await;
    assert_eq!(answer.status(), 0, "{path} {body}: {answer:?}");
    answer.data()
}

/// The field of a refusal with this number.
pub fn refused(answer: &Answered, status: i64) -> String {
    let json = answer.json();
    assert_eq!(json["status"], status, "{json}");
    json["field"].as_str().unwrap_or_default().to_owned()
}

pub async fn get(server: &Server, by: &Person, path: &str) -> Value {
    server.get_as(by, path).await.data()
}

async fn codes(server: &Server, of: &Person) -> Value {
    get(server, of, &format!("{OWN}?appName=APP7")).await
}

/// Products 7 and 8, and Dan of agency `north` and client `nc`.
pub async fn people(server: &Server) -> (Person, Person) {
    house(server).await;
    for id in [7, 8] {
        access::save(server.db(), access::product(id), &[]).await;
    }
    let dan = server.person("DanMember", |new| {
        new.agency_id = Some("north".to_owned());
        new.company_id = Some("nc".to_owned());
    });
    (ada(server).await, dan.await)
}

pub async fn add(server: &Server, by: &Person, body: Value) -> String {
    let data = done(server, by, ADD, body).await;
    data["roleId"].as_str().unwrap().to_owned()
}

/// Three roles of two products.
async fn three_roles(server: &Server) -> Person {
    let (ada, _) = people(server).await;
    for (at, body) in [
        json!({ "projectId": 7, "roleName": "Planner 王" }),
        json!({ "projectId": 8, "roleName": "Clerk", "status": 1 }),
        json!({ "projectId": 7, "roleName": "editor" }),
    ]
    .into_iter()
    .enumerate()
    {
        let id = add(server, &ada, body).await;
        let moved = server.db().write::<_, atrium::db::DbError, _>(move |tx| {
            Box::pin(async move {
                let sql = "UPDATE roles SET created_at = $2 WHERE id = $1";
                rows::set(tx, sql, &id, NOW + i64::try_from(at).unwrap()).await
            })
        });
        moved.await.unwrap();
    }
    ada
}

/// C-048, G-51.
pub static LISTED: ListCase = ListCase {
    path: LIST,
    list: &atrium::catalogue::ROLES,
    always: "",
    name: "roleName",
    seed: |server| Box::pin(three_roles(server)),
    orders: &[
        ("created", &["Planner 王", "Clerk", "editor"]),
        ("roleName", &["Clerk", "editor", "Planner 王"]),
    ],
    found: &[
        ("context=EDIT", &["editor"]),
        ("context=%E7%8E%8B", &["Planner 王"]),
        ("context=nobody", &[]),
        ("projectId=7", &["editor", "Planner 王"]),
        ("projectId=9", &[]),
        ("status=1", &["Clerk"]),
        ("status=0&projectId=7&context=plan", &["Planner 王"]),
    ],
    refused: &[("status=2", "status")],
};

/// Three people who have the role `r`, and one who has not.
async fn three_users(server: &Server) -> Person {
    let ben = three_accounts(server).await;
    server.account("Stranger", |_| {}).await;
    access::save(server.db(), access::product(7), &[]).await;
    let given = server.db().write::<_, atrium::db::DbError, _>(|tx| {
        Box::pin(async move {
            let role = json!({
                "id": "r", "product_id": 7, "name": "R", "description": "", "status": 0, "created_at": NOW,
            });
            rows::insert(tx, "roles", &role).await?;
            let sql = "INSERT INTO role_accounts (role_id, account_id, created_at) \
                SELECT $1, id, 0 FROM accounts WHERE username <> $2";
            rows::set(tx, sql, "r", "Stranger").await
        })
    });
    given.await.unwrap();
    ben
}

/// C-054, G-51: people by pages, as the list of accounts orders and finds them.
pub static USERS_LISTED: ListCase = ListCase {
    path: USERS,
    list: &atrium::directory::PEOPLE,
    always: "roleId=r",
    name: "username",
    seed: |server| Box::pin(three_users(server)),
    orders: &[
        ("username", &["BenAdmin", "DanMember", "EveOther"]),
        ("fullName", &["EveOther", "BenAdmin", "DanMember"]),
        ("email", &["BenAdmin", "EveOther", "DanMember"]),
    ],
    found: &[
        ("context=emb", &["DanMember"]),
        ("context=nobody", &[]),
        ("assigned=1&context=dan", &["DanMember"]),
        ("assigned=0&context=stranger", &["Stranger"]),
    ],
    // Attack 33: the orders of the list of accounts would reveal columns that this list does not show.
    refused: &[
        ("assigned=2", "assigned"),
        ("sort=created", "sort"),
        ("sort=-lastLogin", "sort"),
    ],
};

/// C-048, C-053, E-32, G-45: each field of a row and of the record; C-050: its rights as a tree; C-057: as an option.
#[tokio::test]
async fn a_role_is_described() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let (ada, _) = people(&server).await;
        let right = add_right(&server, 7, "a.code").await;
        let other = add_right(&server, 7, "b.code").await;
        let body = json!({
            "projectId": 7, "roleName": "Planner", "accountType": 1, "orgId": "north", "desc": "Plans.",
            "requiresFactor": true, "accessIds": [right],
        });
        let id = add(&server, &ada, body).await;
        let mut row = get(&server, &ada, LIST).await["list"][0].clone();
        let record = json!({
            "roleId": id, "roleName": "Planner", "projectId": 7, "projectName": "Product 7", "accountType": 1,
            "orgId": "north", "orgName": "North", "desc": "Plans.", "status": 0, "numbersOfAccess": 1,
            "numbersOfUsers": 0, "createdAt": NOW, "version": 1,
        });
        assert_eq!(row, record);
        row["requiresFactor"] = json!(true);
        row["accessIds"] = json!([right]);
        row["access"] = json!([{ "accessId": right, "accessCode": "a.code", "state": "added" }]);
        assert_eq!(
            get(&server, &ada, &format!("{INFO}?roleId={id}")).await,
            row
        );
        let tree = done(
            &server,
            &ada,
            OF_ROLE,
            json!({ "projectId": 7, "roleId": id }),
        )
        .await;
        let selected = |at: usize| {
            (
                tree[0]["access"][at]["accessId"].clone(),
                tree[0]["access"][at]["selected"].clone(),
            )
        };
        assert_eq!(selected(0), (right.clone().into(), true.into()));
        assert_eq!(selected(1), (other.into(), false.into()));
        let empty = done(&server, &ada, OF_ROLE, json!({ "projectId": 7 })).await;
        assert_eq!(empty[0]["access"][0]["selected"], false);
        let foreign = server
            .post_as(&ada, OF_ROLE, &json!({ "projectId": 8, "roleId": id }))
            .await;
        assert_eq!(refused(&foreign, 100_012), "roleId");
        let options = get(&server, &ada, &format!("{OPTIONS}?projectId=7")).await;
        assert_eq!(options, json!([{ "roleId": id, "roleName": "Planner" }]));
        assert_eq!(
            get(&server, &ada, &format!("{OPTIONS}?projectId=8")).await,
            json!([])
        );
        done(&server, &ada, UPDATE, json!({ "roleId": id, "status": 1 })).await;
        assert_eq!(
            get(&server, &ada, &format!("{OPTIONS}?projectId=7")).await,
            json!([]),
            "off"
        );
    }
}

/// G-54, C-049, C-052: the rights of a role are drafts until they are confirmed; its status takes effect at once.
#[tokio::test]
async fn the_rights_of_a_role_are_confirmed() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let (ada, dan) = people(&server).await;
        let right = add_right(&server, 7, "a.code").await;
        done(&server, &ada, CONFIRM, json!({ "accessId": right })).await;
        let id = add(
            &server,
            &ada,
            json!({ "projectId": 7, "roleName": "Planner", "accessIds": [right] }),
        )
        .await;
        done(
            &server,
            &ada,
            ASSIGN_USERS,
            json!({ "roleId": id, "addedIds": [dan.id] }),
        )
        .await;
        assert_eq!(codes(&server, &dan).await, json!([]), "not confirmed");
        done(&server, &ada, CONFIRM, json!({ "accessId": right })).await;
        assert_eq!(codes(&server, &dan).await, json!(["a.code"]));
        done(
            &server,
            &ada,
            UPDATE,
            json!({ "roleId": id, "accessIds": [] }),
        )
        .await;
        assert_eq!(
            codes(&server, &dan).await,
            json!(["a.code"]),
            "not confirmed"
        );
        done(&server, &ada, UPDATE, json!({ "roleId": id, "status": 1 })).await;
        assert_eq!(codes(&server, &dan).await, json!([]), "off");
        done(
            &server,
            &ada,
            UPDATE,
            json!({ "roleId": id, "status": 0, "accountType": 3, "orgId": "sc" }),
        )
        .await;
        assert_eq!(codes(&server, &dan).await, json!([]), "of another client");
        done(
            &server,
            &ada,
            UPDATE,
            json!({ "roleId": id, "orgId": "nc" }),
        )
        .await;
        assert_eq!(codes(&server, &dan).await, json!(["a.code"]));
        done(&server, &ada, CONFIRM, json!({ "accessId": right })).await;
        assert_eq!(codes(&server, &dan).await, json!([]));
        let kept = entries(server.db(), "role.changed", &id).await;
        let org = kept
            .iter()
            .flat_map(|(.., detail)| detail["changes"].as_array().unwrap().clone());
        let org: Vec<Value> = org
            .filter(|change| change["field"] == "organisation")
            .collect();
        let moved = json!({ "field": "organisation", "from": "sc", "to": "nc" });
        assert!(org.contains(&moved), "{org:?}");
    }
}

/// C-049, C-052, C-056: every fault names its field; a role in use is not deleted.
#[tokio::test]
async fn a_bad_role_is_refused_by_its_field() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let (ada, dan) = people(&server).await;
        let foreign = add_right(&server, 8, "a.code").await;
        let id = add(
            &server,
            &ada,
            json!({ "projectId": 7, "roleName": "Planner" }),
        )
        .await;
        for (change, status, field) in [
            (json!({ "roleName": "" }), 100_012, "roleName"),
            (json!({ "roleName": "x".repeat(101) }), 100_012, "roleName"),
            (json!({ "roleName": "Planner" }), 100_011, "roleName"),
            (json!({ "accountType": 4 }), 100_012, "accountType"),
            (json!({ "orgId": "north" }), 100_012, "orgId"),
            (json!({ "accountType": 1, "orgId": "nc" }), 100_012, "orgId"),
            (
                json!({ "accountType": 3, "orgId": "north" }),
                100_012,
                "orgId",
            ),
            (json!({ "desc": "x".repeat(1001) }), 100_012, "desc"),
            (json!({ "status": 2 }), 100_012, "status"),
            // A right of another product.
            (json!({ "accessIds": [foreign] }), 100_012, "accessIds"),
            (json!({ "projectId": 99 }), 100_012, "projectId"),
        ] {
            let mut body = json!({ "projectId": 7, "roleName": "New" });
            for (name, value) in change.as_object().unwrap() {
                body[name] = value.clone();
            }
            let answer = server.post_as(&ada, ADD, &body).await;
            assert_eq!(refused(&answer, status), field, "{change}");
        }
        assert_eq!(
            get(&server, &ada, LIST).await["total"],
            1,
            "nothing is half saved"
        );
        done(
            &server,
            &ada,
            ASSIGN_USERS,
            json!({ "roleId": id, "userIds": [dan.id] }),
        )
        .await;
        let answer = server.post_as(&ada, DELETE, &json!({ "roleId": id })).await;
        assert_eq!(refused(&answer, 100_012), "roleId");
        done(
            &server,
            &ada,
            ASSIGN_USERS,
            json!({ "roleId": id, "removedIds": [dan.id] }),
        )
        .await;
        let stale = server
            .post_as(&ada, DELETE, &json!({ "roleId": id, "version": 1 }))
            .await
            .json();
        assert_eq!(stale["conflict"]["by"], "Ada Super", "{stale}");
        done(&server, &ada, DELETE, json!({ "roleId": id })).await;
        assert_eq!(get(&server, &ada, LIST).await["total"], 0);
    }
}
