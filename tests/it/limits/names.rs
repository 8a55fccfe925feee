//! Limits for an account with two names. Delays that answers show count by name. The real limit
//! counts by account (attacks 14 and 15).

use std::net::IpAddr;
use std::time::Duration;

use atrium::clock::{Clock, MINUTE, Millis, SECOND};
use atrium::config::LimitsConfig;
use atrium::db::{Db, DbError, Reads as _};
use atrium::limits::{self, Attempt, Gate, LimitError, Limits};
use tokio::sync::oneshot;
use tokio::time::timeout;

use super::START;
use super::at;
use super::fail;
use crate::support::{database, guesses};

/// The result of a wrong attempt: the visible answer, and whether even a right password would have been refused.
#[derive(Debug)]
struct Came {
    outcome: Result<(), Millis>,
    barred: bool,
}

async fn came(db: &Db, clock: &Clock, tried: &Attempt<'_>) -> Came {
    let counters = Limits::default().sign_in(tried);
    match Gate::default().admit(db, clock, &counters).await {
        Ok(reservation) => {
            let barred = reservation.is_barred();
            fail(db, reservation, clock.now()).await;
            Came {
                outcome: Ok(()),
                barred,
            }
        }
        Err(LimitError::Delayed { until }) => Came {
            outcome: Err(until),
            barred: false,
        },
        Err(other) => panic!("{other:?}"),
    }
}

fn of<'a>(name: &'a str, account: Option<&'a str>, address: IpAddr) -> Attempt<'a> {
    Attempt {
        name,
        account,
        address,
        known_browser: None,
    }
}

/// Attack 14: the two names of one account have the same delays as the names of two unrelated
/// accounts, whether these exist or not. The attempts come from three addresses for hours, and repeatedly reach the
/// account's own limit.
#[tokio::test]
async fn two_names_of_one_person_are_answered_like_two_strangers() {
    for database in database::each_engine().await {
        let (db, clock) = (&database.db, Clock::fixed(START));
        let (mut barred, mut delayed) = (0, 0);
        let mut all = guesses::clever();
        all.extend(guesses::random(5, 250));
        let slow = all.len();
        // These attempts have almost no pauses, so that they reach the account's limit over all
        // addresses.
        let quick = guesses::random(6, 300).into_iter();
        all.extend(quick.map(|guess| guesses::Guess {
            after: guess.after / 200,
            ..guess
        }));
        for (step, guess) in all.iter().enumerate() {
            clock.advance(guess.after);
            let address = |pair: u32| {
                let many = if step < slow { 3 } else { 40 };
                at(pair * 100 + u32::try_from(step % many).unwrap())
            };
            // The test uses four names for one account.
            let n = guess.name + 2 * (guess.spelling % 2);
            let [first, second, none] = ["a", "b", "c"].map(|head| format!("{head}{n}"));
            let one = came(db, &clock, &of(&first, Some("one"), address(1))).await;
            let two = came(db, &clock, &of(&second, Some(&second), address(2))).await;
            let none = came(db, &clock, &of(&none, None, address(3))).await;
            assert_eq!(one.outcome, two.outcome, "step {step}: {guess:?}");
            assert_eq!(one.outcome, none.outcome, "step {step}: {guess:?}");
            barred += usize::from(one.barred);
            delayed += usize::from(one.outcome.is_err());
        }
        assert!(barred > 30 && delayed > 30, "{barred} {delayed}");
    }
}

/// Attack 15: one account allows ten wrong attempts from one address within 15 minutes, under all
/// its names together. Attack 16: the delay lasts at most these 15 minutes.
#[tokio::test]
async fn one_account_allows_ten_attempts_under_all_its_names() {
    for database in database::each_engine().await {
        let (db, clock) = (&database.db, Clock::fixed(START));
        let mut taken = 0;
        for n in 0..30 {
            let name = format!("name {}", n % 6);
            let came = came(db, &clock, &of(&name, Some("ada"), at(1))).await;
            came.outcome.unwrap();
            taken += usize::from(!came.barred);
            clock.advance(SECOND);
        }
        assert_eq!(taken, 10);
        let other = came(db, &clock, &of("name 0", Some("ada"), at(2))).await;
        assert!(!other.barred, "another address has ten of its own");
        clock.advance(15 * MINUTE);
        let later = came(db, &clock, &of("name 0", Some("ada"), at(1))).await;
        assert!(later.outcome.is_ok() && !later.barred);
    }
}

