//! A refusal names its true cause, on the page and in the log.

use atrium::clock::MINUTE;
use serde_json::{Value, json};

use crate::access::stage;
use crate::support::app::{TestApp, form};
use crate::support::clients::CALLBACK;
use crate::support::log::Log;

const UNREGISTERED: &str = "an address is not registered";

/// A page's words for the person, and its sentence for the maintainer of the application.
fn shown_on(text: &str) -> [String; 2] {
    let between = |text: &str, before: &str, after: &str| {
        let (_, rest) = text.split_once(before).unwrap_or_else(|| panic!("{text}"));
        rest.split(after).next().unwrap().to_owned()
    };
    let detail = between(text, "class=\"detail\"", "</p>");
    [
        between(text, "<h1>", "</h1>"),
        between(&detail, "<code>", "</code>"),
    ]
}

/// RFC 6749 section 4.1.2.1: no client, an unknown one, no redirect address and a wrong one are four causes.
#[tokio::test]
async fn a_missing_and_a_wrong_value_are_two_messages() {
    let app = TestApp::start().await;
    let rp = app.rp("asking");
    let ask = rp.ask("openid");
    let unknown = "We don’t recognise this application";
    for (ask, heading, detail) in [
        (
            ask.clone().without("redirect_uri"),
            "We don’t know where to send you",
            "redirect_uri is missing, and the client has not exactly one",
        ),
        (
            ask.clone().with("redirect_uri", "https://app.test/cb"),
            "We blocked this redirect",
            "redirect_uri is not registered for this client",
        ),
        (
            ask.clone().without("client_id"),
            unknown,
            "client_id is missing",
        ),
        (
            ask.clone().with("client_id", "nobody"),
            unknown,
            "client_id is unknown or disabled",
        ),
        (
            ask.clone().with("client_id", "old"),
            unknown,
            "the client is a legacy application",
        ),
    ] {
        for answer in [
            app.get(&ask.url()).await,
            app.post_form("/oauth2/authorize", &[], &ask.pairs()).await,
        ] {
            assert_eq!(answer.status, 400);
            assert_eq!(shown_on(&answer.text()), [heading, detail]);
        }
    }
}

/// The log says what came, without what may be secret, and which registered address is the nearest, if only port, slash or
/// scheme differ. The page tells a stranger none of it.
#[tokio::test]
async fn the_log_names_the_address_and_the_nearest() {
    let app = TestApp::start().await;
    let back = "https://app.test/signed-out";
    stage::change_client(&app, "basic", |client| {
        client.post_logout_redirect_uris = vec![back.to_owned()];
    })
    .await;
    let log = Log::listen();
    let rp = app.rp("basic");
    for (came, shown, nearest, differs) in [
        ("http://localhost:9100/callback/", "", CALLBACK, "slash"),
        ("https://localhost:9100/callback", "", CALLBACK, "scheme"),
        ("http://localhost:9200/callback", "", CALLBACK, "port"),
        (
            "http://localhost:9200/callback/",
            "",
            CALLBACK,
            "port, slash",
        ),
        (
            "http://u:hush@localhost:9100/callback?code=hush#hush",
            "http://localhost:9100/callback…",
            "",
            "",
        ),
        (
            "https://evil.test/\n\u{1b}[31m",
            "https://evil.test/\\n\\u{1b}[31m",
            "",
            "",
        ),
    ] {
        let answer = app
            .get(&rp.ask("openid").with("redirect_uri", came).url())
            .await;
        assert_eq!(answer.status, 400);
        assert!(!answer.text().contains(CALLBACK), "{came}");
        assert!(!log.text().contains("hush"));
        let events = log.take(UNREGISTERED);
        let [event] = &events[..] else {
            panic!("{came}: {events:?}");
        };
        let optional = |text: &str| match text {
            "" => Value::Null,
            text => json!(text),
        };
        assert_eq!(event["came"], if shown.is_empty() { came } else { shown });
        assert_eq!(event["client"], "basic");
        assert_eq!(event["parameter"], "redirect_uri");
        assert_eq!(event["nearest"], optional(nearest), "{came}");
        assert_eq!(event["differs"], optional(differs), "{came}");
    }
    let long = format!("https://app.test/{}", "x".repeat(5_000));
    app.get(&rp.ask("openid").with("redirect_uri", &long).url())
        .await;
    let event = log.take(UNREGISTERED).remove(0);
    assert_eq!(event["came"].as_str().unwrap().chars().count(), 201);

    let pairs = [
        ("client_id", "basic"),
        ("post_logout_redirect_uri", "https://app.test/signed-out/"),
    ];
    app.get(&format!("/oauth2/logout?{}", form(&pairs))).await;
    let event = log.take(UNREGISTERED).remove(0);
    assert_eq!(event["parameter"], "post_logout_redirect_uri");
    assert_eq!(event["came"], format!("{back}/"));
    assert_eq!(
        (&event["nearest"], &event["differs"]),
        (&json!(back), &json!("slash"))
    );

    let callback = "/login?appName=OLD&callbackUrl=https%3A%2F%2Flocalhost%3A9200%2Fhush";
    app.get(callback).await;
    assert!(!log.text().contains("hush"));
    let event = log.take(UNREGISTERED).remove(0);
    assert_eq!(event["parameter"], "callbackUrl");
    assert_eq!(event["nearest"], "http://localhost:9200");
    assert_eq!(event["differs"], "scheme");
}

