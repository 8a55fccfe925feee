//! Good requests for the calls about one's own account, its second factors and its corporate identities,
//! and about corporate providers.

use atrium::clock::DAY;
use atrium::db::{DbError, SqlQuery};
use atrium::factors::{self, ConfirmedApp, code_at, recovery_codes};
use atrium::random::Random;
use futures_util::future::BoxFuture;
use serde_json::{Value, json};

use super::deletion::DELETE;
use super::expected_rights::Asker;
use super::identities::{ISSUER, identity};
use super::providers;
use super::samples::{Sample, about_holder, about_somebody};
use super::scene::Scene;
use crate::support::product_api::NOW;
use crate::support::rows;

const AUDIT: &str = "account_maintain.AccountManagement.AuditLog.view";
const PASSWORDS: &str = "account_maintain.AccountManagement.AccountList.password";
const UNLINK: &str = "/api/security/admin/user/identity/unlink";
const FACTORS: &str = "/api/security/admin/user/factors";
const REMIND: &str = "/api/security/admin/user/remind-factors";
const CODE: &str = "/api/security/admin/user/temporary-code";
const LOCK: &str = "/api/security/admin/user/lock";
const KEEP: &str = "/api/security/admin/user/keep";
const REQUIRE: &str = "/api/security/admin/user/require-factor";
const RESET: &str = "/api/security/admin/user/reset-factors";

