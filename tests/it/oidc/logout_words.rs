//! What the pages of signing out say (RP-Initiated Logout 1.0 sections 2 and 4):
//! for each fault, what was wrong, that the person is still signed in, and a button to sign out; afterwards, that they
//! are signed out.

use serde_json::json;

use crate::support::app::{ISSUER, TestApp, form};
use crate::support::browser::{Browser, Page};
use crate::support::clients::SECRET;
use crate::support::jose::{TestKey, b64};

const BACK: &str = "http://localhost:9100/";
const FOREIGN: &str = "http://evil.example/";

type Pairs = Vec<(&'static str, String)>;

fn path(pairs: &Pairs) -> String {
    let pairs: Vec<_> = pairs.iter().map(|(k, v)| (*k, v.as_str())).collect();
    format!("/oauth2/logout?{}", form(&pairs))
}

/// Every kind of wrong request, and the text for it.
fn faults(hint: &str) -> Vec<(&'static str, Pairs, &'static str, &'static str)> {
    let text = |text: &str| text.to_owned();
    let (id, to) = ("client_id", "post_logout_redirect_uri");
    let payload = hint.split('.').nth(1).unwrap();
    let unsigned = format!("{}.{payload}.", b64(br#"{"alg":"none","typ":"JWT"}"#));
    let claims = json!({ "iss": ISSUER, "sub": "x", "aud": "basic", "exp": 1, "iat": 1 });
    let foreign = TestKey::es256().sign(&json!({ "alg": "ES256", "typ": "JWT" }), &claims);
    let not_ours = ("doesn’t come from Atrium", "不是由 Atrium");
    let nobody = (
        "didn’t say which application it is",
        "没有说明自己是哪个应用",
    );
    let address = ("isn’t registered for it", "没有为它登记");
    let unknown = ("isn’t known here", "这里没有登记");
    let two = ("names two different applications", "两个不同的应用");
    vec![
        ("no hint", vec![(to, text(BACK))], nobody.0, nobody.1),
        (
            "no hint, hostile",
            vec![(to, text(FOREIGN))],
            nobody.0,
            nobody.1,
        ),
        (
            "unsigned",
            vec![("id_token_hint", unsigned.clone())],
            not_ours.0,
            not_ours.1,
        ),
        (
            "foreign",
            vec![("id_token_hint", foreign), (to, text(BACK))],
            not_ours.0,
            not_ours.1,
        ),
        (
            "no token",
            vec![("id_token_hint", text("x")), (to, text(FOREIGN))],
            not_ours.0,
            not_ours.1,
        ),
        (
            "not ours beside a client",
            vec![
                ("id_token_hint", unsigned),
                (id, text("basic")),
                (to, text(BACK)),
            ],
            not_ours.0,
            not_ours.1,
        ),
        (
            "address of the hint's client",
            vec![("id_token_hint", text(hint)), (to, text(FOREIGN))],
            address.0,
            address.1,
        ),
        (
            "address of the named client",
            vec![
                (id, text("basic")),
                (to, text("http://localhost:9100/other")),
            ],
            address.0,
            address.1,
        ),
        (
            "unknown client",
            vec![(id, text("nobody"))],
            unknown.0,
            unknown.1,
        ),
        (
            "two clients",
            vec![
                ("id_token_hint", text(hint)),
                (id, text("asking")),
                (to, text(BACK)),
            ],
            two.0,
            two.1,
        ),
    ]
}

async fn hint_of(app: &TestApp, browser: &Browser<'_>) -> String {
    let tokens = app.rp("basic").tokens(browser, "openid").await;
    tokens["id_token"].as_str().unwrap().to_owned()
}

async fn is_signed_in(app: &TestApp, browser: &Browser<'_>) -> bool {
    let rp = app.rp("basic");
    let ask = rp.ask("openid").with("prompt", "none");
    rp.authorize(browser, &ask).await.get("code").is_some()
}

fn is_page(page: &Page, status: u16, name: &str) {
    assert_eq!(page.status, status, "{name}: {}", page.text());
    assert_eq!(page.header("location"), "", "{name}");
    assert!(
        page.header("content-type").starts_with("text/html"),
        "{name}"
    );
}

/// A-80: the same with GET, and with a POST from the application's page, which sends no cookie of ours.
#[tokio::test]
async fn a_faulty_request_says_what_was_wrong_and_that_one_is_still_signed_in() {
    let app = TestApp::start().await;
    for (language, still, signed_out, here) in [
        (
            "en",
            "You are still signed in",
            "You are signed out",
            "You are at Atrium",
        ),
        (
            "zh-CN",
            "您仍处于登录状态",
            "您已退出登录",
            "您当前位于 Atrium",
        ),
    ] {
        let browser = app.browser().reading(language);
        browser.sign_in_directly("DanMember").await;
        let hint = hint_of(&app, &browser).await;
        for (name, pairs, english, chinese) in faults(&hint) {
            let true_words = if language == "en" { english } else { chinese };
            for across in [false, true] {
                let page = if across {
                    let sent: Vec<_> = pairs.iter().map(|(k, v)| (*k, v.as_str())).collect();
                    let page = browser
                        .post_across("/oauth2/logout", &sent, "http://evil.example")
                        .await;
                    browser.follow(page).await
                } else {
                    browser.get(&path(&pairs)).await
                };
                is_page(&page, 400, name);
                let words = page.text();
                assert!(words.contains(still), "{name}: {words}");
                assert!(words.contains("Dan Member"), "{name}: {words}");
                let texts = all_words(language);
                let said: Vec<_> = texts.iter().filter(|one| words.contains(**one)).collect();
                assert_eq!(said, [&true_words], "{name}");
                let (_, rest) = words.split_once(true_words).unwrap();
                let (rest, _) = rest.split_once("</p>").unwrap();
                assert!(rest.ends_with(['.', '。']), "{name} ends in {rest}");
                assert!(page.form("logout").is_some(), "{name}: {words}");
                assert!(is_signed_in(&app, &browser).await, "{name}");
            }
            // The person signs out: the browser is not sent to an address of that request.
            let page = browser.get(&path(&pairs)).await;
            let page = browser.submit(&page, &[("logout", "yes")]).await;
            is_page(&page, 200, name);
            assert!(page.text().contains(signed_out), "{name}: {}", page.text());
            assert!(page.text().contains(here), "{name}: {}", page.text());
            assert!(!is_signed_in(&app, &browser).await, "{name}");
            // No page says "signed in" to a person who is not.
            let page = browser.get(&path(&pairs)).await;
            is_page(&page, 400, name);
            assert!(page.text().contains(signed_out), "{name}: {}", page.text());
            assert!(!page.text().contains(still), "{name}: {}", page.text());
            assert!(page.text().contains(true_words), "{name}: {}", page.text());
            browser.sign_in_directly("DanMember").await;
        }
    }
}

/// The words of every fault.
fn all_words(language: &str) -> Vec<&'static str> {
    let mut words: Vec<_> = faults("a.b.c")
        .into_iter()
        .map(|(_, _, en, zh)| if language == "en" { en } else { zh })
        .collect();
    words.sort_unstable();
    words.dedup();
    words
}

/// Attack 4: a repeated parameter is not used, with POST too, and a very long one is not passed on.
#[tokio::test]
async fn repeated_and_endless_parameters_are_reported() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let hint = hint_of(&app, &browser).await;
    let (id, to) = ("id_token_hint", "post_logout_redirect_uri");
    let twice = [(id, hint.as_str()), (to, BACK), (to, FOREIGN)];
    let by_post = browser
        .post_across("/oauth2/logout", &twice, "http://evil.example")
        .await;
    let by_post = browser.follow(by_post).await;
    let by_get = browser
        .get(&format!("/oauth2/logout?{}", form(&twice)))
        .await;
    for page in [by_post, by_get] {
        is_page(&page, 400, "twice");
        let words = page.text();
        assert!(
            words.contains("incomplete or couldn’t be understood"),
            "{words}"
        );
        assert!(words.contains("You are still signed in"), "{words}");
    }
    let endless = "x".repeat(50_000);
    let pairs = [("logout_hint", endless.as_str())];
    let page = browser
        .post_across("/oauth2/logout", &pairs, "http://evil.example")
        .await;
    is_page(&page, 413, "endless");
    // A long hint is refused as too long.
    let page = browser
        .post_across("/oauth2/logout", &[(id, &endless)], "http://evil.example")
        .await;
    let page = browser.follow(page).await;
    is_page(&page, 400, "a long hint");
    assert!(page.text().contains("doesn’t come from"), "{}", page.text());
    assert!(is_signed_in(&app, &browser).await);
}

/// A-80: with the hint of a disabled client, the page says that the address belongs to no client.
#[tokio::test]
async fn the_hint_of_a_removed_client_is_reported() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let hint = hint_of(&app, &browser).await;
    let left =
        crate::support::clients::text().replace("client_id = \"basic\"", "client_id = \"renamed\"");
    assert!(left.contains(SECRET));
    app.declare(&left).await;
    let pairs = vec![
        ("id_token_hint", hint),
        ("post_logout_redirect_uri", BACK.to_owned()),
    ];
    let page = browser.get(&path(&pairs)).await;
    is_page(&page, 400, "gone");
    assert!(page.text().contains("isn’t known here"), "{}", page.text());
    assert!(page.text().contains("You are still signed in"));
}

