//! Checks that the output of the real server contains no secret while people use it.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use reqwest::header::LOCATION;
use serde_json::{Value, json};
use sqlx::{Connection as _, SqliteConnection};
use url::form_urlencoded::byte_serialize;

use super::Installation;
use super::visitor::{self, Http, Jar};
use crate::support::clients::SECRET;
use crate::support::legacy_client::encrypt;
use crate::support::people::PASSWORD;
use crate::support::relying_party::basic_header;

const WRONG: &str = "a-wrong-password-that-was-typed";

fn member(text: &str, name: &str) -> String {
    let body: Value = serde_json::from_str(text).unwrap();
    body[name]
        .as_str()
        .unwrap_or_else(|| panic!("no {name}: {text}"))
        .to_owned()
}

/// The parameter `name` in the address of a redirect.
fn in_address(location: &str, name: &str) -> String {
    let address = url::Url::parse(location).unwrap();
    let found = address.query_pairs().find(|(key, _)| key == name);
    found
        .unwrap_or_else(|| panic!("no {name}: {location}"))
        .1
        .into_owned()
}

/// Uses every kind of secret, and returns all secrets. Makes a sign-in, a code flow with a replay,
/// refreshes, introspection, the launch of a legacy application, sign-ins of a legacy client, and a
/// logout.
async fn everything(http: &Http) -> Vec<String> {
    let mut secrets = vec![
        PASSWORD.to_owned(),
        WRONG.to_owned(),
        SECRET.to_owned(),
        basic_header("basic", SECRET).replace("Basic ", ""),
    ];
    let (_, mut jar) = http.sign_in("dan@demo.test").await.unwrap();
    secrets.extend(jar.values().cloned());

    let asked = http.authorize(&jar, &visitor::ask()).await.unwrap();
    let ask = visitor::ask();
    let code = http.authorize(&jar, &ask).await.unwrap().code(ask.clone());
    secrets.push(in_address(asked.header(LOCATION), "code"));
    secrets.extend([code.value.clone(), ask.verifier.clone()]);
    let given = http.exchange(&code).await.unwrap();
    let (tokens, id_token) = (given.tokens(), member(&given.text, "id_token"));
    assert_eq!(http.userinfo(&tokens.access).await.unwrap().status, 200);
    let reply = http
        .post("/oauth2/introspect", &[("token", &tokens.access)])
        .await;
    assert!(reply.unwrap().text.contains("\"active\":true"));
    let renewed = http.refresh(&tokens.refresh).await.unwrap().tokens();
    let replayed = http.refresh(&tokens.refresh).await.unwrap();
    assert_eq!(replayed.status, 400, "{}", replayed.text);
    assert_eq!(http.exchange(&code).await.unwrap().status, 400);
    let revoked = http
        .post("/oauth2/revoke", &[("token", &renewed.access)])
        .await;
    assert_eq!(revoked.unwrap().status, 200);
    for tokens in [tokens, renewed] {
        secrets.extend([tokens.access, tokens.refresh]);
    }

    let launch = "/login?callbackUrl=http%3A%2F%2Flocalhost%3A9200%2F&appName=OLD";
    let mut at = launch.to_owned();
    let launched = loop {
        let answer = http.browse(&at, &mut jar).await.unwrap();
        answer.header(LOCATION).clone_into(&mut at);
        if at.starts_with("http://localhost:9200") {
            break in_address(&at, "token");
        }
        assert!(!at.is_empty(), "{}", answer.text);
    };
    let info = "/api/security/user/info?appName=OLD";
    let reply = http
        .call(info, &launched, &json!({"appName": "OLD"}))
        .await
        .unwrap();
    assert!(reply.text.contains("\"status\":0"), "{}", reply.text);
    secrets.push(launched);

    secrets.extend(legacy_sign_ins(http).await);
    sign_out(http, &id_token, &mut jar).await;
    secrets.push(id_token);
    secrets
}