#[rustfmt::skip]
pub const SAMPLES: &[Sample] = &[
    ("POST", "/api/security/account/passkeys/finish", "oneself", |scene| Box::pin(scene.new_passkey())),
    ("POST", "/api/security/account/passkeys/rename", "one's own", |scene| Box::pin(scene.passkey())),
    ("POST", "/api/security/account/passkeys/remove", "one's own", |scene| Box::pin(scene.passkey())),
    ("POST", "/api/security/account/messaging-app/link", "oneself", |scene| Box::pin(scene.messaging_app_link())),
    ("POST", "/api/security/user/change-pwd", "one's own", |scene| {
        let id = scene.account_id.clone();
        Box::pin(async move { json!({ "userId": id, "newPassword": "Changed2026*", "confirmPassword": "Changed2026*" }) })
    }),
    ("POST", "/api/security/account/lock", "one's own", |scene| Box::pin(async move {
        with_address(scene, own(scene)).await;
        json!({})
    })),
    ("POST", "/api/security/account/session/end", "one's own", another_session),
    ("POST", "/api/security/account/session/end-others", "one's own", another_session),
    ("POST", "/api/security/account/application/withdraw", "one's own", |scene| Box::pin(async move {
        if !scene.account_id.is_empty() {
            let row = json!({
                "account_id": scene.account_id, "client_id": "old-query", "scope": "openid", "granted_at": NOW,
            });
            scene.insert("consents", row).await;
        }
        json!({ "client_id": "old-query" })
    })),
    ("POST", "/api/security/account/authenticator/add", "the first code of an app", |scene| Box::pin(async move {
        let secrets = &scene.server.state().factor_secrets;
        let secret = secrets.draw();
        let offer = secrets.offer(&scene.account_id, &secret, NOW).unwrap();
        json!({ "offer": offer, "code": code_at(secret.as_slice(), NOW) })
    })),
    ("POST", "/api/security/account/authenticator/remove", "one's own", with_own_app),
    ("POST", "/api/security/account/recovery-codes/renew", "one's own", with_own_app),
    ("POST", "/api/security/account/browser/forget", "one's own", |scene| Box::pin(async move {
        let id = format!("browser{}", scene.number);
        if !scene.account_id.is_empty() {
            let row = json!({
                "account_id": scene.account_id, "browser_hash": id, "id": id, "added_at": NOW, "ends_at": NOW + 1,
            });
            scene.insert("remembered_browsers", row).await;
        }
        json!({ "id": id })
    })),
    ("POST", RESET, "a member's account", |scene| with_app(scene, about_somebody(scene, false, json!({})))),
    ("POST", RESET, "one's own account", |scene| Box::pin(async move { json!({ "userId": scene.account_id }) })),
    ("POST", RESET, "a reader of the audit log", |scene| with_app(scene, about_holder(scene, AUDIT, json!({})))),
    ("POST", RESET, "one who may give passwords too", |scene| {
        with_app(scene, about_holder(scene, PASSWORDS, json!({})))
    }),
    ("POST", RESET, "a super administrator's account", |scene| with_app(scene, about_somebody(scene, true, json!({})))),
    ("GET", FACTORS, "a member's account", |scene| about_somebody(scene, false, json!({}))),
    ("POST", REMIND, "a member's account", |scene| with_mail(scene, about_somebody(scene, false, json!({})))),
    ("POST", REMIND, "one's own account", |scene| own(scene)),
    ("POST", REMIND, "a reader of the audit log", |scene| with_mail(scene, about_holder(scene, AUDIT, json!({})))),
    ("POST", REMIND, "a super administrator's account", |scene| with_mail(scene, about_somebody(scene, true, json!({})))),
    ("POST", REQUIRE, "a member's account", |scene| about_somebody(scene, false, json!({ "required": true }))),
    ("POST", REQUIRE, "one's own account", |scene| Box::pin(async move {
        json!({ "userId": scene.account_id, "required": true })
    })),
    ("POST", REQUIRE, "a reader of the audit log", |scene| about_holder(scene, AUDIT, json!({ "required": true }))),
    ("POST", REQUIRE, "a super administrator's account", |scene| {
        about_somebody(scene, true, json!({ "required": true }))
    }),
    ("POST", CODE, "a member's account", |scene| with_app(scene, about_somebody(scene, false, json!({})))),
    ("POST", CODE, "one's own account", |scene| own(scene)),
    ("POST", CODE, "a reader of the audit log", |scene| with_app(scene, about_holder(scene, AUDIT, json!({})))),
    ("POST", CODE, "a super administrator's account", |scene| with_app(scene, about_somebody(scene, true, json!({})))),
    ("POST", LOCK, "a member's account", |scene| with_address(scene, about_somebody(scene, false, json!({})))),
    ("POST", LOCK, "one's own account", |scene| own(scene)),
    ("POST", LOCK, "a reader of the audit log", |scene| with_address(scene, about_holder(scene, AUDIT, json!({})))),
    ("POST", LOCK, "a super administrator's account", |scene| with_address(scene, about_somebody(scene, true, json!({})))),
    ("POST", DELETE, "a member's account", |scene| about_somebody(scene, false, json!({ "confirm": true }))),
    ("POST", DELETE, "one's own account", |scene| own(scene)),
    ("POST", DELETE, "a reader of the audit log", |scene| about_holder(scene, AUDIT, json!({ "confirm": true }))),
    ("POST", DELETE, "a super administrator's account", |scene| about_somebody(scene, true, json!({ "confirm": true }))),
    ("POST", KEEP, "a member's account", |scene| deleted(scene, about_somebody(scene, false, json!({})))),
    ("POST", KEEP, "one's own account", |scene| own(scene)),
    ("POST", KEEP, "a reader of the audit log", |scene| deleted(scene, about_holder(scene, AUDIT, json!({})))),
    ("POST", KEEP, "a super administrator's account", |scene| deleted(scene, about_somebody(scene, true, json!({})))),
    ("POST", "/api/security/account/delete", "oneself", |_| Box::pin(async { json!({ "confirm": true }) })),
    ("POST", "/api/security/account/notifications/save", "oneself", |_| Box::pin(async { json!({ "requestAsked": "daily" }) })),
    ("GET", "/api/security/find", "what one sees", |_| Box::pin(async { json!({ "q": "somebody" }) })),
    ("GET", "/api/security/find/applications", "what one sees", |_| Box::pin(async { json!({ "q": "somebody" }) })),
    ("GET", "/api/security/find/people", "for a manager", |_| Box::pin(async { json!({ "q": "somebody" }) })),
    ("GET", "/api/security/account/absence/option-list", "of a manager", |_| Box::pin(async { json!({ "context": "somebody" }) })),
    ("POST", "/api/security/account/absence/save", "of a manager", |scene| Box::pin(async move {
        if matches!(scene.asker, Asker::Administrator | Asker::SuperAdministrator) {
            scene.manages(scene.group_id()).await;
        }
        let (id, _) = scene.somebody().await;
        json!({ "userId": id, "firstDay": "2026-12-01", "lastDay": "2026-12-24" })
    })),
    ("POST", "/api/security/account/absence/end", "one's own", |scene| Box::pin(async move {
        if !scene.account_id.is_empty() {
            let (id, _) = scene.somebody().await;
            scene.insert("absences", json!({
                "account_id": scene.account_id, "stand_in_id": id, "first_day": "2026-12-01", "last_day": "2026-12-24",
            })).await;
        }
        json!({})
    })),
    ("POST", "/api/security/account/profile/save", "oneself", |_| Box::pin(async { json!({ "nickname": "Danny" }) })),
    ("POST", "/api/security/account/email/change", "oneself", |scene| Box::pin(async move {
        json!({ "email": format!("other{}@demo.test", scene.number) })
    })),
    ("POST", "/api/security/account/identities/begin", "oneself", |_| Box::pin(async { json!({ "provider": "lion" }) })),
    ("POST", "/api/security/account/identities/unlink", "one's own", |scene| Box::pin(async move {
        let mut fields = with_identity(scene, own(scene)).await;
        fields.as_object_mut().unwrap().remove("userId");
        fields
    })),
    ("GET", "/api/security/admin/user/identity/list", "a member's account", |scene| about_somebody(scene, false, json!({}))),
    ("POST", UNLINK, "a member's account", |scene| with_identity(scene, about_somebody(scene, false, json!({})))),
    ("POST", UNLINK, "one's own account", |scene| with_identity(scene, own(scene))),
    ("POST", UNLINK, "a reader of the audit log", |scene| with_identity(scene, about_holder(scene, AUDIT, json!({})))),
    ("POST", UNLINK, "a super administrator's account", |scene| {
        with_identity(scene, about_somebody(scene, true, json!({})))
    }),
    ("GET", "/api/security/admin/provider/list", "all providers", |_| Box::pin(async { json!({}) })),
    ("POST", "/api/security/admin/provider/add", "a new one", |scene| Box::pin(async move {
        providers::written(&format!("new{}", scene.number))
    })),
    ("POST", "/api/security/admin/provider/update", "of the screen", |scene| Box::pin(async move {
        providers::written(&with_provider(scene).await)
    })),
    ("POST", "/api/security/admin/provider/update-status", "of the screen", |scene| Box::pin(async move {
        json!({ "id": with_provider(scene).await, "enabled": true })
    })),
    ("POST", "/api/security/admin/provider/delete", "of the screen", |scene| Box::pin(async move {
        json!({ "id": with_provider(scene).await })
    })),
    ("POST", "/api/security/admin/provider/test", "of the screen", |scene| Box::pin(async move {
        let id = format!("tested{}", scene.number);
        if scene.asker == Asker::SuperAdministrator {
            providers::add(scene.server, &id).await;
        }
        json!({ "id": id })
    })),
];

