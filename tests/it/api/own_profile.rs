//! What people set about themselves (attack 21).

use atrium::audit::AuditContext;
use atrium::directory::{self, AccountError, ClaimValue, NewAccount, OWN_CLAIMS};
use atrium::random::Random;
use serde_json::{Value, json};

use super::accounts::entries;
use crate::support::database;
use crate::support::product_api::{NOW, Server};

const PROFILE: &str = "/api/security/account/profile";
const SAVE: &str = "/api/security/account/profile/save";

fn dan(new: &mut NewAccount) {
    new.full_name = "Dan Member".into();
    new.email = Some("dan@demo.test".to_owned());
    new.email_verified = true;
}

/// OpenID Connect Core section 5.1: a person sets nickname, addresses and time zone; the entry has the values.
#[tokio::test]
async fn people_set_claims_about_themselves() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let dan = server.person("DanMember", dan).await;
        let first = server.get_as(&dan, PROFILE).await.data();
        assert_eq!(
            first,
            json!({
                "version": 1, "nickname": "", "profile": "", "picture": "", "website": "", "zoneinfo": "",
                "phoneNumber": "", "phoneNumberVerified": false, "lastDay": "",
            })
        );
        let change = json!({
            "version": 1, "nickname": " Danny ", "profile": "https://demo.test/dan", "picture": "https://demo.test/dan.png",
            "website": "https://dan.demo.test/", "zoneinfo": "europe/paris",
        });
        let saved = server.post_as(&dan, SAVE, &change).await.data();
        assert_eq!(saved["nickname"], "Danny");
        assert_eq!(saved["zoneinfo"], "Europe/Paris");
        assert_eq!(saved["version"], 2);
        assert_eq!(server.get_as(&dan, PROFILE).await.data(), saved);
        let recorded = entries(server.db(), "account.changed", &dan.id).await;
        assert_eq!(recorded.len(), 1);
        let (actor, call, detail) = &recorded[0];
        assert_eq!(
            (actor, &**call),
            (&dan.id, "POST /api/security/account/profile/save")
        );
        assert_eq!(
            detail["changes"][0],
            json!({ "field": "nickname", "from": null, "to": "Danny" })
        );
        assert_eq!(detail["changes"].as_array().unwrap().len(), 5);

        // The others stay, and an empty text removes one.
        let change = json!({ "nickname": "" });
        let saved = server.post_as(&dan, SAVE, &change).await.data();
        assert_eq!(
            (&saved["nickname"], &saved["picture"]),
            (&json!(""), &json!("https://demo.test/dan.png"))
        );
        // The same again is no change.
        let again = server.post_as(&dan, SAVE, &change).await.data();
        assert_eq!(again["version"], saved["version"]);
        let recorded = entries(server.db(), "account.changed", &dan.id).await;
        assert_eq!(recorded.len(), 2);
    }
}

/// All faults are answered at once, each at its field, and nothing is stored.
#[tokio::test]
async fn what_is_no_good_is_said_at_its_field() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let dan = server.person("DanMember", dan).await;
        let change = json!({
            "nickname": "a\u{200b}b", "profile": "demo.test", "picture": "http://demo.test/dan.png",
            "website": "https://me:secret@demo.test", "zoneinfo": "Paris",
        });
        let answer = server.post_as(&dan, SAVE, &change).await.json();
        assert_eq!(answer["status"], 100_012, "{answer}");
        let faults = answer["faults"].as_array().unwrap().iter();
        let fields: Vec<&str> = faults
            .map(|fault| fault["field"].as_str().unwrap())
            .collect();
        assert_eq!(fields, OWN_CLAIMS);
        let version = server.get_as(&dan, PROFILE).await.data()["version"].clone();
        assert_eq!(version, 1);
    }
}

/// Two windows: the second does not overwrite what the first saved.
#[tokio::test]
async fn an_older_profile_does_not_replace_a_newer_one() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let dan = server.person("DanMember", dan).await;
        let first = json!({ "version": 1, "nickname": "One" });
        assert_eq!(server.post_as(&dan, SAVE, &first).await.status(), 0);
        let second = json!({ "version": 1, "nickname": "Two" });
        let refused = server.post_as(&dan, SAVE, &second).await.json();
        assert_ne!(refused["status"], 0);
        assert_ne!(refused["conflict"], Value::Null, "{refused}");
        let kept = server.get_as(&dan, PROFILE).await.data();
        assert_eq!(kept["nickname"], "One");
    }
}

/// Attack 21, trap T8: names, address, number and their marks are not the person's to set, and no field names another person.
#[tokio::test]
async fn attack_21_people_do_not_set_what_applications_trust() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let eve = server.account("EveMember", |_| {}).await;
        let dan = server.person("DanMember", dan).await;
        let change = json!({
            "userId": eve, "nickname": "Danny", "fullName": "Ada Admin", "name": "Ada Admin", "email": "ada@demo.test",
            "phoneNumber": "+8613800000000", "phone_number": "+8613800000000", "phoneNumberVerified": true,
            "supAdmin": 1, "claims": { "given_name": "Ada", "phone_number_verified": true },
        });
        assert_eq!(server.post_as(&dan, SAVE, &change).await.status(), 0);
        let mut view = server.db().read().await.unwrap();
        let account = directory::find(&mut view, &dan.id).await.unwrap().unwrap();
        assert_eq!(account.full_name, "Dan Member");
        assert_eq!(account.email.as_deref(), Some("dan@demo.test"));
        assert!(account.email_verified && !account.sup_admin);
        let kept = directory::Profile {
            nickname: Some("Danny".to_owned()),
            ..directory::Profile::default()
        };
        assert_eq!(account.profile, kept);
        let other = directory::find(&mut view, &eve).await.unwrap().unwrap();
        assert_eq!(other.profile, directory::Profile::default());
        drop(view);
        for claim in [
            "name",
            "email",
            "email_verified",
            "phone_number",
            "phone_number_verified",
            "birthdate",
        ] {
            let wish = ClaimValue {
                claim: claim.to_owned(),
                value: "true".to_owned(),
            };
            let id = dan.id.clone();
            let saved = server.db().write::<_, AccountError, _>(move |tx| {
                Box::pin(async move {
                    let audit = AuditContext::of_server(NOW, &Random::system(), "test");
                    directory::save_profile(tx, &id, None, &[wish], &audit).await
                })
            });
            let refused = saved.await.unwrap_err();
            assert!(
                matches!(refused, AccountError::Invalid(_)),
                "{claim}: {refused:?}"
            );
        }
    }
}
