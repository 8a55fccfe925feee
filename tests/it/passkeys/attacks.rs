//! What attackers try with passkeys.

use atrium::clock::MINUTE;
use serde_json::json;

use crate::support::app::TestApp;
use crate::support::authenticator::Authenticator;
use crate::support::base_path::ORIGIN;
use crate::support::browser::{Browser, Page};
use crate::support::corporate::has_reached;
use crate::support::passkeys::{dans_device, key_of, options, page, send, sign_in, sql};

const REFUSED: &str = "This passkey can’t sign you in.";
const LATE: &str = "came too late";

/// Nobody is signed in, and the page says `words`.
fn is_refused(browser: &Browser<'_>, page: &Page, words: &str) {
    assert!(page.text().contains(words), "{words}: {}", page.text());
    assert!(browser.session_cookie().is_none(), "nobody is signed in");
}

/// Attacks 8 and 10: a challenge of another browser or of another sign-in is not accepted.
#[tokio::test]
async fn attack_8_a_challenge_of_another_browser_or_flow_is_refused() {
    let app = TestApp::start().await;
    let mut device = dans_device(&app).await;
    let (mine, theirs) = (app.browser(), app.browser());
    let (own, other) = (page(&app, &mine).await, page(&app, &theirs).await);
    let second = page(&app, &mine).await;
    for foreign in [&other, &second] {
        let answer = device.get(&options(foreign)).to_string();
        let form = foreign.form("answer").unwrap();
        let state = form.value("state").unwrap();
        let filled = [("state", state), ("answer", answer.as_str())];
        is_refused(&mine, &mine.submit(&own, &filled).await, LATE);
    }
}

/// Attack 10: an answer is accepted once, also when it is sent twice at the same moment.
#[tokio::test]
async fn attack_10_an_answer_is_accepted_once() {
    let app = TestApp::start().await;
    let mut device = key_of(&app, "DanMember", Authenticator::synced(ORIGIN)).await;
    let (first, again) = (app.browser(), app.browser());
    let shown = page(&app, &first).await;
    let name = &app.state().cookies.flow;
    again.set_cookie(name, &first.cookie(name).unwrap());
    let answer = device.get(&options(&shown));
    let (one, two) = tokio::join!(send(&first, &shown, &answer), send(&again, &shown, &answer));
    let signed_in = [&first, &again].map(|browser| browser.session_cookie().is_some());
    assert_eq!(
        signed_in.iter().filter(|yes| **yes).count(),
        1,
        "{} {}",
        one.text(),
        two.text()
    );
}

/// A challenge is accepted for five minutes.
#[tokio::test]
async fn attack_10_an_old_challenge_is_refused() {
    let app = TestApp::start().await;
    let mut device = dans_device(&app).await;
    let browser = app.browser();
    let shown = page(&app, &browser).await;
    let answer = device.get(&options(&shown));
    app.clock.advance(5 * MINUTE);
    is_refused(&browser, &send(&browser, &shown, &answer).await, LATE);
    assert!(has_reached(&sign_in(&app, &browser, &mut device).await));
}

/// WebAuthn section 7.2: another origin, another name, a user who was not verified, a changed answer, and a key that lost its
/// place in a backup's promise.
#[tokio::test]
async fn attack_22_an_answer_that_breaks_a_rule_is_refused() {
    type Change = fn(&mut Authenticator);
    let app = TestApp::start().await;
    let device = dans_device(&app).await;
    let changes: [Change; 7] = [
        |device| device.origin = "http://localhost:8081".to_owned(),
        |device| device.origin = "https://localhost:8080".to_owned(),
        |device| device.rp_id = "evil.test".to_owned(),
        |device| device.verifies = false,
        |device| device.eligible = true,
        |device| device.backed_up = true,
        |device| device.user_handle = vec![7; 16],
    ];
    for (n, change) in changes.into_iter().enumerate() {
        let mut changed = device.clone();
        change(&mut changed);
        let browser = app.browser().at([10, 0, 0, u8::try_from(n).unwrap()]);
        is_refused(
            &browser,
            &sign_in(&app, &browser, &mut changed).await,
            REFUSED,
        );
    }
    let browser = app.browser();
    for change in [
        json!({ "signature": "AAAA" }),
        json!({ "userHandle": null }),
        json!({ "clientDataJSON": "e30" }),
        json!({ "authenticatorData": "AAAA" }),
    ] {
        let shown = page(&app, &browser).await;
        let mut answer = device.clone().get(&options(&shown));
        for (name, value) in change.as_object().unwrap() {
            answer["response"][name] = value.clone();
        }
        is_refused(&browser, &send(&browser, &shown, &answer).await, REFUSED);
    }
}

