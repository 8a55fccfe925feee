//! A sign-in page that was left open still leads to its target (usability).

use atrium::clock::{DAY, HOUR};
use atrium::sessions::sign_in_flow::KNOWN;
use atrium::sessions::{sealed_flows, sign_in_flows};

use crate::support::app::TestApp;
use crate::support::browser::{Browser, Page};
use crate::support::html;
use crate::support::people::PASSWORD;

const FILLED: &[(&str, &str)] = &[("account", "DanMember"), ("password", PASSWORD)];

/// A page that was opened so long ago that its sign-in was deleted; the browser has been restarted since.
async fn opened_days_ago(app: &TestApp, browser: &Browser<'_>, path: &str) -> Page {
    let page = browser.go(path).await;
    assert_eq!(flow_of(&page).len(), 43, "a row, which the sweep deletes");
    let later = app.now() + DAY;
    app.write(move |tx| {
        Box::pin(async move { sign_in_flows::sweep(tx, later, 100).await.map(drop) })
    })
    .await;
    browser.forget();
    page
}

/// Deletes the cookies without a `Max-Age`, as a browser does when it is closed.
fn started_anew(app: &TestApp, browser: &Browser<'_>) {
    let names = &app.state().cookies;
    let began = browser.cookie(&names.began).expect("kept");
    browser.forget();
    browser.set_cookie(&names.began, &began);
}

fn flow_of(page: &Page) -> String {
    let form = page.form("password").unwrap();
    form.value("flow").unwrap().to_owned()
}

/// An expired page leads back to its target, even if a browser reopens it after a restart, or days after the sign-in
/// expired.
#[tokio::test]
async fn a_page_that_is_opened_again_leads_back() {
    let app = TestApp::start().await;
    let rp = app.rp("basic");
    for (anew, late) in [(true, 0), (true, 3 * DAY), (false, 3 * DAY)] {
        let ask = rp.ask("openid").with("state", "a&b=\"c\"");
        let browser = app.browser();
        let flow = flow_of(&browser.go(&ask.url()).await);
        if anew {
            started_anew(&app, &browser);
        }
        app.clock.advance(late);
        let before = app.now();
        app.write(move |tx| {
            Box::pin(async move {
                sign_in_flows::sweep(tx, before - KNOWN, 100).await?;
                sign_in_flows::sweep_early(tx, before - HOUR, 100, 1_000)
                    .await
                    .map(drop)
            })
        })
        .await;
        for path in ["/login", "/login/password", "/oauth2/authorize/resume"] {
            let page = browser.get(&format!("{path}?flow={flow}")).await;
            // The own flow continues without asking.
            if !anew && path == "/oauth2/authorize/resume" {
                assert!(page.leads_on(), "{path}");
                continue;
            }
            assert_eq!(page.status, 400, "{path} {anew} {late}");
            assert_eq!(page.header("location"), "", "offered, never followed");
            assert!(page.text().contains("Nothing is lost"), "{path}");
            let back = html::button_link(&page.text()).unwrap();
            assert!(back.starts_with("/oauth2/authorize?"), "{back}");
        }
        let page = browser.get(&format!("/login?flow={flow}")).await;
        let back = html::button_link(&page.text()).unwrap();
        let page = browser.go(&back).await;
        assert!(page.form("password").is_some(), "{}", page.text());
        // The browser cookie expires by the machine's own clock, which is days behind.
        if late == 0 {
            let ended = browser.walk(page, "DanMember").await;
            rp.outcome(&ask, &ended).code();
        }
    }
}

/// The same for a legacy application, and for a page of the portal.
#[tokio::test]
async fn other_targets_lead_back_too() {
    let app = TestApp::start().await;
    let old = "/login?callbackUrl=http%3A%2F%2Flocalhost%3A9200%2Fold&appName=OLD";
    for (asked, back) in [
        (old, old),
        ("/login?callbackUrl=%2Fgroups%3Fa", "/groups?a"),
    ] {
        let browser = app.browser();
        let flow = flow_of(&browser.go(asked).await);
        started_anew(&app, &browser);
        let mut paths = vec!["/login"];
        paths.extend((asked == old).then_some("/login/launch"));
        for path in paths {
            let page = browser.get(&format!("{path}?flow={flow}")).await;
            assert_eq!(page.status, 400, "{path}");
            let offered = html::button_link(&page.text());
            assert_eq!(offered.as_deref(), Some(back), "{path}");
        }
    }
}

