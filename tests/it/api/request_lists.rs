//! The lists of requests, members and visible groups.

use atrium::db::DbError;
use atrium::groups::{self, MEMBERS, REQUESTS, RequestKind, VISIBLE_GROUPS};
use serde_json::{Value, json};

use super::accounts::{ada, house};
use super::lists::ListCase;
use super::request_scenes::{appoint, asks, group, joins, set, with_email};
use crate::access;
use crate::support::product_api::{NOW, Person, Server};
use crate::support::rows;

/// Three requests whose ids, times and due days have different orders; the third is decided. Chloe manages both groups.
async fn requests(server: &Server) -> (Person, Person) {
    house(server).await;
    access::save(server.db(), access::product(7), &[]).await;
    let chloe = server.person("Chloe", with_email).await;
    for id in ["media", "research"] {
        appoint(server, &chloe, id).await;
    }
    let eve = server.person("Eve", with_email).await;
    let dan = server.account("Dan", with_email).await;
    for (at, due, id, account, name, group, product, state) in [
        (1, 3, "q2", &eve.id, "Eve", "media", json!(7), 0),
        (2, 1, "q3", &eve.id, "Eve", "research", Value::Null, 0),
        (3, 2, "q1", &dan, "Dan", "media", json!(7), 0),
        (4, 4, "q0", &eve.id, "Eve", "media", json!(7), 2),
    ] {
        let mut row = json!({
            "id": id, "kind": 0, "account_id": account, "group_id": group, "reason": "", "state": state,
            "created_at": NOW + at, "due_at": NOW + due, "refuse_at": NOW, "username": name, "group_name": group,
        });
        if state != 0 {
            row["decided_at"] = json!(NOW + 5);
        }
        if product != Value::Null {
            row["product_id"] = product;
            row["product_name"] = json!("Product 7");
        }
        let inserted = server.db().write::<_, DbError, _>(move |tx| {
            Box::pin(async move {
                rows::insert(tx, "requests", &row).await?;
                REQUESTS.index_names(tx, row["id"].as_str().unwrap()).await
            })
        });
        inserted.await.unwrap();
    }
    (chloe, eve)
}

/// C-037, G-50.
pub static LISTED: ListCase = ListCase {
    path: "/api/security/admin/app/access_application_list",
    list: &REQUESTS,
    always: "",
    name: "id",
    seed: |server| {
        Box::pin(async move {
            requests(server).await;
            ada(server).await
        })
    },
    orders: &[
        ("created", &["q2", "q3", "q1", "q0"]),
        ("due", &["q3", "q1", "q2", "q0"]),
    ],
    found: &[
        ("context=da", &["q1"]),
        ("context=eve%20esearc", &["q3"]),
        ("context=nobody", &[]),
        ("status=refused", &["q0"]),
        ("status=pending&groupId=media", &["q2", "q1"]),
        ("groupId=research", &["q3"]),
        ("projectId=7", &["q2", "q1", "q0"]),
        ("decidedFrom=2026-11-21", &["q0"]),
        ("decidedUntil=2026-11-20", &[]),
        ("decidedFrom=2026-11-21&decidedUntil=2026-11-21", &["q0"]),
        ("decidedFrom=2026-11-22", &[]),
    ],
    refused: &[
        ("status=open", "status"),
        ("decidedFrom=soon", "decidedFrom"),
        ("decidedUntil=2026-13-01", "decidedUntil"),
    ],
};

/// Section 2: the queue of a manager, oldest first.
pub static QUEUE_LISTED: ListCase = ListCase {
    path: "/api/security/user/user-group/request-list",
    list: &REQUESTS,
    always: "",
    name: "id",
    seed: |server| Box::pin(async move { requests(server).await.0 }),
    orders: &[
        ("created", &["q2", "q3", "q1"]),
        ("due", &["q3", "q1", "q2"]),
    ],
    found: &[
        ("context=da", &["q1"]),
        ("groupId=research", &["q3"]),
        ("status=refused", &["q0"]),
        ("requestId=q1", &["q1"]),
        ("requestId=q0", &["q0"]),
    ],
    refused: &[("status=open", "status")],
};