/// A-80, section 2: for the hint of another person the question does not name this person.
#[tokio::test]
async fn a_hint_of_another_person_is_asked_about_in_true_words() {
    let app = TestApp::start().await;
    let (dan, chloe) = (app.browser(), app.browser());
    dan.sign_in_directly("DanMember").await;
    chloe.sign_in_directly("ChloeManager").await;
    let pairs = |hint: String| {
        vec![
            ("id_token_hint", hint),
            ("post_logout_redirect_uri", BACK.to_owned()),
        ]
    };
    let foreign = pairs(hint_of(&app, &chloe).await);
    let page = dan.get(&path(&foreign)).await;
    is_page(&page, 200, "another person");
    let words = page.text();
    assert!(words.contains("asks to sign out somebody else"), "{words}");
    assert!(!words.contains("asks to sign you out"), "{words}");
    // For their own hint of an ended session the question is about this person.
    let other = app.browser();
    other.sign_in_directly("DanMember").await;
    let page = dan.get(&path(&pairs(hint_of(&app, &other).await))).await;
    assert!(
        page.text().contains("asks to sign you out"),
        "{}",
        page.text()
    );
    let page = dan.submit(&page, &[("logout", "yes")]).await;
    assert_eq!(page.header("location"), BACK);
}

/// A-81: without a session the browser goes to a registered address of the named client at once, and to no other
/// address.
#[tokio::test]
async fn with_nobody_signed_in_the_browser_goes_to_a_registered_address() {
    let app = TestApp::start().await;
    let pairs = |id: &str, to: &str| {
        vec![
            ("client_id", id.to_owned()),
            ("post_logout_redirect_uri", to.to_owned()),
            ("state", "s".to_owned()),
        ]
    };
    let browser = app.browser();
    let page = browser.get(&path(&pairs("basic", BACK))).await;
    assert_eq!(page.status, 303, "{}", page.text());
    assert_eq!(page.header("location"), format!("{BACK}?state=s"));
    for (id, to) in [("basic", FOREIGN), ("es256", BACK), ("nobody", BACK)] {
        let page = browser.get(&path(&pairs(id, to))).await;
        is_page(&page, 400, id);
        assert!(
            page.text().contains("You are signed out"),
            "{}",
            page.text()
        );
    }
    // An expired session counts as none: it ends here, and its applications are notified.
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    app.clock.advance(3 * atrium::clock::HOUR);
    let page = browser.get(&path(&pairs("basic", BACK))).await;
    assert_eq!(page.header("location"), format!("{BACK}?state=s"));
    assert_eq!(app.entries("session.ended").await.len(), 1);
    assert_eq!(browser.session_cookie(), None);
}

