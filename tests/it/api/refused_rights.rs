//! A right that is refused to a signed-in person leaves an entry: who, what and which right (OWASP ASVS 16.3.2).

use atrium::audit::KEPT;
use serde_json::{Value, json};

use super::accounts::entries;
use super::rights::give_code;
use crate::support::log::Log;
use crate::support::product_api::{Person, Server};
use crate::support::{database, trail};

const UPDATE: &str = "/api/security/admin/user/update";
const LIST: &str = "account_maintain.AccountManagement.AccountList";

/// Asks as `by` and gives the status of the answer.
async fn ask(server: &Server, by: &Person, path: &str, body: &Value) -> i64 {
    server.post_as(by, path, body).await.status()
}

/// The guard refuses, a handler refuses a part, and the account itself may do nothing yet: each leaves an entry, and what is
/// allowed leaves none.
#[tokio::test]
async fn a_refused_right_leaves_who_what_and_which() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let dan = server.account("DanMember", |_| {}).await;
        let nobody = server.person("NoRights", |_| {}).await;
        let ben = server.person("BenHelp", |_| {}).await;
        for right in ["view", "edit"] {
            let code = format!("{LIST}.{right}").leak();
            give_code(server.db(), &ben, "SSO", code).await;
        }
        let newcomer = server
            .person("EveNew", |new| new.must_change_password = true)
            .await;
        let name = json!({ "userId": dan, "fullName": "Dan" });
        let above = json!({ "userId": dan, "supAdmin": 1 });
        assert_eq!(ask(&server, &nobody, UPDATE, &name).await, 100_013);
        assert_eq!(ask(&server, &ben, UPDATE, &name).await, 0);
        assert_eq!(ask(&server, &ben, UPDATE, &above).await, 100_013);
        assert_eq!(ask(&server, &newcomer, UPDATE, &name).await, 100_013);
        // Other refusals are no missing rights.
        let wrong = json!({ "userId": dan, "email": "nowhere" });
        assert_eq!(ask(&server, &ben, UPDATE, &wrong).await, 100_012);

        server.state().recorder.stop().await;
        for person in [&nobody, &ben, &newcomer] {
            let right = if person.id == ben.id {
                "SetSuperAdministrator".to_owned()
            } else {
                format!("{LIST}.edit")
            };
            let detail = json!({ "right": right, "object": dan });
            let expected = (person.id.clone(), format!("POST {UPDATE}"), detail);
            let found = entries(server.db(), "right.refused", &person.id).await;
            assert_eq!(found, [expected]);
        }
    }
}

/// Attack 44: endless refusals of one person leave some entries and a number.
#[tokio::test]
async fn attack_44_refused_rights_are_counted() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let nobody = server.person("NoRights", |_| {}).await;
        let long = "x".repeat(10_000);
        for _ in 0..KEPT + 30 {
            let body = json!({ "userId": long });
            assert_eq!(ask(&server, &nobody, UPDATE, &body).await, 100_013);
        }
        server.state().recorder.stop().await;
        let singly = entries(server.db(), "right.refused", &nobody.id).await;
        assert_eq!(singly.len() as u64, KEPT);
        assert!(
            singly
                .iter()
                .all(|(.., detail)| detail.to_string().len() < 300)
        );
        let numbers = trail::of_kind(server.db(), "audit.suppressed").await;
        let number = json!({ "of": "right.refused", "count": 30 });
        assert_eq!(
            serde_json::from_str::<Value>(&numbers[0].detail).unwrap(),
            number
        );
    }
}

/// The access log has the status of the envelope where the HTTP status says nothing.
#[tokio::test]
async fn the_access_log_has_the_outcome() {
    let database = database::sqlite().await;
    let server = Server::start(&database.db).await;
    let nobody = server.person("NoRights", |_| {}).await;
    let log = Log::listen();
    let body = json!({ "userId": nobody.id, "fullName": "Me" });
    assert_eq!(ask(&server, &nobody, UPDATE, &body).await, 100_013);
    let lang = json!({ "lang": "en-us" });
    let path = "/api/security/user/set-lang";
    assert_eq!(ask(&server, &nobody, path, &lang).await, 0);
    let lines = log.take("answered");
    let line = |route: &str| lines.iter().find(|line| line["route"] == route).unwrap();
    assert_eq!(line(UPDATE)["outcome"], 100_013);
    assert_eq!(line(UPDATE)["status"], 200);
    assert_eq!(line(path)["outcome"], Value::Null);
}
