//! Who sent a form (attack 18). A proxy that adds `Referrer-Policy: no-referrer` makes browsers send `Origin: null`;
//! then `Sec-Fetch-Site` replaces it.

use crate::support::app::TestApp;
use crate::support::browser::{Browser, Page};

/// What a browser sends behind such a proxy.
const HIDDEN: [(&str, &str); 2] = [("origin", "null"), ("sec-fetch-site", "same-origin")];

/// Sends the form of `page` with the field or button `field`, and the token `csrf` instead of its own.
async fn send(
    browser: &Browser<'_>,
    page: &Page,
    filled: &[(&str, &str)],
    csrf: Option<&str>,
    headers: &[(&str, &str)],
) -> Page {
    let field = filled[0].0;
    let form = page
        .form(field)
        .unwrap_or_else(|| panic!("no {field}: {}", page.text()));
    let hidden = form.fields.iter();
    let hidden = hidden.map(|(name, value)| (name.as_str(), value.as_str()));
    let hidden = hidden.filter(|(name, _)| filled.iter().all(|(own, _)| own != name));
    let hidden = hidden.map(|(name, value)| match (name, csrf) {
        ("csrf", Some(csrf)) => (name, csrf),
        pair => (pair.0, value),
    });
    let pairs: Vec<_> = hidden.chain(filled.iter().copied()).collect();
    browser.post_with(&form.action, &pairs, headers).await
}

/// Each form of a sign-in and a sign-out.
#[tokio::test]
async fn attack_18_fetch_metadata_stands_in_for_a_hidden_origin() {
    let app = TestApp::start().await;
    let rp = app.rp("asking");
    let password = crate::support::people::PASSWORD;
    let typed: &[_] = &[("account", "DanMember"), ("password", password)];
    let doors: [(String, &[_]); 4] = [
        (rp.ask("openid").url(), typed),
        (rp.ask("openid").url(), &[("decision", "allow")]),
        (
            rp.ask("openid").with("prompt", "select_account").url(),
            &[("choice", "current")],
        ),
        ("/logout".to_owned(), &[("logout", "yes")]),
    ];
    let browser = app.browser();
    for (path, filled) in doors {
        let page = browser.go(&path).await;
        for headers in [
            &[][..],
            &[("origin", "null")],
            &[("origin", "null"), ("sec-fetch-site", "cross-site")],
            &[("origin", "null"), ("sec-fetch-site", "same-site")],
            &[
                ("origin", "http://evil.example"),
                ("sec-fetch-site", "same-origin"),
            ],
        ] {
            let refused = send(&browser, &page, filled, None, headers).await;
            assert_eq!(refused.status, 403, "{path} {headers:?}");
            let names_the_cause = refused.text().contains("Referrer-Policy: no-referrer");
            let is_hidden = headers.iter().all(|header| *header == ("origin", "null"));
            assert_eq!(names_the_cause, is_hidden, "{path} {headers:?}");
        }
        let refused = send(&browser, &page, filled, Some("wrong"), &HIDDEN).await;
        assert_eq!(refused.status, 403, "{path}: without the form's own token");
        let taken = send(&browser, &page, filled, None, &HIDDEN).await;
        assert!(
            matches!(taken.status.as_u16(), 200 | 303),
            "{path}: {}",
            taken.text()
        );
        browser.follow(taken).await;
    }
    assert_eq!(
        browser.session_cookie(),
        None,
        "the last form has signed out"
    );
    // The audit trail names it too.
    app.state().recorder.stop().await;
    let entries = app.entries("request.refused").await;
    let hidden = entries
        .iter()
        .filter(|entry| entry.detail.contains("hidden_sender"));
    assert!(hidden.count() > 0, "{entries:?}");
}
