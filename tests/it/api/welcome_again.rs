//! C-042, F-70, G-64: the link of a new account is sent again. The expectations are literals.

use serde_json::{Value, json};

use super::accounts::{ADD, ada, entries, house};
use crate::support::database;
use crate::support::product_api::Server;

const AGAIN: &str = "/api/security/admin/user/mail/approved";
const ALIAS: &str = "/api/security/admin/mail/approved";

/// G-64, C-042, F-16, F-70, trap T11: an owner without a password gets another link, up to a daily limit. For others
/// the answer says why they get none.
#[tokio::test]
async fn the_link_of_a_new_account_is_sent_again() {
    for database in database::each_engine().await {
        let limits = |config: &mut atrium::config::Config| config.limits.person_welcome_emails = 3;
        let server = Server::with(&database.db, limits).await;
        house(&server).await;
        let ada = ada(&server).await;
        let body =
            json!({ "username": "NewOne", "email": "n@demo.test", "password": "Start2026*" });
        let added = server.post_as(&ada, ADD, &body).await.data();
        let id = added["userId"].as_str().unwrap();
        let send = async |body: Value| {
            let answer = server.post_as(&ada, AGAIN, &body).await;
            (answer.http.as_u16(), answer.json())
        };
        let settled = server
            .account("DanMember", |new| new.email = Some("dan@demo.test".into()))
            .await;
        let gone = server
            .account("GusGone", |new| {
                new.email = Some("gus@demo.test".into());
                new.status = atrium::directory::Status::Disabled;
            })
            .await;
        let silent = server
            .account("NoMail", |new| new.must_change_password = true)
            .await;
        let offered = async |id: &str| {
            let path = format!("/api/security/admin/user/info?userId={id}");
            server.get_as(&ada, &path).await.data()["maySendWelcome"].clone()
        };
        assert_eq!(offered(id).await, true);
        for refused in [&settled, &gone, &silent] {
            assert_eq!(offered(refused).await, false);
        }
        for (body, field, words) in [
            (
                json!({ "userId": settled }),
                "userId",
                "This person has chosen a password already.",
            ),
            (
                json!({ "userId": gone }),
                "userId",
                "This account isn’t enabled.",
            ),
            (
                json!({ "userId": silent }),
                "userId",
                "This account has no email address.",
            ),
        ] {
            let (_, refused) = send(body).await;
            assert_eq!(refused["status"], 100_012, "{refused}");
            let fault = &refused["faults"][0];
            assert_eq!(
                (&fault["field"], &fault["msg"]),
                (&json!(field), &json!(words)),
                "{refused}"
            );
        }
        assert_eq!(
            send(json!({ "userId": "nobody" })).await.1["field"],
            "userId"
        );
        // F-70: the call has two addresses.
        for path in [AGAIN, ALIAS] {
            let body = json!({ "userId": id, "type": 1 });
            let sent = server.post_as(&ada, path, &body).await.data();
            assert_eq!(sent["userId"], id, "{path}");
        }
        assert_eq!(send(json!({ "userId": id })).await.0, 429);
        // The first one was sent when the account was added.
        assert_eq!(entries(server.db(), "link.sent", id).await.len(), 3);
    }
}

/// C-043, V-06: an account without a password is added only if its owner gets a link to choose one, and then it has no
/// password that anybody else knows. With a corporate identity there is none to choose.
#[tokio::test]
async fn the_owner_of_a_new_account_chooses_the_password() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let ada = ada(&server).await;
        let mut body = json!({ "username": "MartaKowalska", "fullName": "Marta Kowalska", "email": "m@demo.test" });
        let refused = server.post_as(&ada, ADD, &body).await.json();
        assert_eq!(
            (&refused["status"], &refused["field"]),
            (&json!(100_012), &json!("password"))
        );
        body["choosesPassword"] = true.into();
        let added = server.post_as(&ada, ADD, &body).await.data();
        assert_eq!(added["welcomeSent"], true);
        let path = format!(
            "/api/security/admin/user/info?userId={}",
            added["userId"].as_str().unwrap()
        );
        let account = server.get_as(&ada, &path).await.data();
        for (field, value) in [
            ("fullName", json!("Marta Kowalska")),
            ("hasPassword", json!(false)),
            ("mustChangePassword", json!(false)),
            ("maySendWelcome", json!(true)),
        ] {
            assert_eq!(account[field], value, "{field}");
        }
        let corporate = json!({
            "username": "LiSi", "email": "li@demo.test", "lionId": "lion1", "choosesPassword": true,
        });
        let added = server.post_as(&ada, ADD, &corporate).await.data();
        assert_eq!(added["welcomeSent"], false);
    }
}