/// A refused attempt is not a guess. It does not extend the delay, and it does not hide an attempt
/// that never ended.
#[tokio::test]
async fn a_barred_attempt_does_not_change_the_accounts_counter() {
    for database in database::each_engine().await {
        let (db, clock) = (&database.db, Clock::fixed(START));
        let name = |n: usize| format!("name {n}");
        let gate = Gate::default();
        let admit = async |n: usize| {
            let counters = Limits::default().sign_in(&of(&name(n), Some("ada"), at(1)));
            gate.admit(db, &clock, &counters).await.unwrap()
        };
        // Ten attempts begin and never end. Later attempts are refused at once. They are abandoned together: while one is
        // being stored it counts twice (decision 0005), and the next of the ten could be refused.
        let mut abandoned = Vec::new();
        for n in 0..10 {
            abandoned.push(admit(n).await);
            assert!(!abandoned[n].is_barred());
        }
        drop(abandoned);
        for n in 10..30 {
            let tried = admit(n).await;
            assert!(tried.is_barred());
            fail(db, tried, clock.now()).await;
            clock.advance(SECOND);
        }
        // At the latest twenty seconds later the ten count as failures, until 15 minutes after they began.
        assert!(admit(30).await.is_barred());
        clock.advance(15 * MINUTE - 21 * SECOND);
        assert!(admit(31).await.is_barred());
        clock.advance(SECOND);
        assert!(!admit(32).await.is_barred());
    }
}

/// A success clears the counters of the typed name and of the account.
#[tokio::test]
async fn a_success_clears_its_own_name() {
    for database in database::each_engine().await {
        let (db, clock) = (&database.db, Clock::fixed(START));
        let name = |name| of(name, Some("ada"), at(1));
        for _ in 0..4 {
            came(db, &clock, &name("ada")).await.outcome.unwrap();
            came(db, &clock, &name("ada@x")).await.outcome.unwrap();
        }
        let counters = Limits::default().sign_in(&name("ada"));
        let right = Gate::default().admit(db, &clock, &counters).await.unwrap();
        db.write::<_, DbError, _>(move |tx| {
            Box::pin(async move { limits::succeeded(tx, &right).await })
        })
        .await
        .unwrap();
        for _ in 0..5 {
            let own = came(db, &clock, &name("ada")).await;
            assert!(own.outcome.is_ok() && !own.barred);
        }
        assert_eq!(
            came(db, &clock, &name("ada")).await.outcome,
            Err(START + 15 * MINUTE)
        );
        came(db, &clock, &name("ada@x")).await.outcome.unwrap();
        assert_eq!(
            came(db, &clock, &name("ada@x")).await.outcome,
            Err(START + 15 * MINUTE)
        );
    }
}

/// Attack 14: a delayed attempt is answered before the account's row is read. Otherwise it would
/// wait while an attempt under the other name holds the row, and an attacker would see that both
/// names have one account. The attacker could repeat this without limit, because a delayed attempt
/// is not counted.
#[tokio::test]
async fn a_delayed_attempt_waits_for_no_other_name_of_the_account() {
    for database in database::each_engine().await {
        if !database.url.starts_with("postgres") {
            // SQLite has one writer, so all writes wait for each other.
            continue;
        }
        let (db, clock) = (&database.db, Clock::fixed(START));
        let owner = || of("ada@x", Some("ada"), at(2));
        for _ in 0..5 {
            came(db, &clock, &owner()).await.outcome.unwrap();
        }
        let other = Limits::default().sign_in(&of("ada", Some("ada"), at(1)));
        let ((held, is_held), (release, released)) = (oneshot::channel(), oneshot::channel());
        let theirs = database.again().await;
        let under_way = tokio::spawn(async move {
            let write = theirs.write::<_, LimitError, _>(move |tx| {
                Box::pin(async move {
                    // Counts an attempt in the same rows in the same order.
                    limits::spend(tx, &other, START).await?;
                    held.send(()).unwrap();
                    database::hold(tx.engine(), released).await.unwrap();
                    Ok(())
                })
            });
            write.await
        });
        is_held.await.unwrap();
        let outcome = timeout(Duration::from_secs(5), came(db, &clock, &owner())).await;
        release.send(()).unwrap();
        under_way.await.unwrap().unwrap();
        let outcome = outcome.expect("it waited for the other name").outcome;
        assert_eq!(outcome, Err(START + 15 * MINUTE));
    }
}

