//! Linking a corporate identity from the account page, and what unlinking ends (R-21).

use atrium::clock::{MINUTE, Millis};
use atrium::config::LinkRule;
use atrium::db::DbError;
use atrium::federation::{self, Adding};
use atrium::sessions::end;
use serde_json::json;

use super::reset_password::token;
use crate::support::app::TestApp;
use crate::support::browser::{Browser, Page};
use crate::support::corporate::{Corporate, ends_with, has_reached};
use crate::support::factors::Phone;
use crate::support::{database, passkeys};

/// The address to which the account page sends the browser with the session `sid` of the account `name`.
async fn trip_of(app: &TestApp, name: &str, sid: &str) -> String {
    let adding = Adding {
        account_id: app.account(name).await.id,
        session: sid.to_owned(),
    };
    let state = app.state();
    let place = (state.issuer.as_str(), "lion");
    let sealed = adding.seal(place, (&state.keys, &state.random), app.now());
    format!("/federation/lion?link={}", sealed.unwrap())
}

/// The word with which the browser is led back to the account page.
fn word(page: &Page) -> String {
    let to = page.location().expect("a redirect");
    assert_eq!(to.path(), "/account/security", "{to}");
    let found = to.query_pairs().find(|(name, _)| name == "identity");
    found.unwrap().1.into_owned()
}

/// Goes to the provider, signs in there and comes back.
async fn linked(corporate: &Corporate, browser: &Browser<'_>, trip: &str) -> String {
    let there = browser.get(trip).await;
    let address = there.location().expect("the provider");
    let query = corporate.upstream.sign_in(&address);
    let back = format!("/federation/lion/callback?{query}");
    word(&browser.get(&back).await)
}

/// Takes the identity of the account away; the number of sessions that ended.
async fn unlink(app: &TestApp, name: &str) -> usize {
    let (account, audit) = (app.account(name).await, app.audit());
    let clients = app.state().clients.clone();
    let ended = app.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            let own = federation::of_account(tx, &account.id).await?;
            let named = (&own[0], "Lion");
            end::unlink_identity(tx, &account, named, &audit, &clients).await
        })
    });
    ended.await.unwrap().unwrap()
}

/// The owner links an identity from the account page, whatever its address is; the owner gets an email. From then on it
/// signs in.
#[tokio::test]
async fn an_owner_links_an_identity() {
    for database in database::each_engine().await {
        let corporate = Corporate::on(&database).await;
        let app = &corporate.app;
        let claims = json!({"email": "dan@elsewhere.test", "email_verified": false});
        corporate.upstream.claim(claims);
        let browser = app.browser();
        let sid = browser.sign_in_directly("DanMember").await;
        let trip = trip_of(app, "DanMember", &sid).await;
        assert_eq!(linked(&corporate, &browser, &trip).await, "linked");
        assert!(corporate.is_linked("DanMember").await);
        let entries = app.entries("identity.linked").await;
        let dan = app.account("DanMember").await.id;
        assert_eq!(entries.len(), 1);
        assert_eq!(entries[0].actor_id.as_ref(), Some(&dan));
        let mail = corporate.mail().await;
        assert!(
            mail.contains("Subject: A corporate identity was linked"),
            "{mail}"
        );
        assert!(mail.contains("elsewhere"), "it names the person: {mail}");
        assert_eq!(linked(&corporate, &browser, &trip).await, "known");
        assert_eq!(app.entries("identity.linked").await.len(), 1);
        assert!(has_reached(&corporate.trip(&app.browser()).await));
    }
}

/// Attack 20: an identity of another account stays there, and administrators read about it.
#[tokio::test]
async fn attack_20_an_identity_of_another_account_is_not_linked() {
    let corporate = Corporate::start(|_| {}).await;
    let app = &corporate.app;
    assert!(has_reached(&corporate.trip(&app.browser()).await));
    let browser = app.browser();
    let sid = browser.sign_in_directly("ChloeManager").await;
    let trip = trip_of(app, "ChloeManager", &sid).await;
    assert_eq!(linked(&corporate, &browser, &trip).await, "taken");
    assert!(corporate.is_linked("DanMember").await);
    assert_eq!(corporate.refusals().await, ["taken"]);
}

