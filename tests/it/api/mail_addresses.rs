//! Addresses to which no mail can be sent are refused where they are typed, and two spellings of one mailbox are one.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::accounts::ADD;
use super::import::IMPORT;
use crate::support::database;
use crate::support::product_api::{Person, Server};

const UPDATE: &str = "/api/security/admin/user/update";

/// What lettre refuses, and what mail servers do: brackets, quotes, numbers of machines.
const NOWHERE: [&str; 9] = [
    "<a@b.test>",
    "Ada <a@b.test>",
    "a@[127.0.0.1]",
    "a@127.0.0.1",
    "a@[IPv6:::1]",
    "\"a\"@b.test",
    "a..b@c.test",
    "a@b..test",
    "a@-b.test",
];

async fn add(server: &Server, by: &Person, username: &str, email: &str) -> Value {
    let body = json!({ "username": username, "email": email, "password": "Start2026*" });
    server.post_as(by, ADD, &body).await.json()
}

/// The form, the change and the file: each refuses at the field, with its words.
#[tokio::test]
async fn an_address_that_no_mail_reaches_is_refused_at_its_field() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = server.person("AdaSuper", |new| new.sup_admin = true).await;
        let dan = server.account("DanMember", |_| {}).await;
        for address in NOWHERE {
            let added = add(&server, &ada, "NewPerson", address).await;
            let update = json!({ "userId": dan, "email": address });
            let changed = server.post_as(&ada, UPDATE, &update).await.json();
            for refused in [&added, &changed] {
                let field = (&refused["status"], &refused["field"]);
                assert_eq!(
                    field,
                    (&json!(100_012), &json!("email")),
                    "{address}: {refused}"
                );
                assert_eq!(refused["faults"][0]["rule"], "form", "{address}: its words");
            }
            let cell = address.replace('"', "\"\"");
            for name in ["NewPerson", "DanMember"] {
                let file = STANDARD.encode(format!("username,email\n{name},\"{cell}\"\n"));
                let body = json!({ "file": file, "dryRun": true });
                let refused = server.post_as(&ada, IMPORT, &body).await.json();
                let place = &refused["faults"][0];
                assert_eq!(
                    (&place["row"], &place["column"]),
                    (&json!(2), &json!("email")),
                    "{address}: {refused}"
                );
            }
        }
        let good = ["a.b+c@d-e.test", "o'neil@b.test", "\u{738b}@\u{4f8b}.test"];
        for (number, address) in good.into_iter().enumerate() {
            let name = format!("NewPerson{number}");
            let added = add(&server, &ada, &name, address).await;
            assert_eq!(added["status"], 0, "{address}: {added}");
        }
    }
}

/// Attack 15: mailboxes are compared, in whatever alphabet the domain is typed. Its owner signs in by each spelling.
#[tokio::test]
async fn attack_15_one_mailbox_belongs_to_one_account() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = server.person("AdaSuper", |new| new.sup_admin = true).await;
        let (typed, wired) = ("Zhang@b\u{fc}cher.test", "zhang@xn--bcher-kva.test");
        for (first, second) in [(typed, wired), (wired, typed)] {
            let mut view = server.db().read().await.unwrap();
            let found = atrium::directory::find_by_name(&mut view, first)
                .await
                .unwrap();
            drop(view);
            if found.is_none() {
                let added = add(&server, &ada, "ZhangSan", first).await;
                assert_eq!(added["status"], 0, "{added}");
            }
            let taken = add(&server, &ada, "ZhangOther", second).await;
            let field = (&taken["status"], &taken["field"]);
            assert_eq!(field, (&json!(100_011), &json!("email")), "{taken}");
            let mut view = server.db().read().await.unwrap();
            for spelling in [typed, wired, "ZHANG@BU\u{308}CHER.test"] {
                let found = atrium::directory::find_by_name(&mut view, spelling).await;
                assert_eq!(found.unwrap().unwrap().username, "ZhangSan", "{spelling}");
            }
        }
    }
}
