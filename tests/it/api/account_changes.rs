//! The calls that change an account: its details, its status, its password.

use atrium::access::rights::{give_group, save_code};
use atrium::clock::HOUR;
use atrium::db::DbError;
use serde_json::{Value, json};

use super::accounts::{ada, ben, entries, house, in_chinese, info};
use crate::access;
use crate::support::database;
use crate::support::product_api::{Person, Server};

pub const UPDATE: &str = "/api/security/admin/user/update";
const STATUS: &str = "/api/security/admin/user/update-status";
pub const RANDOM: &str = "/api/security/admin/user/random-pwd";
const EDIT: &str = "account_maintain.AccountManagement.AccountList.edit";
const LOGIN: &str = "/api/security/acc-login";

async fn update(server: &Server, person: &Person, id: &str, change: Value) -> Value {
    let mut body = json!({ "userId": id });
    for (name, value) in change.as_object().unwrap() {
        body[name] = value.clone();
    }
    server.post_as(person, UPDATE, &body).await.json()
}

/// Contract F-39, C-041, OpenID Connect Core 5.1: every field and every standard claim is stored, returned and audited
/// with old and new value. A missing field stays, an empty one is removed.
#[tokio::test]
async fn every_field_can_be_changed() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let ada = ada(&server).await;
        let dan = server.account("DanMember", |_| {}).await;
        let claims = json!({
            "given_name": "Dan", "family_name": "Member", "middle_name": "M.", "nickname": "danny",
            "preferred_username": "dan", "profile": "https://p.test/dan", "picture": "https://p.test/d.png",
            "website": "https://dan.test", "gender": "male", "birthdate": "1980-02-29",
            "zoneinfo": "Asia/Shanghai", "locale": "zh-CN", "phone_number": "+8613812345678",
            "phone_number_verified": true,
            "address": {
                "formatted": "1 Street\nTown", "street_address": "1 Street", "locality": "Town",
                "region": "Region", "postal_code": "1000", "country": "CN",
            },
        });
        let answer = update(&server, &ada, &dan, json!({
            "version": 1, "username": "danmember", "fullName": "Dan M.", "email": "dan@demo.test",
            "emailVerified": true, "lionId": "dan*1", "lang": "zh-cn", "agencyId": "north", "clientId": "nc",
            "brandId": "nb", "expireDate": "2027-01-31", "supAdmin": 1, "userManager": true, "claims": claims,
        })).await;
        assert_eq!(
            answer["data"],
            json!({"userId": dan, "version": 2}),
            "{answer}"
        );
        let answer = info(&server, &ada, &dan).await;
        for (field, value) in [
            ("username", json!("DanMember")),
            ("fullName", json!("Dan M.")),
            ("email", json!("dan@demo.test")),
            ("emailVerified", json!(true)),
            ("lionId", json!("dan*1")),
            ("lang", json!("zh-cn")),
            ("agencyName", json!("North")),
            ("clientName", json!("North Client")),
            ("brandName", json!("North Brand")),
            ("expireDate", json!("2027-01-31")),
            ("supAdmin", json!(1)),
            ("userManager", json!(true)),
            ("claims", claims),
            ("changedBy", json!("Ada Super")),
        ] {
            assert_eq!(answer[field], value, "{field}");
        }
        let changed = entries(server.db(), "account.changed", &dan).await;
        assert_eq!(changed.len(), 1);
        let (actor, call, detail) = &changed[0];
        assert_eq!(
            (actor, call.as_str()),
            (&ada.id, "POST /api/security/admin/user/update")
        );
        let fields = detail["changes"].as_array().unwrap();
        for change in [
            json!({"field": "email", "from": null, "to": "dan@demo.test"}),
            json!({"field": "sup_admin", "from": false, "to": true}),
            json!({"field": "agency", "from": null, "to": "North (north)"}),
            json!({"field": "birthdate", "from": null, "to": "1980-02-29"}),
        ] {
            assert!(fields.contains(&change), "{change} in {detail}");
        }
        // Another agency has neither this client nor its brand; the other fields stay.
        let answer = update(&server, &ada, &dan, json!({
            "agencyId": "south", "email": "", "expireDate": "", "claims": {"nickname": "", "address": {"region": ""}},
        })).await;
        assert_eq!(answer["data"]["version"], 3, "{answer}");
        let answer = info(&server, &ada, &dan).await;
        for (field, value) in [
            ("agencyId", "south"),
            ("clientId", ""),
            ("brandId", ""),
            ("email", ""),
            ("fullName", "Dan M."),
            ("lionId", "dan*1"),
        ] {
            assert_eq!(answer[field], value, "{field}");
        }
        assert_eq!(answer["claims"]["nickname"], Value::Null);
        assert_eq!(answer["claims"]["address"]["country"], "CN");
        assert_eq!(
            (&answer["expireDate"], &answer["emailVerified"]),
            (&Value::Null, &json!(false))
        );
        // The same again changes nothing: no entry, no version.
        let answer = update(
            &server,
            &ada,
            &dan,
            json!({"agencyId": "south", "fullName": "Dan M."}),
        )
        .await;
        assert_eq!(answer["data"]["version"], 3);
        assert_eq!(entries(server.db(), "account.changed", &dan).await.len(), 2);
    }
}

