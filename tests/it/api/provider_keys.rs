//! The key and certificate that super administrators give a provider, and the test of what its settings name (R-21).

use serde_json::{Value, json};

use super::group_stage::give_group_right;
use super::providers::{ADD, TEST, UPDATE, ada, one, with, written};
use crate::signin::certified_keys::certified;
use crate::support::product_api::{Person, Server};
use crate::support::{database, trail};

/// A provider with a key instead of a secret.
fn keyed(key: &str, certificate: &str) -> Value {
    let with_key = json!({ "secret": null, "key": key, "certificate": certificate });
    with(written("tiger"), &with_key)
}

/// RFC 7515 section 4.1.8: the certificate is of the key, stays with it, and goes with it. A key that is replaced needs its own.
#[tokio::test]
async fn a_certificate_belongs_to_its_key() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = ada(&server).await;
        let (first, second) = (certified(2100), certified(2100));
        let said = async |path: &str, body: &Value| server.post_as(&ada, path, body).await.json();
        let other = "The certificate belongs to another key.";
        let none = "This is no X.509 certificate in PEM.";
        for (certificate, words) in [(&*second.certificate, other), ("no certificate", none)] {
            let answer = said(ADD, &keyed(&first.key, certificate)).await;
            assert_eq!(answer["msg"], words);
            assert_eq!(answer["faults"][0]["field"], "certificate");
        }
        let added = said(ADD, &keyed(&first.key, &first.certificate)).await;
        assert_eq!(added["status"], 0, "{added}");
        let certificate = async || one(&server, &ada, "tiger").await["certificate"].clone();
        assert_eq!(certificate().await, first.certificate.trim());
        let change = |more: Value| with(json!({ "id": "tiger" }), &more);
        for refused in [
            json!({ "certificate": second.certificate }),
            json!({ "key": second.key }),
        ] {
            assert_eq!(said(UPDATE, &change(refused)).await["msg"], other);
        }
        let label = said(UPDATE, &change(json!({ "label": "Tiger" }))).await;
        assert_eq!(label["status"], 0);
        assert_eq!(certificate().await, first.certificate.trim());
        let both = json!({ "key": second.key, "certificate": second.certificate });
        assert_eq!(said(UPDATE, &change(both)).await["status"], 0);
        assert_eq!(certificate().await, second.certificate.trim());
        let secret = json!({ "secret": "a secret" });
        assert_eq!(said(UPDATE, &change(secret)).await["status"], 0);
        assert_eq!(certificate().await, Value::Null, "a secret has none");
        let entries = trail::of_kind(server.db(), "provider.changed").await;
        assert!(entries.iter().all(|entry| !entry.detail.contains("BEGIN")));
        let named = entries.iter();
        let named = named.filter(|entry| entry.detail.contains(r#"{"field":"certificate"}"#));
        assert_eq!(named.count(), 3, "added, replaced, gone with its key");
    }
}

async fn checks(server: &Server, ada: &Person) -> Vec<String> {
    let answer = server.post_as(ada, TEST, &json!({ "id": "tiger" })).await;
    let data = answer.data();
    let checks = data["checks"].as_array().unwrap().iter();
    let text = |check: &Value, name: &str| check[name].as_str().unwrap().to_owned();
    let words = checks.map(|check| {
        let [point, outcome, found] = ["point", "outcome", "found"].map(|name| text(check, name));
        format!("{point} {outcome} {found}").trim().to_owned()
    });
    words
        .filter(|words| !words.starts_with("document"))
        .collect()
}

/// The test names a certificate that ends soon or has ended, an agency that is off, and groups that the claim cannot give.
#[tokio::test]
async fn a_test_checks_certificate_agency_and_groups() {
    let database = database::sqlite().await;
    let server = Server::start(&database.db).await;
    super::provider_claims::fill(&server).await;
    let ada = ada(&server).await;
    let (old, far) = (certified(2001), certified(2100));
    let mapped = json!({
        "agency": "open", "groupClaim": "roles",
        "groups": [{ "value": "staff", "groupId": "g-staff" }, { "value": "lions", "groupId": "g-lions" }],
    });
    let body = with(keyed(&far.key, &far.certificate), &mapped);
    let added = server.post_as(&ada, ADD, &body).await;
    assert_eq!(added.status(), 0, "{added:?}");
    let good = ["certificate good", "agency good", "groups good"];
    assert_eq!(checks(&server, &ada).await, good);
    let right = "account_maintain.AccountManagement.AuditLog.view";
    give_group_right(server.db(), "g-staff", right).await;
    super::provider_claims::close(&server).await;
    let change = json!({ "id": "tiger", "key": old.key, "certificate": old.certificate });
    let late = server.post_as(&ada, UPDATE, &change).await;
    assert_ne!(late.status(), 0, "the group and the agency are refused now");
    let bad = [
        "certificate good",
        "agency note open",
        "groups note lions, staff",
    ];
    assert_eq!(checks(&server, &ada).await, bad);
    let bare = with(
        change,
        &json!({ "agency": "", "groupClaim": "", "groups": [] }),
    );
    assert_eq!(server.post_as(&ada, UPDATE, &bare).await.status(), 0);
    assert_eq!(
        checks(&server, &ada).await,
        ["certificate fault 2001-01-01"]
    );
}
