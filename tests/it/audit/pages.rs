//! Refusals that end on an error page have an audit entry too.

use atrium::audit::{KEPT, Recorded};
use serde_json::{Value, json};

use crate::support::app::TestApp;

const HUSH: &str = "hush-hush";

/// The entries, oldest first, after everything is written.
async fn recorded(app: &TestApp) -> Vec<Recorded> {
    app.state().recorder.stop().await;
    let mut recorded = app.entries("request.refused").await;
    recorded.reverse();
    recorded
}

/// The only entry; it has an address and a request id, and nothing secret.
async fn only(app: &TestApp) -> (Option<String>, Value) {
    let recorded = recorded(app).await;
    let [entry] = &recorded[..] else {
        panic!("not one: {recorded:?}");
    };
    assert!(entry.address.is_some() && entry.request_id.is_some());
    assert!(!format!("{entry:?}").contains(HUSH), "{entry:?}");
    let detail = serde_json::from_str(&entry.detail).unwrap();
    (entry.client_id.clone(), detail)
}

/// Attack 1: an unknown `client_id`, with GET and POST; the invented id itself is not stored.
#[tokio::test]
async fn an_unknown_client_is_recorded() {
    let pairs = [
        ("client_id", HUSH),
        ("redirect_uri", "https://evil.test/x?code=hush-hush"),
        ("state", HUSH),
    ];
    for by_post in [false, true] {
        let app = TestApp::start().await;
        let ask = url::form_urlencoded::Serializer::new(String::new())
            .extend_pairs(pairs)
            .finish();
        let answer = if by_post {
            app.post_form("/oauth2/authorize", &[], &pairs).await
        } else {
            app.get(&format!("/oauth2/authorize?{ask}")).await
        };
        assert_eq!(answer.status, 400);
        let (client, detail) = only(&app).await;
        assert_eq!(client, None);
        assert_eq!(
            detail,
            json!({
                "endpoint": "/oauth2/authorize",
                "reason": "unknown_client",
                "description": "client_id is unknown or disabled",
                "to": "https://evil.test",
            })
        );
    }
}

/// RFC 6749 section 4.1.2.1: a redirect URI that is not registered, by GET and by POST.
#[tokio::test]
async fn a_foreign_redirect_uri_is_recorded() {
    for by_post in [false, true] {
        let app = TestApp::start().await;
        let ask = app
            .rp("basic")
            .ask("openid")
            .with(
                "redirect_uri",
                "https://u:hush-hush@evil.test/hush-hush?a=hush-hush",
            )
            .with("state", HUSH);
        let answer = if by_post {
            app.post_form("/oauth2/authorize", &[], &ask.pairs()).await
        } else {
            app.get(&ask.url()).await
        };
        assert_eq!(answer.status, 400);
        let (client, detail) = only(&app).await;
        assert_eq!(client.as_deref(), Some("basic"));
        assert_eq!(detail["reason"], "redirect_uri");
        assert_eq!(detail["to"], "https://evil.test");
    }
}

/// Contract F-03: a `callbackUrl` that no application registered.
#[tokio::test]
async fn a_foreign_callback_url_is_recorded() {
    for (callback, to) in [
        ("https://evil.test/?token=hush-hush", "https://evil.test"),
        ("//evil.test/hush-hush", "http://evil.test"),
        ("javascript:hush-hush", "javascript:"),
    ] {
        for door in ["/login", "/api/security/lion-login"] {
            let app = TestApp::start().await;
            let query = url::form_urlencoded::Serializer::new(String::new())
                .append_pair("callbackUrl", callback)
                .append_pair("appName", "OLD")
                .finish();
            let answer = app.get(&format!("{door}?{query}")).await;
            assert_eq!(answer.status, 400);
            let (client, detail) = only(&app).await;
            let old = app.state().clients.by_app_name("OLD").unwrap();
            assert_eq!(client.as_ref(), Some(&old.client_id));
            assert_eq!(
                detail,
                json!({"endpoint": door, "reason": "callback_url", "to": to})
            );
        }
    }
}

/// Attack 18: a form that is not from our own page.
#[tokio::test]
async fn a_foreign_form_is_recorded() {
    let app = TestApp::start().await;
    let filled = [("account", "DanMember"), ("password", HUSH)];
    let answer = app
        .post_form("/login", &[("origin", "https://evil.test")], &filled)
        .await;
    assert_eq!(answer.status, 403);
    let (client, detail) = only(&app).await;
    assert_eq!(client, None);
    assert_eq!(
        detail,
        json!({
            "endpoint": "/login",
            "reason": "foreign_form",
            "description": "Origin is not that of server.public_url",
        })
    );
}

/// OpenID Connect RP-Initiated Logout sections 2 and 3: a hint that we did not issue, and an
/// unregistered address, by GET and by POST.
#[tokio::test]
async fn a_refused_logout_is_recorded() {
    let foreign = [
        ("client_id", "basic"),
        ("post_logout_redirect_uri", "https://evil.test/hush-hush"),
        ("state", HUSH),
    ];
    let hint = [("client_id", "basic"), ("id_token_hint", "a.hush-hush.c")];
    let expected = [
        (&foreign[..], "logout_uri", json!("https://evil.test")),
        (&hint[..], "bad_request", Value::Null),
    ];
    for (pairs, reason, to) in expected {
        for by_post in [false, true] {
            let app = TestApp::start().await;
            let query = url::form_urlencoded::Serializer::new(String::new())
                .extend_pairs(pairs)
                .finish();
            let answer = if by_post {
                let sent_on = app.post_form("/oauth2/logout", &[], pairs).await;
                app.get(sent_on.header("location")).await
            } else {
                app.get(&format!("/oauth2/logout?{query}")).await
            };
            assert_eq!(answer.status, 400);
            let (client, detail) = only(&app).await;
            assert_eq!(client.as_deref(), Some("basic"));
            assert_eq!(detail["endpoint"], "/oauth2/logout");
            assert_eq!(detail["reason"], reason);
            assert_eq!(detail["to"], to);
        }
    }
}

/// Attack 44: anyone can send any number of bad requests. A few are written; the others are only counted.
#[tokio::test]
async fn a_storm_of_them_is_counted() {
    let app = TestApp::start().await;
    for _ in 0..KEPT + 5 {
        app.get("/oauth2/authorize?client_id=none").await;
    }
    let recorded = recorded(&app).await;
    assert_eq!(recorded.len() as u64, KEPT);
    let counted = app.entries("audit.suppressed").await;
    assert_eq!(counted.len(), 1, "{counted:?}");
    assert_eq!(counted[0].detail, r#"{"of":"request.refused","count":5}"#);
}
