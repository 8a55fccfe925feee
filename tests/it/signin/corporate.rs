//! Signing in with a corporate identity (R-21): each end of the trip, and what attackers try on the way.

use atrium::clock::MINUTE;
use atrium::config::{CreateRule, LinkRule};
use serde_json::json;
use url::Url;

use crate::support::corporate::{Corporate, ends_with, has_reached};
use crate::support::factors::Phone;
use crate::support::people::PASSWORD;
use crate::support::{database, html};

/// T-08, G-10: the address is verified on both sides and its domain is the provider's: linked, and the owner gets an email. The next trip
/// finds the identity, whatever address it has by then.
#[tokio::test]
async fn a_verified_address_links_once_and_the_deep_link_is_kept() {
    for database in database::each_engine().await {
        let corporate = Corporate::on(&database).await;
        let browser = corporate.app.browser();
        assert!(has_reached(&corporate.trip(&browser).await));
        assert!(corporate.is_linked("DanMember").await);
        let linked = corporate.app.entries("identity.linked").await;
        assert_eq!(linked.len(), 1);
        let mail = corporate.mail().await;
        assert!(
            mail.contains("To: \"Dan Member\" <dan@demo.test>"),
            "{mail}"
        );
        assert!(
            mail.contains("Subject: A corporate identity was linked"),
            "{mail}"
        );
        corporate
            .upstream
            .claim(json!({"email": "eve@demo.test", "email_verified": false}));
        let other = corporate.app.browser();
        assert!(has_reached(&corporate.trip(&other).await));
        let signed_in = corporate.app.entries("sign_in.succeeded").await;
        let dan = corporate.app.account("DanMember").await.id;
        let of_dan = signed_in
            .iter()
            .filter(|entry| entry.account_id.as_deref() == Some(&dan));
        assert_eq!(of_dan.count(), 2);
        assert_eq!(corporate.app.entries("identity.linked").await.len(), 1);
    }
}

/// Attacks 14 and 19: an address that the provider has not verified opens nothing, and does not say whose it is.
#[tokio::test]
async fn attack_19_an_unverified_address_opens_nothing() {
    let corporate = Corporate::start(|_| {}).await;
    for claims in [
        json!({"email_verified": false}),
        json!({"email_verified": null}),
        json!({"email": "nobody@demo.test", "email_verified": false}),
    ] {
        corporate.upstream.claim(claims);
        let browser = corporate.app.browser();
        let page = corporate.trip(&browser).await;
        ends_with(&browser, &page, 403, "You have no account here yet").await;
    }
    corporate.upstream.claim(json!({"email_verified": "true"}));
    assert_eq!(corporate.trip(&corporate.app.browser()).await.status, 502);
}

/// Attack 19: an address of a domain that is not the provider's needs the account's own password first.
#[tokio::test]
async fn attack_19_an_address_of_another_domain_needs_the_password() {
    let elsewhere = Corporate::start(|provider| provider.domains = vec!["other.test".to_owned()]);
    proves_first(&elsewhere.await).await;
    let asked = Corporate::start(|provider| provider.link = LinkRule::Prove);
    proves_first(&asked.await).await;
}

async fn proves_first(corporate: &Corporate) {
    let browser = corporate.app.browser();
    let page = corporate.trip(&browser).await;
    let words = "You come from Lion &#60;Identity&#62; (dan@demo.test).";
    assert!(page.text().contains(words), "{}", page.text());
    assert!(browser.session_cookie().is_none() && !corporate.is_linked("DanMember").await);
    let wrong = browser
        .submit(&page, &[("account", "DanMember"), ("password", "wrong")])
        .await;
    assert!(wrong.text().contains(words), "{}", wrong.text());
    assert!(!corporate.is_linked("DanMember").await);
    let filled = [("account", "DanMember"), ("password", PASSWORD)];
    assert!(has_reached(&browser.submit(&wrong, &filled).await));
    assert!(corporate.is_linked("DanMember").await);
    assert!(has_reached(&corporate.trip(&corporate.app.browser()).await));
}

/// Attack 20: another account's password signs that account in and links nothing.
#[tokio::test]
async fn attack_20_another_account_is_not_linked() {
    let corporate = Corporate::start(|provider| provider.link = LinkRule::Prove).await;
    let browser = corporate.app.browser();
    let page = corporate.trip(&browser).await;
    let filled = [("account", "ChloeManager"), ("password", PASSWORD)];
    browser.submit(&page, &filled).await;
    assert!(browser.session_cookie().is_some());
    assert!(!corporate.is_linked("ChloeManager").await && !corporate.is_linked("DanMember").await);
    assert!(corporate.app.entries("identity.linked").await.is_empty());
}

