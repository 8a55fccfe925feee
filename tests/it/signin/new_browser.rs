//! The email about a sign-in with an unknown browser.

use crate::support::app::TestApp;
use crate::support::browser::Browser;

/// The emails that were sent. The job of each ends when its file is there.
async fn mails(app: &TestApp) -> Vec<String> {
    let none_waits = "SELECT COUNT(*) + 1 FROM jobs WHERE kind = 'mail.send' AND attempts >= $1";
    app.becomes(none_waits, 0).await;
    let folder = app.state().config.mail.url.expose().to_owned();
    let Ok(files) = std::fs::read_dir(folder.strip_prefix("file:").unwrap()) else {
        return Vec::new();
    };
    let paths = files.map(|entry| entry.unwrap().path());
    paths
        .filter(|path| path.extension().is_some_and(|kind| kind == "eml"))
        .map(|path| std::fs::read_to_string(path).unwrap())
        .collect()
}

async fn sign_in(browser: &Browser<'_>) {
    let page = browser.go("/login").await;
    browser.sign_in(&page, "DanMember").await;
    assert!(browser.session_cookie().is_some());
}

/// The first browser of an account is no news, and a known one neither. Any other browser is.
#[tokio::test]
async fn the_owner_hears_of_an_unknown_browser_once() {
    let app = TestApp::start_with(|config| config.accounts.notify_new_browser = true).await;
    let first = app.browser();
    sign_in(&first).await;
    assert_eq!(mails(&app).await, [""; 0]);
    let second = app.browser();
    sign_in(&second).await;
    let sent = mails(&app).await;
    assert_eq!(sent.len(), 1, "{sent:?}");
    assert!(sent[0].contains("A new browser signed in"), "{sent:?}");
    assert!(sent[0].contains("127.0.0.1"), "{sent:?}");
    for known in [&first, &second] {
        let page = known.go("/logout").await;
        known.submit(&page, &[("logout", "yes")]).await;
        sign_in(known).await;
    }
    assert_eq!(mails(&app).await.len(), 1);
}

/// The setting `accounts.notify_new_browser`.
#[tokio::test]
async fn the_email_can_be_switched_off() {
    let app = TestApp::start_with(|config| config.accounts.notify_new_browser = false).await;
    for browser in [app.browser(), app.browser()] {
        sign_in(&browser).await;
    }
    assert_eq!(mails(&app).await, [""; 0]);
}
