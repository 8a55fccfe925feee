//! Sign-in by name and password (contract F-15, F-56, G-13, G-39, G-40; attacks 14 to 16).

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use atrium::audit::{KEPT, MOST_WAITING, Origin, Recorder};
use atrium::clock::{Clock, MINUTE};
use atrium::db::{Db, DbError};
use atrium::directory::password_pool::{HashPool, HashPoolOptions, Opener};
use atrium::directory::sign_in::{
    Admits, KnownBrowser, PasswordAttempt, PasswordSignIn, SignInError, Verified, WRITTEN_WITHIN,
};
use atrium::directory::{self, NewAccount, Status};
use atrium::limits::{AccountWrites, Asker, Gate, Limits};
use atrium::random::Random;
use jiff::civil::date;
use jiff::tz::TimeZone;
use tokio::task::JoinSet;
use zeroize::Zeroizing;

use super::{NOW, add, by_id, by_name, named};
use crate::support::{database, rows, trail};

const PASSWORD: &str = "Atrium2026*";
/// The hash of `password` at an older, low cost.
const CHEAP: &str =
    "$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHQ$cpx6VEQbwTVZvcpxNIxOVUWZ5xnAipUmAe1cg2GMG70";

pub fn sign_in(db: &Db, clock: &Clock, queue: usize) -> PasswordSignIn {
    let random = Random::system();
    let options = HashPoolOptions {
        threads: NonZeroUsize::MIN,
        queue,
    };
    PasswordSignIn {
        db: db.clone(),
        clock: clock.clone(),
        pool: HashPool::start(options).unwrap(),
        gate: Gate::default(),
        limits: Limits::default(),
        writes: AccountWrites::new(1_000),
        recorder: Recorder::start(db.clone(), clock.clone(), random.clone(), MOST_WAITING),
        random,
        zone: TimeZone::UTC,
        product: "Atrium".to_owned(),
        written_within: WRITTEN_WITHIN,
    }
}

pub async fn with_password(room: &PasswordSignIn, username: &str) -> String {
    let password = Zeroizing::new(PASSWORD.to_owned());
    let asker = Asker::operator();
    let hash = room
        .pool
        .hash(password, &room.random, &asker)
        .await
        .unwrap();
    let new = NewAccount {
        password_hash: Some(hash),
        ..named(username)
    };
    add(&room.db, new).await.unwrap()
}

pub fn from(last: u8) -> Origin {
    Origin {
        address: Some([192, 0, 2, last].into()),
        ..Origin::default()
    }
}

pub async fn tried(
    room: &PasswordSignIn,
    name: &str,
    password: &str,
    origin: &Origin,
    browser: Option<KnownBrowser<'_>>,
) -> Result<Verified, SignInError> {
    room.verify(PasswordAttempt {
        name,
        password: Zeroizing::new(password.to_owned()),
        opener: None,
        origin,
        admits: Admits::Everybody,
        browser,
    })
    .await
}

pub async fn settle(db: &Db, verified: Verified) -> Result<(), SignInError> {
    db.write(move |tx| Box::pin(async move { verified.settle(tx).await }))
        .await
}

async fn refusals(db: &Db) -> Vec<String> {
    let entries = trail::of_kind(db, "sign_in.refused").await;
    entries.into_iter().map(|entry| entry.detail).collect()
}

#[tokio::test]
async fn the_right_password_under_each_name_signs_in() {
    for database in database::each_engine().await {
        let db = &database.db;
        let room = sign_in(db, &Clock::fixed(NOW), 64);
        let id = with_password(&room, "AdaSuper").await;
        for name in ["AdaSuper", " ADASUPER", "adasuper@DEMO.test"] {
            let verified = tried(&room, name, PASSWORD, &from(1), None).await.unwrap();
            assert_eq!(verified.account.id, id);
            let who = id.clone();
            db.write(move |tx| {
                Box::pin(async move {
                    verified.settle(tx).await?;
                    Ok::<_, SignInError>(directory::record_sign_in(tx, &who, NOW).await?)
                })
            })
            .await
            .unwrap();
        }
        let ada = by_id(db, &id).await;
        assert_eq!((ada.login_count, ada.last_login_at), (3, Some(NOW)));
        assert!(refusals(db).await.is_empty());
    }
}

