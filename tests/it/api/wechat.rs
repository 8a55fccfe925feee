//! The messaging app: C-130, C-131, D-25, E-41, F-68, F-69, G-25, G-83, K-46.

use atrium::clock::{HOUR, MINUTE};
use atrium::db::{Db, SqlQuery};
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::support::database;
use crate::support::product_api::{Person, Server, borrowed};
use crate::support::wechat::Platform;

const HANDLE: &str = "/api/security/wechat/access-token";
const SCHEME: &str = "/api/wechat/wxa/generatescheme";
const INVITE: &str = "/api/security/account/messaging-app/invite";
const LINK: &str = "/api/security/account/messaging-app/link";

async fn server(db: &Db, platform: &Platform) -> Server {
    let platform = platform.clone();
    Server::with(db, move |config| platform.configure(config)).await
}

async fn handle(server: &Server, person: &Person) -> String {
    let data = server.get_as(person, HANDLE).await.data();
    data.as_str().unwrap().to_owned()
}

/// The body of E-41, with the handle in the query as at the platform.
fn scheme(path: &str) -> Value {
    json!({ "jump_wxa": { "path": path, "env_version": "release" }, "expire_type": 1, "expire_interval": 1 })
}

async fn scheme_with(server: &Server, person: &Person, handle: &str, body: &Value) -> Value {
    let headers = server.dpop(person, "POST", SCHEME, &json!({}));
    let path = format!("{SCHEME}?access_token={handle}");
    server.post(&path, &borrowed(&headers), body).await.json()
}

fn last_link(platform: &Platform) -> Value {
    json!({ "wechatToken": platform.links().pop().unwrap() })
}

async fn is_linked(server: &Server, person: &Person) -> bool {
    let info = server
        .post_as(person, "/api/security/user/info", &json!({}))
        .await;
    info.data()["wechatBinded"].as_bool().unwrap()
}

/// C-130, C-131, E-41, F-68, F-69, trap T9: a handle is not the platform's token, and opens links for five minutes in its own session.
#[tokio::test]
async fn attack_t9_a_handle_stands_for_the_platforms_token_in_one_session() {
    for database in database::each_engine().await {
        let platform = Platform::start().await;
        let server = server(&database.db, &platform).await;
        let dan = server.person("dan", |_| {}).await;
        let own = handle(&server, &dan).await;
        assert!(!own.contains("platform-token"));
        let made = scheme_with(&server, &dan, &own, &scheme("pages/loading/loading")).await;
        assert_eq!(made["data"], "weixin://dl/business/?t=link1", "{made}");
        let asked = &platform.asked()[0];
        assert_eq!(asked["expire_type"], 1);
        assert_eq!(asked["expire_interval"], 1);
        assert_eq!(asked["jump_wxa"]["path"], "pages/loading/loading");
        assert_eq!(asked["jump_wxa"]["env_version"], "release");

        let again = server.signed_in(&dan.id).await;
        let eve = server.person("eve", |_| {}).await;
        for other in [&again, &eve] {
            let refused = scheme_with(&server, other, &own, &scheme("pages/loading/loading")).await;
            assert_eq!(refused["status"], 100_012, "{refused}");
            assert_eq!(refused["field"], "access_token");
            assert_eq!(refused["msg"], "This handle is over. Get a new one.");
        }
        server.clock.advance(5 * MINUTE);
        let late = scheme_with(&server, &dan, &own, &scheme("pages/loading/loading")).await;
        assert_eq!(late["field"], "access_token");
        assert_eq!(platform.asked().len(), 1);
    }
}

/// K-46, G-83: the server asks for nothing but what the settings say.
#[tokio::test]
async fn other_values_of_a_link_are_refused() {
    let database = database::sqlite().await;
    let platform = Platform::start().await;
    let server = server(&database.db, &platform).await;
    let dan = server.person("dan", |_| {}).await;
    let own = handle(&server, &dan).await;
    let page = "pages/loading/loading";
    for (body, field) in [
        (scheme("pages/loading/loading?a=1"), "jump_wxa.path"),
        (scheme("pages/admin/admin"), "jump_wxa.path"),
        (
            json!({ "jump_wxa": { "path": page, "env_version": "develop" } }),
            "jump_wxa.env_version",
        ),
        (
            json!({ "jump_wxa": { "path": page }, "expire_type": 0 }),
            "expire_type",
        ),
        (
            json!({ "jump_wxa": { "path": page }, "expire_interval": 30 }),
            "expire_interval",
        ),
    ] {
        let refused = scheme_with(&server, &dan, &own, &body).await;
        assert_eq!(
            (&refused["status"], &refused["field"]),
            (&json!(100_012), &json!(field))
        );
    }
    assert_eq!(platform.tokens(), 0);
}

