//! How pages leave our origin: after one of our forms by a page that leads on at once, because Chromium checks every
//! redirect after a form against `form-action`.

use super::sealed_flows::cancel;
use crate::support::app::{ORIGIN, TestApp, form};
use crate::support::base_path::base;
use crate::support::browser::{Browser, Page};
use crate::support::html;

const OLD: &str = "/login?callbackUrl=http%3A%2F%2Flocalhost%3A9200%2Fold%3Fa%3D1&appName=OLD";

/// Checks that `page` leads to an address that begins with `there`, by a page that needs no script.
fn leaves(page: &Page, there: &str, door: &str) {
    let html = page.text();
    assert_eq!(page.status, 200, "{door}: {html}");
    let to = html::refresh(&html).unwrap_or_else(|| panic!("{door} leads nowhere: {html}"));
    assert!(to.starts_with(there), "{door}: {to}");
    let link = html::button_link(&html);
    assert_eq!(link.as_ref(), Some(&to), "{door}: the visible link");
    assert_eq!(page.header("referrer-policy"), "no-referrer", "{door}");
    assert_eq!(page.header("cache-control"), "no-store", "{door}");
    let policy = page.header("content-security-policy");
    assert!(policy.contains("form-action 'self';"), "{door}: {policy}");
    assert_eq!(page.header("cross-origin-opener-policy"), "", "{door}");
}

/// Checks that `page` is a form of ours that may lead nowhere else.
fn asks<'p>(page: &'p Page, field: &str) -> &'p Page {
    assert!(page.form(field).is_some(), "{}", page.text());
    let policy = page.header("content-security-policy");
    assert!(policy.contains("form-action 'self';"), "{policy}");
    page
}

/// Every door that leads from a form to an application, directly or after a redirect of ours.
#[tokio::test]
async fn every_form_is_left_by_a_page() {
    let app = TestApp::start().await;
    let (basic, asking) = (app.rp("basic"), app.rp("asking"));
    let there = &basic.redirect_uri;
    let password = crate::support::people::PASSWORD;
    let typed: &[_] = &[("account", "DanMember"), ("password", password)];

    let browser = app.browser();
    let page = browser.go(&basic.ask("openid").url()).await;
    leaves(
        &browser.submit(asks(&page, "password"), typed).await,
        there,
        "sign-in",
    );
    let again = browser.send_form(&page, "password", typed).await;
    leaves(
        &again,
        "/oauth2/authorize?",
        "the form of a sign-in that has ended",
    );

    let browser = app.browser();
    let page = browser.go(&basic.ask("openid").url()).await;
    leaves(
        &browser.follow(cancel(&browser, &page).await).await,
        there,
        "cancel",
    );

    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let page = browser.go(&asking.ask("openid").url()).await;
    let page = browser
        .submit(asks(&page, "decision"), &[("decision", "allow")])
        .await;
    leaves(&page, there, "consent");

    let ask = basic.ask("openid").with("prompt", "select_account");
    let page = browser.go(&ask.url()).await;
    let page = browser
        .submit(asks(&page, "choice"), &[("choice", "current")])
        .await;
    leaves(&page, there, "account chooser");

    let page = browser
        .post_across("/oauth2/authorize", &basic.ask("openid").pairs(), there)
        .await;
    leaves(&browser.follow(page).await, there, "a posted request");
    let bad = basic.ask("openid").with("response_type", "token");
    let page = browser
        .post_across("/oauth2/authorize", &bad.pairs(), there)
        .await;
    leaves(&page, there, "a posted request that is refused");

    leaves(
        &browser.go(OLD).await,
        "http://localhost:9200/old?a=1&token=",
        "callbackUrl",
    );

    let back = [
        ("client_id", "basic"),
        ("post_logout_redirect_uri", "http://localhost:9100/"),
    ];
    let page = browser.go(&format!("/oauth2/logout?{}", form(&back))).await;
    let page = browser
        .submit(asks(&page, "logout"), &[("logout", "yes")])
        .await;
    leaves(&page, "http://localhost:9100/", "sign-out");

    let page = browser.go(OLD).await;
    let page = browser.submit(asks(&page, "password"), typed).await;
    leaves(
        &page,
        "http://localhost:9200/old?a=1&token=",
        "sign-in to a legacy application",
    );
}

