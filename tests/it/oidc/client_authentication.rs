//! Client authentication at the token, introspection and revocation endpoints (RFC 6749 section 2.3, OpenID
//! Connect Core section 9).

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;

use crate::support::app::{ISSUER, TestApp};
use crate::support::clients::SECRET;
use crate::support::jose::TestKey;
use crate::support::log::Log;
use crate::support::relying_party::{ASSERTION_TYPE, basic_header, random};

const TOKEN: &str = "/oauth2/token";

/// A request: path, parameters, and the error for an authenticated client; empty for 200.
type Asked = (
    &'static str,
    &'static [(&'static str, &'static str)],
    &'static str,
);

/// The requests that a confidential client may make.
const AS_ITSELF: [Asked; 3] = [
    (
        TOKEN,
        &[("grant_type", "authorization_code"), ("code", "x")],
        "invalid_grant",
    ),
    ("/oauth2/introspect", &[("token", "x")], ""),
    ("/oauth2/revoke", &[("token", "x")], ""),
];

/// The error of `client_id` that sends its secret in the header or in the form, at each endpoint;
/// empty for 200.
async fn errors(app: &TestApp, client_id: &str, in_header: bool) -> Vec<String> {
    let mut errors = Vec::new();
    for (path, pairs, _) in AS_ITSELF {
        let basic = basic_header(client_id, SECRET);
        let mut pairs = pairs.to_vec();
        let headers = if in_header {
            vec![("authorization", basic.as_str())]
        } else {
            pairs.extend([("client_id", client_id), ("client_secret", SECRET)]);
            vec![]
        };
        let answer = app.post_form(path, &headers, &pairs).await;
        errors.push(if answer.status == 200 {
            String::new()
        } else {
            answer.error()
        });
    }
    errors
}

/// A-56: Libraries send the secret in the form or in the header without a setting. Discovery lists both, and both are
/// accepted with any value in the entry.
#[tokio::test]
async fn a_secret_is_taken_in_the_header_and_in_the_form() {
    let app = TestApp::start().await;
    let believed = AS_ITSELF.map(|(_, _, error)| error.to_owned());
    for client in ["basic", "post", "machine"] {
        for in_header in [true, false] {
            let errors = errors(&app, client, in_header).await;
            let grant = if client == "machine" {
                "unauthorized_client"
            } else {
                "invalid_grant"
            };
            assert_eq!(errors[0], grant, "{client} {in_header}");
            assert_eq!(errors[1..], believed[1..], "{client} {in_header}");
        }
    }
    // The complete flow, with the other method at each step.
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let rp = app.rp("basic");
    let ask = rp.ask("openid offline_access");
    let code = rp.code(&browser, &ask).await;
    let by_form = [
        ("grant_type", "authorization_code"),
        ("code", code.as_str()),
        ("code_verifier", ask.verifier.as_str()),
        ("redirect_uri", ask.get("redirect_uri").unwrap()),
        ("client_id", "basic"),
        ("client_secret", SECRET),
    ];
    let tokens = app.post_form(TOKEN, &[], &by_form).await;
    assert_eq!(tokens.status, 200, "{}", tokens.text());
    let refresh_token = tokens.json()["refresh_token"].as_str().unwrap().to_owned();
    assert_eq!(rp.refresh(&refresh_token).await.status, 200);
}

/// A-56: an entry with `token_endpoint_auth_strict` may use only its method.
#[tokio::test]
async fn a_strict_entry_is_held_to_its_method() {
    let app = TestApp::start().await;
    let believed = AS_ITSELF.map(|(_, _, error)| error.to_owned());
    for (client, in_header) in [("strict", true), ("strict-post", false)] {
        assert_eq!(errors(&app, client, in_header).await, believed, "{client}");
        let other_way = errors(&app, client, !in_header).await;
        assert_eq!(other_way, ["invalid_client"; 3], "{client}");
    }
}

/// A-56, RFC 6749 section 2.3, OpenID Connect Core section 9: a client with a key cannot use a secret, and a client
/// without either sends none.
#[tokio::test]
async fn a_key_or_nothing_is_never_replaced_by_a_secret() {
    let app = TestApp::start().await;
    for client in ["pkjwt", "spa", "native", "old"] {
        for in_header in [true, false] {
            let refused = errors(&app, client, in_header).await;
            assert_eq!(refused, ["invalid_client"; 3], "{client} {in_header}");
        }
    }
    let nothing = [("grant_type", "client_credentials"), ("client_id", "pkjwt")];
    let refused = app.post_form(TOKEN, &[], &nothing).await;
    assert_eq!(refused.error(), "invalid_client");
    let unproven = [
        ("grant_type", "authorization_code"),
        ("code", "x"),
        ("client_id", "basic"),
    ];
    let refused = app.post_form(TOKEN, &[], &unproven).await;
    assert_eq!(refused.error(), "invalid_client");
}

