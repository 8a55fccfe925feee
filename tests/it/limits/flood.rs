//! Attack 44: counters that strangers make without end are capped, and the least used up go first.

use std::net::IpAddr;

use atrium::clock::Clock;
use atrium::db::{Db, DbError};
use atrium::limits::{self, Attempt, Counter, Gate, LimitError, Limits};

use super::START;
use crate::support::app::TestApp;
use crate::support::{clients, database, people, rows};

const MOST: u32 = 1_000;

async fn kept(db: &Db) -> i64 {
    let sql = "SELECT COUNT(*) FROM limit_counters WHERE name <> $1";
    let mut view = db.read().await.unwrap();
    rows::number(&mut view, sql, "").await.unwrap()
}

/// The counters of a name without an account.
fn of(name: &str, address: impl Into<IpAddr>) -> Vec<Counter> {
    Limits::default().sign_in(&Attempt {
        name,
        account: None,
        address: address.into(),
        known_browser: None,
    })
}

/// Makes a wrong attempt; returns true if it was admitted.
async fn wrong(gate: &Gate, db: &Db, clock: &Clock, counters: &[Counter]) -> bool {
    let now = clock.now();
    match gate.admit(db, clock, counters).await {
        Ok(tried) => {
            db.write::<_, DbError, _>(move |tx| {
                Box::pin(async move { limits::failed(tx, &tried, now).await })
            })
            .await
            .unwrap();
            true
        }
        Err(LimitError::Delayed { .. }) => false,
        Err(other) => panic!("{other:?}"),
    }
}

/// A flood of invented names, each from another address, keeps the cap and deletes no counter that is nearly used up: a
/// name with one attempt left keeps one, and a delayed name stays delayed.
#[tokio::test]
async fn attack_44_invented_names_push_out_no_counter_with_many_failures() {
    for database in database::each_engine().await {
        let (db, clock) = (&database.db, Clock::fixed(START));
        let gate = Gate::keeping(MOST);
        let (nearly, delayed) = (of("ada", [192, 0, 2, 1]), of("ben", [192, 0, 2, 2]));
        for _ in 0..4 {
            assert!(wrong(&gate, db, &clock, &nearly).await);
            assert!(wrong(&gate, db, &clock, &delayed).await);
        }
        assert!(wrong(&gate, db, &clock, &delayed).await);
        for n in 0..800_u32 {
            clock.advance(1);
            let address = (0x0b00_0000 + n * 256).to_be_bytes();
            let name = format!("invented {n}");
            assert!(wrong(&gate, db, &clock, &of(&name, address)).await);
            assert!(kept(db).await <= i64::from(MOST) + 256 + 8);
        }
        assert!(
            kept(db).await > i64::from(MOST) / 2,
            "no more than needed goes"
        );
        assert!(!wrong(&gate, db, &clock, &delayed).await, "still delayed");
        assert!(wrong(&gate, db, &clock, &nearly).await, "one was left");
        assert!(!wrong(&gate, db, &clock, &nearly).await, "and no more");
    }
}

/// The counters of begun sign-ins are within the same cap. Only a sign-in with a row makes one.
#[tokio::test]
async fn attack_44_sign_ins_from_many_addresses_keep_the_cap_of_counters() {
    const MOST: u32 = 300;
    for database in database::each_engine().await {
        let clock = Clock::fixed(Clock::system().now());
        people::add_all(&database.db, clock.now()).await;
        let app = TestApp::build(database.db.clone(), clock, &clients::text(), |config| {
            config.limits.kept_counters = MOST;
        })
        .await;
        // A sealed flow would be too long, so each is a row.
        let ask = app
            .rp("basic")
            .ask("openid")
            .with("state", &"s".repeat(3_000));
        for n in 0..700_u32 {
            let [_, a, b, c] = (n * 300).to_be_bytes();
            let browser = app.browser().at([11, a, b, c]);
            assert_eq!(browser.get(&ask.url()).await.status, 303);
            let kept = kept(app.db()).await;
            assert!(kept <= i64::from(MOST) + 256, "{kept}");
            // The cap is first checked at 256 counters, which are below it.
            assert!(n >= 256 || kept == i64::from(n) + 1, "{kept} after {n}");
        }
        let kept = kept(app.db()).await;
        assert!(
            kept > i64::from(MOST) / 2,
            "no more than needed goes: {kept}"
        );
    }
}