/// The id of a provider of the screen. Others are refused before it is looked for, and there is a cap.
async fn with_provider(scene: &Scene<'_>) -> String {
    let id = format!("p{}", scene.number);
    if scene.asker == Asker::SuperAdministrator {
        let row = providers::row(&id);
        scene.insert("federation_providers", row).await;
    }
    id
}

/// Another session of the asker.
fn another_session<'a>(scene: &'a Scene<'a>) -> BoxFuture<'a, Value> {
    Box::pin(async move {
        if scene.account_id.is_empty() {
            return json!({ "sessionId": "none" });
        }
        let (session, _) = scene.server.user_token(&scene.account_id).await;
        json!({ "sessionId": session.id })
    })
}

/// The fields, with an identity of the account in them.
fn with_identity<'a>(scene: &'a Scene<'a>, fields: BoxFuture<'a, Value>) -> BoxFuture<'a, Value> {
    Box::pin(async move {
        let mut fields = fields.await;
        let subject = format!("subject{}", scene.number);
        if let Some(id) = fields["userId"].as_str().filter(|id| !id.is_empty()) {
            let row = identity(id, &subject);
            scene.insert("federated_identities", row).await;
        }
        (fields["issuer"], fields["subject"]) = (json!(ISSUER), json!(subject));
        fields
    })
}

