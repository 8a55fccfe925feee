//! Whose a key is when others had a hand in the account (decision 0042, attack 34), and what ends with a key.

use atrium::audit::PasswordChange;
use atrium::config::FactorsFor;
use atrium::directory;
use atrium::directory::change_password::prepare_reset;
use atrium::sessions::end;
use serde_json::json;
use zeroize::Zeroizing;

use crate::support::app::TestApp;
use crate::support::authenticator::Authenticator;
use crate::support::base_path::ORIGIN;
use crate::support::corporate::has_reached;
use crate::support::database;
use crate::support::passkeys::{self, key_of, sign_in};
use crate::support::product_api::Server;
use crate::support::rows;

const EVE: &str = "EveNewcomer";
const REMOVE: &str = "/api/security/account/passkeys/remove";

/// `by` sets a password of Eve in this way.
async fn give_password(app: &TestApp, by: &str, how: PasswordChange) {
    let (eve, by) = (app.account(EVE).await, app.account(by).await.id);
    let (state, password) = (app.state(), Zeroizing::new("Given2026*".to_owned()));
    let new = prepare_reset(&state.sign_in.pool, &state.random, &eve, password, false).await;
    let (audit, clients, new) = (app.audit().by(&by), state.clients.clone(), new.unwrap());
    let stored = app.db().write(move |tx| {
        Box::pin(async move { end::replace_password(tx, new, how, &audit, &clients).await })
    });
    stored.await.unwrap();
}

/// True if this person counts as one who may be Eve.
async fn is_noted(app: &TestApp, giver: &str) -> bool {
    let (giver, eve) = (app.account(giver).await.id, app.account(EVE).await.id);
    let mut view = app.db().read().await.unwrap();
    directory::chose_way_in(&mut view, &giver, &eve)
        .await
        .unwrap()
}

/// Attack 34: a key that was added while somebody else's password stood is gone with the owner's next one, and proves
/// nothing until then. An administrator's password ends every key.
#[tokio::test]
async fn attack_34_a_key_that_a_given_password_added_goes_with_it() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        give_password(&app, "ChloeManager", PasswordChange::Administrator).await;
        let mut planted = key_of(&app, EVE, Authenticator::new(ORIGIN)).await;
        assert!(has_reached(
            &sign_in(&app, &app.browser(), &mut planted).await
        ));
        assert!(
            is_noted(&app, "ChloeManager").await,
            "a key that may be his"
        );
        give_password(&app, EVE, PasswordChange::Link).await;
        let refused = sign_in(&app, &app.browser(), &mut planted).await;
        assert!(
            refused.text().contains("belongs to no account"),
            "{}",
            refused.text()
        );
        assert_eq!(app.entries("passkey.removed").await.len(), 1);
        let mut own = key_of(&app, EVE, Authenticator::new(ORIGIN)).await;
        assert!(has_reached(&sign_in(&app, &app.browser(), &mut own).await));
        give_password(&app, "AdaSuper", PasswordChange::Administrator).await;
        let refused = sign_in(&app, &app.browser(), &mut own).await;
        assert!(
            refused.text().contains("belongs to no account"),
            "{}",
            refused.text()
        );
    }
}

/// Attack 34: an owner's key proves a way in that nobody else chose, so the note of who chose the address ends, as with a
/// password. The note of who chose the password stays.
#[tokio::test]
async fn attack_34_a_key_ends_the_notes_of_others_as_a_password_does() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let mut own = key_of(&app, EVE, Authenticator::new(ORIGIN)).await;
        let eve = app.account(EVE).await.id;
        for (giver, password, stays) in [("DanMember", 0, false), ("ChloeManager", 1, true)] {
            let note = json!({
                "account_id": eve, "giver_id": app.account(giver).await.id,
                "password": password, "email": 1, "lion_id": 0,
            });
            let sql = "UPDATE accounts SET must_change_password = 0";
            app.write(move |tx| {
                Box::pin(async move {
                    rows::run(tx, sql.to_owned()).await?;
                    rows::insert(tx, "way_givers", &note).await
                })
            })
            .await;
            assert!(is_noted(&app, giver).await);
            assert!(has_reached(&sign_in(&app, &app.browser(), &mut own).await));
            assert_eq!(is_noted(&app, giver).await, stays, "{giver}");
        }
    }
}

/// The removal of a key ends the sessions that keys began, except the one that removes it.
#[tokio::test]
async fn a_removed_key_ends_the_sessions_of_keys() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let by_password = server.person("Dan", |_| {}).await;
        let id = by_password.id.clone();
        let key = passkeys::added(server.state(), &id, &mut Authenticator::new(ORIGIN)).await;
        let [own, other] = [server.signed_in(&id).await, server.signed_in(&id).await];
        let removed = server.post_as(&own, REMOVE, &json!({ "id": key })).await;
        assert_eq!(removed.status(), 0, "{removed:?}");
        for (person, http) in [(&own, 200), (&by_password, 200), (&other, 401)] {
            let answer = server
                .get_as(person, "/api/security/account/passkeys")
                .await;
            assert_eq!(answer.http, http, "{answer:?}");
        }
    }
}

/// Nobody removes the last factor while they need one.
#[tokio::test]
async fn the_last_key_stays_while_a_factor_is_required() {
    for database in database::each_engine().await {
        let server = Server::with(&database.db, |config| {
            config.factors.required = Some(FactorsFor::Everyone);
        })
        .await;
        let id = server.account("Dan", |_| {}).await;
        let mut ids = Vec::new();
        for _ in 0..2 {
            ids.push(passkeys::added(server.state(), &id, &mut Authenticator::new(ORIGIN)).await);
        }
        let dan = server.signed_in(&id).await;
        let first = server.post_as(&dan, REMOVE, &json!({ "id": ids[0] })).await;
        assert_eq!(first.status(), 0, "{first:?}");
        let last = server.post_as(&dan, REMOVE, &json!({ "id": ids[1] })).await;
        assert_eq!(last.status(), 100_012, "{last:?}");
        assert!(
            last.json()["msg"]
                .as_str()
                .unwrap()
                .contains("second factor")
        );
    }
}
