//! What the product API says when it refuses a passkey.

use atrium::http::envelope::ApiError;
use atrium::i18n::language::Language;
use atrium::passkeys::PasskeyError;
use serde_json::{Value, json};

use crate::support::authenticator::Authenticator;
use crate::support::base_path::ORIGIN;
use crate::support::database;
use crate::support::passkeys;
use crate::support::product_api::{Person, Server};

async fn finish(server: &Server, person: &Person, device: &mut Authenticator) -> Value {
    let (state, credential) = passkeys::made(server.state(), &person.id, device).await;
    let body = json!({ "state": state, "name": "key", "credential": credential });
    let path = "/api/security/account/passkeys/finish";
    server.post_as(person, path, &body).await.json()["msg"].clone()
}

#[tokio::test]
async fn each_refusal_of_a_passkey_says_its_cause() {
    let database = database::sqlite().await;
    let server = Server::start(&database.db).await;
    let (dan, eve) = (
        server.person("Dan", |_| {}).await,
        server.person("Eve", |_| {}).await,
    );
    let late = json!({ "state": "damaged", "name": "key", "credential": {} });
    let path = "/api/security/account/passkeys/finish";
    let late = server.post_as(&dan, path, &late).await.json()["msg"].clone();
    assert_eq!(late, "The passkey came too late. Start again.");
    let mut foreign = Authenticator::new("https://evil.test");
    assert_eq!(
        finish(&server, &dan, &mut foreign).await,
        "The passkey couldn’t be checked, so it wasn’t added. Start again, or use another device."
    );
    let mut device = Authenticator::new(ORIGIN);
    assert_eq!(finish(&server, &dan, &mut device).await, "");
    assert_eq!(
        finish(&server, &eve, &mut device).await,
        "This passkey was added before."
    );
    for _ in 1..20 {
        passkeys::added(server.state(), &dan.id, &mut Authenticator::new(ORIGIN)).await;
    }
    // The key that there is now must have proved the person.
    let dan = server.signed_in(&dan.id).await;
    let begin = "/api/security/account/passkeys/begin";
    let many = server.post_as(&dan, begin, &json!({})).await.json()["msg"].clone();
    assert_eq!(
        many,
        "You have 20 passkeys, which is the most. Remove one first."
    );
    assert_eq!(
        ApiError::from(PasskeyError::Off).message(Language::EnUs),
        "This server has no passkeys, because its address has no host name. Ask an administrator."
    );
}
