//! Access rights through the door: C-018 to C-021, C-024 to C-026, C-030 to C-032, C-051 (contract E-35, G-43, G-54,
//! S-21). The expectations are literals.

use atrium::db::DbError;
use atrium::directory::Status;
use serde_json::{Value, json};

use super::access_samples::add_right;
use super::accounts::{ada, house};
use super::lists::ListCase;
use crate::access;
use crate::support::product_api::{Answered, NOW, Person, Server};
use crate::support::{database, rows};

pub const LIST: &str = "/api/security/admin/access/list";
pub const INFO: &str = "/api/security/admin/access/info";
pub const DETAILS: &str = "/api/security/admin/access/details";
pub const OWN: &str = "/api/security/admin/access/function/access-list";
pub const ADD: &str = "/api/security/admin/access/add";
pub const UPDATE: &str = "/api/security/admin/access/upd";
pub const DELETE: &str = "/api/security/admin/access/del";
pub const CONFIRM: &str = "/api/security/admin/access/confirm";
pub const ASSIGN: &str = "/api/security/admin/access/assign-group";
pub const GROUP_OPTIONS: &str = "/api/security/admin/access/group-option";
pub const OF_PRODUCT: &str = "/api/security/admin/access/list-by-project";

/// Adds a module and returns its id.
pub async fn module(
    server: &Server,
    product: i64,
    id: &'static str,
    name: &'static str,
) -> &'static str {
    let row = json!({
        "id": id, "product_id": product, "code": id, "name": name, "name_key": name.to_lowercase(), "description": "",
        "sort": 0, "status": 0, "created_at": NOW,
    });
    let added = server.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move { rows::insert(tx, "modules", &row).await })
    });
    added.await.unwrap();
    id
}

/// Products 7 and 8; Dan and Eve are members of the group `team`, Dan alone of `north`.
pub async fn people(server: &Server) -> (Person, Person) {
    house(server).await;
    for id in [7, 8] {
        access::save(server.db(), access::product(id), &[]).await;
    }
    access::group(server.db(), "team", &[]).await;
    access::group(server.db(), "north", &[]).await;
    let dan = server.person("DanMember", |_| {}).await;
    let eve = server.account("EveOther", |_| {}).await;
    for (id, group) in [(&dan.id, "team"), (&dan.id, "north"), (&eve, "team")] {
        let account = access::find(server.db(), id).await;
        access::join(server.db(), &account, group, Status::Enabled).await;
    }
    (ada(server).await, dan)
}

pub async fn post(server: &Server, by: &Person, path: &str, body: Value) -> Answered {
    server.post_as(by, path, &body).await
}

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

pub async fn codes(server: &Server, of: &Person, query: &str) -> Value {
    server.get_as(of, &format!("{OWN}?{query}")).await.data()
}

pub async fn added(server: &Server, by: &Person, code: &str) -> String {
    let body =
        json!({ "projectId": 7, "accessName": "Report", "accessCode": code, "type": "button" });
    let data = done(server, by, ADD, body).await;
    data["accessId"].as_str().unwrap().to_owned()
}

/// Four rights of two products: the first is confirmed and in a module, the last is off and built in.
async fn four_rights(server: &Server) -> Person {
    let (ada, _) = people(server).await;
    let module = module(server, 7, "reports", "Reports").await;
    for (at, (product, code, name, kind, status)) in [
        (7, "b.report", "Read reports", "menu", 0),
        (7, "a.export", "Download 王", "button", 0),
        (8, "c.call", "Another call", "api", 0),
        (8, "d.old", "Zeal", "menu", 1),
    ]
    .into_iter()
    .enumerate()
    {
        let body = json!({
            "projectId": product, "accessName": name, "accessCode": code, "type": kind, "status": status,
            "moduleId": if at == 0 { module } else { "" },
        });
        let data = done(server, &ada, ADD, body).await;
        if at == 0 {
            done(
                server,
                &ada,
                CONFIRM,
                json!({ "accessId": data["accessId"] }),
            )
            .await;
        }
        let id = data["accessId"].as_str().unwrap().to_owned();
        let moved = server.db().write::<_, DbError, _>(move |tx| {
            Box::pin(async move {
                let sql = "UPDATE access_rights SET built_in = $2 WHERE id = $1";
                rows::set(tx, sql, &id, i64::from(at == 3)).await?;
                let sql = "UPDATE access_rights SET created_at = $2 WHERE id = $1";
                let at = NOW + i64::try_from(at).unwrap();
                rows::set(tx, sql, &id, at).await
            })
        });
        moved.await.unwrap();
    }
    ada
}