/// Attack 14, contract F-15: unknown, wrong, empty, disabled, waiting, expired and without a
/// password give the same answer in the same time. Only the audit trail has the reason.
#[tokio::test]
async fn every_reason_is_one_refusal_after_one_hash() {
    for database in database::each_engine().await {
        let db = &database.db;
        let room = sign_in(db, &Clock::fixed(NOW), 64);
        for (name, status) in [
            ("Good", Status::Enabled),
            ("Off", Status::Disabled),
            ("Waiting", Status::Processing),
        ] {
            let id = with_password(&room, name).await;
            db.write::<_, DbError, _>(move |tx| {
                Box::pin(async move { rows::status(tx, &id, status).await })
            })
            .await
            .unwrap();
        }
        let expired = NewAccount {
            password_hash: by_name(db, "Good").await.unwrap().password_hash,
            expire_date: Some(date(2026, 1, 1)),
            ..named("Expired")
        };
        add(db, expired).await.unwrap();
        add(db, named("Bare")).await.unwrap();
        let cases = [
            ("nobody", PASSWORD, "unknown_account"),
            ("nul\0name", PASSWORD, "unknown_account"),
            ("", "", "unknown_account"),
            ("Good", "wrong password", "wrong_password"),
            ("Good", "", "wrong_password"),
            ("Off", PASSWORD, "disabled"),
            ("Waiting", PASSWORD, "disabled"),
            ("Expired", PASSWORD, "expired"),
            ("Bare", "", "no_password"),
        ];
        for (name, password, _) in cases {
            let before = room.pool.effort();
            let refused = tried(&room, name, password, &from(1), None).await;
            let effort = room.pool.effort() - before;
            assert!(
                matches!(refused, Err(SignInError::Refused)),
                "{name} {refused:?}"
            );
            // Two passes over 19 MiB for each reason: equal work takes equal time.
            assert_eq!(effort, 2 * 19 * 1024, "{name}");
        }
        room.recorder.stop().await;
        let recorded = refusals(db).await;
        for (name, _, reason) in cases {
            let expected = format!("{{\"reason\":\"{reason}\"}}");
            assert!(recorded.contains(&expected), "{name}: {recorded:?}");
        }
    }
}

/// Attacks 14 and 44: few refusals of invented names are written singly, but each refusal of an account, even from the
/// network that invents names.
#[tokio::test]
async fn attack_44_refusals_of_invented_names_have_a_quota() {
    for database in database::each_engine().await {
        let room = sign_in(&database.db, &Clock::fixed(NOW), 64);
        with_password(&room, "Ben").await;
        for n in 0..KEPT + 5 {
            let refused = tried(&room, &format!("nobody {n}"), "wrong", &from(1), None).await;
            assert!(matches!(refused, Err(SignInError::Refused)), "{refused:?}");
        }
        for n in 1..=2 {
            let refused = tried(&room, "Ben", "wrong", &from(1), None).await;
            assert!(matches!(refused, Err(SignInError::Refused)), "{refused:?}");
            let written = refusals(&database.db).await;
            let of_ben = |detail: &&String| detail.contains("wrong_password");
            assert_eq!(written.iter().filter(of_ben).count(), n, "with its failure");
        }
        room.recorder.stop().await;
        let written = refusals(&database.db).await;
        let invented = |detail: &&String| detail.contains("unknown_account");
        assert_eq!(written.iter().filter(invented).count() as u64, KEPT);
        let rest = trail::of_kind(&database.db, "audit.suppressed").await;
        assert!(rest[0].detail.contains("\"count\":5"), "{}", rest[0].detail);
    }
}

/// Attack 14: no refusal is answered sooner than it is written, with an audit entry or without. So the time does not tell
/// whether it had one. This hash takes less than a millisecond, and a write much less than a second.
#[tokio::test]
async fn attack_14_the_time_of_the_write_is_not_seen() {
    for database in database::each_engine().await {
        let room = sign_in(&database.db, &Clock::fixed(NOW), 64);
        let new = NewAccount {
            password_hash: Some(CHEAP.to_owned()),
            ..named("Ben")
        };
        add(&database.db, new).await.unwrap();
        let room = PasswordSignIn {
            written_within: Duration::from_secs(1),
            ..room
        };
        let since = Instant::now();
        let origin = from(1);
        let (of_account, of_nobody) = tokio::join!(
            async {
                (
                    tried(&room, "Ben", "wrong", &origin, None).await,
                    since.elapsed(),
                )
            },
            async {
                (
                    tried(&room, "Nobody", "wrong", &origin, None).await,
                    since.elapsed(),
                )
            },
        );
        for (refused, took) in [of_account, of_nobody] {
            assert!(matches!(refused, Err(SignInError::Refused)), "{refused:?}");
            assert!(took >= room.written_within, "{took:?}");
        }
    }
}