const NO_COOKIE: [&str; 2] = [
    "Your browser keeps no cookies for this site",
    "the browser sent no cookie of ours",
];
const OTHER_PAGE: [&str; 2] = [
    "This form is no longer valid",
    "csrf is of another page or another browser",
];

/// A person whose browser blocks cookies reads that at once, from each way to begin. "The sign-in has expired" would
/// lead in a circle.
#[tokio::test]
async fn blocked_cookies_are_said_as_that() {
    let app = TestApp::start().await;
    let ask = app.rp("basic").ask("openid");
    let old = "/login?callbackUrl=http%3A%2F%2Flocalhost%3A9200%2Fold&appName=OLD";
    for path in [ask.url().as_str(), "/login", old, "POST"] {
        let mut answer = match path {
            "POST" => app.post_form("/oauth2/authorize", &[], &ask.pairs()).await,
            _ => app.get(path).await,
        };
        let mut to = String::new();
        for _ in 0..3 {
            if answer.status.is_redirection() {
                answer.header("location").clone_into(&mut to);
                answer = app.get(&to).await;
            }
        }
        assert_eq!(answer.status, 403, "{path}");
        assert_eq!(shown_on(&answer.text()), NO_COOKIE, "{path}");
        app.clock.advance(MINUTE);
        let late = app.get(&to).await;
        assert_eq!(late.status, 400);
        assert!(late.text().contains("This sign-in has expired"), "{path}");
    }
    let browser = app.browser();
    let page = browser.go(&ask.url()).await;
    let reset = browser.go("/reset-password").await;
    browser.sign_in_directly("DanMember").await;
    let question = browser.go("/logout").await;
    for (page, field) in [(page, "password"), (reset, "token"), (question, "logout")] {
        let form = page.form(field).unwrap();
        let path = form.action.split('?').next().unwrap();
        let pairs: Vec<_> = form
            .fields
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        // The session alone leads the sign-out to its question.
        let session = format!(
            "{}={}",
            app.state().cookies.session,
            browser.session_cookie().unwrap()
        );
        let mut headers = vec![("origin", "http://localhost:8080")];
        headers.extend((field == "logout").then_some(("cookie", session.as_str())));
        let answer = app.post_form(path, &headers, &pairs).await;
        assert_eq!(answer.status, 403, "{path}");
        assert_eq!(shown_on(&answer.text()), NO_COOKIE, "{path}");
    }
}

/// Attack 18: forms of another tab and of another site are refused with their own reasons. The log says which site.
#[tokio::test]
async fn a_foreign_form_is_refused_by_its_cause() {
    let app = TestApp::start().await;
    let rp = app.rp("basic");
    let (browser, other) = (app.browser(), app.browser());
    let pages = [
        browser.go(&rp.ask("openid").url()).await,
        browser.go(&rp.ask("openid").url()).await,
        other.go(&rp.ask("openid").url()).await,
    ];
    let [own, tab, foreign] = pages.map(|page| page.form("password").unwrap());
    let value =
        |form: &crate::support::html::Form, name: &str| form.value(name).unwrap().to_owned();
    for form in [&tab, &foreign] {
        let (flow, csrf) = (value(&own, "flow"), value(form, "csrf"));
        let pairs = [("flow", flow.as_str()), ("csrf", &csrf)];
        let page = browser.post("/login", &pairs).await;
        assert_eq!(page.status, 403);
        assert_eq!(shown_on(&page.text()), OTHER_PAGE);
    }
    let (flow, csrf) = (value(&own, "flow"), value(&own, "csrf"));
    let pairs = [("flow", flow.as_str()), ("csrf", &csrf)];
    let expected = [
        "We couldn’t accept this form",
        "Origin is not that of server.public_url",
    ];
    let log = Log::listen();
    for (origin, shown) in [
        ("https://evil.test", "https://evil.test"),
        ("https://u:hush@evil.test/?hush", "https://evil.test/…"),
        ("https:\\\\u:hush@evil.test", "https://evil.test/"),
    ] {
        let page = browser.post_saying("/login", &pairs, Some(origin)).await;
        assert_eq!(page.status, 403);
        assert_eq!(shown_on(&page.text()), expected);
        assert!(!log.text().contains("hush"), "{origin}");
        let events = log.take("no page of ours sent it");
        let [event] = &events[..] else {
            panic!("{origin}: {events:?}");
        };
        assert_eq!(event["origin"], shown);
    }
    let long = format!("https://{}.test", "x".repeat(5_000));
    browser.post_saying("/login", &pairs, Some(&long)).await;
    let event = log.take("no page of ours sent it").remove(0);
    assert_eq!(event["origin"].as_str().unwrap().chars().count(), 201);
    // The sending page hides its origin, and the browser says that it belongs to another site.
    let headers = [("origin", "null"), ("sec-fetch-site", "cross-site")];
    let page = browser.post_with("/login", &pairs, &headers).await;
    assert_eq!(shown_on(&page.text()), expected);
    let event = log.take("no page of ours sent it").remove(0);
    assert_eq!(
        (&event["origin"], &event["site"]),
        (&json!("null"), &json!("cross-site"))
    );
}
