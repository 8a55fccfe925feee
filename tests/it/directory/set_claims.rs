//! Claims of a person that an administrator sets (OpenID Connect Core 5.1).

use atrium::audit::{self, AuditContext};
use atrium::clock::MINUTE;
use atrium::db::Db;
use atrium::db::list::Paging;
use atrium::directory::{
    AccountError, AccountFilter, ClaimValue, SetClaimsError, accounts_page, set_claims,
    standard_claims,
};
use atrium::random::Random;
use axum::body::Body;
use hyper::Request;
use serde_json::json;

use super::{NOW, add, by_id, by_name, named};
use crate::support::app::TestApp;
use crate::support::{database, trail};

type Set = Result<Vec<&'static str>, SetClaimsError>;

async fn set(db: &Db, id: &str, pairs: &[(&str, &str)]) -> Set {
    let wishes: Vec<ClaimValue> = pairs
        .iter()
        .map(|(claim, value)| ClaimValue {
            claim: (*claim).to_owned(),
            value: (*value).to_owned(),
        })
        .collect();
    let id = id.to_owned();
    let audit = AuditContext::of_operator(NOW + MINUTE, &Random::system(), "user set");
    db.write(move |tx| Box::pin(async move { set_claims(tx, &id, &wishes, &audit).await }))
        .await
}

/// Every standard claim of a real account, on both engines; all of a call or nothing.
#[tokio::test]
async fn claims_are_set_and_removed() {
    for database in database::each_engine().await {
        let db = &database.db;
        let id = add(db, named("Grace")).await.unwrap();
        let all = [
            ("name", "Grace Hopper"),
            ("given_name", "Grace"),
            ("birthdate", "1906-12-09"),
            ("zoneinfo", "America/New_York"),
            ("address.country", "US"),
            ("phone_number", "+1 202 555 0100"),
            ("phone_number_verified", "true"),
            ("email", "grace@navy.test"),
            ("email_verified", "true"),
        ];
        let mut changed = set(db, &id, &all).await.unwrap();
        changed.sort_unstable();
        let names = [
            "address",
            "birthdate",
            "email",
            "email_verified",
            "given_name",
            "name",
            "phone_number",
            "phone_number_verified",
            "zoneinfo",
        ];
        assert_eq!(changed, names);
        let account = by_id(db, &id).await;
        assert_eq!(account.updated_at, NOW + MINUTE);
        let claims = standard_claims(&account, &["profile", "email", "address", "phone"], &[]);
        for (claim, value) in [
            ("name", json!("Grace Hopper")),
            ("birthdate", json!("1906-12-09")),
            ("address", json!({"country": "US"})),
            ("phone_number", json!("+12025550100")),
            ("phone_number_verified", json!(true)),
            ("email", json!("grace@navy.test")),
            ("email_verified", json!(true)),
        ] {
            assert_eq!(claims[claim], value, "{claim}");
        }
        // The person signs in and is found with the new values, and not with the old ones.
        assert_eq!(by_name(db, "GRACE@navy.test").await.unwrap().id, id);
        assert!(by_name(db, "grace@demo.test").await.is_none());
        for (text, count) in [("hopper", 1), ("navy", 1), ("demo", 0)] {
            let filter = AccountFilter {
                context: Some(text.to_owned()),
                ..AccountFilter::default()
            };
            let mut view = db.read().await.unwrap();
            let found = accounts_page(&mut view, &filter, &Paging::default()).await;
            assert_eq!(found.unwrap().total, count, "{text}");
        }

        let refused = set(db, &id, &[("nickname", "Amazing"), ("birthdate", "x")]).await;
        let Err(SetClaimsError::Faults(faults)) = refused else {
            panic!("{refused:?}");
        };
        assert_eq!(faults.list().len(), 1);
        assert_eq!(
            by_id(db, &id).await.profile.nickname,
            None,
            "all or nothing"
        );

        assert_eq!(
            set(db, &id, &[("birthdate", "")]).await.unwrap(),
            ["birthdate"]
        );
        assert_eq!(by_id(db, &id).await.profile.birthdate, None);
        assert!(set(db, &id, &[("birthdate", "")]).await.unwrap().is_empty());
    }
}

