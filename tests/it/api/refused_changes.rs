//! A refused change of an account has the words of its rule, the same in each call ("Nobody above himself"
//! and "Answers"; decision 0020).

use atrium::access::rights::{give_group, save_code};
use atrium::db::DbError;
use serde_json::{Value, json};

use super::account_changes::{RANDOM, UPDATE};
use super::accounts::{house, in_chinese};
use crate::support::database;
use crate::support::product_api::{Person, Server};

const HOLDS_MORE: &str = "This person has or can give rights in the administration that you don’t have. Ask an administrator.";
const OWN_SIGN_IN: &str = "You can’t change your own email address, Lion ID or last valid day, or mark your own \
    address or number as confirmed. Ask an administrator.";
const OWN_PLACE: &str = "You can’t change your own agency, client or brand. Ask an administrator.";
const NO_REASON: &str =
    "Your account doesn’t have the right to do this. Ask a super administrator.";

/// A person who holds these codes of product SSO.
async fn holder(
    server: &Server,
    name: &'static str,
    codes: &'static [(&'static str, &'static str)],
) -> Person {
    let person = server.person(name, |_| {}).await;
    let id = person.id.clone();
    let given = server.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            for (group, code) in codes {
                let code = format!("account_maintain.AccountManagement.{code}");
                save_code(tx, "SSO", group, &code).await?;
                give_group(tx, &id, "SSO", group).await?;
            }
            Ok(())
        })
    });
    given.await.unwrap();
    person
}

#[tokio::test]
async fn a_refused_change_says_why() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let codes = &[
            ("EDITORS", "AccountList.edit"),
            ("HELPERS", "AccountList.password"),
        ];
        let editor = holder(&server, "EditorMember", codes).await;
        let reader = holder(&server, "AuditReader", &[("AUDITORS", "AuditLog.view")]).await;
        let change = |id: &str, name: &str, value: Value| {
            let mut body = json!({"userId": id});
            body[name] = value;
            body
        };
        for (path, body, words) in [
            (RANDOM, json!({"userId": reader.id}), HOLDS_MORE),
            (
                UPDATE,
                change(&reader.id, "email", json!("mine@evil.test")),
                HOLDS_MORE,
            ),
            (
                UPDATE,
                change(&editor.id, "email", json!("boss@demo.test")),
                OWN_SIGN_IN,
            ),
            (
                UPDATE,
                change(&editor.id, "agencyId", json!("north")),
                OWN_PLACE,
            ),
            // The right to make super administrators is not theirs at all, so the answer has no reason.
            (UPDATE, change(&reader.id, "supAdmin", json!(1)), NO_REASON),
        ] {
            let told = server.post_as(&editor, path, &body).await.json();
            let told = (&told["status"], &told["msg"]);
            assert_eq!(told, (&json!(100_013), &json!(words)), "{path} {body}");
        }
        let body = change(&editor.id, "agencyId", json!("north"));
        let told = in_chinese(&server, &editor, UPDATE, &body).await.json();
        assert_eq!(
            told["msg"],
            "不能修改自己的代理公司、客户或品牌。请联系管理员。"
        );
    }
}