/// Attacks 8 and 20: only the browser with the session of the account page begins and ends the trip, in time and while the
/// session lives. So nobody is led to link an identity to another's account.
#[tokio::test]
async fn attack_20_nobody_is_led_through_the_trip_of_another() {
    let corporate = Corporate::start(|_| {}).await;
    let app = &corporate.app;
    let browser = app.browser();
    let sid = browser.sign_in_directly("DanMember").await;
    let trip = trip_of(app, "DanMember", &sid).await;
    let other = app.browser();
    assert_eq!(word(&other.get(&trip).await), "late");
    other.sign_in_directly("ChloeManager").await;
    assert_eq!(word(&other.get(&trip).await), "late");
    let forged = "/federation/lion?link=forged";
    assert_eq!(word(&browser.get(forged).await), "late");

    let there = browser.get(&trip).await;
    let address = there.location().unwrap();
    let back = format!(
        "/federation/lion/callback?{}",
        corporate.upstream.sign_in(&address)
    );
    assert_ne!(
        other.get(&back).await.status,
        303,
        "the state is the browser's"
    );
    app.sign_out(&sid).await;
    assert_eq!(word(&browser.get(&back).await), "late");
    assert!(app.entries("identity.linked").await.is_empty());

    let sid = browser.sign_in_directly("DanMember").await;
    let trip = trip_of(app, "DanMember", &sid).await;
    let after = |time: Millis| app.clock.advance(time);
    after(5 * MINUTE);
    assert_eq!(word(&browser.get(&trip).await), "late");
    let trip = trip_of(app, "DanMember", &sid).await;
    let address = browser.get(&trip).await.location().unwrap();
    let query = corporate.upstream.sign_in(&address);
    after(10 * MINUTE);
    let late = browser
        .get(&format!("/federation/lion/callback?{query}"))
        .await;
    assert_eq!(word(&late), "late");
    assert!(app.entries("identity.linked").await.is_empty());
}

/// Whatever stops the trip leads back to the account page with its reason.
#[tokio::test]
async fn a_stopped_trip_leads_back_to_the_account_page() {
    let corporate = Corporate::start(|_| {}).await;
    let app = &corporate.app;
    let browser = app.browser();
    let sid = browser.sign_in_directly("DanMember").await;
    let trip = trip_of(app, "DanMember", &sid).await;
    let state = |address: url::Url| {
        let found = address.query_pairs().find(|(name, _)| name == "state");
        found.unwrap().1.into_owned()
    };
    let address = browser.get(&trip).await.location().unwrap();
    let stopped = format!(
        "/federation/lion/callback?error=access_denied&state={}",
        state(address)
    );
    assert_eq!(word(&browser.get(&stopped).await), "cancelled");
    corporate.upstream.claim(json!({"aud": "somebody else"}));
    assert_eq!(linked(&corporate, &browser, &trip).await, "untrusted");
    assert_eq!(corporate.refusals().await.len(), 2);
}

