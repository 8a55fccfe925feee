//! C-001, C-004, C-008, C-009.

use serde_json::json;

use atrium::directory::AccountError;
use atrium::directory::organisations;

use crate::access;
use crate::support::database;
use crate::support::product_api::{NOW, PASSWORD, Server};

const INFO: &str = "/api/security/user/info";
const COUNT: &str = "/api/security/user/login-count";

/// K-37, F-24, K-42, C-001, E-01, G-15: the whole entity, and the access list of SSO (G-48).
#[tokio::test]
async fn who_is_signed_in() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        server
            .db()
            .write::<_, AccountError, _>(|tx| {
                Box::pin(async move {
                    organisations::save_agency(tx, "a1", "North", NOW).await?;
                    organisations::save_company(tx, "c1", "Ink & Co", Some("a1"), NOW).await?;
                    organisations::save_brand(tx, "b1", "Blue", Some("c1"), NOW).await?;
                    Ok(())
                })
            })
            .await
            .unwrap();
        let dan = server
            .person("DanMember", |new| {
                new.full_name = "Dan Member".into();
                new.email = Some("dan@demo.test".into());
                new.lang = Some("zh-cn".into());
                new.agency_id = Some("a1".into());
                new.company_id = Some("c1".into());
                new.brand_id = Some("b1".into());
                new.lion_id = Some("LION7".into());
                new.user_manager = true;
            })
            .await;
        let answer = server
            .post_as(&dan, &format!("{INFO}?appName=SSO"), &json!(null))
            .await;
        assert_eq!(
            answer.data(),
            json!({
                "id": dan.id, "userToken": "", "username": "DanMember", "fullName": "Dan Member",
                "lionId": "LION7", "lang": "zh-cn", "callbackUrl": "", "agencyName": "North",
                "clientName": "Ink & Co", "agencyId": "a1", "accountname": "DanMember",
                "wechatBinded": false, "brandId": "b1", "supAdmin": 0, "accessList": [],
                "accessGroups": [], "roles": ["member"], "projectIds": [], "userManager": true, "hasPassword": true,
                "email": "dan@demo.test", "emailVerified": false, "picture": "",
            })
        );
        assert_eq!(answer.header("cache-control"), "no-store");
        // F-24: query and body must agree; another application has its own tokens.
        for (path, body) in [
            (
                format!("{INFO}?appName=SSO"),
                json!({"appName": "OLDQUERY"}),
            ),
            (format!("{INFO}?appName=OLDQUERY"), json!({})),
        ] {
            let refused = server.post_as(&dan, &path, &body).await;
            assert_eq!(refused.status(), 100_012, "{path}");
        }
        // Refusals are in the account's language, unless the browser's cookie names another.
        let mut headers = server.dpop(&dan, "POST", INFO, &json!({}));
        headers.push(("accept-language", "en".into()));
        let body = json!({"appName": "OTHER"});
        let response = server
            .post(
                INFO,
                &crate::support::product_api::borrowed(&headers),
                &body,
            )
            .await;
        assert!(
            response.json()["msg"].as_str().unwrap().contains('缺'),
            "{response:?}"
        );
        let request_id = response.json()["requestId"].as_str().unwrap().to_owned();
        assert_eq!(request_id, response.header("x-request-id"));
    }
}

/// F-09, A-87, C-004: the whole session ends. A second call, and one without a session, also succeed.
#[tokio::test]
async fn signing_out_ends_everything() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let id = server.account("dan", |_| {}).await;
        let (_, token) = server.user_token(&id).await;
        let dan = server.signed_in(&id).await;
        let header = [("access-token", token.as_str())];
        let out = "/api/security/logout";
        for body in [json!({"appName": "SSO"}), json!({}), json!(null)] {
            assert_eq!(server.post(out, &header, &body).await.status(), 0);
        }
        assert_eq!(server.post(out, &[], &json!({})).await.status(), 0);
        assert_eq!(
            server.post(INFO, &header, &json!({})).await.status(),
            100_000
        );
        assert_eq!(
            server.post_as(&dan, INFO, &json!({})).await.status(),
            0,
            "another session"
        );
        assert_eq!(server.post_as(&dan, out, &json!({})).await.status(), 0);
        assert_eq!(server.post_as(&dan, INFO, &json!({})).await.http, 401);
    }
}

