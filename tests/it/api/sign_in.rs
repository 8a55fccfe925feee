//! C-002: acc-login (F-11, F-12, attacks 14 and 15).

use serde_json::{Value, json};

use crate::support::database;
use crate::support::legacy_client::encrypt;
use crate::support::product_api::{Answered, HOST, PASSWORD, Server};

const SIGN_IN: &str = "/api/security/acc-login";
const INFO: &str = "/api/security/user/info";

async fn sign_in(server: &Server, body: Value) -> Answered {
    server.post(SIGN_IN, &[], &body).await
}

/// E-02, F-04, C-002: for SSO: a userToken, and the callbackUrl without it.
#[tokio::test]
async fn an_account_gets_a_user_token() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        server
            .account("DanMember", |new| new.email = Some("dan@demo.test".into()))
            .await;
        for name in ["DanMember", "danmember", " DAN@demo.test "] {
            let answer = sign_in(&server, json!({"account": name, "password": PASSWORD})).await;
            let data = answer.data();
            assert_eq!(data["callbackUrl"], format!("{HOST}/"), "{name}");
            let token = data["userToken"].as_str().unwrap();
            assert_eq!(token.len(), 43);
            assert!(!data["callbackUrl"].as_str().unwrap().contains(token));
            let info = server
                .post(INFO, &[("access-token", token)], &json!({}))
                .await;
            assert_eq!(info.data()["username"], "DanMember");
            assert!(answer.headers.get("set-cookie").is_none());
            assert!(answer.headers.get("access-control-allow-origin").is_none());
        }
        let body = json!({"account": "DanMember", "password": PASSWORD, "callbackUrl": "/x?a=1"});
        let data = sign_in(&server, body).await.data();
        assert_eq!(data["callbackUrl"], format!("{HOST}/x?a=1"));
        let token = data["userToken"].as_str().unwrap().to_owned();
        let path = "/api/security/user/login-count?username=DanMember";
        let count = server.get(path, &[("access-token", token.as_str())]).await;
        assert_eq!(count.data()["loginCount"], 4);
    }
}

/// For a legacy application: its launch token in the checked callbackUrl, which keeps its query.
#[tokio::test]
async fn a_legacy_application_gets_its_launch_token() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        server.account("dan", |_| {}).await;
        let body = |app: &str, callback: &str| json!({"account": "dan", "password": PASSWORD, "appName": app, "callbackUrl": callback});
        let data = sign_in(&server, body("OLDQUERY", "http://localhost:8082/?a=1"))
            .await
            .data();
        let token = data["userToken"].as_str().unwrap();
        let expected = format!("http://localhost:8082/?a=1&token={token}");
        assert_eq!(data["callbackUrl"], expected);
        let ask = async |secret: &str, app: &str| {
            let path = format!("{INFO}?appName={app}");
            server
                .post(&path, &[("access-token", secret)], &json!({}))
                .await
                .status()
        };
        assert_eq!(ask(token, "OLDQUERY").await, 0);
        assert_eq!(
            ask(token, "SSO").await,
            100_000,
            "a launch token is no userToken"
        );
        let data = sign_in(&server, body("OLDCODE", "https://code.example.com/"))
            .await
            .data();
        assert_eq!(data["userToken"], "", "a code stands in the address alone");
        let callback = data["callbackUrl"].as_str().unwrap();
        let code = callback.rsplit_once("token=").unwrap().1;
        assert_eq!(ask(code, "OLDCODE").await, 0);
        for (app, callback) in [
            ("OLDMOVED", "https://moved.example.com/"),
            ("NOBODY", "http://localhost:8082/"),
            ("OLDCODE", ""),
            ("OLDCODE", "http://localhost:8082/"),
            ("OLDQUERY", "https://evil.test/"),
            ("OLDQUERY", "http://localhost:8082@evil.test/"),
            ("SSO", "http://localhost:8082/"),
            ("SSO", "//evil.test"),
        ] {
            let answer = sign_in(&server, body(app, callback)).await;
            assert_eq!(answer.status(), 100_012, "{app} {callback}");
            assert!(
                !answer.text.contains("evil"),
                "nothing is echoed: {answer:?}"
            );
        }
    }
}