/// The list of keys decides whose a key is: a key with the handle of another account signs in neither.
#[tokio::test]
async fn attack_20_a_key_does_not_open_the_account_that_its_answer_names() {
    let app = TestApp::start().await;
    let mut device = dans_device(&app).await;
    let ada = app.account("AdaSuper").await.id;
    device.user_handle = ada.parse::<uuid::Uuid>().unwrap().as_bytes().to_vec();
    let browser = app.browser();
    is_refused(
        &browser,
        &sign_in(&app, &browser, &mut device).await,
        REFUSED,
    );
    let refused = app.entries("sign_in.refused").await;
    assert!(
        refused
            .iter()
            .any(|entry| entry.detail.contains("wrong_passkey"))
    );
}

/// A counter that goes back shows a copied key.
#[tokio::test]
async fn attack_22_a_counter_that_goes_back_is_refused() {
    let app = TestApp::start().await;
    let mut device = dans_device(&app).await;
    let copy = device.clone();
    for _ in 0..2 {
        assert!(has_reached(
            &sign_in(&app, &app.browser(), &mut device).await
        ));
    }
    let browser = app.browser();
    is_refused(
        &browser,
        &sign_in(&app, &browser, &mut copy.clone()).await,
        REFUSED,
    );
    assert!(has_reached(
        &sign_in(&app, &app.browser(), &mut device).await
    ));
}

/// A key that says it is not discoverable is a second factor only.
#[tokio::test]
async fn a_key_that_is_not_discoverable_signs_in_nobody() {
    let app = TestApp::start().await;
    let device = Authenticator {
        discoverable: Some(false),
        ..Authenticator::new(ORIGIN)
    };
    let mut device = key_of(&app, "DanMember", device).await;
    let browser = app.browser();
    is_refused(
        &browser,
        &sign_in(&app, &browser, &mut device).await,
        REFUSED,
    );
}

/// Attack 24: a disabled account is refused with the words of every other refusal.
#[tokio::test]
async fn attack_24_the_passkey_of_a_disabled_account_is_refused() {
    let app = TestApp::start().await;
    let mut device = dans_device(&app).await;
    sql(
        &app,
        "UPDATE accounts SET status = 2 WHERE username = 'DanMember'",
    )
    .await;
    let browser = app.browser();
    is_refused(
        &browser,
        &sign_in(&app, &browser, &mut device).await,
        REFUSED,
    );
}

/// Attacks 15 and 16: failures are counted for the key's account at one address, and delay nobody at another.
#[tokio::test]
async fn attack_15_failures_are_counted() {
    let app = TestApp::start().await;
    let mut device = dans_device(&app).await;
    let browser = app.browser();
    let mut bad = device.clone();
    bad.verifies = false;
    for _ in 0..5 {
        is_refused(&browser, &sign_in(&app, &browser, &mut bad).await, REFUSED);
    }
    let delayed = sign_in(&app, &browser, &mut device).await;
    is_refused(&browser, &delayed, "Too many failed attempts");
    assert_eq!(delayed.status, 429);
    let elsewhere = app.browser().at([10, 0, 0, 9]);
    assert!(has_reached(&sign_in(&app, &elsewhere, &mut device).await));
}

/// Attack 18: only our own page sends an answer.
#[tokio::test]
async fn attack_18_an_answer_comes_from_our_page() {
    let app = TestApp::start().await;
    let mut device = dans_device(&app).await;
    let browser = app.browser();
    let shown = page(&app, &browser).await;
    let answer = device.get(&options(&shown)).to_string();
    let form = shown.form("answer").unwrap();
    let mut pairs: Vec<(&str, &str)> = vec![("answer", &answer)];
    for name in ["flow", "state", "csrf"] {
        pairs.push((name, form.value(name).unwrap()));
    }
    let foreign = browser
        .post_saying("/passkey", &pairs, Some("https://evil.test"))
        .await;
    assert!(foreign.status.is_client_error(), "{}", foreign.status);
    let without = browser.post("/passkey", &pairs[..3]).await;
    assert!(without.status.is_client_error(), "{}", without.status);
    assert!(browser.session_cookie().is_none());
}