/// C-008, K-28.
#[tokio::test]
async fn the_language_is_kept() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let dan = server.person("dan", |_| {}).await;
        let path = "/api/security/user/set-lang";
        let set = server
            .post_as(&dan, path, &json!({"appName": "SSO", "lang": "zh-cn"}))
            .await;
        assert_eq!(set.data(), json!({"lang": "zh-cn"}));
        let info = server.post_as(&dan, INFO, &json!({})).await;
        assert_eq!(info.data()["lang"], "zh-cn");
        for bad in [
            json!("fr"),
            json!("ZH-CN"),
            json!(""),
            json!(null),
            json!(7),
            json!(["en-us"]),
        ] {
            let refused = server.post_as(&dan, path, &json!({"lang": bad})).await;
            assert_eq!(refused.status(), 100_012, "{bad}");
        }
    }
}

/// If nobody chose a language for the account, the browser's cookie
/// decides, then its `Accept-Language`. E-01 and K-28 always have a language, at sign-in too.
#[tokio::test]
async fn a_language_that_nobody_chose_is_the_browsers() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let dan = server.person("dan", |_| {}).await;
        let chinese = ("accept-language", "zh-CN,zh;q=0.9,en;q=0.8".to_owned());
        let english = ("cookie", "theme=dark; lang=en-us".to_owned());
        let asked = |more: Vec<(&'static str, String)>| {
            let (server, dan) = (&server, &dan);
            async move {
                let body = json!({});
                let mut headers = server.dpop(dan, "POST", INFO, &body);
                headers.extend(more);
                let headers = crate::support::product_api::borrowed(&headers);
                let info = server.post(INFO, &headers, &body).await;
                info.data()["lang"].as_str().unwrap().to_owned()
            }
        };
        assert_eq!(asked(vec![]).await, "en-us");
        assert_eq!(asked(vec![chinese.clone()]).await, "zh-cn");
        assert_eq!(asked(vec![chinese.clone(), english]).await, "en-us");
        let signed_in = server
            .post(
                "/api/security/acc-login",
                &[("accept-language", "zh-CN")],
                &json!({"account": "dan", "password": PASSWORD}),
            )
            .await;
        assert_eq!(signed_in.data()["lang"], "zh-cn");

        let kept = json!({"lang": "en-us"});
        let set = server.post_as(&dan, "/api/security/user/set-lang", &kept);
        assert_eq!(set.await.status(), 0);
        assert_eq!(
            asked(vec![chinese]).await,
            "en-us",
            "what was chosen stands"
        );
    }
}

/// F-53, C-009, G-12, F-14, trap T4: people can read their own count; only administrators can read others'.
#[tokio::test]
async fn attack_t4_sign_ins_are_counted_for_oneself() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let db = server.db();
        let dan = server
            .person("dan", |new| new.email = Some("dan@demo.test".into()))
            .await;
        let ben = server.person("ben", |_| {}).await;
        let mut sso = access::product(1);
        sso.app_name = "SSO".into();
        access::save(db, sso, &[]).await;
        access::administers(db, &access::find(db, &ben.id).await, 1).await;
        for own in ["dan", "DAN", "Dan%40Demo.test"] {
            let answer = server
                .get_as(&dan, &format!("{COUNT}?username={own}"))
                .await;
            assert_eq!(
                answer.data(),
                json!({"loginCount": 0, "firstLogin": false}),
                "{own}"
            );
        }
        for foreign in ["ben", "nobody", "", "dan%00", "dan%27--"] {
            let answer = server
                .get_as(&dan, &format!("{COUNT}?username={foreign}"))
                .await;
            assert_eq!(answer.status(), 100_013, "{foreign}");
        }
        let answer = server.get_as(&ben, &format!("{COUNT}?username=dan")).await;
        assert_eq!(answer.status(), 0);
        let answer = server
            .get_as(&ben, &format!("{COUNT}?username=nobody"))
            .await;
        assert_eq!(answer.status(), 100_012);
        // Only a caller with the right learns what is wrong. All others learn
        // only that they are not allowed.
        for malformed in [
            COUNT.to_owned(),
            format!("{COUNT}?username=dan&username=ben"),
            format!("{COUNT}?username=dan%00"),
        ] {
            let answer = server.get_as(&ben, &malformed).await;
            assert_eq!(answer.status(), 100_012, "attack 4: {malformed}");
            let answer = server.get_as(&dan, &malformed).await;
            assert_eq!(answer.status(), 100_013, "{malformed}");
        }
    }
}