/// C-002, attack 14: unknown, wrong, empty, disabled: the same answer to the byte, apart from the request id.
#[tokio::test]
async fn every_refusal_says_the_same() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        server.account("dan", |_| {}).await;
        server
            .account("gone", |new| {
                new.status = atrium::directory::Status::Disabled;
            })
            .await;
        server
            .account("waiting", |new| {
                new.status = atrium::directory::Status::Processing;
            })
            .await;
        let md5 = "d41d8cd98f00b204e9800998ecf8427e";
        let unreadable = "A".repeat(342) + "==";
        let mut answers = Vec::new();
        for (account, password) in [
            ("dan", "wrong"),
            ("dan", ""),
            ("dan", md5),
            ("dan", unreadable.as_str()),
            ("nobody", PASSWORD),
            ("", ""),
            ("gone", PASSWORD),
            ("waiting", PASSWORD),
        ] {
            let answer = sign_in(&server, json!({"account": account, "password": password})).await;
            assert_eq!(answer.status(), 100_013, "{account}");
            let mut json = answer.json();
            json["requestId"].take();
            let headers: Vec<_> = answer
                .headers
                .iter()
                .filter(|(name, _)| *name != "x-request-id")
                .map(|(name, value)| format!("{name}: {value:?}"))
                .collect();
            answers.push((answer.http, headers, json.to_string()));
        }
        answers.dedup();
        assert_eq!(answers.len(), 1, "{answers:#?}");
        // The sixth failure for one account from one address waits.
        for _ in 0..2 {
            sign_in(&server, json!({"account": "dan", "password": "wrong"})).await;
        }
        let late = sign_in(&server, json!({"account": "DAN", "password": PASSWORD})).await;
        assert_eq!(
            (late.http.as_u16(), late.status()),
            (429, 999_999),
            "{late:?}"
        );
        assert!(late.header("retry-after").parse::<u64>().unwrap() > 0);
    }
}

/// F-11, F-12: encrypted with our key, in each spelling that legacy clients send.
#[tokio::test]
async fn encrypted_passwords_are_opened() {
    let database = &database::each_engine().await[0];
    let server = Server::start(&database.db).await;
    server.account("dan", |_| {}).await;
    let key = server
        .get("/api/security/common/public-key", &[])
        .await
        .data();
    assert_eq!(key["algorithm"], "RSA-OAEP-256");
    let sealed = encrypt(key["publicKey"].as_str().unwrap(), PASSWORD);
    let encoded: String = url::form_urlencoded::byte_serialize(sealed.as_bytes()).collect();
    for sent in [sealed.clone(), encoded, sealed.replace('+', " ")] {
        let answer = sign_in(&server, json!({"account": "dan", "password": sent})).await;
        assert_eq!(answer.status(), 0, "{answer:?}");
    }
}

/// D-07, T-12: no launch token, and a userToken for a few calls only.
#[tokio::test]
async fn a_newcomer_must_change_the_password_first() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        server
            .account("eve", |new| new.must_change_password = true)
            .await;
        let body = json!({"account": "eve", "password": PASSWORD});
        let data = sign_in(&server, body).await.data();
        let token = data["userToken"].as_str().unwrap().to_owned();
        let header = [("access-token", token.as_str())];
        assert_eq!(server.post(INFO, &header, &json!({})).await.status(), 0);
        let count = server
            .get("/api/security/user/login-count?username=eve", &header)
            .await;
        assert_eq!(count.data()["firstLogin"], true);
        let list = server
            .get("/api/security/app/v2/list-by-type?typeId=1", &header)
            .await;
        assert_eq!(list.status(), 100_013);
        let lang = server
            .post(
                "/api/security/user/set-lang",
                &header,
                &json!({"lang": "zh-cn"}),
            )
            .await;
        assert_eq!(lang.status(), 100_013);
        let body = json!({"account": "eve", "password": PASSWORD, "appName": "OLDQUERY",
            "callbackUrl": "http://localhost:8082/"});
        let data = sign_in(&server, body).await.data();
        assert_eq!(data["callbackUrl"], "", "no launch token");
        let token = data["userToken"].as_str().unwrap();
        let path = format!("{INFO}?appName=OLDQUERY");
        let at_app = server
            .post(&path, &[("access-token", token)], &json!({}))
            .await;
        assert_eq!(at_app.status(), 100_000, "it is no launch token");
    }
}

/// `legacy.api_login = false` ends userTokens, not the legacy applications.
#[tokio::test]
async fn the_api_login_can_be_switched_off() {
    let database = &database::each_engine().await[0];
    let server = Server::with(&database.db, |config| config.legacy.api_login = false).await;
    server.account("dan", |_| {}).await;
    let own = sign_in(&server, json!({"account": "dan", "password": PASSWORD})).await;
    assert_eq!(own.status(), 100_013);
    let body = json!({"account": "dan", "password": PASSWORD, "appName": "OLDQUERY",
        "callbackUrl": "http://localhost:8082/"});
    assert_eq!(sign_in(&server, body).await.status(), 0);
}
