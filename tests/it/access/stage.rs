//! A server whose applications belong to products: `basic` and `old-code` by their client id, `old`
//! by its appName. The group `team` grants all three.

use atrium::catalogue::{ProductRow, ProductStatus, products};
use atrium::clients::{self, Client};
use atrium::directory::Status;
use atrium::groups;
use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

use crate::support::app::TestApp;
use crate::support::browser::{Browser, Page};
use crate::support::database::TestDatabase;
use crate::support::people::PASSWORD;
use crate::support::{legacy_app, relying_party::Rp};

/// The addresses to which `old` and `old-code` get their tokens.
pub const OLD: (&str, &str) = ("OLD", "http://localhost:9200/start");
pub const OLD_CODE: (&str, &str) = ("OLDCODE", "http://localhost:9201/start");

/// Number, client id and appName of each product.
const PRODUCTS: [(i64, Option<&str>, &str); 3] = [
    (71, Some("basic"), "BASIC"),
    (72, None, "OLD"),
    (73, Some("old-code"), "CODES"),
];

/// Creates the products and the group that grants them. Dan is not a member yet.
pub async fn set(database: &TestDatabase) -> TestApp {
    let app = TestApp::on(database).await;
    furnish(&app).await;
    app
}

/// The same on an existing server.
pub async fn furnish(app: &TestApp) {
    change_products(app, |_| {}).await;
    let chloe = app.account("ChloeManager").await.id;
    let now = app.now();
    app.write(move |tx| {
        Box::pin(async move {
            groups::save(tx, "team", "Brand team", "Write to Chloe.", now).await?;
            for (id, ..) in PRODUCTS {
                groups::grant(tx, "team", id).await?;
            }
            groups::appoint(tx, "team", &chloe).await
        })
    })
    .await;
}

/// Writes the three products, each changed by `change`.
pub async fn change_products(app: &TestApp, change: fn(&mut ProductRow)) {
    let now = app.now();
    app.write(move |tx| {
        Box::pin(async move {
            for (id, client_id, app_name) in PRODUCTS {
                let mut row = ProductRow {
                    id,
                    name: format!("Product {id}"),
                    app_name: app_name.to_owned(),
                    client_id: client_id.map(str::to_owned),
                    type_id: 1,
                    link: "http://localhost:9200/".to_owned(),
                    ..ProductRow::default()
                };
                change(&mut row);
                products::save(tx, &row, now).await?;
            }
            Ok(())
        })
    })
    .await;
}

/// Changes an application's entry, as `atrium client sync` does.
pub async fn change_client(app: &TestApp, client_id: &str, change: impl Fn(&mut Client)) {
    let mut client = (*app.state().clients.get(client_id).unwrap()).clone();
    change(&mut client);
    let now = app.now();
    app.write(move |tx| Box::pin(async move { clients::save(tx, &client, now).await }))
        .await;
    app.state().clients.reload().await.unwrap();
}

/// Switches the products off.
pub async fn switch_off(app: &TestApp) {
    change_products(app, |row| row.status = ProductStatus::Off).await;
}

/// Adds an account to the group, with this status.
pub async fn join(app: &TestApp, name: &str, status: Status) {
    let (id, now) = (app.account(name).await.id, app.now());
    app.write(move |tx| {
        Box::pin(async move { groups::set_membership(tx, &id, "team", status, now).await })
    })
    .await;
}

/// A browser in which `name` is signed in.
pub async fn signed_in<'a>(app: &'a TestApp, name: &str) -> Browser<'a> {
    let browser = app.browser();
    browser.sign_in_directly(name).await;
    browser
}

/// Opens a legacy application by its address.
pub async fn launch(browser: &Browser<'_>, (app_name, there): (&str, &str)) -> Page {
    browser
        .go(&format!("/login?callbackUrl={there}&appName={app_name}"))
        .await
}

/// The token in the address that `page` redirects to, if there is one.
pub fn token_of(page: &Page) -> Option<String> {
    let location = page.header("location");
    location
        .rsplit_once("token=")
        .map(|(_, token)| token.to_owned())
}

/// The answer of acc-login to `name` for an application.
pub async fn acc_login(app: &TestApp, name: &str, (app_name, there): (&str, &str)) -> Value {
    let body = json!({
        "account": name, "password": PASSWORD, "appName": app_name, "callbackUrl": there,
    });
    let request = Request::post("/api/security/acc-login")
        .header("content-type", "application/json")
        .body(Body::from(body.to_string()));
    app.send(request.unwrap()).await.json()
}

/// The status of `/user/info` for a token of an application.
pub async fn user_info(app: &TestApp, token: &str, app_name: &str) -> i64 {
    let answer = legacy_app::user_info(app, token, app_name).await.json();
    answer["status"].as_i64().unwrap()
}

/// The status of UserInfo for an access token.
pub async fn userinfo(app: &TestApp, access: &str) -> u16 {
    let request =
        Request::get("/oauth2/userinfo").header("authorization", format!("Bearer {access}"));
    let answer = app.send(request.body(Body::empty()).unwrap()).await;
    answer.status.as_u16()
}

/// True if introspection calls the token active.
pub async fn is_active(rp: &Rp<'_>, token: &str) -> bool {
    let answer = rp
        .post("/oauth2/introspect", &[("token", token)])
        .await
        .json();
    answer["active"].as_bool().unwrap()
}