/// 100 parallel wrong tries under four spellings of two names; answers how many were not delayed.
async fn storm(room: &PasswordSignIn, names: [&'static str; 4], from: &Origin) -> usize {
    let mut tries = JoinSet::new();
    for n in 0..100 {
        let (room, from) = (room.clone(), from.clone());
        tries.spawn(async move { tried(&room, names[n % 4], "a guess", &from, None).await });
    }
    let mut refused = 0;
    while let Some(answer) = tries.join_next().await {
        match answer.unwrap() {
            Err(SignInError::Refused) => refused += 1,
            Err(SignInError::Delayed { .. } | SignInError::Busy) => {}
            other => panic!("{other:?}"),
        }
    }
    refused
}

/// Attack 15: of 100 parallel wrong attempts, five reach the hash under each name, in any spelling,
/// and ten under both names of a person, as for two names of nobody (attack 14). Attack 16: the owner can still sign in
/// from their own browser, and everyone can after the delay.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn parallel_guesses_are_counted_over_all_names_and_lock_nobody_out() {
    for database in database::each_engine().await {
        let clock = Clock::fixed(NOW);
        let room = sign_in(&database.db, &clock, 256);
        let id = with_password(&room, "Ben").await;
        let own = ["Ben", "ben@demo.test", "BEN", "ｂｅｎ"];
        let nobodys = ["Nemo", "nemo@demo.test", "NEMO", "ｎｅｍｏ"];
        for (names, from) in [(own, from(1)), (nobodys, from(9))] {
            let refused = storm(&room, names, &from).await;
            assert_eq!(refused, 10, "{names:?} on {:?}", database.db.engine());
        }

        let delayed = tried(&room, "Ben", PASSWORD, &from(1), None).await;
        let Err(SignInError::Delayed { until }) = delayed else {
            panic!("{delayed:?}");
        };
        assert_eq!(until, NOW + 15 * MINUTE);
        let own = [id];
        let browser = KnownBrowser {
            id: "the owner's",
            account_ids: &own,
        };
        let known = tried(&room, "Ben", PASSWORD, &from(1), Some(browser)).await;
        settle(&database.db, known.unwrap()).await.unwrap();
        let elsewhere = tried(&room, "Ben", PASSWORD, &from(2), None).await;
        settle(&database.db, elsewhere.unwrap()).await.unwrap();
        clock.advance(15 * MINUTE);
        let after = tried(&room, "Ben", PASSWORD, &from(1), None).await;
        settle(&database.db, after.unwrap()).await.unwrap();
    }
}

/// Attack 14: an unknown name is delayed like an account.
#[tokio::test]
async fn an_unknown_name_is_delayed_like_an_account() {
    for database in database::each_engine().await {
        let room = sign_in(&database.db, &Clock::fixed(NOW), 64);
        with_password(&room, "Ben").await;
        for name in ["Ben", "nobody"] {
            for _ in 0..5 {
                let refused = tried(&room, name, "wrong", &from(1), None).await;
                assert!(matches!(refused, Err(SignInError::Refused)));
            }
            let delayed = tried(&room, &name.to_uppercase(), PASSWORD, &from(1), None).await;
            assert!(
                matches!(delayed, Err(SignInError::Delayed { .. })),
                "{name}"
            );
        }
        room.recorder.stop().await;
        let delayed = refusals(&database.db).await;
        assert_eq!(
            delayed
                .iter()
                .filter(|detail| detail.contains("delayed"))
                .count(),
            2
        );
    }
}

/// Successes are not counted, even many at once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_parallel_right_attempts_all_sign_in() {
    for database in database::each_engine().await {
        let room = sign_in(&database.db, &Clock::fixed(NOW), 256);
        with_password(&room, "Ben").await;
        let mut tries = JoinSet::new();
        // Twice the allowed failures: they queue, and even on a busy machine the last must not wait longer than the
        // four seconds.
        for _ in 0..10 {
            let (room, db) = (room.clone(), database.db.clone());
            tries.spawn(async move {
                let verified = tried(&room, "Ben", PASSWORD, &from(1), None).await?;
                settle(&db, verified).await
            });
        }
        while let Some(answer) = tries.join_next().await {
            answer.unwrap().unwrap();
        }
    }
}

/// A full queue is reported at once, and no failure is counted.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_pool_is_busy_and_counts_no_failure() {
    for database in database::each_engine().await {
        let room = sign_in(&database.db, &Clock::fixed(NOW), 1);
        with_password(&room, "Ben").await;
        let mut tries = JoinSet::new();
        for n in 0..40_u8 {
            let room = room.clone();
            tries.spawn(async move {
                tried(&room, &format!("nobody {n}"), "wrong", &from(n), None).await
            });
        }
        let mut busy = 0;
        while let Some(answer) = tries.join_next().await {
            busy += usize::from(matches!(answer.unwrap(), Err(SignInError::Busy)));
        }
        assert!(busy > 0);
        for n in 0..5 {
            let verified = tried(&room, "Ben", PASSWORD, &from(n), None).await.unwrap();
            settle(&database.db, verified).await.unwrap();
        }
    }
}