/// The answer has the longest of several delays, so that a person who waits that long can sign in.
#[tokio::test]
async fn the_answer_has_the_longest_of_several_delays() {
    for database in database::each_engine().await {
        let (db, clock) = (&database.db, Clock::fixed(START));
        for n in 0..100 {
            let name = format!("nobody {}", n / 5);
            came(db, &clock, &of(&name, None, at(1)))
                .await
                .outcome
                .unwrap();
        }
        let last = came(db, &clock, &of("nobody 19", None, at(1)))
            .await
            .outcome;
        assert_eq!(
            last,
            Err(START + 15 * MINUTE),
            "the name's, not the address's"
        );
        let fresh = came(db, &clock, &of("somebody", None, at(1))).await.outcome;
        assert_eq!(fresh, Err(START + MINUTE));
    }
}

/// Attack 16: guesses under both names from many addresses do not lock the owner out. The owner waits for the time in
/// the answer, at most half a minute, and then signs in from a new address.
#[tokio::test]
async fn guesses_under_both_names_from_everywhere_lock_nobody_out() {
    for database in database::each_engine().await {
        let (db, clock) = (&database.db, Clock::fixed(START));
        for n in 0..120 {
            let name = ["ada", "ada@x"][n % 2];
            let guess = of(name, Some("ada"), at(u32::try_from(n).unwrap()));
            let _ = came(db, &clock, &guess).await;
        }
        let new_place = of("ada", Some("ada"), at(1_000));
        assert_eq!(
            came(db, &clock, &new_place).await.outcome,
            Err(START + 30 * SECOND)
        );
        for n in 0..20 {
            clock.advance(15 * SECOND);
            let guess = of("ada@x", Some("ada"), at(2_000 + n));
            let _ = came(db, &clock, &guess).await;
            clock.advance(15 * SECOND);
            let counters = Limits::default().sign_in(&new_place);
            let owner = Gate::default().admit(db, &clock, &counters).await.unwrap();
            assert!(!owner.is_barred(), "{n}");
            db.write::<_, DbError, _>(move |tx| {
                Box::pin(async move { limits::succeeded(tx, &owner).await })
            })
            .await
            .unwrap();
        }
    }
}

/// New sign-in flows count for the /64, the /56 and the /48 too.
#[tokio::test]
async fn new_sign_ins_count_for_wider_networks_too() {
    for database in database::each_engine().await {
        let config = LimitsConfig {
            address_sign_in_flows: 10,
            ..LimitsConfig::default()
        };
        let limits = Limits::from(&config);
        let begin = async |net: u16| {
            let address = IpAddr::from([0x2001, 0xdb8, 7, net, 0, 0, 0, 1]);
            let counters = limits.sign_in_flow(address, None);
            let spent = database.db.write(move |tx| {
                Box::pin(async move { limits::spend(tx, &counters, START).await })
            });
            spent.await.is_ok()
        };
        let begun = async |nets: std::ops::Range<u16>| {
            let mut many = 0;
            for net in nets {
                many += usize::from(begin(net).await);
            }
            many
        };
        assert_eq!(begun(0x100..0x180).await, 40, "a /56");
        for site in 2..5 {
            assert_eq!(begun(site << 8..(site << 8) + 45).await, 40);
        }
        assert_eq!(begun(0x500..0x520).await, 0, "a /48");
    }
}

/// An IPv6 address counts for its /64, its /56 (with four times the limit) and its /48
/// (with sixteen times). A delay of the /48 is five seconds.
#[tokio::test]
async fn wider_networks_have_limits_of_their_own() {
    for database in database::each_engine().await {
        let (db, clock) = (&database.db, Clock::fixed(START));
        let address =
            |site: u16, net: u16| IpAddr::from([0x2001, 0xdb8, 7, (site << 8) | net, 0, 0, 0, 1]);
        let mut outcome = Vec::new();
        for n in 0..1_700_u16 {
            let name = format!("nobody {n}");
            let tried = of(&name, None, address(n / 390, n % 256));
            outcome.push(came(db, &clock, &tried).await.outcome);
        }
        let first_refused = outcome.iter().position(Result::is_err);
        assert_eq!(first_refused, Some(1_600));
        assert_eq!(outcome[1_600], Err(START + 5 * SECOND));
        let elsewhere = IpAddr::from([0x2001, 0xdb8, 8, 0, 0, 0, 0, 1]);
        let other = came(db, &clock, &of("somebody", None, elsewhere)).await;
        assert!(other.outcome.is_ok());
        clock.advance(15 * MINUTE);
        for n in 0..400_u16 {
            let name = format!("nobody {n}");
            let tried = of(&name, None, address(9, n % 256));
            came(db, &clock, &tried).await.outcome.unwrap();
        }
        let next = came(db, &clock, &of("somebody", None, address(9, 0))).await;
        assert_eq!(next.outcome, Err(clock.now() + 15 * SECOND));
    }
}