/// The log line has the refused client, its method and the method that its entry expects. Attack
/// 38: a hostile name adds no line and no colour; no secret is logged.
#[tokio::test]
async fn a_refused_client_is_named_in_the_log() {
    let app = TestApp::start().await;
    let log = Log::listen();
    log.listen_to_writes(app.db()).await;
    let grant = ("grant_type", "client_credentials");
    let wrong = "not-the-secret-but-as-long-as-one-0001";
    let hostile = "ada\r\n2026-11-22 INFO signed in\u{1b}[31m";
    let long = "n".repeat(5_000);
    let both = "client_secret_basic or client_secret_post";
    let unknown = "a client_id that is registered and enabled";
    let by_header = |id: &str| (vec![grant], basic_header(id, wrong));
    let by_form = |id: &'static str| {
        let pairs = vec![grant, ("client_id", id), ("client_secret", wrong)];
        (pairs, String::new())
    };
    let twice = vec![grant, ("client_id", "basic"), ("client_secret", wrong)];
    for ((pairs, header), id, method, expected) in [
        (by_header("machine"), "machine", "client_secret_basic", both),
        (by_form("machine"), "machine", "client_secret_post", both),
        (
            by_form("strict"),
            "strict",
            "client_secret_post",
            "client_secret_basic",
        ),
        (
            by_header("pkjwt"),
            "pkjwt",
            "client_secret_basic",
            "private_key_jwt",
        ),
        (
            (vec![grant, ("client_id", "pkjwt")], String::new()),
            "pkjwt",
            "none",
            "private_key_jwt",
        ),
        (
            (twice, basic_header("basic", wrong)),
            "basic",
            "client_secret_basic and client_secret_post",
            both,
        ),
        (by_header(hostile), hostile, "client_secret_basic", unknown),
        (
            by_header(&long),
            &long[..100],
            "client_secret_basic",
            unknown,
        ),
        // A header that cannot be read names no client; the form may name it.
        (
            (vec![grant, ("client_id", "spa")], "Basic !!".to_owned()),
            "spa",
            "none",
            "none",
        ),
    ] {
        let headers: Vec<_> = [("authorization", header.as_str())]
            .into_iter()
            .filter(|(_, value)| !value.is_empty())
            .collect();
        let answer = app.post_form(TOKEN, &headers, &pairs).await;
        assert!(answer.status.is_client_error(), "{id}");
        let lines = log.take("a client could not be authenticated");
        let [line] = &lines[..] else {
            panic!("{id}: {lines:?}");
        };
        assert_eq!(line["client_id"], id);
        assert_eq!(line["method"], method, "{id}");
        assert_eq!(line["expected"], expected, "{id}");
        assert!(line["error"].is_string(), "{line}");
        assert!(!line.to_string().contains(wrong), "{line}");
    }
    // An application may have the two exchanged.
    let exchanged = basic_header(SECRET, "machine");
    let headers = [("authorization", exchanged.as_str())];
    let answer = app.post_form(TOKEN, &headers, &[grant]).await;
    assert_eq!(answer.error(), "invalid_client");
    assert!(!log.text().contains(SECRET));
    let lines = log.take("a client could not be authenticated");
    assert_eq!(
        lines[0]["client_id"],
        "(a secret, in the place of the client_id)"
    );

    let assertion = app.rp("pkjwt").assertion(&json!({}));
    let pairs = [
        grant,
        ("client_assertion_type", ASSERTION_TYPE),
        ("client_assertion", assertion.as_str()),
    ];
    assert_eq!(app.post_form(TOKEN, &[], &pairs).await.status, 200);
    let again = app.post_form(TOKEN, &[], &pairs).await;
    assert_eq!(again.error(), "invalid_client");
    let lines = log.take("a client could not be authenticated");
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert_eq!(lines[0]["client_id"], "pkjwt");
    assert_eq!(lines[0]["error"], "the client assertion was used before");
    assert!(!lines[0].to_string().contains(&assertion));
    let plain = log.text();
    assert!(!plain.contains(wrong) && !plain.contains(SECRET) && !plain.contains(&assertion));
}

/// A-55: `invalid_client` is 401, with a challenge when the header was used.
#[tokio::test]
async fn an_unauthenticated_client_gets_invalid_client() {
    let app = TestApp::start().await;
    let grant = ("grant_type", "client_credentials");
    for (id, secret) in [
        ("machine", "wrong"),
        ("nobody", SECRET),
        ("machine", ""),
        ("spa", ""),
        ("old", ""),
    ] {
        let basic = basic_header(id, secret);
        let answer = app
            .post_form(TOKEN, &[("authorization", &basic)], &[grant])
            .await;
        assert_eq!(
            (answer.status.as_u16(), answer.error().as_str()),
            (401, "invalid_client"),
            "{id}"
        );
        assert!(answer.header("www-authenticate").starts_with("Basic "));
    }
    for pairs in [
        vec![grant],
        vec![grant, ("client_id", "post")],
        vec![grant, ("client_id", "post"), ("client_secret", "wrong")],
        vec![grant, ("client_id", "nobody"), ("client_secret", SECRET)],
    ] {
        let answer = app.post_form(TOKEN, &[], &pairs).await;
        assert_eq!(answer.error(), "invalid_client", "{pairs:?}");
        assert!(answer.status == 401 || answer.status == 400);
    }
}