/// Clients, hidden frames and programs that ask without a form get a redirect; so does the portal, which is at our origin.
#[tokio::test]
async fn without_a_form_there_is_a_redirect() {
    let app = TestApp::start().await;
    let basic = app.rp("basic");
    let browser = app.browser();
    let page = browser.go(&app.rp("portal").ask("openid").url()).await;
    let page = browser.sign_in(&page, "DanMember").await;
    assert_eq!(page.url.path(), format!("{}/callback", base()));
    for ask in [
        basic.ask("openid"),
        basic.ask("openid").with("prompt", "none"),
    ] {
        let page = browser.get(&ask.url()).await;
        assert_eq!(page.status, 303);
        basic.outcome(&ask, &page).code();
    }
    // A frame shows no page of ours.
    let ask = basic.ask("openid").with("prompt", "none");
    let posted = browser.post("/oauth2/authorize", &ask.pairs()).await;
    let page = browser.follow(posted).await;
    assert_eq!(page.status, 303);
    basic.outcome(&ask, &page).code();
}

/// Attack 5: no text of an address breaks out of the pragma, the attribute or the page.
#[tokio::test]
async fn attack_5_hostile_characters_stay_in_the_address() {
    let app = TestApp::start().await;
    let basic = app.rp("basic");
    for state in [
        "a; url=https://evil.example/",
        "'\"><script>alert(1)</script>",
        "  two  spaces\t",
        "\u{4e2d}&#38;&amp;%22%27",
    ] {
        let ask = basic.ask("openid").with("state", state);
        let browser = app.browser();
        let page = browser.go(&ask.url()).await;
        let page = browser.sign_in(&page, "DanMember").await;
        leaves(&page, &basic.redirect_uri, state);
        basic.outcome(&ask, &page).code();
        assert!(!page.text().contains("<script>alert"), "attack 5");
    }
}

/// An address that would make the head of the response too long for nginx is reached by a page, also without a form.
/// The test browser measures each head (`sizes::fit_proxies`).
#[tokio::test]
async fn a_long_address_is_led_to_by_a_page() {
    let app = TestApp::start().await;
    let (browser, basic) = (app.browser(), app.rp("basic"));
    browser.sign_in_directly("DanMember").await;
    let mut by_redirect = 0;
    for length in (100..=7_900).step_by(100) {
        // Each of these becomes three characters in the address.
        let ask = basic
            .ask("openid")
            .with("state", &"\u{e9}".repeat(length / 2));
        let page = browser.get(&ask.url()).await;
        basic.outcome(&ask, &page).code();
        by_redirect += u32::from(page.status == 303);
    }
    assert!(by_redirect > 5, "short ones are redirects: {by_redirect}");
    assert!(by_redirect < 20, "long ones are not: {by_redirect}");
    let first = app.browser();
    let ask = basic.ask("openid").with("state", &"s".repeat(7_000));
    let page = first.go(&ask.url()).await;
    let page = first.sign_in(&page, "DanMember").await;
    leaves(&page, &basic.redirect_uri, "a long state");
}

/// A page also leads on within our origin, where an application's request starts again.
#[tokio::test]
async fn a_chain_ends_before_a_request_begins_anew() {
    let app = TestApp::start().await;
    let ask = app.rp("basic").ask("openid");
    let path = form(&[("callbackUrl", &ask.url())]);
    let browser: Browser<'_> = app.browser();
    let page = browser.go(&format!("/login?{path}")).await;
    let signed_in = browser
        .send_form(
            &page,
            "password",
            &[
                ("account", "DanMember"),
                ("password", crate::support::people::PASSWORD),
            ],
        )
        .await;
    assert!(signed_in.leads_on(), "{}", signed_in.text());
    let to = signed_in.location().unwrap();
    assert_eq!(to.as_str(), format!("{ORIGIN}{}", ask.url()));
}