/// Attack 8: the address of a page does not reveal another browser's request, whose `state`, challenge and hints would
/// help to sign that person in as somebody else. The remaining cookie of the other browser has no flow.
#[tokio::test]
async fn another_browser_learns_nothing() {
    let app = TestApp::start().await;
    let ask = app.rp("basic").ask("openid");
    let ask = ask.with("state", "hush").with("login_hint", "DanMember");
    let browser = app.browser();
    let flow = flow_of(&browser.go(&ask.url()).await);
    let stranger = app.browser();
    stranger.go("/login").await;
    for late in [0, DAY] {
        app.clock.advance(late);
        for path in ["/login", "/oauth2/authorize/resume", "/login/launch"] {
            for who in [&stranger, &app.browser()] {
                let page = who.get(&format!("{path}?flow={flow}")).await;
                // Without any cookie the page says that the browser keeps none.
                assert!([400, 403].contains(&page.status.as_u16()), "{path}");
                let text = page.text();
                assert_eq!(html::button_link(&text).as_deref(), Some("/"), "{path}");
                assert!(!text.contains("hush") && !text.contains("DanMember"));
            }
        }
    }
    let browser = app.browser();
    let page = browser.go(&ask.url()).await;
    started_anew(&app, &browser);
    let expired = browser.submit(&page, FILLED).await;
    assert_eq!(expired.status, 400, "a form needs the secret itself");
    assert_eq!(browser.session_cookie(), None);
}

/// Attack 44: the number of sign-ins that people left after their proof and that are kept for days is limited.
#[tokio::test]
async fn sign_ins_that_people_left_take_a_bounded_place() {
    let app = TestApp::start().await;
    let mut flows = Vec::new();
    for _ in 0..5 {
        app.clock.advance(1_000);
        let browser = app.browser();
        let page = browser.go("/login").await;
        flows.push(flow_of(&page));
        browser.sign_in(&page, "DanMember").await;
    }
    app.clock.advance(2 * HOUR);
    let before = app.now();
    app.write(move |tx| {
        Box::pin(async move {
            sign_in_flows::sweep_early(tx, before, 100, 3)
                .await
                .map(drop)
        })
    })
    .await;
    let (state, now) = (app.state(), app.now());
    let mut kept = Vec::new();
    for flow in &flows {
        let found = sealed_flows::find(&state.db, flow, &state.issuer, &state.keys, now).await;
        kept.push(!found.unwrap().unwrap().is_sealed());
    }
    assert_eq!(kept, [false, false, true, true, true]);
}

/// A form that is sent from such a page is not lost: the button continues to the application.
#[tokio::test]
async fn a_page_left_open_for_days_leads_back() {
    let app = TestApp::start().await;
    let rp = app.rp("basic");
    let state = format!("a&b=\"c\"{}", "s".repeat(3_000));
    let ask = rp.ask("openid").with("state", &state);
    let browser = app.browser();
    let page = opened_days_ago(&app, &browser, &ask.url()).await;
    let expired = browser.submit(&page, FILLED).await;
    assert_eq!(expired.status, 400);
    assert!(expired.text().contains("Nothing is lost"));
    let back = html::button_link(&expired.text()).unwrap();
    let ended = browser.walk(browser.go(&back).await, "DanMember").await;
    rp.outcome(&ask, &ended).code();
}

/// Attack 3: the way back in a form is a path of this server, or it is not offered.
#[tokio::test]
async fn the_way_back_of_a_form_stays_with_us() {
    let app = TestApp::start().await;
    let browser = app.browser();
    let ask = app
        .rp("basic")
        .ask("openid")
        .with("state", &"s".repeat(3_000));
    let page = opened_days_ago(&app, &browser, &ask.url()).await;
    for hostile in [
        "https://evil.test/",
        "//evil.test/",
        "/\\evil.test/",
        "\\\\evil.test/",
        "/\tevil.test/",
        "http://localhost:8080.evil.test/",
        "http://localhost:8080@evil.test/",
        "javascript:alert(1)",
        "evil.test",
        "",
    ] {
        let again = [("again", hostile)];
        let expired = browser.submit(&page, &[&again, FILLED].concat()).await;
        assert_eq!(expired.status, 400, "{hostile}");
        let text = expired.text();
        assert_eq!(html::button_link(&text).as_deref(), Some("/"), "{hostile}");
        assert!(!text.contains("Nothing is lost"), "nothing is promised");
    }
}

/// A form is never larger than the limit for forms: a very long request is left out.
#[tokio::test]
async fn a_very_long_request_is_not_carried_along() {
    let app = TestApp::start().await;
    let rp = app.rp("basic");
    let scope = format!("openid {}", "x".repeat(7_900));
    let ask = rp.ask(&scope);
    let page = app.browser().go(&ask.url()).await;
    let form = page.form("password").unwrap();
    assert!(form.value("again").is_none(), "{form:?}");
    let ask = rp.ask("openid");
    let page = app.browser().go(&ask.url()).await;
    let form = page.form("password").unwrap();
    assert!(
        form.value("again")
            .unwrap()
            .starts_with("/oauth2/authorize?")
    );
}