/// Attack 19: an account that may do more than others here is never linked by an address alone.
#[tokio::test]
async fn attack_19_an_administrator_is_not_linked_by_an_address() {
    for (email, name) in [
        ("ada@demo.test", "AdaSuper"),
        ("chloe@demo.test", "ChloeManager"),
    ] {
        let corporate = Corporate::start(|_| {}).await;
        corporate.upstream.claim(json!({ "email": email }));
        corporate
            .sql("UPDATE accounts SET user_manager = 1 WHERE username = 'ChloeManager'")
            .await;
        let browser = corporate.app.browser();
        let page = corporate.trip(&browser).await;
        assert!(
            page.text().contains("You come from"),
            "{name}: {}",
            page.text()
        );
        assert!(!corporate.is_linked(name).await && browser.session_cookie().is_none());
    }
}

/// No account fits, or `link` is `never`: refused in words, and recorded.
#[tokio::test]
async fn who_has_no_account_is_refused() {
    let corporate = Corporate::start(|_| {}).await;
    corporate
        .upstream
        .claim(json!({"email": "nobody@demo.test"}));
    let browser = corporate.app.browser();
    let page = corporate.trip(&browser).await;
    ends_with(&browser, &page, 403, "You have no account here yet").await;
    assert_eq!(corporate.refusals().await, ["unknown"]);
    let never = Corporate::start(|provider| provider.link = LinkRule::Never).await;
    let browser = never.app.browser();
    let page = never.trip(&browser).await;
    ends_with(&browser, &page, 403, "You have no account here yet").await;
}

/// `create` is `make`: an account with what the provider vouches for, signed in at once. It is there the next time.
#[tokio::test]
async fn a_newcomer_gets_an_account_where_the_entry_says_so() {
    let corporate = Corporate::start(|provider| provider.create = CreateRule::Make).await;
    let newcomer = json!({
        // The letter that nobody sees is left out: no name of an account may have it.
        "email": "leo@demo.test", "name": "Leo Lion\u{3164}", "preferred_username": "DanMember",
    });
    corporate.upstream.claim(newcomer);
    for _ in 0..2 {
        assert!(has_reached(&corporate.trip(&corporate.app.browser()).await));
    }
    let leo = corporate.app.account("leo@demo.test").await;
    assert_eq!(
        (leo.username.as_str(), leo.full_name.as_str()),
        ("leo", "Leo Lion")
    );
    assert!(leo.email_verified && leo.password_hash.is_none() && corporate.is_linked("leo").await);
}

/// Attack 19: a newcomer does not occupy an address that the provider does not vouch for.
#[tokio::test]
async fn attack_19_a_newcomer_has_no_address_of_others() {
    let corporate = Corporate::start(|provider| provider.create = CreateRule::Make).await;
    corporate
        .upstream
        .claim(json!({"email": "leo@other.test", "preferred_username": "leo"}));
    assert!(has_reached(&corporate.trip(&corporate.app.browser()).await));
    assert_eq!(corporate.app.account("leo").await.email, None);
}

/// `create` is `wait`: the account waits in Processing until an administrator enables it.
#[tokio::test]
async fn a_newcomer_waits_for_an_administrator_where_the_entry_says_so() {
    let corporate = Corporate::start(|provider| provider.create = CreateRule::Wait).await;
    corporate
        .upstream
        .claim(json!({"email": "leo@demo.test", "preferred_username": "leo"}));
    for _ in 0..2 {
        let browser = corporate.app.browser();
        let page = corporate.trip(&browser).await;
        ends_with(&browser, &page, 403, "Your account waits for approval").await;
    }
    corporate.app.enable("leo").await;
    assert!(has_reached(&corporate.trip(&corporate.app.browser()).await));
}

/// Attack 24: the subject of a disabled account does not sign in.
#[tokio::test]
async fn attack_24_the_identity_of_a_disabled_account_is_refused() {
    let corporate = Corporate::start(|_| {}).await;
    assert!(has_reached(&corporate.trip(&corporate.app.browser()).await));
    corporate
        .sql("UPDATE accounts SET status = 2 WHERE username = 'DanMember'")
        .await;
    let browser = corporate.app.browser();
    let page = corporate.trip(&browser).await;
    ends_with(&browser, &page, 403, "You can’t sign in").await;
    assert_eq!(corporate.refusals().await, ["closed"]);
}

/// A person without an address in the ID token: UserInfo has it.
#[tokio::test]
async fn the_address_may_come_from_user_info() {
    let corporate = Corporate::start(|_| {}).await;
    corporate
        .upstream
        .claim(json!({"email": null, "email_verified": null}));
    corporate
        .upstream
        .user(json!({"email": "dan@demo.test", "email_verified": true}));
    assert!(has_reached(&corporate.trip(&corporate.app.browser()).await));
    assert!(corporate.is_linked("DanMember").await);
}

/// Attacks 8 and 10: the state of another browser opens nothing, and the right browser can still use it.
#[tokio::test]
async fn attack_10_the_state_of_another_browser_is_refused() {
    let corporate = Corporate::start(|_| {}).await;
    let browser = corporate.app.browser();
    let page = corporate.page(&browser).await;
    let address = corporate.leave(&browser, &page).await;
    let query = corporate.upstream.sign_in(&address);
    let other = corporate.app.browser();
    corporate.page(&other).await;
    let refused = corporate.come_back(&other, &query).await;
    assert_eq!(refused.status, 400);
    assert!(other.session_cookie().is_none());
    let stranger = corporate.app.browser();
    assert_eq!(corporate.come_back(&stranger, &query).await.status, 403);
    assert!(has_reached(&corporate.come_back(&browser, &query).await));
}