/// C-041, X-27, X-05: the answer lists every fault at its field, and nothing is changed.
#[tokio::test]
async fn every_fault_of_a_change_is_reported() {
    let database = &database::each_engine().await[0];
    let server = Server::start(&database.db).await;
    house(&server).await;
    let ada = ada(&server).await;
    let dan = server.account("DanMember", |_| {}).await;
    server
        .account("EveOther", |new| {
            new.email = Some("eve@demo.test".to_owned());
        })
        .await;
    let answer = update(&server, &ada, &dan, json!({
        "username": "Another", "email": "x", "lang": "fr", "lionId": "a b", "expireDate": "yesterday",
        "clientId": "nowhere", "claims": {"birthdate": "soon", "address": {"country": "x".repeat(201)}},
    })).await;
    assert_eq!(answer["status"], 100_012);
    let fields: Vec<_> = answer["faults"]
        .as_array()
        .unwrap()
        .iter()
        .map(|fault| &fault["field"])
        .collect();
    assert_eq!(
        fields,
        [
            "username",
            "email",
            "claims.birthdate",
            "claims.address.country",
            "lang",
            "lionId",
            "expireDate",
            "clientId",
        ]
    );
    for (change, field) in [
        (json!({"supAdmin": 7}), "supAdmin"),
        (json!({"claims": {"sub": "x"}}), "claims"),
        (json!({"emailVerified": true}), "emailVerified"),
    ] {
        let answer = update(&server, &ada, &dan, change).await;
        assert_eq!(
            (&answer["status"], &answer["field"]),
            (&json!(100_012), &json!(field))
        );
    }
    let taken = update(&server, &ada, &dan, json!({"email": "EVE@demo.test"})).await;
    assert_eq!(
        (&taken["status"], &taken["field"]),
        (&json!(100_011), &json!("email"))
    );
    assert_eq!(info(&server, &ada, &dan).await["version"], 1);
}

/// If a change names an older version, the answer says who made the newer one
/// and when. Without a version the last change wins.
#[tokio::test]
async fn a_conflict_is_reported() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let (ada, ben) = (ada(&server).await, ben(&server).await);
        let dan = server.account("DanMember", |_| {}).await;
        update(
            &server,
            &ada,
            &dan,
            json!({"version": 1, "fullName": "By Ada"}),
        )
        .await;
        let at = server.clock.now();
        let body = json!({"userId": dan, "version": 1, "fullName": "By Ben"});
        let answer = server.post_as(&ben, UPDATE, &body).await.json();
        assert_eq!(answer["status"], 100_012);
        assert_eq!(answer["conflict"], json!({"by": "Ada Super", "at": at}));
        let msg = answer["msg"].as_str().unwrap();
        assert!(
            msg.starts_with("Ada Super changed this on 21 November 2026"),
            "{msg}"
        );
        let answer = in_chinese(&server, &ben, UPDATE, &body).await.json();
        let msg = answer["msg"].as_str().unwrap();
        assert!(msg.contains("Ada Super 于 2026年11月21日"), "{msg}");
        assert_eq!(info(&server, &ada, &dan).await["fullName"], "By Ada");
        let answer = update(&server, &ben, &dan, json!({"fullName": "By Ben"})).await;
        assert_eq!(answer["data"]["version"], 3);
    }
}