/// The asker's account, and no field about it.
fn own(scene: &Scene<'_>) -> BoxFuture<'static, Value> {
    let id = scene.account_id.clone();
    Box::pin(async move { json!({ "userId": id }) })
}

/// The fields, after the account in them got an address that it has verified.
fn with_address<'a>(scene: &'a Scene<'a>, fields: BoxFuture<'a, Value>) -> BoxFuture<'a, Value> {
    Box::pin(async move {
        let fields = fields.await;
        let id = fields["userId"].as_str().unwrap().to_owned();
        let email = format!("locked{}@demo.test", scene.number);
        let sql =
            "UPDATE accounts SET email = $2, email_key = $2, email_verified = 1 WHERE id = $1";
        let written = scene.server.db().write::<_, DbError, _>(move |tx| {
            Box::pin(async move { SqlQuery::kept(sql).bind(id).bind(email).execute(tx).await })
        });
        written.await.unwrap();
        fields
    })
}

/// The fields, after the account in them was deleted.
fn deleted<'a>(scene: &'a Scene<'a>, fields: BoxFuture<'a, Value>) -> BoxFuture<'a, Value> {
    Box::pin(async move {
        let fields = fields.await;
        let row = json!({
            "account_id": fields["userId"], "asked_by": scene.account_id, "asked_at": 0,
            "erase_at": NOW + 1_000 * DAY, "status_before": 0,
        });
        let written = scene.server.db().write::<_, DbError, _>(move |tx| {
            Box::pin(async move { rows::insert(tx, "account_deletions", &row).await })
        });
        written.await.unwrap();
        fields
    })
}

/// The fields, after the account in them got an authenticator app.
fn with_app<'a>(scene: &'a Scene<'a>, fields: BoxFuture<'a, Value>) -> BoxFuture<'a, Value> {
    Box::pin(async move {
        let fields = fields.await;
        add_app(scene, fields["userId"].as_str().unwrap()).await;
        fields
    })
}

/// The fields, after the account in them got an email address.
fn with_mail<'a>(scene: &'a Scene<'a>, fields: BoxFuture<'a, Value>) -> BoxFuture<'a, Value> {
    Box::pin(async move {
        let fields = fields.await;
        let id = fields["userId"].as_str().unwrap().to_owned();
        let written = scene.server.db().write::<_, DbError, _>(move |tx| {
            let sql = "UPDATE accounts SET email = $2 WHERE id = $1";
            Box::pin(async move { rows::set(tx, sql, &id, "owner@demo.test").await })
        });
        written.await.unwrap();
        fields
    })
}

/// The asker has an authenticator app.
fn with_own_app<'a>(scene: &'a Scene<'a>) -> BoxFuture<'a, Value> {
    Box::pin(async move {
        if scene.account_id.is_empty() {
            return json!({});
        }
        add_app(scene, &scene.account_id).await;
        json!({})
    })
}

async fn add_app(scene: &Scene<'_>, account_id: &str) {
    let state = scene.server.state();
    let secret = state.factor_secrets.draw();
    let first = code_at(secret.as_slice(), NOW);
    let app = ConfirmedApp::of(&state.factor_secrets, account_id, &secret, &first, NOW).unwrap();
    let (id, codes) = (
        account_id.to_owned(),
        recovery_codes::draw(&Random::system()),
    );
    let audit = atrium::audit::AuditContext::of_operator(NOW, &Random::system(), "test");
    let added = state.db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            let account = atrium::directory::find(tx, &id).await?.unwrap();
            app.store(tx, &account, (false, &codes), &audit).await?;
            factors::forget_browsers(tx, &id).await
        })
    });
    added.await.unwrap();
}
