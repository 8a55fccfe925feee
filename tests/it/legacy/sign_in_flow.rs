//! `/login?callbackUrl=&appName=` from the first visit to the legacy application (R-02, F-03).

use serde_json::json;

use crate::support::base_path::ISSUER;
use crate::support::database;
use crate::support::product_api::{Answered, PASSWORD, Server};
use crate::support::server_browser::Browser;

const INFO: &str = "/api/security/user/info";

fn login(app: &str, callback: &str) -> String {
    let query = url::form_urlencoded::Serializer::new(String::new())
        .append_pair("callbackUrl", callback)
        .append_pair("appName", app)
        .finish();
    format!("/login?{query}")
}

async fn sign_in(browser: &mut Browser<'_>, at: &str) -> Answered {
    let page = browser.follow(at).await;
    assert_eq!(page.http, 200, "{page:?}");
    let fields = [("account", "dan"), ("password", PASSWORD)];
    let done = browser.submit(&page, "/login", &fields).await;
    assert_eq!(done.http, 303, "{done:?}");
    browser.follow(done.header("location")).await
}

/// The value of `token=` in the address that the page after the sign-in leads to.
fn token(answer: &Answered) -> String {
    assert_eq!(answer.http, 200, "{answer:?}");
    let location = answer.header("location");
    location.rsplit_once("token=").unwrap().1.to_owned()
}

async fn status(server: &Server, app: &str, token: &str) -> i64 {
    let path = format!("{INFO}?appName={app}");
    let headers = [("access-token", token)];
    server
        .post(&path, &headers, &json!({"appName": app}))
        .await
        .status()
}

/// a sign-in only if there is no session, then the callbackUrl (U) with T. Its query is kept.
#[tokio::test]
async fn one_sign_in_opens_legacy_applications() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        server.account("dan", |_| {}).await;
        let mut browser = Browser::new(&server);
        let first = login("OLDQUERY", "http://localhost:8082/?a=1&b=%2F");
        let away = sign_in(&mut browser, &first).await;
        let secret = token(&away);
        let expected = format!("http://localhost:8082/?a=1&b=%2F&token={secret}");
        assert_eq!(away.header("location"), expected);
        assert_eq!(away.header("referrer-policy"), "no-referrer");
        assert_eq!(away.header("cache-control"), "no-store");
        assert_eq!(status(&server, "OLDQUERY", &secret).await, 0);
        assert_eq!(status(&server, "OLDCODE", &secret).await, 100_000);
        assert_eq!(status(&server, "SSO", &secret).await, 100_000);
        // Already signed in: a redirect without a page, each time with another token.
        let again = browser.follow(&first).await;
        assert_ne!(token(&again), secret);
        let code = browser
            .follow(&login("OLDCODE", "https://code.example.com/x"))
            .await;
        assert!(
            code.header("location")
                .starts_with("https://code.example.com/x?token=")
        );
        assert_eq!(status(&server, "OLDCODE", &token(&code)).await, 0);
        // Logging out at one application ends the session for all.
        let headers = [("access-token", secret.as_str())];
        let out = "/api/security/logout?appName=OLDQUERY";
        let body = json!({"appName": "OLDQUERY"});
        assert_eq!(server.post(out, &headers, &body).await.status(), 0);
        assert_eq!(status(&server, "OLDQUERY", &secret).await, 100_000);
        assert_eq!(status(&server, "OLDQUERY", &token(&again)).await, 100_000);
        let page = browser.follow(&first).await;
        assert_eq!(page.http, 200, "asked to sign in again");
    }
}

/// First sign-in: no launch token before the new password is set; then the person continues to the
/// application.
#[tokio::test]
async fn a_newcomer_changes_the_password_and_goes_on() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        server
            .account("dan", |new| new.must_change_password = true)
            .await;
        let mut browser = Browser::new(&server);
        let page = sign_in(&mut browser, &login("OLDQUERY", "http://localhost:8082/")).await;
        assert_eq!(page.http, 200, "{page:?}");
        let fields = [
            ("new_password", "a better one, with spaces"),
            ("confirm_password", "a better one, with spaces"),
        ];
        let done = browser.submit(&page, "/login/password", &fields).await;
        let away = browser.follow(done.header("location")).await;
        assert_eq!(status(&server, "OLDQUERY", &token(&away)).await, 0);
    }
}

