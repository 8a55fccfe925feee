//! Decision 0046: a legacy application that was added in the portal asks each person before a launch token first goes to
//! one of its origins.

use atrium::audit::{AuditContext, Origin};
use atrium::db::DbError;
use atrium::random::Random;
use atrium::sessions::end;
use serde_json::{Value, json};

use crate::access;
use crate::support::product_api::{Answered, PASSWORD, Person, Server};
use crate::support::server_browser::{Browser, own};
use crate::support::{database, rows};

const ADD: &str = "/api/security/admin/application/add";
const UPDATE: &str = "/api/security/admin/application/update";
const OPEN: &str = "/api/security/app/login-count";
const FIRST: &str = "https://tool.example.com";
const SECOND: &str = "https://second.example.com";

fn origins(origins: &[&str]) -> Value {
    json!({ "app_name": "TOOL", "callback_origins": origins, "mode": "query" })
}

async fn tool(server: &Server) -> Person {
    let ada = server.person("ada", |new| new.sup_admin = true).await;
    let body = json!({ "client_id": "tool", "metadata": {
        "name": "Tool of Ada", "kind": "legacy", "legacy": origins(&[FIRST]),
    }});
    server.post_as(&ada, ADD, &body).await.data();
    ada
}

fn login(origin: &str) -> String {
    let query = url::form_urlencoded::Serializer::new(String::new())
        .append_pair("callbackUrl", &format!("{origin}/home?a=1"))
        .append_pair("appName", "TOOL")
        .finish();
    format!("/login?{query}")
}

async fn signed_in<'a>(server: &'a Server, account: &str) -> Browser<'a> {
    let mut browser = Browser::new(server);
    let page = browser.follow("/login").await;
    let fields = [("account", account), ("password", PASSWORD)];
    let done = browser.submit(&page, "/login", &fields).await;
    assert_eq!(done.http, 303, "{done:?}");
    browser
}

/// The page asks with the names of the application and the origin, and gives no token.
fn asks(page: &Answered, origin: &str) {
    assert_eq!(page.http, 200, "{page:?}");
    for text in [
        "Tool of Ada",
        origin,
        "action=\"/consent\"",
        "id=\"consent-allow\"",
        "id=\"consent-deny\"",
        "name=\"decision\"",
    ] {
        assert!(page.text.contains(text), "{text}: {page:?}");
    }
    assert!(!page.text.contains("token="), "{page:?}");
}

async fn allow(browser: &mut Browser<'_>, page: &Answered) -> Answered {
    let done = browser
        .submit(page, "/consent", &[("decision", "allow")])
        .await;
    assert_eq!(done.http, 303, "{done:?}");
    browser.follow(own(done.header("location")).unwrap()).await
}

fn launched(answer: &Answered, origin: &str) {
    let there = format!("{origin}/home?a=1&token=");
    assert!(answer.header("location").starts_with(&there), "{answer:?}");
}

async fn launch_tokens(server: &Server) -> i64 {
    rows::in_each_table(server.db()).await["launch_tokens"]
}

/// One link does not give a stranger's application a token: a page asks each person, once for each origin.
#[tokio::test]
async fn attack_34_one_link_gives_an_added_application_no_token() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = tool(&server).await;
        server.account("dan", |_| {}).await;
        server.account("eve", |_| {}).await;
        let mut dan = signed_in(&server, "dan").await;
        let page = dan.follow(&login(FIRST)).await;
        asks(&page, FIRST);
        // The page is shown again for each link, until somebody answers.
        asks(&dan.follow(&login(FIRST)).await, FIRST);
        assert_eq!(launch_tokens(&server).await, 0);
        launched(&allow(&mut dan, &page).await, FIRST);
        // Remembered, like a consent.
        launched(&dan.follow(&login(FIRST)).await, FIRST);
        assert_eq!(launch_tokens(&server).await, 2);
        // For one person.
        let mut eve = signed_in(&server, "eve").await;
        let page = eve.follow(&login(FIRST)).await;
        asks(&page, FIRST);
        let denied = eve.submit(&page, "/consent", &[("decision", "deny")]).await;
        let denied = eve.open(own(denied.header("location")).unwrap()).await;
        assert_eq!(own(denied.header("location")), Some("/"), "{denied:?}");
        asks(&eve.follow(&login(FIRST)).await, FIRST);
        assert_eq!(launch_tokens(&server).await, 2);
        // And for one origin. A new one ends what was remembered.
        server.clock.advance(1_000);
        let body =
            json!({ "client_id": "tool", "metadata": { "legacy": origins(&[FIRST, SECOND]) } });
        server.post_as(&ada, UPDATE, &body).await.data();
        server.clock.advance(1_000);
        let mut dan = signed_in(&server, "dan").await;
        asks(&dan.follow(&login(FIRST)).await, FIRST);
        let page = dan.follow(&login(SECOND)).await;
        asks(&page, SECOND);
        launched(&allow(&mut dan, &page).await, SECOND);
        asks(&dan.follow(&login(FIRST)).await, FIRST);
        let page = dan.follow(&login(FIRST)).await;
        launched(&allow(&mut dan, &page).await, FIRST);
        launched(&dan.follow(&login(SECOND)).await, SECOND);
        // A change of other fields ends nothing.
        let body = json!({ "client_id": "tool", "metadata": { "client_uri": "https://tool.example.com/" } });
        server.post_as(&ada, UPDATE, &body).await.data();
        launched(&dan.follow(&login(FIRST)).await, FIRST);
    }
}

