//! What the real binary says while people use it: nothing that opens a door.

use reqwest::header::LOCATION;
use serde_json::{Value, json};

use super::Installation;
use super::visitor::{self, Http, Jar};
use crate::support::clients::SECRET;
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

/// What stands behind `name=` in the address that a redirect leads to.
fn in_address(location: &str, name: &str) -> String {
    let address = url::Url::parse(location).unwrap();
    let found = address.query_pairs().find(|(key, _)| key == name);
    found
        .unwrap_or_else(|| panic!("no {name}: {location}"))
        .1
        .into_owned()
}

/// Every secret of a sign-in, a code flow with a replay, renewals, introspection, a launch of an old
/// application, a sign-in of an old client and a logout.
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
    let told = http
        .post("/oauth2/introspect", &[("token", &tokens.access)])
        .await;
    assert!(told.unwrap().text.contains("\"active\":true"));
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
        assert_eq!(answer.status, 303, "{}", answer.text);
    };
    let info = "/api/security/user/info?appName=OLD";
    let told = http
        .call(info, &launched, &json!({"appName": "OLD"}))
        .await
        .unwrap();
    assert!(told.text.contains("\"status\":0"), "{}", told.text);
    secrets.push(launched);

    for password in [PASSWORD, WRONG] {
        let body = json!({"account": "DanMember", "password": password, "appName": "SSO"});
        let told = http
            .call("/api/security/acc-login", "", &body)
            .await
            .unwrap();
        let answer: Value = serde_json::from_str(&told.text).unwrap();
        if password == PASSWORD {
            let token = answer["data"]["userToken"].as_str();
            secrets.push(token.unwrap_or_else(|| panic!("{answer}")).to_owned());
        }
    }
    sign_out(http, &id_token, &mut jar).await;
    secrets.push(id_token);
    secrets
}

async fn sign_out(http: &Http, id_token: &str, jar: &mut Jar) {
    let path = format!("/oauth2/logout?id_token_hint={id_token}");
    let answer = http.browse(&path, jar).await.unwrap();
    assert!([200, 303].contains(&answer.status), "{}", answer.text);
}

/// Operating promise "no line holds a query string, a token or a password": at debug level, in
/// either form, neither passwords nor codes, tokens, cookies, client secrets or T are logged.
#[tokio::test]
async fn no_secret_is_ever_logged() {
    for form in ["text", "json"] {
        let place = Installation::new(None);
        let http = Http::new(place.url());
        // What `seed --demo` answers names the demonstration's password.
        let of_commands = place.whole_log().len();
        let running = place
            .start_as(&http, |command| {
                command
                    .env("ATRIUM_LOG__LEVEL", "debug,atrium=trace")
                    .env("ATRIUM_LOG__FORMAT", form);
            })
            .await;
        let secrets = everything(&http).await;
        running.kill();
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
        }
    }
}
