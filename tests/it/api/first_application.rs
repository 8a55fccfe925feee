//! The walk of `docs/relying-apps.md`, "Who may open it, and its groups", by the calls that the portal makes: application,
//! product, group, member, scope.

use axum::body::Body;
use axum::http::Request;
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use serde_json::{Value, json};

use super::accounts::ada;
use crate::support::database;
use crate::support::product_api::{Answered, PASSWORD, Person, Server};
use crate::support::server_browser::Browser;

const CALLBACK: &str = "https://tool.example.com/callback";

async fn done(server: &Server, by: &Person, path: &str, body: Value) -> Value {
    let answer = server.post_as(by, path, &body).await;
    assert_eq!(answer.status(), 0, "{path} {body}: {answer:?}");
    answer.data()
}

/// The answer to a sign-in at the application.
async fn arrives(browser: &mut Browser<'_>) -> Answered {
    let query = url::form_urlencoded::Serializer::new(String::new())
        .append_pair("client_id", "tool")
        .append_pair("redirect_uri", CALLBACK)
        .append_pair("response_type", "code")
        .append_pair("scope", "openid groups")
        .append_pair("state", "s")
        .finish();
    browser.follow(&format!("/oauth2/authorize?{query}")).await
}

/// UserInfo for the code in this redirect.
async fn userinfo(server: &Server, away: &Answered, secret: &str) -> Value {
    let location = away.header("location");
    assert!(location.starts_with(CALLBACK), "{away:?}");
    let address = url::Url::parse(location).unwrap();
    let mut pairs = address.query_pairs();
    let code = pairs
        .find(|(name, _)| name == "code")
        .unwrap()
        .1
        .into_owned();
    let form = url::form_urlencoded::Serializer::new(String::new())
        .append_pair("grant_type", "authorization_code")
        .append_pair("redirect_uri", CALLBACK)
        .append_pair("code", &code)
        .finish();
    let basic = STANDARD.encode(format!("tool:{secret}"));
    let request = Request::post("/oauth2/token")
        .header("content-type", "application/x-www-form-urlencoded")
        .header("authorization", format!("Basic {basic}"));
    let answer = server.send(request.body(Body::from(form)).unwrap()).await;
    let tokens = answer.json();
    let id_token = tokens["id_token"].as_str().unwrap();
    let claims = id_token.split('.').nth(1).unwrap();
    let claims = URL_SAFE_NO_PAD.decode(claims).unwrap();
    let claims: Value = serde_json::from_slice(&claims).unwrap();
    assert_eq!(claims["groups"], Value::Null, "they are at UserInfo");
    let bearer = format!("Bearer {}", tokens["access_token"].as_str().unwrap());
    let headers = [("authorization", bearer.as_str())];
    server.get("/oauth2/userinfo", &headers).await.json()
}

/// Each step of the document is a call. After the last step the application reads the group's name.
#[tokio::test]
async fn an_application_is_made_with_product_group_and_member() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = ada(&server).await;
        let dan = server.account("dan", |_| {}).await;
        let body = json!({ "client_id": "tool", "metadata": {
            "name": "Tool", "redirect_uris": [CALLBACK], "scopes": ["openid", "profile", "groups"],
        }});
        let added = done(&server, &ada, "/api/security/admin/application/add", body).await;
        let secret = added["secret"].as_str().unwrap().to_owned();
        let body = json!({
            "name": "Tool", "appName": "TOOL", "applicationId": "tool", "typeId": 1, "adminId": ada.id,
            "link": "https://tool.example.com/", "attribute1": "What", "attribute2": "How", "attribute3": "Whom",
        });
        let product = done(&server, &ada, "/api/security/admin/app/add", body).await;
        let mut browser = Browser::new(&server);
        let page = browser.follow("/login").await;
        let fields = [("account", "dan"), ("password", PASSWORD)];
        browser.submit(&page, "/login", &fields).await;
        let closed = arrives(&mut browser).await;
        assert_eq!(closed.http, 403, "the product decides now: {closed:?}");

        let body = json!({ "groupName": "Tool users", "appIds": [product["projectId"]] });
        let group = done(&server, &ada, "/api/security/admin/user-group/add", body).await;
        let body = json!({ "groupId": group["groupId"], "addUserIds": [dan] });
        done(
            &server,
            &ada,
            "/api/security/admin/user-group/upd-member",
            body,
        )
        .await;
        let page = arrives(&mut browser).await;
        let allowed = browser
            .submit(&page, "/consent", &[("decision", "allow")])
            .await;
        let away = browser.follow(allowed.header("location")).await;
        let told = userinfo(&server, &away, &secret).await;
        assert_eq!(told["groups"], json!(["Tool users"]), "{told}");
    }
}
