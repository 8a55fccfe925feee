//! C-007, C-099 and C-100: applying for an account by the API, and the public lists for its form (contract G-62; attacks 14,
//! 21 and 34).

use atrium::config::Registration;
use serde_json::{Value, json};

use super::accounts::house;
use crate::support::database;
use crate::support::product_api::Server;

const REGISTER: &str = "/api/security/acc-user/register";

fn li() -> Value {
    json!({ "username": "LiWei", "email": "li.wei@demo.test", "reason": "I plan media." })
}

async fn register(server: &Server, changed: Value) -> Value {
    let mut body = li();
    for (field, value) in changed.as_object().unwrap() {
        body[field] = value.clone();
    }
    server.post(REGISTER, &[], &body).await.json()
}

/// C-007, attacks 14, 21 and 34: the answer is status 0 for known and unknown names, and a password or a field that gives
/// rights changes nothing. A damaged field is named.
#[tokio::test]
async fn c_007_answers_known_and_unknown_alike() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let email = Some("known.person@demo.test".to_owned());
        server.account("KnownPerson", |new| new.email = email).await;
        let new = register(&server, json!({})).await;
        assert_eq!(new["status"], 0, "{new}");
        for changed in [
            json!({ "username": "KnownPerson" }),
            json!({ "email": "known.person@demo.test" }),
            json!({ "password": "Chosen123", "supAdmin": 1, "roles": ["1"], "accountStatus": 0 }),
            json!({ "groupId": "no such group" }),
        ] {
            assert_eq!(register(&server, changed.clone()).await, new, "{changed}");
        }
        for (changed, field) in [
            (json!({ "username": "" }), "username"),
            (json!({ "username": "liwei" }), "username"),
            (json!({ "email": "li" }), "email"),
            (json!({ "reason": "" }), "reason"),
            (json!({ "reason": "x".repeat(501) }), "reason"),
            (json!({ "agencyId": "none" }), "agencyId"),
            (json!({ "lang": "fr" }), "lang"),
        ] {
            let refused = register(&server, changed).await;
            let found = (&refused["status"], &refused["field"]);
            assert_eq!(found, (&json!(100_012), &json!(field)), "{refused}");
        }
    }
}

/// Contract G-62: where nobody may apply, the call says so.
#[tokio::test]
async fn c_007_says_that_nobody_may_apply() {
    let database = &database::each_engine().await[0];
    let off =
        |config: &mut atrium::config::Config| config.accounts.registration = Registration::Off;
    let server = Server::with(&database.db, off).await;
    let refused = register(&server, json!({})).await;
    assert_eq!(refused["status"], 100_013, "{refused}");
    let why = "You can’t apply for an account here. Ask an administrator to add one.";
    assert_eq!(refused["refusal"]["why"], why, "{refused}");
}