/// Section 2: "my requests".
pub static OWN_LISTED: ListCase = ListCase {
    path: "/api/security/user/user-group/my-requests",
    list: &REQUESTS,
    always: "",
    name: "id",
    seed: |server| Box::pin(async move { requests(server).await.1 }),
    orders: &[
        ("created", &["q2", "q3", "q0"]),
        ("due", &["q3", "q2", "q0"]),
    ],
    found: &[
        ("context=esearc", &["q3"]),
        ("state=refused", &["q0"]),
        ("state=withdrawn", &[]),
    ],
    refused: &[("state=open", "state")],
};

/// C-094, K-23: three groups that a person sees, and a hidden one; the person is in one of them.
pub static GROUPS_LISTED: ListCase = ListCase {
    path: "/api/security/user/user-group/group-list",
    list: &VISIBLE_GROUPS,
    always: "",
    name: "groupId",
    seed: |server| {
        Box::pin(async move {
            let chloe = server.person("Chloe", with_email).await;
            appoint(server, &chloe, "g2").await;
            for (at, id, name) in [
                (2, "g1", "Media North"),
                (1, "g0", "Research"),
                (3, "g2", "Ärzte"),
                (4, "g3", "Hidden"),
            ] {
                group(server, id).await;
                set(
                    server,
                    "UPDATE groups SET created_at = $2 WHERE id = $1",
                    id,
                    NOW + at,
                )
                .await;
                let saved = server.db().write::<_, DbError, _>(move |tx| {
                    Box::pin(groups::save(tx, id, name, "", NOW))
                });
                saved.await.unwrap();
            }
            set(
                server,
                "UPDATE groups SET visible = $2 WHERE id = $1",
                "g3",
                1,
            )
            .await;
            let eve = server.person("Eve", with_email).await;
            joins(server, &eve.id, "g0", "2027-01-31").await;
            eve
        })
    },
    orders: &[
        ("groupName", &["g1", "g0", "g2"]),
        ("created", &["g0", "g1", "g2"]),
    ],
    found: &[
        ("context=edi", &["g1"]),
        ("context=nobody", &[]),
        ("mine=1", &["g0"]),
        ("mine=2", &["g1", "g2"]),
    ],
    refused: &[("mine=3", "mine")],
};

/// C-078.
pub static MEMBERS_LISTED: ListCase = ListCase {
    path: "/api/security/admin/user-group/group-management-list",
    list: &MEMBERS,
    always: "groupId=media",
    name: "userName",
    seed: |server| {
        Box::pin(async move {
            house(server).await;
            group(server, "media").await;
            for (at, name, full_name) in [
                (3, "anna", "Zoe"),
                (1, "bert", "Yan 王小明"),
                (2, "carl", "Xaver"),
            ] {
                let id = server
                    .account(name, |new| full_name.clone_into(&mut new.full_name))
                    .await;
                set(
                    server,
                    "UPDATE accounts SET created_at = $2 WHERE id = $1",
                    &id,
                    NOW + at,
                )
                .await;
                if name == "bert" {
                    asks(server, &id, RequestKind::Join, "media").await;
                } else {
                    joins(server, &id, "media", "2027-01-31").await;
                }
            }
            ada(server).await
        })
    },
    orders: &[
        ("username", &["anna", "bert", "carl"]),
        ("fullName", &["carl", "bert", "anna"]),
    ],
    found: &[
        ("context=ave", &["carl"]),
        ("context=%E5%B0%8F", &["bert"]),
        ("status=0", &["anna", "carl"]),
        ("status=1", &["bert"]),
        ("status=2", &[]),
        // It is the 21st of November in Shanghai; bert waits, and has no last day.
        ("endsWithin=70", &[]),
        ("endsWithin=71", &["anna", "carl"]),
    ],
    refused: &[
        ("status=7", "status"),
        ("endsWithin=0", "endsWithin"),
        ("endsWithin=367", "endsWithin"),
    ],
};
