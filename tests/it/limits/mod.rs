//! Limits on password attempts (contract G-13, attacks 14 to 16).

mod flood;
mod in_memory;
mod names;

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use atrium::clock::{Clock, MINUTE, Millis, SECOND};
use atrium::db::{Db, DbError};
use atrium::limits::{self, Attempt, Counter, Gate, LimitError, Limits, Reservation, Rule};
use tokio::task::JoinSet;

use crate::support::database;

const START: Millis = 1_800_000_000_000;

/// The counters of an account with one name.
fn counters(account: &str, address: IpAddr, known_browser: Option<&str>) -> Vec<Counter> {
    Limits::default().sign_in(&Attempt {
        name: account,
        account: Some(account),
        address,
        known_browser,
    })
}

fn at(last: u32) -> IpAddr {
    IpAddr::V4(Ipv4Addr::from(0x0a00_0000 + last))
}

async fn fail(db: &Db, tried: Reservation, now: Millis) {
    db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move { limits::failed(tx, &tried, now).await })
    })
    .await
    .unwrap();
}

async fn succeed(db: &Db, tried: Reservation) {
    db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move { limits::succeeded(tx, &tried).await })
    })
    .await
    .unwrap();
}

/// Makes a wrong attempt. Returns `Ok` if it reached the hash, else the time at which the next
/// attempt is allowed.
async fn wrong(db: &Db, clock: &Clock, counters: &[Counter]) -> Result<(), Millis> {
    match Gate::default().admit(db, clock, counters).await {
        Ok(tried) => {
            fail(db, tried, clock.now()).await;
            Ok(())
        }
        Err(LimitError::Delayed { until }) => Err(until),
        Err(other) => panic!("{other:?}"),
    }
}

async fn right(db: &Db, clock: &Clock, counters: &[Counter]) -> Result<(), Millis> {
    right_at(&Gate::default(), db, clock, counters).await
}

async fn right_at(gate: &Gate, db: &Db, clock: &Clock, counters: &[Counter]) -> Result<(), Millis> {
    match gate.admit(db, clock, counters).await {
        Ok(tried) => {
            succeed(db, tried).await;
            Ok(())
        }
        Err(LimitError::Delayed { until }) => Err(until),
        Err(other) => panic!("{other:?}"),
    }
}

/// Attack 15: of 100 parallel wrong attempts at most 5 reach the hash, and never more than 5 at
/// once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hundred_parallel_wrong_attempts_reach_the_hash_five_times() {
    for database in database::each_engine().await {
        let clock = Clock::fixed(START);
        let hashed = Arc::new(AtomicI64::new(0));
        let gate = Gate::default();
        let mut tries = JoinSet::new();
        for _ in 0..100 {
            let (db, clock, hashed) = (database.db.clone(), clock.clone(), hashed.clone());
            let gate = gate.clone();
            tries.spawn(async move {
                let Ok(tried) = gate.admit(&db, &clock, &counters("ada", at(1), None)).await else {
                    return;
                };
                hashed.fetch_add(1, Ordering::SeqCst);
                tokio::time::sleep(std::time::Duration::from_millis(20)).await;
                fail(&db, tried, clock.now()).await;
            });
        }
        tries.join_all().await;
        assert_eq!(hashed.load(Ordering::SeqCst), 5, "{:?}", database.db);
        let again = wrong(&database.db, &clock, &counters("ada", at(1), None)).await;
        assert_eq!(again, Err(START + 15 * MINUTE));
    }
}

/// The limit with one process per attempt, on PostgreSQL. The counters are enough without a shared queue.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn several_processes_share_the_counters() {
    if let Some(database) = database::postgres_if_available().await {
        let clock = Clock::fixed(START);
        let mut tries = JoinSet::new();
        for _ in 0..20 {
            let (db, clock) = (database.db.clone(), clock.clone());
            tries.spawn(async move { wrong(&db, &clock, &counters("ada", at(1), None)).await });
        }
        let hashed = tries
            .join_all()
            .await
            .iter()
            .filter(|tried| tried.is_ok())
            .count();
        assert_eq!(hashed, 5, "{:?}", database.db);
    }
}