/// Attack 34: only a super administrator changes how an administrator signs
/// in, or who is a super administrator; administrators may change other fields of an administrator.
#[tokio::test]
async fn nobody_changes_who_is_above() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let (ada, ben) = (ada(&server).await, ben(&server).await);
        let dan = server.account("DanMember", |_| {}).await;
        for (target, change, status) in [
            (&ada.id, json!({"email": "mine@evil.test"}), 100_013),
            (&ada.id, json!({"lionId": "mine"}), 100_013),
            (&ada.id, json!({"expireDate": "2026-12-01"}), 100_013),
            (&ben.id, json!({"email": "other@demo.test"}), 100_013),
            (&ben.id, json!({"supAdmin": 1}), 100_013),
            (&dan, json!({"supAdmin": 1}), 100_013),
            (&ada.id, json!({"supAdmin": 0}), 100_013),
            (
                &ada.id,
                json!({"fullName": "Ada the Super", "email": "", "supAdmin": 1}),
                0,
            ),
            (
                &dan,
                json!({"email": "dan@demo.test", "lionId": "dan1", "supAdmin": 0}),
                0,
            ),
        ] {
            let answer = update(&server, &ben, target, change.clone()).await;
            assert_eq!(answer["status"], status, "{change}: {answer}");
        }
        for (path, body) in [
            (STATUS, json!({"userId": ada.id, "accountStatus": 2})),
            (RANDOM, json!({"userId": ada.id})),
        ] {
            assert_eq!(
                server.post_as(&ben, path, &body).await.status(),
                100_013,
                "{path}"
            );
        }
        // The last super administrator cannot stop being one.
        let answer = update(&server, &ada, &ada.id, json!({"supAdmin": 0})).await;
        assert_eq!(
            (&answer["status"], &answer["field"]),
            (&json!(100_012), &json!("supAdmin"))
        );
        update(&server, &ada, &dan, json!({"supAdmin": 1})).await;
        assert_eq!(
            update(&server, &ada, &ada.id, json!({"supAdmin": 0})).await["status"],
            0
        );
    }
}

/// Attacks 21 and 34: a person with only the access code to
/// edit accounts cannot extend their own account, and cannot verify the address of anyone above
/// them.
#[tokio::test]
async fn a_holder_of_the_code_does_not_extend_oneself() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let ada = ada(&server).await;
        let holder = server
            .person("HolderMember", |new| {
                new.email = Some("holder@demo.test".to_owned());
            })
            .await;
        let id = holder.id.clone();
        let given = server.db().write::<_, DbError, _>(move |tx| {
            Box::pin(async move {
                save_code(tx, "SSO", "EDITORS", EDIT).await?;
                give_group(tx, &id, "SSO", "EDITORS").await
            })
        });
        given.await.unwrap();
        let dan = server.account("DanMember", |_| {}).await;
        for (target, change, status) in [
            (&holder.id, json!({"email": "boss@victim.test"}), 100_013),
            (&holder.id, json!({"emailVerified": true}), 100_013),
            (
                &holder.id,
                json!({"claims": {"phone_number": "+8613812345678",
                "phone_number_verified": true}}),
                100_013,
            ),
            (&holder.id, json!({"expireDate": "2027-01-31"}), 100_013),
            (&holder.id, json!({"agencyId": "north"}), 100_013),
            (&holder.id, json!({"fullName": "Holder"}), 0),
            (
                &ada.id,
                json!({"emailVerified": true, "email": "ada@demo.test"}),
                100_013,
            ),
            (
                &dan,
                json!({"email": "dan@demo.test", "emailVerified": true, "agencyId": "north"}),
                0,
            ),
        ] {
            let answer = update(&server, &holder, target, change.clone()).await;
            assert_eq!(answer["status"], status, "{change}: {answer}");
        }
    }
}

/// Contract C-040: disabling ends sessions; nobody disables themselves or the last super administrator.
#[tokio::test]
async fn a_status_is_set() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let ada = ada(&server).await;
        let dan = server.person("DanMember", |_| {}).await;
        let set = async |person: &Person, id: &str, status: i64| {
            let body = json!({"userId": id, "accountStatus": status});
            server.post_as(person, STATUS, &body).await.json()
        };
        let answer = set(&ada, &dan.id, 2).await;
        assert_eq!(
            answer["data"],
            json!({"accountStatus": 2, "endedSessions": 1}),
            "{answer}"
        );
        let dead = server
            .post_as(&dan, "/api/security/user/info", &json!({}))
            .await;
        assert_eq!((dead.http.as_u16(), dead.status()), (401, 100_000));
        let answer = set(&ada, &dan.id, 2).await;
        assert_eq!(answer["data"]["endedSessions"], 0);
        server.clock.advance(1);
        set(&ada, &dan.id, 0).await;
        let changed = entries(server.db(), "account.changed", &dan.id).await;
        let answer: Vec<_> = changed
            .iter()
            .map(|(actor, _, detail)| (actor, &detail["change"]))
            .collect();
        let (off, on) = (json!("disabled"), json!("enabled"));
        assert_eq!(answer, [(&ada.id, &off), (&ada.id, &on)]);
        assert_eq!(
            changed[0].2["changes"],
            json!([{"field": "status", "from": "enabled", "to": "disabled"}])
        );
        assert_eq!(info(&server, &ada, &dan.id).await["version"], 3);

        let own = set(&ada, &ada.id, 2).await;
        assert_eq!(
            (&own["status"], &own["msg"]),
            (
                &json!(100_013),
                &json!("You can’t disable your own account. Ask a super administrator.")
            )
        );
        for wrong in [1, 3, -1] {
            assert_eq!(
                set(&ada, &dan.id, wrong).await["field"],
                "accountStatus",
                "{wrong}"
            );
        }
        assert_eq!(set(&ada, "nobody", 2).await["field"], "userId");
        // One of two can be disabled, the other cannot: here the caller is no longer a super
        // administrator.
        let other = server
            .person("OtherSuper", |new| new.sup_admin = true)
            .await;
        assert_eq!(set(&other, &ada.id, 2).await["status"], 0);
        let left = access::find(server.db(), &other.id).await;
        assert!(left.sup_admin);
    }
}

