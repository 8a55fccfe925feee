//! Passwords that are easy to guess: common and leaked ones, words, names, dates, runs of keys and repetitions.
//!
//! The lists come with the library zxcvbn (MIT; its README names their sources). Only this file uses it.

use std::borrow::Borrow;

use zeroize::Zeroizing;
use zxcvbn::Score;

use super::account::Account;

/// Only so many characters are looked at, because the time grows with the square of their number.
const LOOKED_AT: usize = 40;
/// Each kind of character that stands for a letter, such as `@` or `3`, doubles the time.
const STANDS_FOR: &str = "4@8({[<3691!|70$5+%2";
const MOST_KINDS: usize = 8;
/// How many characters are looked at if there are more kinds: that takes 15 ms.
const LOOKED_AT_THEN: usize = 16;

/// True if fewer than a million guesses find `password`. `about` are names that its owner would think of: they make it
/// weaker.
pub async fn is_guessable(password: &str, about: Vec<String>) -> bool {
    let start = beginning(password);
    let judged = tokio::task::spawn_blocking(move || {
        let about: Vec<&str> = about.iter().map(Borrow::borrow).collect();
        zxcvbn::zxcvbn(&start, &about).score() < Score::Two
    });
    // It panics only with the runtime; then nothing may pass.
    judged.await.unwrap_or(true)
}

fn beginning(password: &str) -> Zeroizing<String> {
    let take = |count| Zeroizing::new(password.chars().take(count).collect::<String>());
    let start = take(LOOKED_AT);
    let kinds = STANDS_FOR.chars().filter(|kind| start.contains(*kind));
    match kinds.count() {
        0..=MOST_KINDS => start,
        _ => take(LOOKED_AT_THEN),
    }
}

/// The names that the owner of `account` at `product` would think of.
pub fn names_of(account: &Account, product: &str) -> Vec<String> {
    let email = account.email.as_deref();
    names(&account.username, email, &account.full_name, product)
}

/// The same for an account that does not exist yet.
pub fn names(username: &str, email: Option<&str>, full_name: &str, product: &str) -> Vec<String> {
    let email = email.unwrap_or_default();
    let parts = email.split('@').chain(email.split(['@', '.']));
    let words = full_name.split_whitespace().chain(parts);
    let all = [username, product].into_iter().chain(words);
    let all = all.filter(|word| !word.is_empty());
    all.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn is_bad(password: &str) -> bool {
        let about = names(
            "DanMember",
            Some("dan.member@demo.test"),
            "Dan Holm",
            "Atrium",
        );
        is_guessable(password, about).await
    }

    /// Issue "The life of an account", NIST SP 800-63B section 5.1.1.2: commonly used, expected and compromised ones.
    #[tokio::test]
    async fn common_and_expected_passwords_are_guessable() {
        for password in [
            "password",
            "Password1",
            "P@ssw0rd",
            "Passw0rd*",
            "12345678",
            "qwertyuiop",
            "iloveyou1",
            "aaaaaaaa",
            "abcdefgh",
            "20260101",
            "DanMember1",
            "danmember",
            "Atrium123",
            "dan.member1",
            "Abc12345",
        ] {
            assert!(is_bad(password).await, "{password}");
        }
    }

    #[tokio::test]
    async fn others_are_not() {
        for password in [
            "Atrium2026*",
            "correct horse battery",
            "kX3vTq9Lw2",
            "ZhongGuo88",
            "晴天的下午喝茶",
        ] {
            assert!(!is_bad(password).await, "{password}");
        }
    }

    /// A long one costs no more than a part of it.
    #[tokio::test]
    async fn a_long_password_is_judged_by_its_beginning() {
        let long = "a".repeat(LOOKED_AT) + "kX3vTq9Lw2";
        assert!(is_bad(&long).await);
        // Attack 44: all the kinds of characters that stand for letters.
        let costly = STANDS_FOR.to_owned() + &"a".repeat(80);
        assert_eq!(beginning(&costly).len(), LOOKED_AT_THEN);
        assert!(!is_bad(&costly).await);
    }
}
