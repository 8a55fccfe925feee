//! Each sentence at a field of the sign-in pages is true: the table makes its cause in a browser and has the expected
//! words. A sentence without a case fails.

use std::collections::BTreeSet;

use atrium::clock::MINUTE;
use atrium::config::FactorsFor;
use atrium::i18n::language::Language;
use atrium::i18n::texts::Texts;

use super::refusals::tried;
use crate::house::files_below;
use crate::support::app::TestApp;
use crate::support::authenticator::Authenticator;
use crate::support::base_path::ORIGIN;
use crate::support::factors::Phone;
use crate::support::html;
use crate::support::passkeys::{dans_device, key_of, options, send};
use crate::support::people::PASSWORD;

/// The texts in the code of the pages.
fn declared() -> BTreeSet<String> {
    let files = files_below("src/signin");
    let texts = files
        .iter()
        .flat_map(|file| file.text.split("Key(\"").skip(1));
    let keys = texts.map(|rest| rest.split('"').next().unwrap().to_owned());
    keys.filter(|key| key.contains(".problem.") || key.ends_with(".missing"))
        .collect()
}

/// The minutes that the page asks to wait.
fn minutes_of(text: &str) -> i64 {
    let rest = text.split("Too many failed attempts. Wait ").nth(1);
    let number = rest.and_then(|rest| rest.split(' ').next());
    number
        .and_then(|number| number.parse().ok())
        .unwrap_or_default()
}

/// The words about a key, or a provider, after the first proof.
async fn of_keys() -> Vec<(&'static str, &'static str, String)> {
    let app = TestApp::start().await;
    dans_device(&app).await;
    let mut foreign = key_of(&app, "ChloeManager", Authenticator::new(ORIGIN)).await;
    let browser = app.browser();
    let page = browser
        .follow(tried(&browser, "DanMember", PASSWORD).await)
        .await;
    let late = browser.submit(&page, &[("state", "damaged")]).await;
    let answer = foreign.get(&options(&page));
    let refused = send(&browser, &page, &answer).await;
    let not_raised = Box::pin(super::corporate_raising::not_confirmed()).await;
    [
        (
            "factor.problem.not_raised",
            "Your company’s sign-in didn’t confirm a second factor. Use another way on this page.",
            not_raised,
        ),
        (
            "factor.problem.key_late",
            "The passkey’s answer came too late. Press “Use your passkey” again.",
            late,
        ),
        (
            "factor.problem.key_refused",
            "This passkey doesn’t confirm this account. Use another one, or ask your administrator to reset your second \
             factors.",
            refused,
        ),
    ]
    .map(|(key, words, page)| (key, words, page.text().replace("&#39;", "'")))
    .to_vec()
}

/// The words at the fields for codes.
async fn of_codes() -> Vec<(&'static str, &'static str, String)> {
    let app = TestApp::start_with(|config| {
        config.factors.required = Some(FactorsFor::Everyone);
    })
    .await;
    let phone = Phone::of(&app, "DanMember").await;
    let browser = app.browser();
    let page = browser
        .follow(tried(&browser, "DanMember", PASSWORD).await)
        .await;
    let mut shown = Vec::new();
    let wrong = phone.wrong_code(&app);
    for (key, words, code) in [
        (
            "factor.problem.missing",
            "Type the six digits of your app.",
            " ",
        ),
        (
            "factor.problem.wrong",
            "This code is wrong or was used before. Wait for the next one and type it.",
            &*wrong,
        ),
    ] {
        let answer = browser.submit(&page, &[("code", code)]).await;
        shown.push((key, words, answer.text()));
    }
    let page = browser
        .go(&html::link(&page.text(), "Use another code"))
        .await;
    for (key, words, code) in [
        (
            "factor.problem.recovery_missing",
            "Type a recovery code or a temporary access code.",
            " ",
        ),
        (
            "factor.problem.recovery_wrong",
            "This code is wrong or was used before. Try another one, or ask your administrator for a temporary access code.",
            "AAAA-BBBB-CCCC-DDDD",
        ),
    ] {
        let answer = browser.submit(&page, &[("recovery_code", code)]).await;
        shown.push((key, words, answer.text()));
    }
    let browser = app.browser();
    let page = browser
        .follow(tried(&browser, "ChloeManager", PASSWORD).await)
        .await;
    let typed = browser
        .submit(&page, &[("offer", "damaged"), ("code", "1")])
        .await;
    let words = "This page was open for too long. Scan the new code and type the digits.";
    shown.push(("factor.problem.late", words, typed.text()));
    shown
}

