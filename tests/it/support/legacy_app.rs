//! A legacy application and a legacy client of the product API, in a [`TestApp`].

use atrium::db::DbError;
use atrium::sessions::user_tokens;
use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

use super::app::{Answer, TestApp};
use super::browser::Browser;

/// Launches a legacy application in a signed-in browser. Returns T from its address, or the code in
/// mode `code`.
pub async fn launched(browser: &Browser<'_>, app_name: &str, there: &str) -> String {
    let path = format!("/login?callbackUrl={there}&appName={app_name}");
    let away = browser.go(&path).await;
    let location = away.header("location");
    assert!(location.starts_with(there), "{location}");
    location.rsplit_once("token=").unwrap().1.to_owned()
}

/// Requests the user of `token`, as a legacy application does. A legacy client sends `SSO` as its
/// `app_name`.
pub async fn user_info(app: &TestApp, token: &str, app_name: &str) -> Answer {
    let path = format!("/api/security/user/info?appName={app_name}");
    call(app, &path, token, &json!({"appName": app_name})).await
}

/// Signs in as a legacy client does, and returns the userToken.
pub async fn acc_login(app: &TestApp, account: &str, password: &str) -> String {
    let body = json!({"account": account, "password": password, "appName": "SSO"});
    let answer = call(app, "/api/security/acc-login", "", &body).await.json();
    let token = answer["data"]["userToken"].as_str();
    token.unwrap_or_else(|| panic!("{answer}")).to_owned()
}

/// Issues a userToken for an existing session.
pub async fn user_token(app: &TestApp, sid: &str) -> String {
    let (sid, audit) = (sid.to_owned(), app.audit());
    let given = app.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move { user_tokens::issue(tx, &sid, audit.now, &audit.random).await })
    });
    given.await.unwrap()
}

async fn call(app: &TestApp, path: &str, token: &str, body: &Value) -> Answer {
    let request = Request::post(path)
        .header("access-token", token)
        .header("content-type", "application/json");
    app.send(request.body(Body::from(body.to_string())).unwrap())
        .await
}
