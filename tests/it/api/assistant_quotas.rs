//! G-78, E-13, E-14: administrators set the words a month of people and groups. The expectations are literals.

use atrium::directory::Status;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};

use super::accounts::{ada, entries, house};
use super::announcements::insert;
use super::chat_stage::{chatter, cost, server};
use super::group_stage::give_group_right;
use super::lists::ListCase;
use crate::access::{self, group, join};
use crate::support::ai_provider::AiProvider;
use crate::support::database;
use crate::support::product_api::{NOW, Person, Server};

const Q: &str = "/api/security/admin/assistant/quota";
const VIEW: &str = "operation_access.SystemManagement.AssistantGateway.view";
const EDIT: &str = "operation_access.SystemManagement.AssistantGateway.edit";

/// Quotas whose times and words have different orders.
async fn three(server: &Server) -> Person {
    house(server).await;
    let rows = [("s1", 0, 30, 2), ("s2", 1, 10, 3), ("s3", 1, 20, 1)];
    let rows = rows.map(|(id, kind, words, at)| json!({ "id": format!("q-{id}"), "kind": kind, "subject_id": id, "words": words, "changed_at": NOW + at }));
    insert(server, "assistant_quotas", rows.into()).await;
    ada(server).await
}

/// G-78: the list of quotas.
pub static LISTED: ListCase = ListCase {
    path: "/api/security/admin/assistant/quota/list",
    list: &atrium::assistant::QUOTAS,
    always: "",
    name: "subjectId",
    seed: |server| Box::pin(three(server)),
    orders: &[
        ("changed", &["s3", "s1", "s2"]),
        ("words", &["s2", "s3", "s1"]),
    ],
    found: &[("kind=0", &["s1"]), ("kind=1", &["s2", "s3"])],
    refused: &[("kind=2", "kind")],
};

async fn set(server: &Server, by: &Person, body: &Value) -> Value {
    // Each entry has its own time.
    server.clock.advance(1);
    server.post_as(by, &format!("{Q}/set"), body).await.json()
}

async fn of(server: &Server, by: &Person, id: &str) -> Value {
    let path = format!("{Q}/of?userId={id}");
    server.get_as(by, &path).await.data()
}

/// G-78, E-14: the person's own figure, else the largest of the groups, else that of the settings; none, zero, a number and no
/// limit are four things, and each says where it comes from.
#[tokio::test]
async fn a_quota_is_set_and_removed() {
    for database in database::each_engine().await {
        let provider = AiProvider::start().await;
        let server = server(&database, &provider, 100).await;
        house(&server).await;
        let (ada, dan) = (ada(&server).await, chatter(&server, "DanChats").await);
        group(server.db(), "more", &[]).await;
        let account = access::find(server.db(), &dan.id).await;
        join(server.db(), &account, "more", Status::Enabled).await;
        let expect = async |words: i64, source: &str, group: &str| {
            let expected = json!({ "words": words, "used": 0, "held": 0, "source": source, "groupName": group });
            assert_eq!(of(&server, &ada, &dan.id).await, expected);
            let quota = cost(&server, &dan).await["quota"].clone();
            assert_eq!(quota.as_i64().unwrap_or(-1), words);
        };
        expect(100, "usual", "").await;
        for (kind, subject, words, expected) in [
            (1, "chatters", json!(0), (0, "group", "Group chatters")),
            (1, "more", json!(70), (70, "group", "Group more")),
            (1, "chatters", json!(-1), (-1, "group", "Group chatters")),
            (0, &*dan.id, json!(0), (0, "own", "")),
            (0, &*dan.id, json!(9), (9, "own", "")),
            (0, &*dan.id, json!(-1), (-1, "own", "")),
            (0, &*dan.id, Value::Null, (-1, "group", "Group chatters")),
            (1, "chatters", Value::Null, (70, "group", "Group more")),
        ] {
            let body = json!({ "kind": kind, "subjectId": subject, "words": words });
            assert_eq!(set(&server, &ada, &body).await["status"], 0, "{body}");
            let (words, source, name) = expected;
            expect(words, source, name).await;
        }
        // Entries are about the person and the group.
        let of_dan = entries(server.db(), "assistant_quota.changed", &dan.id).await;
        assert_eq!(of_dan.len(), 4);
        assert_eq!(
            (of_dan[0].0.as_str(), &of_dan[1].2["changes"]),
            (
                &*ada.id,
                &json!([{ "field": "monthly_words", "from": "0", "to": "9" }])
            )
        );
        assert_eq!(of_dan[2].2["changes"][0]["to"], "unlimited");
        assert_eq!(of_dan[3].2["changes"][0]["to"], Value::Null);
        let of_group = entries(server.db(), "assistant_quota.changed", "chatters").await;
        assert_eq!(of_group.len(), 3);
        let list = server.get_as(&ada, &format!("{Q}/list")).await.data();
        assert_eq!(list["total"], 1);
        assert_eq!(list["list"][0]["name"], "Group more");
    }
}