/// Unlinking ends the sessions that came by the identity, and no other. Its owner gets an email.
#[tokio::test]
async fn unlinking_ends_the_sessions_that_came_by_it() {
    for database in database::each_engine().await {
        let corporate = Corporate::on(&database).await;
        let app = &corporate.app;
        let (by_password, by_identity) = (app.browser(), app.browser());
        by_password.sign_in_directly("DanMember").await;
        assert!(has_reached(&corporate.trip(&by_identity).await));
        assert_eq!(unlink(app, "DanMember").await, 1);
        let ask = app.rp("basic").ask("openid");
        assert!(has_reached(&by_password.go(&ask.url()).await));
        let page = by_identity.go(&ask.url()).await;
        assert!(page.form("password").is_some(), "{}", page.text());
        // Its address alone links it no more: the owner proves another way in first.
        let again = app.browser();
        let page = corporate.trip(&again).await;
        assert!(!corporate.is_linked("DanMember").await);
        assert!(has_reached(&again.sign_in(&page, "DanMember").await));
        assert!(corporate.is_linked("DanMember").await);
        let entries = app.entries("identity.unlinked").await;
        assert_eq!(entries.len(), 1);
        assert_eq!(
            entries[0].detail,
            r#"{"provider":"lion","subject":"lion-1"}"#
        );
        let ended = app.entries("session.ended").await;
        assert_eq!(ended[0].detail, r#"{"reason":"identity_unlinked"}"#);
    }
}

/// Two providers may know a person by the same `sub`: unlinking one identity leaves the sessions of the other.
#[tokio::test]
async fn unlinking_leaves_the_sessions_of_another_provider() {
    for database in database::each_engine().await {
        let corporate = Corporate::on(&database).await;
        let app = &corporate.app;
        let (lion, tiger) = (app.browser(), app.browser());
        assert!(has_reached(&corporate.trip(&tiger).await));
        corporate
            .sql("UPDATE sso_sessions SET provider = 'tiger'")
            .await;
        corporate
            .sql(
                "INSERT INTO federated_identities \
                (issuer, subject, provider, account_id, linked_at, used_at) \
                SELECT 'https://tiger.example', subject, 'tiger', account_id, linked_at + 1, used_at \
                FROM federated_identities",
            )
            .await;
        assert!(has_reached(&corporate.trip(&lion).await));
        assert_eq!(unlink(app, "DanMember").await, 1);
        let ask = app.rp("basic").ask("openid");
        assert!(has_reached(&tiger.go(&ask.url()).await));
        let page = lion.go(&ask.url()).await;
        assert!(page.form("password").is_some(), "{}", page.text());
        assert_eq!(unlink(app, "DanMember").await, 1, "the other one too");
    }
}

/// A session that was proved by the password since then stays; one that was proved by the identity since ends.
#[tokio::test]
async fn the_last_proof_decides_by_what_a_session_came() {
    let corporate = Corporate::start(|_| {}).await;
    let app = &corporate.app;
    let (first, second) = (app.browser(), app.browser());
    assert!(has_reached(&corporate.trip(&first).await));
    let again = app.rp("basic").ask("openid").with("prompt", "login");
    let page = first.go(&again.url()).await;
    assert!(has_reached(&first.sign_in(&page, "DanMember").await));
    second.sign_in_directly("DanMember").await;
    let page = second.go(&again.url()).await;
    let address = corporate.leave(&second, &page).await;
    let query = corporate.upstream.sign_in(&address);
    assert!(has_reached(&corporate.come_back(&second, &query).await));
    assert_eq!(unlink(app, "DanMember").await, 1);
    let ask = app.rp("basic").ask("openid");
    assert!(has_reached(&first.go(&ask.url()).await));
    let page = second.go(&ask.url()).await;
    assert!(page.form("password").is_some(), "{}", page.text());
}

/// An account without a password is proved by its passkey; without that the page names an administrator, and no form
/// that nobody can fill in.
#[tokio::test]
async fn an_account_without_a_password_is_shown_its_own_way() {
    let corporate = Corporate::start(|provider| provider.link = LinkRule::Prove).await;
    let app = &corporate.app;
    corporate
        .sql("UPDATE accounts SET password_hash = NULL WHERE username = 'DanMember'")
        .await;
    let browser = app.browser();
    let page = corporate.trip(&browser).await;
    ends_with(&browser, &page, 403, "Ask your administrator to link you").await;
    assert_eq!(corporate.refusals().await, ["no_way"]);
    passkeys::dans_device(app).await;
    let page = corporate.trip(&app.browser()).await;
    let words = "Your account has no password: sign in here once with your passkey";
    assert!(page.text().contains(words), "{}", page.text());
}

/// A new password unlinks nothing, so page and email say what still signs in (decision 0058).
#[tokio::test]
async fn a_new_password_by_a_link_names_the_identities_that_stay() {
    let corporate = Corporate::start(|_| {}).await;
    let app = &corporate.app;
    let token = token(app).await;
    let eve = json!({"sub": "lion-eve", "email": "eve@demo.test"});
    corporate.upstream.claim(eve);
    assert!(has_reached(&corporate.trip(&app.browser()).await));
    let browser = app.browser();
    let page = browser.go("/reset-password").await;
    let page = browser.submit(&page, &[("token", &token)]).await;
    let chosen = "a password of her own";
    let filled = [("confirm_password", chosen), ("new_password", chosen)];
    let page = browser.submit(&page, &filled).await;
    let row = "<li>Lion &#60;Identity&#62; (eve@demo.test)</li>";
    assert!(page.text().contains(row), "{}", page.text());
    let mails = corporate.mails().await;
    let named = |mail: &String| mail.contains("These still sign in to your account as before");
    assert!(mails.iter().any(named), "{mails:?}");
}

/// Attack 20: an unlinked identity ends the proofs that wait for a second factor, also where its subject happens to be the
/// account's corporate id, which another provider gives.
#[tokio::test]
async fn attack_20_an_unlinked_identity_ends_waiting_proofs() {
    let corporate = Corporate::start(|_| {}).await;
    let app = &corporate.app;
    assert!(has_reached(&corporate.trip(&app.browser()).await));
    corporate
        .sql("UPDATE accounts SET lion_id = 'lion-1' WHERE username = 'DanMember'")
        .await;
    let phone = Phone::of(app, "DanMember").await;
    let browser = app.browser();
    let page = corporate.trip(&browser).await;
    unlink(app, "DanMember").await;
    let late = browser.submit(&page, &[("code", &phone.code(app))]).await;
    assert!(browser.session_cookie().is_none(), "{}", late.text());
    assert_eq!(late.status, 400, "{}", late.text());
}
