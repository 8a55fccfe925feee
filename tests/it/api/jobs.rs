//! The queue and the routines for administrators: what was given up is shown with its
//! reason, without a secret, and tried again.

use atrium::clock::DAY;
use atrium::db::DbError;
use atrium::groups::RequestKind;
use atrium::jobs;
use atrium::mail::Mail;
use serde_json::{Value, json};

use super::accounts::{ada, house};
use super::lists::ListCase;
use super::product_changes::holder;
use super::request_scenes::{asks, group, set, with_email};
use crate::support::product_api::{NOW, Server};
use crate::support::{database, rows, trail};

const LIST: &str = "/api/security/admin/job/list";
const OVERVIEW: &str = "/api/security/admin/job/overview";
const RETRY: &str = "/api/security/admin/job/retry";
const JOBS_VIEW: &str = "operation_access.SystemManagement.JobList.view";

/// Adds a job; one that was given up has failed for good.
pub async fn add_job(server: &Server, id: &str, kind: &str, given_up: bool) {
    add(server, id, kind, &json!({ "id": id }), given_up).await;
}

async fn add(server: &Server, id: &str, kind: &str, payload: &Value, given_up: bool) {
    let mut row = json!({
        "id": id,
        "kind": kind,
        "payload": payload.to_string(),
        "queued_at": NOW,
        "run_at": NOW + 1_000,
        "attempts": 2,
        "lease_until": 0,
    });
    if given_up {
        row["given_up"] = json!(1);
        row["given_up_at"] = json!(NOW + 2_000);
        row["last_error"] = json!("550 no such mailbox");
    }
    let added = server.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move { rows::insert(tx, "jobs", &row).await })
    });
    added.await.unwrap();
}

/// Adds a letter, and a job about the membership of the account in a group.
pub async fn add_subjects(server: &Server, account_id: &str) {
    group(server, "of-job").await;
    let membership =
        json!({ "account_id": account_id, "group_id": "of-job", "ends_on": "2027-01-31" });
    add(server, "of-group", "membership.end", &membership, true).await;
    add(server, "letter", "mail.send", &letter("somebody"), true).await;
}

/// Gives the letter of [`add_subjects`] this recipient.
pub async fn address(server: &Server, recipient: &str) {
    let sql = "UPDATE jobs SET payload = $2 WHERE id = $1";
    set(server, sql, "letter", letter(recipient).to_string()).await;
}

/// The payload of an email.
fn letter(recipient: &str) -> Value {
    let mut letter = serde_json::to_value(&Mail::samples()[0]).unwrap();
    letter["to"] = json!(recipient);
    letter["to_name"] = json!("SECRET-NAME");
    letter["language"] = json!("en-us");
    letter
}

pub static LISTED: ListCase = ListCase {
    path: LIST,
    list: &jobs::JOBS,
    always: "",
    name: "jobId",
    seed: |server| {
        Box::pin(async move {
            add_job(server, "job-1", "test.list", true).await;
            add_job(server, "job-3", "test.other", false).await;
            add_job(server, "job-2", "test.list", true).await;
            ada(server).await
        })
    },
    orders: &[("queued", &["job-1", "job-2", "job-3"])],
    found: &[
        ("state=givenUp", &["job-2", "job-1"]),
        ("state=waiting", &["job-3"]),
        ("kind=test.list", &["job-2", "job-1"]),
        ("kind=test.none", &[]),
    ],
    refused: &[("state=x", "state")],
};

/// Section 6: of an email the list shows recipient, message and reason, and nothing else of its payload. Section 7: trying
/// again is audited and works once.
#[tokio::test]
async fn an_email_that_was_given_up_is_shown_and_tried_again() {
    for database in database::each_engine().await {
        shown_and_tried_again(&Server::start(&database.db).await).await;
    }
}

async fn shown_and_tried_again(server: &Server) {
    let ada = ada(server).await;
    let letter = letter("gone@example.com");
    add(server, "letter-1", "mail.send", &letter, true).await;
    let path = format!("{LIST}?kind=mail.send");
    let page = server.get_as(&ada, &path).await.data();
    let expected = json!({
        "jobId": "letter-1",
        "kind": "mail.send",
        "state": "givenUp",
        "recipient": "gone@example.com",
        "message": "password_changed",
        "person": null,
        "groupName": null,
        "lane": "",
        "attempts": 2,
        "lastError": "550 no such mailbox",
        "queuedAt": NOW,
        "dueAt": null,
        "givenUpAt": NOW + 2_000,
    });
    assert_eq!(page["list"], json!([expected]));
    let overview = server.get_as(&ada, OVERVIEW).await.data();
    let kinds = json!([{ "kind": "mail.send", "waiting": 0, "givenUp": 1, "dueAt": null }]);
    assert_eq!(overview["kinds"], kinds);

    let body = json!({ "jobId": "letter-1" });
    let retried = server.post_as(&ada, RETRY, &body).await;
    assert_eq!(retried.data()["dueAt"], json!(NOW));
    // The server's own worker takes the job at once; the test `jobs::retry` checks its new state.
    let path = format!("{path}&state=givenUp");
    let page = server.get_as(&ada, &path).await.data();
    assert_eq!(page["list"], json!([]));
    let entries = trail::of_kind(server.db(), "job.retried").await;
    assert_eq!(entries.len(), 1);
    let entry = &entries[0];
    assert_eq!(entry.object_id.as_deref(), Some("letter-1"));
    assert_eq!(entry.actor_id.as_deref(), Some(&*ada.id));
    // It is not given up any more.
    let again = server.post_as(&ada, RETRY, &body).await;
    assert_eq!(again.status(), 100_012);
    assert_eq!(again.json()["field"], "jobId");
    let unknown = server
        .post_as(&ada, RETRY, &json!({ "jobId": "none" }))
        .await;
    assert_eq!(unknown.status(), 100_012);
}

