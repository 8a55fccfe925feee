//! Attack 24: a disabled or expired account is refused on every path even if none of its tokens was ended,
//! because the account itself is checked.

use atrium::db::{DbError, SqlQuery};
use atrium::directory::TOPIC;
use axum::body::Body;
use axum::http::Request;

use crate::support::app::{Answer, TestApp};

/// Changes that make Dan's account unusable and end no token.
const WAYS: [&str; 2] = [
    "UPDATE accounts SET status = 2 WHERE username = 'DanMember'",
    "UPDATE accounts SET expire_date = '2020-02-29' WHERE username = 'DanMember'",
];

async fn change(app: &TestApp, sql: &'static str) {
    app.write(move |tx| {
        // As every store says that writes accounts.
        tx.changed(TOPIC);
        Box::pin(async move {
            assert_eq!(SqlQuery::kept(sql).execute(tx).await?, 1);
            Ok::<_, DbError>(())
        })
    })
    .await;
}

async fn asked(app: &TestApp, path: &str, header: (&str, &str)) -> Answer {
    let request = Request::post(path).header(header.0, header.1);
    app.send(request.body(Body::empty()).unwrap()).await
}

/// Attack 24.
#[tokio::test]
async fn every_endpoint_checks_the_account() {
    for way in WAYS {
        let app = TestApp::start().await;
        let browser = app.browser();
        browser.sign_in_directly("DanMember").await;
        let rp = app.rp("basic");
        let tokens = rp.tokens(&browser, "openid offline_access").await;
        let bearer = format!("Bearer {}", tokens["access_token"].as_str().unwrap());
        let bearer = ("authorization", bearer.as_str());
        let refresh = tokens["refresh_token"].as_str().unwrap();
        let ask = rp.ask("openid");
        let code = rp.code(&browser, &ask).await;
        let to = "/login?callbackUrl=http://localhost:9200/start&appName=OLD";
        let launched = browser.go(to).await.location().unwrap();
        let token = launched.query().unwrap().strip_prefix("token=").unwrap();
        let launch = ("access-token", token);
        let who = "/api/security/user/info?appName=OLD";
        assert_eq!(asked(&app, who, launch).await.json()["status"], 0);
        assert_eq!(asked(&app, "/oauth2/userinfo", bearer).await.status, 200);

        change(&app, way).await;
        assert_eq!(rp.exchange(&ask, &code).await.error(), "invalid_grant");
        assert_eq!(rp.refresh(refresh).await.error(), "invalid_grant", "{way}");
        let answer = asked(&app, who, launch).await.json();
        assert_eq!(answer["status"], 100_000, "{way}");
        let answer = asked(&app, "/oauth2/userinfo", bearer).await;
        assert_eq!(answer.status, 401, "{way}");
        let silent = rp.ask("openid").with("prompt", "none");
        let answer = rp.authorize(&browser, &silent).await;
        assert_eq!(answer.error(), "login_required", "{way}");
    }
}