/// Attack 15: an email address signs in, so all its spellings belong to one account.
#[tokio::test]
async fn an_address_of_another_is_not_taken() {
    for database in database::each_engine().await {
        let db = &database.db;
        add(db, named("Ben")).await.unwrap();
        let id = add(db, named("Grace")).await.unwrap();
        let taken = set(db, &id, &[("email", "BEN@demo.test")]).await;
        assert!(
            matches!(taken, Err(SetClaimsError::Account(AccountError::Taken(_)))),
            "{taken:?}"
        );
        let unknown = set(db, "nobody\0", &[("nickname", "x")]).await;
        assert!(
            matches!(unknown, Err(SetClaimsError::Account(AccountError::Unknown))),
            "{unknown:?}"
        );
    }
}

/// The audit trail has each claim before and after; a change without effect writes no entry.
#[tokio::test]
async fn the_trail_has_the_claims_before_and_after() {
    for database in database::each_engine().await {
        let db = &database.db;
        let id = add(db, named("Grace")).await.unwrap();
        let pairs = [("birthdate", "1906-12-09"), ("address.country", "US")];
        set(db, &id, &pairs).await.unwrap();
        set(db, &id, &pairs).await.unwrap();
        set(db, &id, &[("birthdate", "1906")]).await.unwrap();
        let mut entries = trail::of_kind(db, "account.changed").await;
        // Both have the same time; the entry with fewer changes is the second.
        entries.sort_by_key(|entry| entry.detail.len());
        let [changed, entry] = &entries[..] else {
            panic!("{entries:?}");
        };
        assert_eq!(entry.account_id.as_deref(), Some(id.as_str()));
        assert_eq!(entry.actor_id.as_deref(), Some(audit::CLI));
        assert_eq!(entry.object_kind.as_deref(), Some("account"));
        assert_eq!(entry.object_id.as_deref(), Some(id.as_str()));
        assert_eq!(entry.call.as_deref(), Some("cli user set"));
        let claims = |entry: &audit::Recorded| -> serde_json::Value {
            serde_json::from_str(&entry.detail).unwrap()
        };
        let begun = json!({"change": "updated", "changes": [
            {"field": "birthdate", "from": null, "to": "1906-12-09"},
            {"field": "address", "from": null, "to": {"country": "US"}},
        ]});
        assert_eq!(claims(entry), begun);
        let narrowed = json!({"change": "updated", "changes": [
            {"field": "birthdate", "from": "1906-12-09", "to": "1906"},
        ]});
        assert_eq!(claims(changed), narrowed);
    }
}

/// Tokens are kept in memory with their claims; a changed claim shows at once.
#[tokio::test]
async fn a_remembered_token_has_the_new_claim_at_once() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let browser = app.browser();
        browser.sign_in_directly("DanMember").await;
        let tokens = app.rp("basic").tokens(&browser, "openid profile").await;
        let bearer = format!("Bearer {}", tokens["access_token"].as_str().unwrap());
        let nickname = async || {
            let request = Request::get("/oauth2/userinfo").header("authorization", &bearer);
            let answer = app.send(request.body(Body::empty()).unwrap()).await;
            answer.json()["nickname"].clone()
        };
        let before = nickname().await;
        let id = app.account("DanMember").await.id;
        set(app.db(), &id, &[("nickname", "Dashing Dan")])
            .await
            .unwrap();
        assert_ne!(before, "Dashing Dan");
        assert_eq!(nickname().await, "Dashing Dan");
        set(app.db(), &id, &[("nickname", "")]).await.unwrap();
        assert_eq!(nickname().await, serde_json::Value::Null);
    }
}