/// A state works once and for ten minutes. What comes back again leads on and signs nobody in.
#[tokio::test]
async fn attack_10_a_state_works_once_and_ten_minutes() {
    let corporate = Corporate::start(|_| {}).await;
    let browser = corporate.app.browser();
    let page = corporate.page(&browser).await;
    let address = corporate.leave(&browser, &page).await;
    let query = corporate.upstream.sign_in(&address);
    corporate.app.clock.advance(10 * MINUTE);
    let late = corporate.come_back(&browser, &query).await;
    ends_with(&browser, &late, 400, "This sign-in is over").await;
    let again = corporate.come_back(&browser, &query).await;
    ends_with(&browser, &again, 400, "This sign-in is over").await;
    let unknown = corporate.come_back(&browser, "code=c&state=unknown").await;
    assert_eq!(unknown.status, 400);
}

/// Two tabs of one browser make two trips.
#[tokio::test]
async fn two_tabs_do_not_disturb_each_other() {
    let corporate = Corporate::start(|_| {}).await;
    let browser = corporate.app.browser();
    let page = corporate.page(&browser).await;
    let first = corporate.leave(&browser, &page).await;
    let second = corporate.leave(&browser, &page).await;
    let cancelled = "error=access_denied&error_description=%3Cb%3Eno";
    let state = |url: &Url| {
        let found = url.query_pairs().find(|(name, _)| name == "state");
        found.unwrap().1.into_owned()
    };
    let query = format!("{cancelled}&state={}", state(&second));
    let page = corporate.come_back(&browser, &query).await;
    assert!(
        page.text().contains("<h1>You aren’t signed in</h1>"),
        "{}",
        page.text()
    );
    assert!(!page.text().contains("<b>no"));
    let query = corporate.upstream.sign_in(&first);
    assert!(has_reached(&corporate.come_back(&browser, &query).await));
}

/// A provider that is down costs a page in words.
#[tokio::test]
async fn a_provider_that_is_down_leads_back() {
    let corporate = Corporate::start(|_| {}).await;
    corporate.upstream.stop().await;
    let browser = corporate.app.browser();
    let page = corporate.page(&browser).await;
    let links = html::links(&page.text());
    let way = links
        .into_iter()
        .find(|link| link.contains("/federation/lion"));
    let page = browser.go(&way.unwrap()).await;
    ends_with(
        &browser,
        &page,
        502,
        "Lion &#60;Identity&#62; can’t be reached",
    )
    .await;
    assert_eq!(corporate.refusals().await, ["unreachable"]);
}

/// The corporate id that an administrator gives opens the account, and no longer when it is taken away.
#[tokio::test]
async fn a_corporate_id_opens_its_account_until_it_is_taken_away() {
    let corporate = Corporate::start(|provider| {
        (provider.lion_id, provider.link) = (true, LinkRule::Never);
    });
    let corporate = corporate.await;
    corporate.upstream.claim(json!({"sub": "Lion1"}));
    corporate
        .sql("UPDATE accounts SET lion_id = 'Lion1' WHERE username = 'DanMember'")
        .await;
    assert!(has_reached(&corporate.trip(&corporate.app.browser()).await));
    corporate.sql("UPDATE accounts SET lion_id = NULL").await;
    let browser = corporate.app.browser();
    let page = corporate.trip(&browser).await;
    ends_with(&browser, &page, 403, "You have no account here yet").await;
}

/// Unknown providers are pages that do not exist.
#[tokio::test]
async fn bad_addresses_lead_on() {
    let corporate = Corporate::start(|_| {}).await;
    let browser = corporate.app.browser();
    for path in [
        "/federation/tiger",
        "/federation/tiger/callback?state=x",
        "/federation/%00",
    ] {
        assert_eq!(browser.go(path).await.status, 404, "{path}");
    }
}

/// Attack 23: a corporate identity is one proof; an account with a second factor proves that too.
#[tokio::test]
async fn attack_23_the_corporate_way_asks_for_the_second_factor() {
    let corporate = Corporate::start(|_| {}).await;
    let phone = Phone::of(&corporate.app, "DanMember").await;
    let browser = corporate.app.browser();
    let page = corporate.trip(&browser).await;
    assert!(page.form("code").is_some(), "{}", page.text());
    assert!(browser.session_cookie().is_none());
    let code = phone.code(&corporate.app);
    assert!(has_reached(
        &browser.submit(&page, &[("code", &code)]).await
    ));
    let signed_in = corporate.app.entries("sign_in.succeeded").await;
    let detail = r#"{"amr":["otp","mfa"],"acr":"urn:atrium:acr:mfa"}"#;
    assert_eq!(signed_in[0].detail, detail);
}