/// G-78: what is no number and whom nobody knows are refused by their fields. Attack 34: a hidden group is an unknown one to
/// somebody who may not see it, and has neither id nor name in the list.
#[tokio::test]
async fn attack_34_hidden_groups_are_unknown() {
    for database in database::each_engine().await {
        let provider = AiProvider::start().await;
        let server = server(&database, &provider, 100).await;
        house(&server).await;
        let (ada, clerk) = (ada(&server).await, server.person("Clerk", |_| {}).await);
        group(server.db(), "clerks", &[]).await;
        for code in [VIEW, EDIT] {
            give_group_right(server.db(), "clerks", code).await;
        }
        let account = access::find(server.db(), &clerk.id).await;
        join(server.db(), &account, "clerks", Status::Enabled).await;
        for (body, field) in [
            (
                json!({ "kind": 1, "subjectId": "nobody", "words": 1 }),
                "subjectId",
            ),
            (
                json!({ "kind": 0, "subjectId": "nobody", "words": 1 }),
                "subjectId",
            ),
            (
                json!({ "kind": 1, "subjectId": "chatters", "words": -2 }),
                "words",
            ),
            (
                json!({ "kind": 1, "subjectId": "chatters", "words": 1_000_000_001 }),
                "words",
            ),
            (
                json!({ "kind": 2, "subjectId": "chatters", "words": 1 }),
                "kind",
            ),
        ] {
            assert_eq!(set(&server, &ada, &body).await["field"], field, "{body}");
        }
        let hidden = server.db().write::<_, atrium::db::DbError, _>(|tx| {
            Box::pin(crate::support::rows::run(
                tx,
                "UPDATE groups SET visible = 1 WHERE id = 'chatters'".to_owned(),
            ))
        });
        hidden.await.unwrap();
        let body = json!({ "kind": 1, "subjectId": "chatters", "words": 5 });
        assert_eq!(set(&server, &clerk, &body).await["field"], "subjectId");
        assert_eq!(set(&server, &ada, &body).await["status"], 0);
        let own = json!({ "kind": 0, "subjectId": clerk.id, "words": 7 });
        assert_eq!(set(&server, &ada, &own).await["status"], 0);
        let listed = async |by: &Person| {
            let path = format!("{Q}/list?sort=changed&pageSize=1");
            let list = server.get_as(by, &path).await.data();
            let row = &list["list"][0];
            // A cursor has the place of the row.
            let cursor = URL_SAFE_NO_PAD
                .decode(list["next"].as_str().unwrap())
                .unwrap();
            let cursor = String::from_utf8(cursor).unwrap();
            assert!(cursor.contains(row["id"].as_str().unwrap()), "{cursor}");
            assert!(!cursor.contains("chatters"), "{cursor}");
            json!([row["subjectId"], row["name"], row["words"]])
        };
        assert_eq!(listed(&ada).await, json!(["chatters", "Group chatters", 5]));
        assert_eq!(listed(&clerk).await, json!(["", "", 5]));
    }
}