/// A person who first has to sign in is asked after the sign-in.
#[tokio::test]
async fn a_sign_in_on_the_way_is_asked_after_it() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        tool(&server).await;
        server.account("dan", |_| {}).await;
        let mut browser = Browser::new(&server);
        let page = browser.follow(&login(FIRST)).await;
        let fields = [("account", "dan"), ("password", PASSWORD)];
        let done = browser.submit(&page, "/login", &fields).await;
        let page = browser.follow(done.header("location")).await;
        asks(&page, FIRST);
        let odd = browser
            .submit(&page, "/consent", &[("decision", "perhaps")])
            .await;
        assert_eq!(odd.http, 400, "{odd:?}");
        launched(&allow(&mut browser, &page).await, FIRST);
    }
}

/// Contract C-010: a card of such an application leads through the page, and gives no token before.
#[tokio::test]
async fn attack_34_a_card_of_an_added_application_leads_through_the_page() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        tool(&server).await;
        let mut row = access::product(1);
        row.everyone = true;
        row.client_id = Some("tool".to_owned());
        row.link = format!("{FIRST}/home?a=1");
        row.links = vec![atrium::catalogue::Link {
            name: "Second".to_owned(),
            url: format!("{FIRST}/second"),
        }];
        access::save(server.db(), row, &[]).await;
        let dan = server.person("dan", |_| {}).await;
        let card = json!({ "productId": 1 });
        let before = server.post_as(&dan, OPEN, &card).await.data();
        assert_eq!(before["token"], Value::Null, "{before}");
        let link = before["link"].as_str().unwrap();
        let second = before["links"][0]["url"].as_str().unwrap();
        for way in [link, second] {
            assert!(
                own(way).unwrap().starts_with("/login?callbackUrl="),
                "{way}"
            );
        }
        let mut browser = signed_in(&server, "dan").await;
        let page = browser.follow(own(link).unwrap()).await;
        asks(&page, FIRST);
        launched(&allow(&mut browser, &page).await, FIRST);
        let after = server.post_as(&dan, OPEN, &card).await.data();
        assert!(after["token"].is_string(), "{after}");
        assert_eq!(after["link"], format!("{FIRST}/home?a=1"));
        assert_eq!(after["links"][0]["url"], format!("{FIRST}/second"));
    }
}

/// A super administrator may say that an application is our own: then no page asks, as with OpenID Connect.
#[tokio::test]
async fn an_application_of_our_own_asks_nobody() {
    let database = database::sqlite().await;
    let server = Server::start(&database.db).await;
    let ada = tool(&server).await;
    let body = json!({ "client_id": "tool", "metadata": { "first_party": true } });
    server.post_as(&ada, UPDATE, &body).await.data();
    server.account("dan", |_| {}).await;
    let mut dan = signed_in(&server, "dan").await;
    launched(&dan.follow(&login(FIRST)).await, FIRST);
}

/// Attack 24: withdrawing the answer ends the token too, and the page asks again.
#[tokio::test]
async fn attack_24_a_withdrawn_answer_ends_the_token() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        tool(&server).await;
        let id = server.account("dan", |_| {}).await;
        let mut dan = signed_in(&server, "dan").await;
        let page = dan.follow(&login(FIRST)).await;
        let away = allow(&mut dan, &page).await;
        let token = away.header("location").rsplit_once("token=").unwrap().1;
        let info = async || {
            let body = json!({ "appName": "TOOL" });
            let headers = [("access-token", token)];
            let answer = server.post("/api/security/user/info", &headers, &body);
            answer.await.status()
        };
        assert_eq!(info().await, 0);
        let audit = AuditContext::new(server.clock.now(), &Random::system(), &Origin::default());
        let withdrawn = server.db().write::<_, DbError, _>(move |tx| {
            Box::pin(async move { end::withdraw_consent(tx, &id, "tool", &audit).await })
        });
        assert!(withdrawn.await.unwrap());
        assert_eq!(info().await, 100_000);
        asks(&dan.follow(&login(FIRST)).await, FIRST);
    }
}