#[tokio::test]
async fn each_problem_of_the_sign_in_says_its_cause() {
    let app = TestApp::start().await;
    let mut shown: Vec<(&str, &str, String)> = Vec::new();
    for (key, words, account, password) in [
        (
            "login.problem.account_missing",
            "Enter your account name or email.",
            "",
            "x",
        ),
        (
            "login.problem.password_missing",
            "Enter your password.",
            "DanMember",
            "",
        ),
        (
            "login.problem.refused",
            "The account and password don’t match. Check both and try again.",
            "DanMember",
            "wrong",
        ),
    ] {
        let page = tried(&app.browser(), account, password).await;
        shown.push((key, words, page.text()));
    }

    // After the minutes that the page says, the right password is accepted.
    let mut page = tried(&app.browser(), "ChloeManager", "wrong").await;
    for _ in 0..30 {
        if minutes_of(&page.text()) > 0 {
            break;
        }
        page = tried(&app.browser(), "ChloeManager", "wrong").await;
    }
    let minutes = minutes_of(&page.text());
    assert!(minutes > 1, "{}", page.text());
    let words = format!("Too many failed attempts. Wait {minutes} minutes, then try again.");
    shown.push(("login.problem.wait.other", words.leak(), page.text()));
    app.clock.advance((minutes - 1) * MINUTE);
    let page = tried(&app.browser(), "ChloeManager", PASSWORD).await;
    let words = "Too many failed attempts. Wait 1 minute, then try again.";
    shown.push(("login.problem.wait.one", words, page.text()));
    app.clock.advance(MINUTE);
    let browser = app.browser();
    tried(&browser, "ChloeManager", PASSWORD).await;
    assert!(browser.session_cookie().is_some(), "the minutes are over");

    // The person must choose another password.
    let browser = app.browser();
    let mut page = browser
        .follow(tried(&browser, "EveNewcomer", PASSWORD).await)
        .await;
    let long = "x".repeat(101);
    for (key, words, first, second) in [
        (
            "password.problem.too_short",
            "Use at least 8 characters.",
            "1234567",
            "1234567",
        ),
        (
            "password.problem.too_long",
            "Use at most 100 characters.",
            &*long,
            &*long,
        ),
        (
            "password.problem.guessable",
            "This password is easy to guess: it is common, or made of names, dates or neighbouring keys. Choose another one.",
            "EveNewcomer1",
            "EveNewcomer1",
        ),
        (
            "password.problem.same",
            "The new password must be different from the current one.",
            PASSWORD,
            PASSWORD,
        ),
        (
            "password.problem.mismatch",
            "The passwords don’t match.",
            "Another2026*",
            "Another2026",
        ),
    ] {
        let filled = [("new_password", first), ("confirm_password", second)];
        page = browser.submit(&page, &filled).await;
        shown.push((key, words, page.text()));
    }

    let browser = app.browser();
    let page = browser.go("/reset-password").await;
    let page = browser.submit(&page, &[("token", " ")]).await;
    shown.push((
        "reset.code.missing",
        "Enter the code from the email.",
        page.text(),
    ));

    shown.extend(Box::pin(of_codes()).await);
    shown.extend(Box::pin(of_keys()).await);
    let busy = TestApp::start_with(|config| {
        config.limits.hashing_threads = 1;
        config.limits.hashing_queue = 0;
    });
    let page = tried(&busy.await.browser(), "DanMember", PASSWORD).await;
    let words = "Very many people are signing in right now. Wait a few seconds and try again.";
    shown.push(("login.problem.busy", words, page.text()));

    let mut faults = Vec::new();
    for (key, words, text) in &shown {
        let (english, chinese) = (Texts::of(Language::EnUs), Texts::of(Language::ZhCn));
        let begins = english.get(key).split('{').next().unwrap();
        if !words.starts_with(begins) || english.get(key) == chinese.get(key) {
            faults.push(format!("{key} does not say {words:?} in two languages"));
        }
        if !text.contains(words) {
            faults.push(format!("{key}: {words:?} is not in {text}"));
        }
    }
    let made: BTreeSet<String> = shown.iter().map(|(key, ..)| (*key).to_owned()).collect();
    let without: Vec<_> = declared().difference(&made).cloned().collect();
    assert!(without.is_empty(), "texts without a case: {without:?}");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
