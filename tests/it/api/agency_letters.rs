//! The emails about a change of agency (T-49). The expectations are literals.

use atrium::config::Secret;
use atrium::db::Db;
use atrium::db::list::Paging;
use atrium::jobs::{JobFilter, ListedJob};
use serde_json::{Value, json};

use super::accounts::{ada, ben, house};
use crate::support::database;
use crate::support::product_api::{Person, Server};

const ASSIGN: &str = "/api/security/user/assign-agency";
const LIST: &str = "/api/security/admin/agency-request/list?state=0";
const DECIDE: &str = "/api/security/admin/agency-request/decide";

/// A member of North with this address, who reads Chinese and asked for South. An administrator of product SSO decides
/// about the request with this id.
async fn asks(server: &Server, email: Option<&str>) -> (Person, Person, Value) {
    house(server).await;
    let email = email.map(str::to_owned);
    let dan = server.person("DanMember", |new| {
        new.agency_id = Some("north".to_owned());
        "Dan".clone_into(&mut new.full_name);
        new.lang = Some("zh-cn".to_owned());
        new.email = email;
    });
    let dan = dan.await;
    let wanted = json!({ "agencyId": "south" });
    assert_eq!(server.post_as(&dan, ASSIGN, &wanted).await.status(), 0);
    assert_eq!(queued(server).await, Vec::<Value>::new());
    let ben = ben(server).await;
    let waiting = server.get_as(&ben, LIST).await.data();
    (dan, ben, waiting["list"][0]["requestId"].clone())
}

/// A server that cannot send, so that each email stays in its queue.
pub async fn start(db: &Db) -> Server {
    Server::with(db, |config| {
        config.mail.url = Secret::new("smtp://127.0.0.1:1");
    })
    .await
}

/// The queued emails.
pub async fn queued(server: &Server) -> Vec<Value> {
    let filter = JobFilter {
        kind: Some("mail.send".to_owned()),
        ..JobFilter::default()
    };
    let mut view = server.db().read().await.unwrap();
    let query = filter.query(&Paging::default()).unwrap();
    let page = query.page::<ListedJob>(&mut view).await;
    let jobs = page.unwrap().rows.into_iter();
    jobs.map(|job| serde_json::from_str(&job.payload).unwrap())
        .collect()
}

/// T-49.
#[tokio::test]
async fn an_approved_person_gets_an_email() {
    for database in database::each_engine().await {
        let server = start(&database.db).await;
        let (dan, ben, id) = asks(&server, Some("dan@demo.test")).await;
        let approval = json!({ "userId": dan.id, "requestId": id, "approve": true });
        assert_eq!(server.post_as(&ben, DECIDE, &approval).await.status(), 0);
        let letter = json!({
            "to_name": "Dan", "to": "dan@demo.test", "language": "zh-cn",
            "message": "agency_approved", "name": "Dan", "agency": "South", "request_id": id,
        });
        assert_eq!(queued(&server).await, [letter]);
    }
}

/// T-49.
#[tokio::test]
async fn a_refused_person_reads_why() {
    for database in database::each_engine().await {
        let server = start(&database.db).await;
        let (dan, ben, id) = asks(&server, Some("dan@demo.test")).await;
        let refusal = json!({
            "userId": dan.id, "requestId": id, "approve": false, "reason": " Not your client ",
        });
        assert_eq!(server.post_as(&ben, DECIDE, &refusal).await.status(), 0);
        let letter = json!({
            "to_name": "Dan", "to": "dan@demo.test", "language": "zh-cn",
            "message": "agency_refused", "name": "Dan", "agency": "South", "request_id": id,
            "reason": "Not your client",
        });
        assert_eq!(queued(&server).await, [letter]);
    }
}

/// One decision is one email: a second decision is a conflict and writes none.
#[tokio::test]
async fn two_decisions_send_one_email() {
    for database in database::each_engine().await {
        let server = start(&database.db).await;
        let (dan, ben, id) = asks(&server, Some("dan@demo.test")).await;
        let ada = ada(&server).await;
        let decision =
            json!({ "userId": dan.id, "requestId": id, "approve": false, "reason": "No" });
        let (one, other) = tokio::join!(
            server.post_as(&ada, DECIDE, &decision),
            server.post_as(&ben, DECIDE, &decision)
        );
        let mut answers = [one.status(), other.status()];
        answers.sort_unstable();
        assert_eq!(answers, [0, 100_012]);
        assert_eq!(queued(&server).await.len(), 1);
    }
}

/// A person without an address reads the decision in the portal.
#[tokio::test]
async fn nobody_is_written_to_without_an_address() {
    for database in database::each_engine().await {
        let server = start(&database.db).await;
        let (dan, ben, id) = asks(&server, None).await;
        let approval = json!({ "userId": dan.id, "requestId": id, "approve": true });
        assert_eq!(server.post_as(&ben, DECIDE, &approval).await.status(), 0);
        assert_eq!(queued(&server).await, Vec::<Value>::new());
    }
}
