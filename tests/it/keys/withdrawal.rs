//! A signing key that leaked: `atrium keys withdraw`.

use std::time::{Duration, Instant};

use atrium::keys::{self, KeysError};
use serde_json::Value;

use crate::support::app::TestApp;
use crate::support::database;
use crate::support::relying_party::verify;

async fn is_active(app: &TestApp, token: &str) -> bool {
    let form = [("token", token)];
    let answer = app.rp("jwt").post("/oauth2/introspect", &form).await;
    answer.json()["active"] == true
}

async fn published(app: &TestApp) -> String {
    app.get("/oauth2/jwks").await.text()
}

/// Every process refuses everything that the key signed, by us or by a thief, as soon as it learns of the
/// withdrawal (within a second). A new key signs in its place.
#[tokio::test]
async fn what_a_withdrawn_key_signed_is_worth_nothing_on_any_process() {
    for database in database::each_engine().await {
        let one = TestApp::on(&database).await;
        let two = TestApp::beside(&one, database.again().await).await;
        let browser = one.browser();
        browser.sign_in_directly("DanMember").await;
        let issue = async || -> (String, String) {
            let tokens = one.rp("jwt").tokens(&browser, "openid").await;
            let token = tokens["access_token"].as_str().unwrap().to_owned();
            let (header, _): (Value, Value) = verify(&one, &token).await;
            (token, header["kid"].as_str().unwrap().to_owned())
        };
        let (stolen, kid) = issue().await;
        assert!(is_active(&one, &stolen).await && is_active(&two, &stolen).await);

        let db = database.again().await;
        let keeper = one.keeper(db.clone()).await;
        let changes = keeper.withdraw(&kid, one.now()).await.unwrap();
        let states: Vec<&str> = changes.iter().map(|change| change.state).collect();
        assert_eq!(states, ["withdrawn", "next", "active"]);

        let withdrawn = Instant::now();
        for app in [&one, &two] {
            while is_active(app, &stolen).await {
                assert!(withdrawn.elapsed() < Duration::from_secs(10));
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            assert!(!published(app).await.contains(&kid));
        }
        let (fresh, follower) = issue().await;
        assert_ne!(follower, kid);
        assert!(is_active(&one, &fresh).await && is_active(&two, &fresh).await);

        let again = keeper.withdraw(&kid, one.now()).await;
        assert!(matches!(again, Err(KeysError::Unknown(_))), "{again:?}");
        let rows = keys::list(&mut db.read().await.unwrap()).await.unwrap();
        let gone = rows.iter().find(|row| row.kid == kid).unwrap();
        assert_eq!(gone.private_sealed, None, "nobody can unseal it any more");
    }
}