/// Issue of one token for all: two processes and twelve people at once fetch it once, and again before its end or when
/// the platform refuses it. It is in no answer, and in the database it is sealed.
#[tokio::test]
async fn the_platforms_token_is_fetched_once_for_all_processes() {
    for database in database::each_engine().await {
        let platform = Platform::start().await;
        let servers = [
            server(&database.db, &platform).await,
            server(&database.db, &platform).await,
        ];
        let dan = servers[0].person("dan", |_| {}).await;
        let nothing = json!({});
        let calls = (0..12).map(|at| servers[at % 2].post_as(&dan, INVITE, &nothing));
        for answer in join_all(calls).await {
            assert!(!answer.text.contains("platform-token"), "{answer:?}");
            let data = answer.data();
            assert!(data["openlink"].as_str().unwrap().starts_with("weixin://"));
            assert!(data["qr"].as_str().unwrap().starts_with("<svg"));
        }
        assert_eq!(platform.tokens(), 1);
        let kept =
            "SELECT COUNT(*) FROM wechat_tokens WHERE token LIKE '%platform%' AND ends_at > $1";
        let mut view = database.db.read().await.unwrap();
        let count = SqlQuery::kept(kept).bind(0).fetch_one(&mut view);
        let (count,): (i64,) = count.await.unwrap();
        assert_eq!(count, 0);
        drop(view);

        platform.forget_token();
        servers[0].post_as(&dan, INVITE, &json!({})).await.data();
        assert_eq!(platform.tokens(), 2);
        for server in &servers {
            server.clock.advance(2 * HOUR - 5 * MINUTE);
        }
        let dan = servers[0].signed_in(&dan.id).await;
        servers[1].post_as(&dan, INVITE, &json!({})).await.data();
        assert_eq!(platform.tokens(), 3);
    }
}

/// Bad input of the platform: each failure has words, none of the platform's own, and a time for the next try.
#[tokio::test]
async fn failures_of_the_platform_have_words() {
    let database = database::sqlite().await;
    let platform = Platform::start().await;
    let server = server(&database.db, &platform).await;
    let dan = server.person("dan", |_| {}).await;
    let quota = "The messaging app answers no more requests for now. Try again later.";
    let failed = "The messaging app doesn’t answer. Try again later.";
    for (answer, words, wait) in [
        (
            json!({ "errcode": 45009, "errmsg": "reach max api daily quota limit" }),
            quota,
            "3600",
        ),
        (
            json!({ "errcode": 44990, "errmsg": "reach max api second frequence" }),
            quota,
            "60",
        ),
        (
            json!({ "errcode": 40013, "errmsg": "<b>invalid appid</b>" }),
            failed,
            "60",
        ),
        (
            json!({ "errcode": 0, "openlink": "https://evil.example" }),
            failed,
            "60",
        ),
        (json!([]), failed, "60"),
    ] {
        platform.fail(answer);
        let refused = server.post_as(&dan, INVITE, &json!({})).await;
        assert_eq!(refused.http, 503);
        assert_eq!(refused.json()["msg"], words);
        assert_eq!(refused.header("retry-after"), wait);
    }
}

/// D-25, G-25: a link is for the account that asked, once, while the session that asked lives; then the account is linked.
#[tokio::test]
async fn a_link_links_the_account_that_asked_for_it_once() {
    for database in database::each_engine().await {
        let platform = Platform::start().await;
        let server = server(&database.db, &platform).await;
        let dan = server.person("dan", |_| {}).await;
        let eve = server.person("eve", |_| {}).await;
        server.post_as(&dan, INVITE, &json!({})).await.data();
        let link = last_link(&platform);
        // Attack 24: a link of somebody else links nobody.
        let refused = server.post_as(&eve, LINK, &link).await.json();
        assert_eq!(refused["field"], "wechatToken");
        let words =
            "This link is over, was used, or belongs to another account. Open the QR code again.";
        assert_eq!(refused["msg"], words);
        assert!(!is_linked(&server, &dan).await && !is_linked(&server, &eve).await);

        // The phone has a session of its own.
        let phone = server.signed_in(&dan.id).await;
        assert_eq!(
            server.post_as(&phone, LINK, &link).await.json()["status"],
            0
        );
        assert!(is_linked(&server, &dan).await);
        assert_eq!(
            server.post_as(&phone, LINK, &link).await.json()["field"],
            "wechatToken"
        );

        server.post_as(&eve, INVITE, &json!({})).await.data();
        let link = last_link(&platform);
        let phone = server.signed_in(&eve.id).await;
        server
            .post_as(&eve, "/api/security/logout", &json!({}))
            .await
            .data();
        let late = server.post_as(&phone, LINK, &link).await.json();
        assert_eq!(late["field"], "wechatToken");
        assert!(!is_linked(&server, &phone).await);
    }
}

/// Not configured: the portal has no button, and the calls say so.
#[tokio::test]
async fn without_a_mini_program_the_calls_say_so() {
    let database = database::sqlite().await;
    let server = Server::with(&database.db, |config| config.wechat = <_>::default()).await;
    let dan = server.person("dan", |_| {}).await;
    let settings = server.get("/config.json", &[]).await.json();
    assert_eq!(settings["messagingApp"], false);
    for answer in [
        server.get_as(&dan, HANDLE).await,
        server.post_as(&dan, INVITE, &json!({})).await,
        server
            .post_as(&dan, LINK, &json!({ "wechatToken": "x" }))
            .await,
    ] {
        let json = answer.json();
        assert_eq!(json["status"], 100_013);
        let msg = json["msg"].as_str().unwrap();
        assert!(
            msg.starts_with("No mini program of the messaging app is configured here."),
            "{msg}"
        );
    }
}