/// Successful attempts are not counted. Parallel ones only wait for each other.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hundred_parallel_right_attempts_are_all_admitted() {
    for database in database::each_engine().await {
        let clock = Clock::fixed(START);
        let gate = Gate::default();
        let mut tries = JoinSet::new();
        for _ in 0..100 {
            let (db, clock, gate) = (database.db.clone(), clock.clone(), gate.clone());
            tries.spawn(async move {
                right_at(&gate, &db, &clock, &counters("ada", at(1), None)).await
            });
        }
        assert!(
            tries.join_all().await.iter().all(Result::is_ok),
            "{:?}",
            database.db
        );
        for _ in 0..200 {
            right(&database.db, &clock, &counters("ada", at(1), None))
                .await
                .unwrap();
        }
    }
}

/// G-13: the fifth failure within 15 minutes delays the next attempt by 15 minutes. Then five more
/// are allowed.
#[tokio::test]
async fn five_failures_delay_a_quarter_of_an_hour() {
    for database in database::each_engine().await {
        let (db, clock) = (&database.db, Clock::fixed(START));
        let from = counters("ada", at(1), None);
        for _ in 0..4 {
            wrong(db, &clock, &from).await.unwrap();
        }
        right(db, &clock, &from).await.unwrap();
        for _ in 0..5 {
            wrong(db, &clock, &from).await.unwrap();
        }
        clock.advance(15 * MINUTE - 1);
        assert_eq!(right(db, &clock, &from).await, Err(START + 15 * MINUTE));
        right(db, &clock, &counters("ben", at(1), None))
            .await
            .unwrap();
        clock.advance(1);
        for _ in 0..5 {
            wrong(db, &clock, &from).await.unwrap();
        }
        wrong(db, &clock, &from).await.unwrap_err();
    }
}

/// G-13: four failures are forgotten after 15 minutes.
#[tokio::test]
async fn few_failures_are_forgotten_with_their_window() {
    for database in database::each_engine().await {
        let (db, clock) = (&database.db, Clock::fixed(START));
        let from = counters("ada", at(1), None);
        for _ in 0..4 {
            wrong(db, &clock, &from).await.unwrap();
        }
        clock.advance(15 * MINUTE);
        for _ in 0..5 {
            wrong(db, &clock, &from).await.unwrap();
        }
        wrong(db, &clock, &from).await.unwrap_err();
    }
}

/// Attack 16: guesses from many addresses delay an unknown browser by at most 30 s and a known
/// browser not at all, even if the guesses come from the owner's own address.
#[tokio::test]
async fn nobody_can_lock_the_owner_out() {
    for database in database::each_engine().await {
        let (db, clock) = (&database.db, Clock::fixed(START));
        for last in 0..60 {
            let _ = wrong(db, &clock, &counters("ada", at(last), None)).await;
        }
        let new_place = counters("ada", at(1_000), None);
        assert_eq!(
            right(db, &clock, &new_place).await,
            Err(START + 30 * SECOND)
        );
        for _ in 0..200 {
            let _ = wrong(db, &clock, &counters("ada", at(1_001), None)).await;
        }
        right(db, &clock, &counters("ada", at(1_001), Some("laptop")))
            .await
            .unwrap();
        clock.advance(30 * SECOND);
        right(db, &clock, &new_place).await.unwrap();
        // The attack continues with one guess each half minute, and the owner can still sign in.
        wrong(db, &clock, &counters("ada", at(61), None))
            .await
            .unwrap();
        clock.advance(30 * SECOND);
        right(db, &clock, &new_place).await.unwrap();
    }
}

/// A known browser gets five failures too, so a stolen cookie does not make guessing faster.
#[tokio::test]
async fn a_known_browser_is_limited_too() {
    for database in database::each_engine().await {
        let (db, clock) = (&database.db, Clock::fixed(START));
        for last in 0..5 {
            wrong(db, &clock, &counters("ada", at(last), Some("laptop")))
                .await
                .unwrap();
        }
        wrong(db, &clock, &counters("ada", at(9), Some("laptop")))
            .await
            .unwrap_err();
    }
}

