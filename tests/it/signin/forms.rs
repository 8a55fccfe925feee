//! Every form of the sign-in: only its own page in its own browser can send it (attack 18), and anything else
//! gets an error page.

use axum::body::Body;
use hyper::Request;

use crate::support::app::{ORIGIN, TestApp, form};
use crate::support::browser::{Browser, Page};
use crate::support::html;
use crate::support::people::PASSWORD;

/// The sign-in's page of each form and what a person fills in.
const FORMS: &[(&str, &[(&str, &str)])] = &[
    (
        "/login",
        &[("account", "DanMember"), ("password", PASSWORD)],
    ),
    (
        "/login/password",
        &[
            ("new_password", "Another2026*"),
            ("confirm_password", "Another2026*"),
        ],
    ),
    ("/login/account", &[("choice", "current")]),
    ("/consent", &[("decision", "allow")]),
    ("/login/cancel", &[]),
];

/// The page with the form of `path`, in this browser.
async fn page(app: &TestApp, browser: &Browser<'_>, path: &str) -> Page {
    let ask = app.rp("asking").ask("openid");
    match path {
        "/login/password" => {
            let page = browser.go(&ask.url()).await;
            browser.sign_in(&page, "EveNewcomer").await
        }
        "/login/account" => {
            browser.sign_in_directly("DanMember").await;
            let ask = ask.with("prompt", "select_account");
            browser.go(&ask.url()).await
        }
        "/consent" => {
            browser.sign_in_directly("DanMember").await;
            browser.go(&ask.url()).await
        }
        _ => browser.go(&ask.url()).await,
    }
}

/// A-45, attack 18: a foreign or missing `Origin` and a wrong, foreign or missing token are 403, and nothing happens:
/// the form can still be sent.
#[tokio::test]
async fn a_form_is_taken_from_our_own_page_alone() {
    let app = TestApp::start().await;
    let stranger = app.browser();
    let theirs = stranger.go("/login").await.form("csrf").unwrap();
    let theirs = theirs.value("csrf").unwrap().to_owned();
    for (path, filled) in FORMS {
        let browser = app.browser();
        let page = page(&app, &browser, path).await;
        let forms = html::forms(&page.text());
        let form = forms.into_iter().find(|form| form.action == *path);
        let form = form.unwrap_or_else(|| panic!("no form for {path}: {}", page.text()));
        let sealed = |csrf: Option<&str>| -> Vec<(String, String)> {
            let mut pairs = vec![("flow".to_owned(), form.value("flow").unwrap().to_owned())];
            pairs.extend(csrf.map(|csrf| ("csrf".to_owned(), csrf.to_owned())));
            let filled = filled.iter();
            pairs.extend(filled.map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
            pairs
        };
        let ours = form.value("csrf").unwrap();
        let cut = &ours[..ours.len() - 1];
        for (origin, csrf) in [
            (Some("http://evil.example"), Some(ours)),
            (Some("http://localhost:8081"), Some(ours)),
            (Some("null"), Some(ours)),
            (None, Some(ours)),
            (Some(ORIGIN), Some("wrong")),
            (Some(ORIGIN), Some(theirs.as_str())),
            (Some(ORIGIN), Some(&cut[..40])),
            (Some(ORIGIN), None),
        ] {
            let pairs = sealed(csrf);
            let pairs: Vec<_> = pairs
                .iter()
                .map(|(n, v)| (n.as_str(), v.as_str()))
                .collect();
            let refused = browser.post_saying(path, &pairs, origin).await;
            assert_eq!(refused.status, 403, "{path} {origin:?} {csrf:?}");
            assert!(refused.header("content-type").starts_with("text/html"));
        }
        let pairs = sealed(Some(ours));
        let pairs: Vec<_> = pairs
            .iter()
            .map(|(n, v)| (n.as_str(), v.as_str()))
            .collect();
        let taken = browser.post(path, &pairs).await;
        assert_eq!(taken.status, 303, "{path}: {}", taken.text());
    }
}

/// Attack 4, RFC 9110 section 8.3: a body that is not a form, or a repeated field, gets a 400 page.
#[tokio::test]
async fn a_bad_form_gets_an_error_page() {
    let app = TestApp::start().await;
    for (path, _) in FORMS {
        for (kind, body) in [
            ("application/json", "{\"flow\":\"x\"}".to_owned()),
            ("text/plain", form(&[("flow", "x")])),
            ("", form(&[("flow", "x")])),
            (
                "application/x-www-form-urlencoded",
                form(&[("flow", "x"), ("flow", "y")]),
            ),
        ] {
            let mut request = Request::post(*path).header("origin", ORIGIN);
            if !kind.is_empty() {
                request = request.header("content-type", kind);
            }
            let answer = app.send(request.body(Body::from(body)).unwrap()).await;
            assert_eq!(answer.status, 400, "{path} {kind}");
            assert!(answer.header("content-type").starts_with("text/html"));
            let title = "This sign-in has expired";
            assert!(!answer.text().contains(title), "{path} {kind}");
        }
    }
}

/// Attacks 14 and 37: a name that grows eighteenfold in its normal form is refused like any other.
#[tokio::test]
async fn a_huge_account_name_is_an_ordinary_refusal() {
    let app = TestApp::start().await;
    let browser = app.browser();
    let page = browser.go("/login").await;
    let huge = "\u{fdfa}".repeat(6_000);
    for account in ["NobodyAtAll", &huge] {
        let filled = [("account", account), ("password", "wrong password")];
        let answer = browser.submit(&page, &filled).await;
        assert_eq!(answer.status, 200);
        assert!(answer.form("password").is_some());
        assert!(answer.text().len() < 20_000, "no echo of all of it");
    }
}