/// Attacks 8 and 10: a flow ends only in its own browser, once, and after all its steps.
#[tokio::test]
async fn the_end_of_a_sign_in_flow_cannot_be_taken() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        server.account("dan", |_| {}).await;
        let mut browser = Browser::new(&server);
        let page = browser
            .open(&login("OLDQUERY", "http://localhost:8082/"))
            .await;
        let flow = page
            .header("location")
            .rsplit_once("flow=")
            .unwrap()
            .1
            .to_owned();
        let end = format!("/login/launch?flow={flow}");
        let early = browser.open(&end).await;
        assert_eq!(
            early.header("location"),
            format!("/login?flow={flow}"),
            "not signed in yet"
        );
        let mut thief = Browser::new(&server);
        sign_in(&mut thief, &login("OLDCODE", "https://code.example.com/")).await;
        for path in [
            end.as_str(),
            "/login/launch",
            "/login/launch?flow=",
            "/login/launch?flow=x",
        ] {
            let refused = thief.open(path).await;
            assert_eq!(refused.http, 400, "{path}");
            assert_eq!(refused.header("location"), "");
        }
        let away = sign_in(&mut browser, &login("OLDQUERY", "http://localhost:8082/")).await;
        let first = token(&away);
        // The flow has ended. Opening it again begins a new one for the same address.
        let back = browser.open(&end).await;
        assert!(!back.text.contains(&first) && !back.header("location").contains("token="));
    }
}

/// F-07: without an address, or with `/login`, the target is `/`: no loop, no error and no token, signed in or not.
#[tokio::test]
async fn without_an_address_of_its_own_a_visit_ends_at_home() {
    let database = &database::each_engine().await[0];
    let server = Server::start(&database.db).await;
    server.account("dan", |_| {}).await;
    for path in [
        "/login",
        "/login?appName=OLDQUERY",
        "/login?appName=NOBODY",
        "/login?callbackUrl=&appName=OLDQUERY",
        "/login?callbackUrl=/login",
        "/login?callbackUrl=%2Flogin&appName=SSO",
        &format!("/login?callbackUrl={ISSUER}/login"),
    ] {
        let mut browser = Browser::new(&server);
        let page = browser.follow(path).await;
        assert_eq!(page.http, 200, "{path}: {page:?}");
        let fields = [("account", "dan"), ("password", PASSWORD)];
        let done = browser.submit(&page, "/login", &fields).await;
        assert_eq!(last_address(&mut browser, done).await, "/", "{path}");
        let again = browser.open(path).await;
        assert_eq!(last_address(&mut browser, again).await, "/", "{path}");
    }
}

/// The address that the redirects of the sign-in reach after `answer`.
async fn last_address(browser: &mut Browser<'_>, mut answer: Answered) -> String {
    for _ in 0..4 {
        assert_eq!(answer.http, 303, "{answer:?}");
        let address = answer.header("location").to_owned();
        if !address.starts_with("/login") {
            return address;
        }
        answer = browser.open(&address).await;
    }
    panic!("goes round and round: {answer:?}");
}

/// Contract F-03, attacks 1 to 4: a hostile address, in any spelling, gets an error page and never a redirect.
#[tokio::test]
async fn attack_1_hostile_callback_urls_end_on_a_page() {
    let database = &database::each_engine().await[0];
    let server = Server::start(&database.db).await;
    server.account("dan", |_| {}).await;
    let mut signed_in = Browser::new(&server);
    sign_in(
        &mut signed_in,
        &login("OLDQUERY", "https://old.example.com/"),
    )
    .await;
    let mut stranger = Browser::new(&server);
    for callback in HOSTILE {
        let path = login("OLDQUERY", callback);
        for browser in [&mut signed_in, &mut stranger] {
            refused(&browser.open(&path).await, callback);
        }
        let lion = path.replace("/login?", "/api/security/lion-login?");
        refused(&stranger.open(&lion).await, callback);
        // Without an application, or with ours, it must be a path of this server.
        let own = login("SSO", callback);
        let nameless = own.replace("&appName=SSO", "");
        let lion = nameless.replace("/login?", "/api/security/lion-login?");
        for path in [own, nameless, lion] {
            refused(&signed_in.open(&path).await, &path);
            refused(&stranger.open(&path).await, &path);
        }
    }
    assert!(HOSTILE.len() >= 40, "{}", HOSTILE.len());
    let good = "callbackUrl=https%3A%2F%2Fold.example.com%2F";
    for path in [
        // Another application's address, an unknown one, one that moved to OpenID Connect.
        login("OLDCODE", "https://old.example.com/"),
        login("NOBODY", "https://old.example.com/"),
        login("oldquery", "https://old.example.com/"),
        login("OLDMOVED", "https://moved.example.com/"),
        login("OLDQUERY%00", "https://old.example.com/"),
        login("SSO", "https://old.example.com/"),
        // Attack 4: a repeated parameter.
        format!("/login?{good}&{good}&appName=OLDQUERY"),
        format!("/login?{good}&callbackUrl=https%3A%2F%2Fevil.test&appName=OLDQUERY"),
        format!("/login?callbackUrl=https%3A%2F%2Fevil.test&{good}&appName=OLDQUERY"),
        format!("/login?{good}&appName=OLDQUERY&appName=OLDCODE"),
    ] {
        refused(&signed_in.open(&path).await, &path);
    }
}