/// All accounts at one address share 100 failures. An IPv6 address counts as its /64.
#[tokio::test]
async fn an_address_that_tries_many_accounts_is_slowed() {
    for database in database::each_engine().await {
        let (db, clock) = (&database.db, Clock::fixed(START));
        for n in 0..100_u16 {
            let address = IpAddr::from([0x2001, 0xdb8, 0, 1, n, 0, 0, 1]);
            wrong(
                db,
                &clock,
                &counters(&format!("account {n}"), address, None),
            )
            .await
            .unwrap();
        }
        let same = IpAddr::from([0x2001, 0xdb8, 0, 1, 0, 0, 0, 0xff]);
        let other = IpAddr::from([0x2001, 0xdb8, 0, 2, 0, 0, 0, 0xff]);
        wrong(db, &clock, &counters("ada", same, None))
            .await
            .unwrap_err();
        right(db, &clock, &counters("ada", other, None))
            .await
            .unwrap();
        clock.advance(MINUTE);
        right(db, &clock, &counters("ada", same, None))
            .await
            .unwrap();
    }
}

/// Attack 15: a client that disconnects before the answer gains nothing and does not harm the owner.
#[tokio::test]
async fn attempts_that_never_end_count_as_failures() {
    for database in database::each_engine().await {
        let (db, clock) = (&database.db, Clock::fixed(START));
        let from = counters("ada", at(1), None);
        let gate = Gate::default();
        for _ in 0..5 {
            drop(gate.admit(db, &clock, &from).await.unwrap());
        }
        clock.advance(20 * SECOND);
        let next = right_at(&gate, db, &clock, &from).await;
        assert_eq!(next, Err(START + 15 * MINUTE));
        assert_eq!(wrong(db, &clock, &from).await, Err(START + 15 * MINUTE));
        right(db, &clock, &counters("ada", at(2), None))
            .await
            .unwrap();
    }
}

/// An attempt that the full hash pool rejected is not a failure.
#[tokio::test]
async fn a_rejected_attempt_does_not_count() {
    for database in database::each_engine().await {
        let (db, clock) = (&database.db, Clock::fixed(START));
        let from = counters("ada", at(1), None);
        for _ in 0..20 {
            let tried = Gate::default().admit(db, &clock, &from).await.unwrap();
            limits::release(db, tried).await.unwrap();
        }
        right(db, &clock, &from).await.unwrap();
    }
}

/// G-13: three emails an hour, whether their links are used or not.
#[tokio::test]
async fn a_use_counts_whatever_its_result() {
    const HOURLY: Rule = Rule {
        failures: 3,
        window: 60 * MINUTE,
        delay: Some(60 * MINUTE),
    };
    for database in database::each_engine().await {
        let spend = |now| {
            let counters = [Counter::new("forgot", &["ada"], HOURLY)];
            database
                .db
                .write(move |tx| Box::pin(async move { limits::spend(tx, &counters, now).await }))
        };
        for _ in 0..3 {
            spend(START).await.unwrap();
        }
        assert!(matches!(
            spend(START).await,
            Err(LimitError::Delayed { .. })
        ));
        spend(START + 60 * MINUTE).await.unwrap();
    }
}

/// A row contains neither account nor address, and is deleted when it no longer matters.
#[tokio::test]
async fn counters_hold_no_names_and_are_swept() {
    for database in database::each_engine().await {
        let (db, clock) = (&database.db, Clock::fixed(START));
        for n in 0..20 {
            wrong(db, &clock, &counters("ada", at(n), None))
                .await
                .unwrap();
        }
        assert!(!format!("{:?}", counters("ada", at(1), None)).contains("ada"));
        let sweep = |now| {
            db.write::<_, DbError, _>(move |tx| {
                Box::pin(async move { limits::sweep(tx, now, 30).await })
            })
        };
        assert_eq!(sweep(START + 14 * MINUTE).await.unwrap(), 0);
        // There are 62 counters: 20 for the addresses, 20 with address and name, 20 with address
        // and account, one for the name and one for the account.
        for deleted in [30, 30, 2] {
            assert_eq!(sweep(START + 15 * MINUTE).await.unwrap(), deleted);
        }
    }
}
