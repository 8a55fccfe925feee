//! Who waits for the threads that hash passwords, and for how long (attack 44). The only thread is blocked meanwhile.

use std::net::Ipv6Addr;

use atrium::clock::Clock;
use atrium::limits::Asker;
use axum::body::Body;
use futures_util::StreamExt as _;
use futures_util::future::join_all;
use futures_util::stream::FuturesUnordered;
use hyper::{Request, StatusCode};
use serde_json::json;
use tokio::task::JoinSet;

use super::refusals::tried;
use crate::support::app::{Answer, TestApp, sent};
use crate::support::clients;
use crate::support::database::{self, TestDatabase};
use crate::support::hash_pool::{ONE_HASH, Pause};
use crate::support::people::{self, PASSWORD};

/// A server with one hashing thread and `places` places.
async fn with_places(database: &TestDatabase, places: usize) -> TestApp {
    let clock = Clock::fixed(Clock::system().now());
    people::add_all(&database.db, clock.now()).await;
    TestApp::build(database.db.clone(), clock, &clients::text(), |config| {
        config.limits.hashing_threads = 1;
        config.limits.hashing_queue = places;
    })
    .await
}

/// A sign-in by the product API.
fn acc_login(account: &str, password: &str) -> Request<Body> {
    let body = json!({"account": account, "password": password});
    Request::post("/api/security/acc-login")
        .header("content-type", "application/json")
        .body(Body::from(body.to_string()))
        .unwrap()
}

/// The next `many` answers say that the queue is full.
async fn lose_places(guesses: &mut JoinSet<Answer>, many: usize) {
    for _ in 0..many {
        let answer = guesses.join_next().await.unwrap().unwrap();
        assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE);
        assert_ne!(answer.header("retry-after"), "");
    }
}

/// Attack 44: while guesses for invented names fill the queue, each from another /64 of one /48, a known browser is
/// next, and a stranger elsewhere waits for one guess. Neither gets 503.
#[tokio::test]
async fn attack_44_guesses_of_one_network_delay_nobody_else() {
    for database in database::each_engine().await {
        let app = with_places(&database, 16).await;
        let pool = app.state().hashing.clone();
        let first = app.browser();
        tried(&first, "DanMember", PASSWORD).await;
        let name = app.state().cookies.known.clone();
        let own = app.browser();
        own.set_cookie(&name, &first.cookie(&name).unwrap());

        let one = Pause::begin(&pool).await;
        let before = pool.effort();
        let mut guesses = JoinSet::new();
        for n in 0..64 {
            let address = Ipv6Addr::new(0x2001, 0xdb8, 0, n * 37, 0, 0, 0, 1);
            let guess = acc_login(&format!("nobody {n}"), "wrong");
            guesses.spawn(sent(app.router(), address, guess));
        }
        lose_places(&mut guesses, 48).await;

        let right = acc_login("DanMember", PASSWORD);
        let stranger = tokio::spawn(sent(app.router(), [203, 0, 113, 7], right));
        let places = async {
            lose_places(&mut guesses, 2).await;
            let two = Pause::wait(&pool, Asker::operator());
            lose_places(&mut guesses, 1).await;
            let three = Pause::wait(&pool, Asker::Stranger([198, 51, 100, 7].into()));
            lose_places(&mut guesses, 1).await;
            drop(one);
            (two, three)
        };
        let (page, (two, three)) = tokio::join!(tried(&own, "DanMember", PASSWORD), places);
        assert!(own.session_cookie().is_some(), "{}", page.text());
        assert_eq!(pool.effort() - before, ONE_HASH, "before all others");
        drop(two);
        let answer = stranger.await.unwrap();
        assert_eq!(answer.json()["status"], 0, "{}", answer.text());
        assert_eq!(pool.effort() - before, 3 * ONE_HASH, "after one of them");
        drop(three);
        while let Some(guess) = guesses.join_next().await {
            assert_eq!(guess.unwrap().status, StatusCode::OK, "a wrong password");
        }
    }
}

/// Attack 44: of 200 parallel new passwords of an account that must change its own, ten are counted, and one at a time
/// waits for a thread. So others find room.
#[tokio::test]
async fn attack_44_new_passwords_of_one_account_wait_for_each_other() {
    for database in database::each_engine().await {
        let app = with_places(&database, 64).await;
        let pool = app.state().hashing.clone();
        let eve = app.browser();
        let page = eve.go("/login").await;
        let page = eve.sign_in(&page, "EveNewcomer").await;
        let new = [
            ("confirm_password", "Another2026*"),
            ("new_password", "Another2026*"),
        ];
        let pause = Pause::begin(&pool).await;
        let posts = (0..200).map(|_| eve.submit(&page, &new));
        let mut posts: FuturesUnordered<_> = posts.collect();
        for _ in 0..190 {
            let delayed = posts.next().await.unwrap();
            assert_eq!(delayed.status, StatusCode::TOO_MANY_REQUESTS);
        }
        let others: Vec<_> = (1..=8).map(|n| app.browser().at([192, 0, 2, n])).collect();
        let sign_ins = others
            .iter()
            .map(|browser| tried(browser, "DanMember", PASSWORD));
        let control = async {
            while pool.waiting() < 9 {
                tokio::task::yield_now().await;
            }
            assert_eq!(pool.waiting(), 9, "eight and one");
            drop(pause);
        };
        let (pages, _, ()) = tokio::join!(join_all(sign_ins), posts.collect::<Vec<_>>(), control);
        for (page, browser) in pages.iter().zip(&others) {
            assert!(browser.session_cookie().is_some(), "{}", page.text());
        }
        assert!(eve.session_cookie().is_some(), "one was stored");
    }
}
