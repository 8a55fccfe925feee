//! Jobs that strangers cause are capped (attack 44, decision 0044).

use atrium::db::DbError;
use atrium::jobs::{self, NewJob};
use atrium::random::Random;

use super::Place;
use crate::support::rows;

const KIND: &str = "test.asked";

/// Beyond the limit the network with the most jobs loses its oldest; other networks and other kinds lose nothing.
#[tokio::test]
async fn attack_44_a_flood_pushes_out_its_own_jobs() {
    const OF: &str = "SELECT COUNT(*) FROM jobs WHERE lane = $1";
    const OLDEST: &str = "SELECT COUNT(*) FROM jobs WHERE payload = $1";
    for place in Place::each().await {
        place.enqueue_kind("test.other", &"other", 0).await;
        for (n, lane) in ["flood", "flood", "flood", "home", "flood", "home"]
            .into_iter()
            .enumerate()
        {
            place.clock.advance(1);
            let now = place.clock.now();
            let job = NewJob::new(KIND, &n, &Random::system(), now).in_lane(lane);
            let queued = place.db().write::<_, DbError, _>(move |tx| {
                Box::pin(async move { jobs::enqueue_within(tx, &job, 4).await })
            });
            queued.await.unwrap();
        }
        let mut view = place.db().read().await.unwrap();
        for (lane, left) in [("flood", 2), ("home", 2), ("", 1)] {
            assert_eq!(
                rows::number(&mut view, OF, lane).await,
                Some(left),
                "{lane}"
            );
        }
        for oldest in ["0", "1"] {
            assert_eq!(rows::number(&mut view, OLDEST, oldest).await, Some(0));
        }
    }
}