/// Attack 33: the queue names hidden groups only to people who may list groups.
#[tokio::test]
async fn attack_33_the_queue_does_not_name_hidden_groups() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let ada = ada(&server).await;
        let clerk = holder(&server, "Clerk", JOBS_VIEW).await;
        let eve = server.person("Eve", with_email).await;
        for (id, visible) in [("open", 0), ("hidden", 1)] {
            group(&server, id).await;
            let sql = "UPDATE groups SET visible = $2 WHERE id = $1";
            set(&server, sql, id, visible).await;
            let payload = json!({ "account_id": eve.id, "group_id": id, "ends_on": "2027-01-31" });
            add(
                &server,
                &format!("of-{id}"),
                "membership.end",
                &payload,
                true,
            )
            .await;
        }
        for (reader, shown) in [(&ada, ["open", "hidden"]), (&clerk, ["open", ""])] {
            let page = server
                .get_as(reader, &format!("{LIST}?kind=membership.end"))
                .await;
            let rows = page.data()["list"].clone();
            let mut names: Vec<&str> = rows
                .as_array()
                .unwrap()
                .iter()
                .map(|job| job["groupName"].as_str().unwrap())
                .collect();
            names.sort_unstable_by_key(|name| *name != "open");
            assert_eq!(names, shown);
            assert!(
                rows.as_array()
                    .unwrap()
                    .iter()
                    .all(|job| job["person"] == "Eve")
            );
        }
    }
}

/// Section 7: the reminder and the end of a request wait on the page, each with its day, until somebody decides.
#[tokio::test]
async fn the_timers_of_a_request_wait_on_the_page() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = ada(&server).await;
        let eve = server.person("Eve", with_email).await;
        group(&server, "media").await;
        let id = asks(&server, &eve.id, RequestKind::Join, "media").await;
        for (kind, after) in [("request.remind", 5), ("request.time_out", 10)] {
            let path = format!("{LIST}?state=waiting&kind={kind}");
            let page = server.get_as(&ada, &path).await.data();
            assert_eq!(page["total"], 1, "{kind}");
            let job = &page["list"][0];
            assert_eq!(
                (&job["lane"], &job["recipient"]),
                (&json!(id), &Value::Null)
            );
            assert_eq!(
                (&job["person"], &job["groupName"]),
                (&json!("Eve"), &json!("media"))
            );
            // Its day is over at midnight.
            let wait = job["dueAt"].as_i64().unwrap() - NOW;
            assert!(
                (after * DAY..(after + 1) * DAY).contains(&wait),
                "{kind}: {wait}"
            );
        }
        let counted = server.get_as(&ada, OVERVIEW).await.data();
        let kinds = counted["kinds"].as_array().unwrap();
        let names: Vec<_> = kinds
            .iter()
            .map(|kind| kind["kind"].as_str().unwrap())
            .collect();
        assert!(names.contains(&"request.remind") && names.contains(&"request.time_out"));
        let withdraw = "/api/security/user/user-group/withdraw";
        let withdrawn = server
            .post_as(&eve, withdraw, &json!({ "requestId": id }))
            .await;
        assert_eq!(withdrawn.status(), 0, "{}", withdrawn.json());
        let left = server
            .get_as(&ada, &format!("{LIST}?state=waiting&kind=request.time_out"))
            .await;
        assert_eq!(left.data()["total"], 0);
        // A membership; one that nobody knows; and a payload of another version.
        let known = json!({ "account_id": eve.id, "group_id": "media", "ends_on": "2027-01-31" });
        let unknown = json!({ "account_id": "gone", "group_id": "gone", "ends_on": "2027-01-31" });
        let subjects = [
            ("t-1", known, json!(["Eve", "media"])),
            ("t-2", unknown, json!([null, null])),
            ("t-3", json!({ "other": 1 }), json!([null, null])),
        ];
        for (id, payload, _) in &subjects {
            add(&server, id, "membership.end", payload, true).await;
        }
        let page = server
            .get_as(&ada, &format!("{LIST}?kind=membership.end"))
            .await
            .data();
        for (id, _, subject) in &subjects {
            let mut jobs = page["list"].as_array().unwrap().iter();
            let job = jobs.find(|job| job["jobId"] == *id).unwrap();
            assert_eq!(&json!([job["person"], job["groupName"]]), subject, "{id}");
        }
    }
}