/// C-018, G-51, S-21.
pub static LISTED: ListCase = ListCase {
    path: LIST,
    list: &atrium::catalogue::ACCESS_RIGHTS,
    always: "",
    name: "accessCode",
    seed: |server| Box::pin(four_rights(server)),
    orders: &[
        ("created", &["b.report", "a.export", "c.call", "d.old"]),
        ("accessName", &["c.call", "a.export", "b.report", "d.old"]),
        ("accessCode", &["a.export", "b.report", "c.call", "d.old"]),
    ],
    found: &[
        ("context=eport", &["b.report"]),
        ("context=.call", &["c.call"]),
        ("context=%E7%8E%8B", &["a.export"]),
        ("context=nothing", &[]),
        ("projectId=8", &["d.old", "c.call"]),
        ("projectId=9", &[]),
        ("moduleName=REPORTS", &["b.report"]),
        ("moduleName=Report", &[]),
        ("moduleId=reports", &["b.report"]),
        ("status=1", &["d.old"]),
        ("publishedStatus=0", &["b.report"]),
        ("publishedStatus=1", &[]),
        ("type=menu", &["d.old", "b.report"]),
        ("draft=0", &["b.report"]),
        ("draft=1&projectId=7&context=down", &["a.export"]),
        ("builtIn=0", &["c.call", "a.export", "b.report"]),
        ("builtIn=1", &["d.old"]),
    ],
    refused: &[
        ("status=2", "status"),
        ("publishedStatus=2", "publishedStatus"),
        ("type=page", "type"),
        ("draft=2", "draft"),
        ("builtIn=2", "builtIn"),
    ],
};

/// C-018 to C-020, E-35, G-43: each field of a row, of the record and of the details.
#[tokio::test]
async fn a_right_is_described() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let (ada, _) = people(&server).await;
        let module = module(&server, 7, "reports", "Reports").await;
        let body = json!({
            "projectId": 7, "moduleId": module, "accessName": "Read", "accessCode": "r.read", "type": "menu",
            "desc": "Opens reports.", "groupIds": ["team"], "clientIds": ["nc"], "brandIds": ["nb"],
        });
        let id = done(&server, &ada, ADD, body).await["accessId"].clone();
        let id = id.as_str().unwrap();
        let mut row = server.get_as(&ada, LIST).await.data()["list"][0].clone();
        let record = json!({
            "accessId": id, "accessName": "Read", "accessCode": "r.read", "type": "menu", "moduleId": module,
            "moduleName": "Reports", "projectId": 7, "projectName": "Product 7", "desc": "Opens reports.", "status": 0,
            "publishedStatus": null, "builtIn": false, "draft": true, "published": false, "createdAt": NOW,
            "c_time": "2026-11-21 19:20:00", "version": 2,
        });
        assert_eq!(row, record);
        let info = server
            .get_as(&ada, &format!("{INFO}?accessId={id}"))
            .await
            .data();
        for (name, ids) in [
            ("groupIds", json!(["team"])),
            ("clientIds", json!(["nc"])),
            ("divisionIds", json!([])),
            ("brandIds", json!(["nb"])),
        ] {
            row[name] = ids;
        }
        assert_eq!(info, row);
        let details = server
            .get_as(&ada, &format!("{DETAILS}?accessId={id}"))
            .await
            .data();
        let added = |id: &str, name: &str| json!([{ "id": id, "name": name, "state": "added" }]);
        let mut expected = record;
        for (name, assigned) in [
            ("publishedAccess", Value::Null),
            ("groups", added("team", "Group team")),
            ("roles", json!([])),
            ("clients", added("nc", "North Client")),
            ("divisions", json!([])),
            ("brands", added("nb", "North Brand")),
        ] {
            expected[name] = assigned;
        }
        assert_eq!(details, expected);
        done(&server, &ada, CONFIRM, json!({ "accessId": id })).await;
        let details = server
            .get_as(&ada, &format!("{DETAILS}?accessId={id}"))
            .await
            .data();
        let published = json!({
            "accessName": "Read", "accessCode": "r.read", "type": "menu", "moduleName": "Reports",
            "desc": "Opens reports.", "status": 0,
        });
        assert_eq!(details["publishedAccess"], published);
        assert_eq!(details["published"], true);
        assert_eq!(details["publishedStatus"], 0);
        // A change that waits leaves what decides at present.
        let off = json!({ "accessId": id, "status": 1 });
        done(&server, &ada, UPDATE, off).await;
        let row = server.get_as(&ada, LIST).await.data()["list"][0].clone();
        assert_eq!(
            [&row["status"], &row["publishedStatus"]],
            [&json!(1), &json!(0)]
        );
        let on = json!({ "accessId": id, "status": 0 });
        done(&server, &ada, UPDATE, on).await;
        assert_eq!(details["groups"][0]["state"], "published");
        assert_eq!(details["clients"][0]["state"], "published");
        assert_eq!(details["draft"], false);
    }
}