fn refused(answer: &Answered, asked: &str) {
    assert_eq!(answer.http, 400, "{asked:?}: {answer:?}");
    assert_eq!(answer.header("location"), "", "{asked:?}");
    assert!(
        answer.header("content-type").starts_with("text/html"),
        "{asked:?}"
    );
    // The language switch leads to the same page; no link leads to another site.
    for link in answer
        .text
        .split('"')
        .filter(|text| text.contains("evil.test"))
    {
        let ours = ["/login?", "/api/security/lion-login?"];
        assert!(ours.iter().any(|path| link.starts_with(path)), "{link}");
    }
    assert!(!answer.text.contains("http-equiv"), "{asked:?}");
}

const HOSTILE: &[&str] = &[
    "//evil.test",
    "///evil.test",
    "////evil.test/",
    "/\\evil.test",
    "\\\\evil.test",
    "https:evil.test",
    "https:/evil.test",
    "https:///evil.test",
    "https://evil.test",
    "https://evil.test/?https://old.example.com/",
    "https://evil.test/https://old.example.com/",
    "https://evil.test#https://old.example.com/",
    "https://evil.test\\@old.example.com/",
    "https://old.example.com.evil.test/",
    "https://old.example.comevil.test/",
    "https://xold.example.com/",
    "https://old-example.com/",
    "https://oldxexample.com/",
    "https://sub.old.example.com/",
    "https://example.com/",
    "https://old.example.com./",
    "http://old.example.com/",
    "https://old.example.com:8443/",
    "https://old.example.com:80/",
    "https://old.example.com:443@evil.test/",
    "https://old.example.com@evil.test/",
    "https://old.example.com%40evil.test/",
    "https://old.example.com%2eevil.test/",
    "https://old.example.com%2f@evil.test/",
    "https://user@old.example.com/",
    "https://user:pass@old.example.com/",
    "https://@old.example.com/",
    "https://a@b@old.example.com/",
    "https://old.example.com\\.evil.test/",
    "https://old.example.com\\@evil.test/",
    "https://old.example.com/\\..\\x",
    "https://old.example.com/#fragment",
    "https://old.example.com/a/../b",
    "https://old.example.com/%2e%2e/b",
    "https://old.example.com//evil.test",
    "https://old.example.com/\r\nLocation: https://evil.test",
    "https://old.example.com/\t/x",
    "https://old.example.com/\0",
    " https://old.example.com/",
    "https://old.example.com/ ",
    "ht\ttps://old.example.com/",
    "HTTPS://old.example.com/",
    "https://OLD.example.com/",
    "https://оld.example.com/",
    "https://old。example.com/",
    "https://old.example.com:/",
    "https://old.example.com:0443/",
    "https://127.1:8082/",
    "http://localhost:8081/",
    "http://127.0.0.1:8082/",
    "http://[::1]:8082/",
    "http://localhost:8082@evil.test/",
    "http://localhost:8082.evil.test/",
    "http://localhost:80820/",
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "javascript://old.example.com/%0aalert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "file:///etc/passwd",
    "blob:https://old.example.com/x",
    "view-source:https://old.example.com/",
    "ftp://old.example.com/",
    "wss://old.example.com/",
    "intent://old.example.com/",
    "*",
    "https://*/",
    "https://*.example.com/",
    "?token=x",
    "home",
];