/// A person who was not signed in does not read that Atrium has signed them out of anything.
#[tokio::test]
async fn with_nobody_signed_in_no_sign_in_has_ended() {
    let app = TestApp::start().await;
    let ended = "You’re signed out of Atrium";
    for path in ["/logout", "/oauth2/logout"] {
        let page = app.browser().get(path).await;
        assert_eq!(page.status, 200);
        assert!(page.text().contains("You are signed out"));
        assert!(page.text().contains("Nobody is signed in at Atrium"));
        assert!(!page.text().contains(ended), "{}", page.text());
    }
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let question = browser.get("/logout").await;
    let page = browser.submit(&question, &[("logout", "yes")]).await;
    assert!(page.text().contains(ended), "{}", page.text());
    assert!(!page.text().contains("Nobody is signed in"));
}

/// Consent, logout, account selection and portal show the same name: the full name, or the account name if
/// there is none.
#[tokio::test]
async fn the_person_has_one_name_everywhere() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let rp = app.rp("asking");
    let consent = browser.go(&rp.ask("openid").url()).await;
    let choice = rp.ask("openid").with("prompt", "select_account");
    let choice = browser.go(&choice.url()).await;
    let question = browser.get("/logout").await;
    for page in [consent, choice, question] {
        let named = page.text().contains("<strong>Dan Member</strong>");
        assert!(named, "{}: {}", page.url, page.text());
    }
}