/// A-56, RFC 6749 section 2.3.1: both parts of the header are form-encoded. A raw `+` is refused with the reason,
/// whether the client exists or not (attack 14); in a form it is no problem.
#[tokio::test]
async fn a_plus_that_was_not_encoded_is_explained() {
    let app = TestApp::start().await;
    let grant = ("grant_type", "client_credentials");
    let refused = async |header: &str| {
        let answer = app
            .post_form(TOKEN, &[("authorization", header)], &[grant])
            .await;
        assert_eq!(
            (answer.status.as_u16(), answer.error()),
            (401, "invalid_client".to_owned())
        );
        assert!(answer.header("www-authenticate").starts_with("Basic "));
        answer.json()["error_description"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    let raw = |pair: &str| format!("Basic {}", STANDARD.encode(pair));
    let response = refused(&raw("machine:abc+/def=")).await;
    assert!(response.contains("form-encode the secret"), "{response}");
    assert!(!response.contains("abc"), "{response}");
    assert_eq!(refused(&raw("nobody:abc+/def=")).await, response);
    let encoded = refused(&basic_header("machine", "abc+/def=")).await;
    assert_eq!(encoded, refused(&basic_header("machine", "wrong")).await);
    assert_ne!(encoded, response);
    let form = [grant, ("client_id", "post"), ("client_secret", "abc def")];
    let answer = app.post_form(TOKEN, &[], &form).await;
    assert_eq!(answer.json()["error_description"], encoded);
}

/// A-56, RFC 6749 section 2.3: at most one method in a request; a repeated `client_id` is not a second method.
#[tokio::test]
async fn two_ways_at_once_are_an_invalid_request() {
    let app = TestApp::start().await;
    let grant = ("grant_type", "authorization_code");
    let code = ("code", "x");
    let basic = |id: &str| basic_header(id, SECRET);
    let in_form = [
        grant,
        code,
        ("client_id", "basic"),
        ("client_secret", SECRET),
    ];
    for client in ["basic", "strict"] {
        let both = app
            .post_form(TOKEN, &[("authorization", &basic(client))], &in_form)
            .await;
        assert_eq!(both.error(), "invalid_request");
    }
    let other_id = [grant, code, ("client_id", "post")];
    let differing = app
        .post_form(TOKEN, &[("authorization", &basic("basic"))], &other_id)
        .await;
    assert!(["invalid_request", "invalid_client"].contains(&differing.error().as_str()));
    for client in ["basic", "post", "strict"] {
        let same_id = [grant, code, ("client_id", client)];
        let same = app
            .post_form(TOKEN, &[("authorization", &basic(client))], &same_id)
            .await;
        assert_eq!(
            same.error(),
            "invalid_grant",
            "repeating the id is no second method"
        );
    }
}

/// A-57, RFC 7523 section 3: iss = sub = client_id, aud, exp; jti once; another's key refused.
#[tokio::test]
async fn assertions_are_checked_in_every_part() {
    let app = TestApp::start().await;
    let rp = app.rp("pkjwt");
    let now = app.now() / 1_000;
    let with = |assertion: String| {
        let app = &app;
        async move {
            let pairs = [
                ("grant_type", "client_credentials"),
                ("client_assertion_type", ASSERTION_TYPE),
                ("client_assertion", assertion.as_str()),
            ];
            app.post_form(TOKEN, &[], &pairs).await
        }
    };
    for good in [
        json!({}),
        json!({"aud": format!("{ISSUER}/oauth2/token")}),
        json!({"aud": [ISSUER]}),
        json!({"iat": now + 8}),
    ] {
        let answer = with(rp.assertion(&good)).await;
        assert_eq!(answer.status, 200, "{good} {}", answer.text());
    }
    for bad in [
        json!({"iss": "basic"}),
        json!({"sub": null}),
        json!({"iss": null}),
        json!({"sub": "basic"}),
        json!({"aud": "https://elsewhere.example"}),
        json!({"aud": null}),
        json!({"exp": null}),
        json!({"exp": now - 300}),
        json!({"iat": now + 3_600, "exp": now + 3_700}),
        json!({"nbf": now + 3_600}),
        json!({"jti": null}),
    ] {
        let answer = with(rp.assertion(&bad)).await;
        assert_eq!(
            (answer.status.as_u16(), answer.error().as_str()),
            (401, "invalid_client"),
            "{bad}"
        );
    }
    let once = rp.assertion(&json!({}));
    assert_eq!(with(once.clone()).await.status, 200);
    assert_eq!(with(once).await.error(), "invalid_client", "jti once");
    let claims = json!({"iss": "pkjwt", "sub": "pkjwt", "aud": ISSUER,
        "jti": random(), "iat": now, "exp": now + 60});
    let foreign = TestKey::es256().sign(&json!({"alg": "ES256", "kid": "pkjwt-1"}), &claims);
    assert_eq!(with(foreign).await.error(), "invalid_client");
    let none = format!(
        "{}.{}.",
        crate::support::jose::b64(br#"{"alg":"none"}"#),
        crate::support::jose::b64(claims.to_string().as_bytes())
    );
    assert_eq!(with(none).await.error(), "invalid_client");
}