/// No session begins if the password was replaced, or the account disabled, during the check.
#[tokio::test]
async fn what_changed_during_the_check_is_not_signed_in() {
    for database in database::each_engine().await {
        let db = &database.db;
        let room = sign_in(db, &Clock::fixed(NOW), 64);
        let id = with_password(&room, "Ben").await;
        let verified = tried(&room, "Ben", PASSWORD, &from(1), None).await.unwrap();
        let who = id.clone();
        db.write::<_, DbError, _>(move |tx| {
            let sql = "UPDATE accounts SET password_hash = $2 WHERE id = $1";
            Box::pin(async move { rows::set(tx, sql, &who, "another").await })
        })
        .await
        .unwrap();
        let refused = settle(db, verified).await;
        assert!(matches!(refused, Err(SignInError::Refused)), "{refused:?}");
    }
}

/// Contract F-11, attack 44: an encrypted password is decrypted only after the attempt was counted, and in
/// the hash pool; many attempts cause no RSA work.
#[tokio::test]
async fn a_delayed_attempt_decrypts_nothing() {
    for database in database::each_engine().await {
        let room = sign_in(&database.db, &Clock::fixed(NOW), 64);
        with_password(&room, "Ben").await;
        let opened = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&opened);
        let opener: Opener = Arc::new(move |sent| {
            let thread = std::thread::current().name().map(str::to_owned);
            seen.lock().unwrap().push(thread.unwrap_or_default());
            Zeroizing::new(sent.chars().rev().collect())
        });
        let sealed = async |sent: &str| {
            room.verify(PasswordAttempt {
                name: "Ben",
                password: Zeroizing::new(sent.chars().rev().collect()),
                opener: Some(Arc::clone(&opener)),
                origin: &from(1),
                admits: Admits::Everybody,
                browser: None,
            })
            .await
        };
        settle(&database.db, sealed(PASSWORD).await.unwrap())
            .await
            .unwrap();
        for _ in 0..5 {
            let refused = sealed("wrong").await;
            assert!(matches!(refused, Err(SignInError::Refused)), "{refused:?}");
        }
        for _ in 0..1_000 {
            let refused = sealed("garbage").await;
            assert!(
                matches!(refused, Err(SignInError::Delayed { .. })),
                "{refused:?}"
            );
        }
        assert_eq!(*opened.lock().unwrap(), ["password-0"; 6]);
        room.recorder.stop().await;
        let delayed = |detail: &&String| detail.contains("delayed");
        let kept = refusals(&database.db).await;
        assert_eq!(kept.iter().filter(delayed).count() as u64, KEPT);
    }
}

/// Attack T12: a hash with an older cost is accepted and then replaced.
#[tokio::test]
async fn attack_t12_an_old_hash_is_made_anew() {
    for database in database::each_engine().await {
        let db = &database.db;
        let room = sign_in(db, &Clock::fixed(NOW), 64);
        let new = NewAccount {
            password_hash: Some(CHEAP.to_owned()),
            ..named("Old")
        };
        let id = add(db, new).await.unwrap();
        let verified = tried(&room, "Old", "password", &from(1), None)
            .await
            .unwrap();
        settle(db, verified).await.unwrap();
        let hash = by_id(db, &id).await.password_hash.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
        let again = tried(&room, "Old", "password", &from(1), None)
            .await
            .unwrap();
        settle(db, again).await.unwrap();
    }
}

/// Attacks 15 and 37: names are counted by their first 200 characters, the longest that an account may have, so many
/// long names do not create many counters.
#[tokio::test]
async fn long_names_are_counted_by_their_beginning() {
    for database in database::each_engine().await {
        let db = &database.db;
        let room = sign_in(db, &Clock::fixed(NOW), 64);
        let name = |end: &str| format!("{}{end}", "x".repeat(200));
        for n in 0..5 {
            let end = "\u{fdfa}".repeat(n + 1);
            let refused = tried(&room, &name(&end), PASSWORD, &from(1), None).await;
            assert!(matches!(refused, Err(SignInError::Refused)), "{n}");
        }
        let delayed = tried(&room, &name("another"), PASSWORD, &from(1), None).await;
        assert!(matches!(delayed, Err(SignInError::Delayed { .. })));
        let other = tried(&room, "somebody else", PASSWORD, &from(1), None).await;
        assert!(matches!(other, Err(SignInError::Refused)));
    }
}