/// S-21, G-54, C-030, C-031, C-021, P-13: a right, its change and its assignment decide once they are confirmed, and
/// not before.
#[tokio::test]
async fn a_draft_decides_once_it_is_confirmed() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let (ada, dan) = people(&server).await;
        let module = module(&server, 7, "reports", "Reports").await;
        let id = added(&server, &ada, "r.read").await;
        let confirm = async || done(&server, &ada, CONFIRM, json!({ "accessIds": [id] })).await;
        let assign = async |groups: Value| {
            done(
                &server,
                &ada,
                ASSIGN,
                json!({ "accessId": id, "groupIds": groups }),
            )
            .await
        };
        let update = async |mut body: Value| {
            body["accessId"] = id.clone().into();
            done(&server, &ada, UPDATE, body).await
        };
        let own = async || codes(&server, &dan, "appName=APP7").await;
        confirm().await;
        assert_eq!(own().await, json!([]));
        assign(json!(["team", "north"])).await;
        assert_eq!(own().await, json!([]), "assigned, not confirmed");
        assert_eq!(confirm().await, json!({ "confirmed": 1 }));
        assert_eq!(own().await, json!(["r.read"]));
        update(json!({ "accessCode": "r.other", "moduleId": module })).await;
        assert_eq!(own().await, json!(["r.read"]), "changed, not confirmed");
        assert_eq!(
            codes(&server, &dan, "appName=APP7&moduleName=Reports").await,
            json!([])
        );
        confirm().await;
        assert_eq!(own().await, json!(["r.other"]));
        assert_eq!(
            codes(&server, &dan, "appName=APP7&moduleName=reports").await,
            json!(["r.other"])
        );
        assert_eq!(codes(&server, &dan, "appName=APP8").await, json!([]));
        assert_eq!(codes(&server, &dan, "").await, json!([]), "SSO");
        assign(json!(["north"])).await;
        let states = async || {
            let details = server
                .get_as(&ada, &format!("{DETAILS}?accessId={id}"))
                .await
                .data();
            let groups = details["groups"].as_array().unwrap().clone();
            let state = |group: &Value| format!("{} {}", group["id"], group["state"]);
            groups
                .iter()
                .map(state)
                .collect::<Vec<_>>()
                .join(", ")
                .replace('"', "")
        };
        assert_eq!(states().await, "north published, team removed");
        assign(json!([])).await;
        assert_eq!(own().await, json!(["r.other"]), "taken away, not confirmed");
        assign(json!(["team"])).await;
        assert_eq!(states().await, "north removed, team published");
        assign(json!([])).await;
        confirm().await;
        assert_eq!(own().await, json!([]));
        update(json!({ "status": 1 })).await;
        assign(json!(["team"])).await;
        confirm().await;
        assert_eq!(own().await, json!([]), "switched off");
    }
}

/// C-032, C-051: what is selected, with drafts.
#[tokio::test]
async fn options_show_what_is_selected() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let (ada, _) = people(&server).await;
        let module = module(&server, 7, "reports", "Reports").await;
        let id = added(&server, &ada, "r.read").await;
        done(
            &server,
            &ada,
            UPDATE,
            json!({ "accessId": id, "moduleId": module }),
        )
        .await;
        let loose = added(&server, &ada, "loose").await;
        done(
            &server,
            &ada,
            ASSIGN,
            json!({ "accessId": id, "groupIds": ["team"] }),
        )
        .await;
        let options = server
            .get_as(&ada, &format!("{GROUP_OPTIONS}?accessId={id}"))
            .await;
        let north = json!({ "groupId": "north", "groupName": "Group north", "selected": false });
        let team = json!({ "groupId": "team", "groupName": "Group team", "selected": true });
        assert_eq!(options.data(), json!([north, team]));
        let searched = format!("{GROUP_OPTIONS}?accessId={id}&context=tea");
        assert_eq!(server.get_as(&ada, &searched).await.data(), json!([team]));
        let choice = |id: &str, code: &str, state: Value| {
            json!({
                "accessId": id, "accessName": "Report", "accessCode": code, "type": "button", "status": 0,
                "selected": state == "added", "state": state,
            })
        };
        let tree = async |query: &str| {
            let path = format!("{OF_PRODUCT}?projectId=7{query}");
            server.get_as(&ada, &path).await.data()
        };
        let with = |state: Value| {
            json!({
            "moduleId": module, "moduleName": "Reports", "access": [choice(&id, "r.read", state)],
            })
        };
        let without = json!({
            "moduleId": "", "moduleName": "", "access": [choice(&loose, "loose", Value::Null)],
        });
        assert_eq!(tree("").await, json!([with(Value::Null), without]));
        assert_eq!(
            tree("&userGroupId=team").await,
            json!([with("added".into()), without])
        );
        assert_eq!(
            tree("&userGroupId=north&keyword=READ").await,
            json!([with(Value::Null)])
        );
        assert_eq!(tree("&keyword=nothing").await, json!([]));
    }
}

/// A renamed right is found by its new name only, and a deleted one is not found.
#[tokio::test]
async fn names_are_kept_in_the_index() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let (ada, _) = people(&server).await;
        let id = add_right(&server, 7, "a.code").await;
        done(
            &server,
            &ada,
            UPDATE,
            json!({ "accessId": id, "accessName": "Budget" }),
        )
        .await;
        let total = async |context: &str| {
            let page = server
                .get_as(&ada, &format!("{LIST}?context={context}"))
                .await
                .data();
            page["total"].as_i64().unwrap()
        };
        assert_eq!((total("Right").await, total("budg").await), (0, 1));
        done(&server, &ada, DELETE, json!({ "accessId": id })).await;
        assert_eq!(total("budg").await, 0);
    }
}
