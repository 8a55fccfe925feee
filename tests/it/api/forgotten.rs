//! C-005 and C-042 with type 2: a forgotten password, asked for by the API and approved by an administrator (contract
//! T-16, X-15; attack 14).

use atrium::config::Forgotten;
use serde_json::{Value, json};

use super::accounts::{ada, entries, house};
use super::repetition::settled;
use crate::support::database;
use crate::support::product_api::Server;

const ASK: &str = "/api/security/user/forget-pwd";
const APPROVE: &str = "/api/security/admin/user/mail/approved";
const LIST: &str = "/api/security/admin/user/list";

/// An account with a password and a verified address.
async fn forgetful(server: &Server, name: &str) -> String {
    let email = format!("{}@demo.test", name.to_lowercase());
    server
        .account(name, |new| {
            new.email = Some(email);
            new.email_verified = true;
        })
        .await
}

async fn ask(server: &Server, name: &str, email: &str) -> Value {
    let body = json!({ "username": name, "email": email });
    server.post(ASK, &[], &body).await.json()
}

/// C-005, attack 14: the answer is status 0 for known and unknown names. A damaged field is named.
#[tokio::test]
async fn c_005_answers_known_and_unknown_alike() {
    for database in database::each_engine().await {
        let server = Server::with(&database.db, |_| {}).await;
        house(&server).await;
        forgetful(&server, "Forgetful").await;
        let known = ask(&server, "Forgetful", "forgetful@demo.test").await;
        assert_eq!(known["status"], 0, "{known}");
        for (name, email) in [
            ("Forgetful", "other@demo.test"),
            ("nobody", "nobody@demo.test"),
        ] {
            assert_eq!(ask(&server, name, email).await, known, "{name} {email}");
        }
        let long = "x".repeat(101);
        for (name, email, field) in [
            ("", "a@demo.test", "username"),
            (&*long, "a@demo.test", "username"),
            ("Forgetful", "", "email"),
            ("Forgetful", "not an address", "email"),
        ] {
            let refused = ask(&server, name, email).await;
            assert_eq!(
                (&refused["status"], &refused["field"]),
                (&json!(100_012), &json!(field)),
                "{refused}"
            );
        }
    }
}

/// C-042, T-16: the account waits in the list until an administrator sends the link, which works for a day. The entry
/// names the administrator.
#[tokio::test]
async fn c_042_an_administrator_approves_a_forgotten_password() {
    for database in database::each_engine().await {
        let server = Server::with(&database.db, |config| {
            config.accounts.forgotten = Forgotten::Administrator;
        })
        .await;
        house(&server).await;
        let ada = ada(&server).await;
        let id = forgetful(&server, "Forgetful").await;
        ask(&server, "Forgetful", "forgetful@demo.test").await;
        settled(&server).await;
        assert_eq!(
            entries(server.db(), "password.asked", &id).await.len(),
            1,
            "somebody waits"
        );
        assert_eq!(entries(server.db(), "link.sent", &id).await.len(), 0);
        let waiting = async || {
            let path = format!("{LIST}?passwordAsked=1");
            let page = server.get_as(&ada, &path).await.data();
            let rows = page["list"].as_array().unwrap().clone();
            rows.into_iter()
                .map(|row| row["userId"].clone())
                .collect::<Vec<_>>()
        };
        assert_eq!(waiting().await, [json!(id)]);
        let body = json!({ "userId": id, "type": 2 });
        let sent = server.post_as(&ada, APPROVE, &body).await.data();
        assert_eq!(sent["userId"], id);
        assert_eq!(waiting().await, [] as [Value; 0]);
        let sent = entries(server.db(), "link.sent", &id).await;
        assert_eq!(sent.len(), 1);
        assert_eq!(sent[0].2["purpose"], "approved");
    }
}

/// C-042: the answer says why an owner gets no link.
#[tokio::test]
async fn c_042_says_why_there_is_no_link() {
    let database = database::sqlite().await;
    let server = Server::with(&database.db, |_| {}).await;
    house(&server).await;
    let ada = ada(&server).await;
    let unverified = server
        .account("Unverified", |new| {
            new.email = Some("unverified@demo.test".into());
        })
        .await;
    let corporate = server
        .account("Corporate", |new| {
            new.email = Some("corporate@demo.test".into());
            new.email_verified = true;
            new.password_hash = None;
        })
        .await;
    for (id, words) in [
        (
            &unverified,
            "Nobody has confirmed the email address of the account, so a stranger might read the link. Give a random password instead.",
        ),
        (
            &corporate,
            "The account has no password. Its owner signs in with a corporate identity, or gets the welcome email instead.",
        ),
    ] {
        let body = json!({ "userId": id, "type": 2 });
        let refused = server.post_as(&ada, APPROVE, &body).await.json();
        assert_eq!(refused["faults"][0]["msg"], words, "{refused}");
    }
}
