//! The calls about the corporate identities of an account.

use atrium::federation::Adding;
use serde_json::{Value, json};

use crate::support::passkeys;
use crate::support::product_api::{NOW, Person, Server};
use crate::support::{authenticator::Authenticator, base_path::ORIGIN, database, rows, trail};

const OWN: &str = "/api/security/account/identities";
const BEGIN: &str = "/api/security/account/identities/begin";
const UNLINK: &str = "/api/security/account/identities/unlink";
const LIST: &str = "/api/security/admin/user/identity/list";
const UNLINK_OF: &str = "/api/security/admin/user/identity/unlink";

/// The issuer of the provider of every server of this API.
pub const ISSUER: &str = "https://id.demo.test";

/// An identity of the account, as a row.
pub fn identity(account_id: &str, subject: &str) -> Value {
    json!({
        "issuer": ISSUER, "subject": subject, "provider": "lion", "account_id": account_id,
        "email": "dan@demo.test", "linked_at": NOW, "used_at": NOW,
    })
}

async fn add(server: &Server, row: Value) {
    let added = server.db().write::<_, atrium::db::DbError, _>(move |tx| {
        Box::pin(async move { rows::insert(tx, "federated_identities", &row).await })
    });
    added.await.unwrap();
}

async fn unlink(server: &Server, person: &Person, subject: &str) -> Value {
    let key = json!({ "issuer": ISSUER, "subject": subject });
    server.post_as(person, UNLINK, &key).await.json()
}

/// The owner reads the identities with the providers, and unlinks one: an entry and an email.
#[tokio::test]
async fn an_owner_reads_and_unlinks_identities() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let dan = server.person("DanMember", |_| {}).await;
        add(&server, identity(&dan.id, "dan-7")).await;
        let mut gone = identity(&dan.id, "dan-8");
        (gone["issuer"], gone["provider"]) = (json!("https://old.test"), json!("old"));
        add(&server, gone).await;
        let list = server.get_as(&dan, OWN).await.data();
        let first = json!({
            "issuer": ISSUER, "subject": "dan-7", "provider": "Lion Identity", "works": true,
            "email": "dan@demo.test", "given": false, "linkedAt": NOW, "usedAt": NOW,
        });
        assert_eq!(list["identities"][0], first, "{list}");
        let second = &list["identities"][1];
        assert_eq!(
            (&second["provider"], &second["works"]),
            (&json!("old"), &json!(false))
        );
        let providers = json!([{ "id": "lion", "label": "Lion Identity" }]);
        assert_eq!(list["providers"], providers);
        let done = unlink(&server, &dan, "dan-7").await;
        assert_eq!(done["data"], json!({ "ended": 0 }), "{done}");
        let again = unlink(&server, &dan, "dan-7").await;
        let gone =
            "This identity isn’t linked to the account. Somebody may have unlinked it just now.";
        assert_eq!(again["msg"], gone);
        let entries = trail::of_kind(server.db(), "identity.unlinked").await;
        assert_eq!(entries.len(), 1);
    }
}

/// The way to the provider is for this session, this account and this provider; a session that is not fresh gets none.
#[tokio::test]
async fn a_fresh_session_begins_the_trip() {
    let database = database::sqlite().await;
    let server = Server::start(&database.db).await;
    let dan = server.person("DanMember", |_| {}).await;
    let begun = server
        .post_as(&dan, BEGIN, &json!({ "provider": "lion" }))
        .await;
    let begun = begun.data();
    let address = begun["address"].as_str().unwrap();
    let sealed = address.strip_prefix("/federation/lion?link=").unwrap();
    let state = server.state();
    let place = (state.issuer.as_str(), "lion");
    let adding = Adding::open(sealed, place, &state.keys, NOW).unwrap();
    assert_eq!(adding.account_id, dan.id);
    let nobody = server
        .post_as(&dan, BEGIN, &json!({ "provider": "tiger" }))
        .await;
    assert_eq!(nobody.json()["msg"], "There is no such provider.");
    server.clock.advance(5 * atrium::clock::MINUTE);
    for (call, body) in [
        (BEGIN, json!({ "provider": "lion" })),
        (UNLINK, json!({ "issuer": ISSUER, "subject": "x" })),
    ] {
        let stale = server.post_as(&dan, call, &body).await;
        assert_eq!(stale.http.as_u16(), 401, "{call}");
    }
}

/// The last way in stays: without a password, another identity that works or a passkey that signs in by itself. The
/// corporate id is an administrator's.
#[tokio::test]
async fn the_last_way_in_stays() {
    let database = database::sqlite().await;
    let server = Server::start(&database.db).await;
    let dan = server
        .person("DanMember", |new| new.password_hash = None)
        .await;
    add(&server, identity(&dan.id, "dan-7")).await;
    let mut gone = identity(&dan.id, "dan-8");
    gone["issuer"] = json!("https://old.test");
    add(&server, gone).await;
    let last = "This is your last way to sign in. Add a passkey or set a password first, or ask your administrator.";
    assert_eq!(unlink(&server, &dan, "dan-7").await["msg"], last);
    add(&server, identity(&dan.id, "dan-9")).await;
    assert_eq!(unlink(&server, &dan, "dan-9").await["status"], 0);
    let mut device = Authenticator::new(ORIGIN);
    passkeys::added(server.state(), &dan.id, &mut device).await;
    // As strong as the account can prove now.
    let dan = server.signed_in(&dan.id).await;
    assert_eq!(unlink(&server, &dan, "dan-7").await["status"], 0);

    let eve = server
        .person("Eve", |new| new.lion_id = Some("L0042".into()))
        .await;
    add(&server, identity(&eve.id, "L0042")).await;
    let given =
        "This identity is the account’s corporate ID, which only an administrator can change.";
    assert_eq!(unlink(&server, &eve, "L0042").await["msg"], given);
}

/// Attack 34: an administrator unlinks for an owner, also the last way in, and not without the owner's codes
/// (decision 0020; `expected_rights.rs` has every asker).
#[tokio::test]
async fn an_administrator_reads_and_unlinks_identities() {
    let database = database::sqlite().await;
    let server = Server::start(&database.db).await;
    let ada = server.person("AdaSuper", |new| new.sup_admin = true).await;
    let dan = server
        .person("DanMember", |new| new.password_hash = None)
        .await;
    add(&server, identity(&dan.id, "dan-7")).await;
    let list = format!("{LIST}?userId={}", dan.id);
    let seen = server.get_as(&ada, &list).await.data();
    assert_eq!(seen["identities"][0]["subject"], "dan-7", "{seen}");
    let key = json!({ "userId": dan.id, "issuer": ISSUER, "subject": "dan-7" });
    let refused = server.post_as(&dan, UNLINK_OF, &key).await.json();
    assert_eq!(refused["status"], 100_013, "{refused}");
    let done = server.post_as(&ada, UNLINK_OF, &key).await.json();
    assert_eq!(done["data"]["ended"], 0, "{done}");
    let entries = trail::of_kind(server.db(), "identity.unlinked").await;
    assert_eq!(entries[0].actor_id.as_ref(), Some(&ada.id));
    assert_eq!(entries[0].account_id.as_ref(), Some(&dan.id));
}