/// Signs in as legacy clients do, and returns the secrets. Sends passwords in clear text, passwords
/// encrypted with our key in the encodings of these clients, and a text that our key cannot decrypt
/// (contract F-11, F-12).
async fn legacy_sign_ins(http: &Http) -> Vec<String> {
    let key = http.get("/api/security/common/public-key").await.unwrap();
    let key: Value = serde_json::from_str(&key.text).unwrap();
    let key = key["data"]["publicKey"].as_str().unwrap();
    let unreadable = STANDARD.encode([255; 256]);
    let mut secrets = vec![unreadable.clone()];
    let mut sent = vec![(unreadable, false)];
    for (password, good) in [(PASSWORD, true), (WRONG, false)] {
        let sealed = encrypt(key, password);
        let escaped: String = byte_serialize(sealed.as_bytes()).collect();
        let eaten = sealed.replace('+', " ");
        secrets.extend([sealed.clone(), escaped.clone(), eaten.clone()]);
        // The log must not contain a part of a secret either.
        secrets.push(sealed[100..140].to_owned());
        sent.extend([password.to_owned(), sealed, escaped, eaten].map(|text| (text, good)));
    }
    for (password, good) in sent {
        let body = json!({"account": "DanMember", "password": password, "appName": "SSO"});
        let reply = http.call("/api/security/acc-login", "", &body).await;
        let answer: Value = serde_json::from_str(&reply.unwrap().text).unwrap();
        let token = answer["data"]["userToken"].as_str();
        assert_eq!(token.is_some(), good, "{answer}");
        secrets.extend(token.map(str::to_owned));
    }
    secrets
}

async fn sign_out(http: &Http, id_token: &str, jar: &mut Jar) {
    let path = format!("/oauth2/logout?id_token_hint={id_token}");
    let answer = http.browse(&path, jar).await.unwrap();
    assert!([200, 303].contains(&answer.status), "{}", answer.text);
}

/// Every entry of the audit trail with all columns.
async fn trail(place: &Installation) -> Vec<String> {
    let url = place.database_url();
    let mut conn = SqliteConnection::connect(&url).await.unwrap();
    let sql = "SELECT kind || ' ' || COALESCE(actor_id, '') || ' ' || COALESCE(account_id, '') || ' ' \
         || COALESCE(client_id, '') || ' ' || COALESCE(session_id, '') || ' ' || COALESCE(object_id, '') \
         || ' ' || COALESCE(call, '') || ' ' || COALESCE(address, '') || ' ' \
         || COALESCE(request_id, '') || ' ' || detail FROM \
         (SELECT * FROM audit_entries UNION ALL SELECT * FROM audit_arrivals) AS log";
    let entries = sqlx::query_scalar(sql).fetch_all(&mut conn).await.unwrap();
    conn.close().await.unwrap();
    entries
}

/// Trap T7 and `docs/operating.md`: no line has a query string, a token or a password. Neither log format contains
/// passwords (typed or encrypted by a legacy client), codes, tokens, cookies, client secrets or T, even at debug level.
/// The audit trail, which keeps old and new values, contains none either (attack 32).
#[tokio::test]
async fn attack_t7_no_secret_is_ever_logged() {
    for form in ["text", "json"] {
        let place = Installation::new(None);
        let http = Http::new(place.url());
        // The output of `seed --demo` contains the demo password.
        let of_commands = place.whole_log().len();
        let mut running = place
            .start_as(&http, |command| {
                command
                    .env("ATRIUM_LOG__LEVEL", "debug,atrium=trace")
                    .env("ATRIUM_LOG__FORMAT", form);
            })
            .await;
        let secrets = everything(&http).await;
        running.kill();
        let trail = trail(&place).await;
        for kind in [
            "token.granted",
            "sign_in.refused",
            "client.changed",
            "session.ended",
        ] {
            let is_there = trail.iter().any(|entry| entry.contains(kind));
            assert!(is_there, "the trail has {kind}: {trail:?}");
        }
        let log = place.whole_log().split_off(of_commands);
        assert!(log.contains("DEBUG"), "the log is as talkative as asked");
        assert!(
            log.contains("/oauth2/token") && log.contains("/login"),
            "{log}"
        );
        for secret in secrets {
            assert!(
                secret.len() >= 8,
                "{secret:?} could stand in a log by chance"
            );
            let line = log.lines().find(|line| line.contains(&secret));
            assert_eq!(line, None, "{secret} is in the log");
            let entry = trail.iter().find(|entry| entry.contains(&secret));
            assert_eq!(entry, None, "{secret} is in the audit trail");
        }
    }
}
