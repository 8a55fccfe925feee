//! Guesses at the sign-in page: the answers depend on names, never on the people behind them
//! (attacks 14 to 16).

use hyper::StatusCode;

use super::refusals::{comparable, tried};
use crate::support::app::TestApp;
use crate::support::database;
use crate::support::guesses::{self, Guess};
use crate::support::people::PASSWORD;

/// A pair of names, and the address from which they are tried.
type Pair = ([&'static str; 2], [u8; 4]);

/// Two names of one person, of two people, and of nobody.
const PAIRS: [Pair; 3] = [
    (["DanMember", "dan@demo.test"], [127, 0, 0, 11]),
    (["ChloeManager", "ada@demo.test"], [127, 0, 0, 12]),
    (["NobodyHere", "nobody@demo.test"], [127, 0, 0, 13]),
];

/// Runs `guesses` for all pairs in step and compares the answers; returns how many were refused and how many
/// delayed.
async fn alike(app: &TestApp, guesses: &[Guess]) -> (usize, usize) {
    let (mut refused, mut delayed) = (0, 0);
    for (step, guess) in guesses.iter().enumerate() {
        app.clock.advance(guess.after);
        let mut answers = Vec::new();
        for (pair, address) in PAIRS {
            let name = guess.typed(pair);
            let page = tried(&app.browser().at(address), &name, "a guess").await;
            answers.push(comparable(&page, name.trim()));
        }
        match answers[0].0 {
            StatusCode::TOO_MANY_REQUESTS => delayed += 1,
            _ => refused += 1,
        }
        answers.dedup();
        assert_eq!(answers.len(), 1, "step {step}, {guess:?}: {answers:#?}");
    }
    (refused, delayed)
}

/// A-45, attacks 14 and 15: two names of one person get the same answers, to the byte, as names of two persons and of
/// nobody. Not visible in the answers, one account allows one address only ten attempts in a quarter of an hour.
#[tokio::test]
async fn two_names_of_one_person_answer_as_those_of_two_strangers() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let (refused, delayed) = alike(&app, &guesses::clever()).await;
        assert_eq!((refused, delayed), (28, 3));
        let entries = app.entries("sign_in.refused").await;
        let dan = app.account("DanMember").await.id;
        let beneath = entries.iter().filter(|entry| {
            entry.account_id.as_deref() == Some(&dan) && entry.detail.contains("account_limit")
        });
        assert_eq!(beneath.count(), 3, "of thirteen in a quarter of an hour");
    }
}

/// The same with random guesses.
#[tokio::test]
async fn in_any_series_two_names_of_one_person_answer_as_those_of_strangers() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let (refused, delayed) = alike(&app, &guesses::random(7, 60)).await;
        assert!(refused > 10 && delayed > 10, "{refused} {delayed}");
    }
}

/// A success clears the failures of the typed name only: knowing a person's password does not show another
/// name of that person.
#[tokio::test]
async fn a_success_clears_no_other_name() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let mut answers = Vec::new();
        for (other, address) in [
            ("dan@demo.test", [127, 0, 0, 21]),
            ("nobody@x.test", [127, 0, 0, 22]),
        ] {
            for _ in 0..4 {
                tried(&app.browser().at(address), other, "a guess").await;
            }
            let own = app.browser().at(address);
            tried(&own, "DanMember", PASSWORD).await;
            assert!(own.session_cookie().is_some());
            for _ in 0..2 {
                let page = tried(&app.browser().at(address), other, "a guess").await;
                answers.push(comparable(&page, other));
            }
        }
        assert_eq!(answers[0].0, StatusCode::OK);
        assert_eq!(answers[1].0, StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(answers[..2], answers[2..]);
    }
}

/// Attack 15: the page for a new password compares the new
/// one with the old one at most ten times in a quarter of an hour.
#[tokio::test]
async fn a_new_password_is_compared_with_the_old_one_ten_times() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let browser = app.browser();
        let page = browser.go("/login").await;
        let page = browser.sign_in(&page, "EveNewcomer").await;
        let same = [("confirm_password", PASSWORD), ("new_password", PASSWORD)];
        for n in 0..10 {
            let again = browser.submit(&page, &same).await;
            assert_eq!(again.status, StatusCode::OK, "{n}");
            assert!(again.text().contains("id=\"new-error\""), "{n}");
        }
        let before = app.state().hashing.effort();
        let late = browser.submit(&page, &same).await;
        assert_eq!(late.status, StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(late.header("retry-after"), "900");
        let short = [("confirm_password", "short"), ("new_password", "short")];
        let reply = browser.submit(&page, &short).await;
        assert_eq!(
            reply.status,
            StatusCode::OK,
            "what costs no hash is reply as ever"
        );
        assert_eq!(app.state().hashing.effort(), before, "nothing was hashed");
        app.clock.advance(15 * atrium::clock::MINUTE);
        let page = browser.go("/login").await;
        let page = browser.sign_in(&page, "EveNewcomer").await;
        let new = [
            ("confirm_password", "Another2026*"),
            ("new_password", "Another2026*"),
        ];
        browser.submit(&page, &new).await;
        assert!(browser.session_cookie().is_some(), "nobody is locked out");
    }
}