/// Contract C-040: two super administrators who disable each other at the same moment do not both succeed.
#[tokio::test]
async fn one_super_administrator_is_left() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let ada = ada(&server).await;
        let other = server
            .person("OtherSuper", |new| new.sup_admin = true)
            .await;
        let disable = |id: &str| json!({"userId": id, "accountStatus": 2});
        let (one, two) = (disable(&other.id), disable(&ada.id));
        let (one, two) = tokio::join!(
            server.post_as(&ada, STATUS, &one),
            server.post_as(&other, STATUS, &two)
        );
        let left = [&ada.id, &other.id];
        let mut enabled = 0;
        for id in left {
            let account = access::find(server.db(), id).await;
            enabled += usize::from(account.status == atrium::directory::Status::Enabled);
        }
        assert_eq!(enabled, 1, "{one:?} {two:?}");
    }
}

/// Contract C-039, F-16: a random password is shown once, must be changed, ends the sessions of the old one,
/// and works for 72 hours. F-13: nobody can set their own.
#[tokio::test]
async fn a_random_password_works_for_72_hours() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let ada = ada(&server).await;
        let dan = server.person("DanMember", |_| {}).await;
        let body = json!({"userId": dan.id});
        let answer = server.post_as(&ada, RANDOM, &body).await.data();
        let password = answer["password"].as_str().unwrap().to_owned();
        assert_eq!(password.len(), 16);
        assert!(
            password.chars().all(|c| c.is_ascii_alphanumeric()),
            "{password}"
        );
        assert_eq!(answer["expiresAt"], server.clock.now() + 72 * HOUR);
        let dead = server
            .post_as(&dan, "/api/security/user/info", &json!({}))
            .await;
        assert_eq!(dead.status(), 100_000, "the old password's sessions end");
        let other = server.post_as(&ada, RANDOM, &body).await.data();
        let password = {
            assert_ne!(other["password"], password.as_str());
            other["password"].as_str().unwrap().to_owned()
        };
        let login = json!({"account": "DanMember", "password": password});
        server.clock.advance(72 * HOUR);
        let answer = server.post(LOGIN, &[], &login).await.data();
        let token = answer["userToken"].as_str().unwrap();
        let (held, body) = ([("access-token", token)], json!({"lang": "en-us"}));
        let refused = server
            .post("/api/security/user/set-lang", &held, &body)
            .await;
        assert_eq!(refused.status(), 100_013, "it must be changed first");
        server.clock.advance(1);
        assert_eq!(
            server.post(LOGIN, &[], &login).await.status(),
            100_013,
            "it works no more"
        );
        let by = entries(server.db(), "password.changed", &dan.id).await;
        assert_eq!(by.len(), 2);
        assert_eq!(
            (&by[0].0, &by[0].2["by"]),
            (&ada.id, &json!("administrator"))
        );
        let all = format!("{by:?}");
        assert!(!all.contains(&password));
        // The clock has moved, so the administrator needs a new session.
        let ada = server.signed_in(&ada.id).await;
        let own = server
            .post_as(&ada, RANDOM, &json!({"userId": ada.id}))
            .await
            .json();
        let words = "You can’t give yourself a random password. Ask a super administrator.";
        assert_eq!(
            (&own["status"], &own["msg"]),
            (&json!(100_013), &json!(words))
        );
        let unknown = server
            .post_as(&ada, RANDOM, &json!({"userId": "nobody"}))
            .await
            .json();
        assert_eq!(
            (&unknown["status"], &unknown["field"]),
            (&json!(100_012), &json!("userId"))
        );
    }
}
