//! The key that seals values, which several processes share.

use std::sync::Arc;

use atrium::app::key_trail::KeyTrail;
use atrium::clock::{Clock, DAY, MINUTE};
use atrium::db::Db;
use atrium::keys::{
    self, Keeper, KeyUse, Master, PUBLISH_DELAY, SEALED_LIFETIME, SealedKind, Takeover,
};
use atrium::random::Random;

use crate::support::database;

const START: i64 = 1_800_000_000_000;

async fn open(db: &Db, clock: &Clock) -> Keeper {
    let random = Random::system();
    let trail = Arc::new(KeyTrail::of_server(&random));
    let master = Arc::new(Master::from_secret(&[1; 32]).unwrap());
    let opened = Keeper::open(db.clone(), master, random, trail, clock);
    opened.await.unwrap().0
}

/// Attack 28: every process knows a sealing key before any seals with it. A replaced key opens its values for four
/// days, a withdrawn key opens nothing.
#[tokio::test]
async fn a_sealed_value_is_opened_by_every_process() {
    const KIND: SealedKind = SealedKind {
        name: "test",
        version: 1,
    };
    for database in database::each_engine().await {
        let clock = Clock::fixed(START);
        let (one, two) = (
            open(&database.db, &clock).await,
            open(&database.db, &clock).await,
        );
        let random = Random::system();
        let seal = |keeper: &Keeper| {
            let ring = keeper.keys().ring();
            ring.seal(KIND, "me", b"text", &random).unwrap()
        };
        let opens = |keeper: &Keeper, value: &str| {
            let ring = keeper.keys().ring();
            ring.open(KIND, "me", value).is_some()
        };
        let old = seal(&one);
        assert!(opens(&two, &old));
        one.rotate(&[KeyUse::Sealing], Takeover::AfterPublishing, clock.now())
            .await
            .unwrap();
        assert_eq!(seal(&one)[..8], old[..8], "published, and not in use yet");
        two.refresh(clock.now()).await.unwrap();
        clock.advance(PUBLISH_DELAY);
        one.refresh(clock.now()).await.unwrap();
        let new = seal(&one);
        assert_ne!(new[..8], old[..8]);
        assert!(opens(&two, &new), "before it heard that the key is in use");
        two.refresh(clock.now()).await.unwrap();
        assert!(opens(&one, &old) && opens(&two, &old));
        // Pages of a sign-in lead back for four days.
        clock.advance(4 * DAY - MINUTE);
        one.refresh(clock.now()).await.unwrap();
        assert!(opens(&one, &old));
        clock.advance(SEALED_LIFETIME - 4 * DAY + 2 * MINUTE);
        for keeper in [&one, &two] {
            keeper.refresh(clock.now()).await.unwrap();
            assert!(!opens(keeper, &old) && opens(keeper, &new));
        }
        let rows = keys::list(&mut database.db.read().await.unwrap())
            .await
            .unwrap();
        let of_new = rows
            .iter()
            .find(|row| row.purpose == "sealing" && row.state == "active");
        one.withdraw(&of_new.unwrap().kid, clock.now())
            .await
            .unwrap();
        two.refresh(clock.now()).await.unwrap();
        let newest = seal(&one);
        for keeper in [&one, &two] {
            assert!(!opens(keeper, &new) && opens(keeper, &newest));
        }
    }
}
