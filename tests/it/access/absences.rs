//! Managers who are away: who gets the emails about requests, and when an absence ends (decision 0071).

use atrium::clock::DAY;
use atrium::db::{DbError, SqlQuery};
use atrium::groups::absences::{self, Absences};
use atrium::groups::{GroupError, WantedAbsence};

use super::request_room::{Room, ZONE};
use super::{NOW, find};
use crate::support::rows;

const NAMED: &str = "You stand in for a manager at Atrium";

fn day(days: i64) -> String {
    let at = jiff::Timestamp::from_millisecond(NOW + days * DAY).unwrap();
    at.to_zoned(ZONE).date().to_string()
}

impl Room {
    /// Chloe is away from `first` to `last`, in days from the start, and `stand_in` decides.
    async fn is_away(&self, stand_in: &str, (first, last): (i64, i64)) {
        let chloe = find(&self.database.db, &self.chloe).await;
        let wanted = WantedAbsence {
            stand_in_id: stand_in.to_owned(),
            first_day: day(first),
            last_day: day(last),
        };
        let saved = self.write::<GroupError, _, _>(
            move |tx, audit| {
                Box::pin(async move { absences::save(tx, &chloe, &wanted, &ZONE, &audit).await })
            },
            &self.chloe,
        );
        saved.await.unwrap();
    }

    /// Who gets the emails that wait.
    async fn readers(&self) -> Vec<String> {
        let emails = self.emails().await.into_iter();
        emails
            .map(|email| email.split(' ').next().unwrap().to_owned())
            .collect()
    }

    async fn absences_of(&self, id: &str) -> Absences {
        let view = &mut self.database.db.read().await.unwrap();
        Absences::of(view, id, (&ZONE, self.clock.now()))
            .await
            .unwrap()
    }

    async fn run(&self, sql: String) {
        let ran = self.write::<DbError, _, _>(|tx, _| Box::pin(rows::run(tx, sql)), "");
        ran.await.unwrap();
    }

    async fn stored(&self) -> i64 {
        let view = &mut self.database.db.read().await.unwrap();
        let count = SqlQuery::kept("SELECT COUNT(*) FROM absences");
        let count: Option<(i64,)> = count.fetch_optional(view).await.unwrap();
        count.unwrap().0
    }
}

/// Managers who are away still get the emails, and so does the stand-in, from the first day to the last.
#[tokio::test]
async fn a_stand_in_gets_the_emails_of_the_managers_who_are_away() {
    for room in Room::each().await {
        room.is_away(&room.dan, (2, 3)).await;
        assert_eq!(room.emails().await, [format!("Dan {NAMED}")]);
        for (days, expected) in [
            (1, ["Ben", "Chloe"].as_slice()),
            (2, &["Ben", "Chloe", "Dan"]),
            (3, &["Ben", "Chloe", "Dan"]),
            (4, &["Ben", "Chloe"]),
        ] {
            room.clock.advance(DAY);
            let request = room.asked(&room.eve, None).await;
            assert_eq!(room.readers().await, expected, "day {days}");
            let withdrawn = room.write::<atrium::groups::RequestError, _, _>(
                move |tx, audit| {
                    Box::pin(async move {
                        atrium::groups::requests::withdraw(tx, &request, &audit)
                            .await
                            .map(drop)
                    })
                },
                &room.eve,
            );
            withdrawn.await.unwrap();
        }
    }
}

/// Nobody stands in for a manager who may no longer sign in.
#[tokio::test]
async fn nobody_stands_in_for_a_manager_who_left() {
    for room in Room::each().await {
        room.is_away(&room.dan, (0, 9)).await;
        room.emails().await;
        let gone = room.chloe.clone();
        room.run(format!(
            "UPDATE accounts SET status = 2 WHERE id = '{gone}'"
        ))
        .await;
        room.asked(&room.eve, None).await;
        assert_eq!(room.readers().await, ["Ben"]);
    }
}

/// The same absence again writes no second email; another replaces it. What is over is not shown, and is deleted.
#[tokio::test]
async fn an_absence_is_replaced_shown_and_forgotten() {
    for room in Room::each().await {
        room.is_away(&room.dan, (0, 1)).await;
        room.is_away(&room.dan, (0, 1)).await;
        assert_eq!(room.emails().await, [format!("Dan {NAMED}")]);
        room.is_away(&room.eve, (0, 1)).await;
        assert_eq!(room.emails().await, [format!("Eve {NAMED}")]);
        assert_eq!(room.stored().await, 1);
        assert_eq!(
            room.absences_of(&room.chloe).await.own.unwrap().username,
            "Eve"
        );
        assert!(room.absences_of(&room.dan).await.stood_in_for.is_empty());
        let of_eve = room.absences_of(&room.eve).await;
        assert!(!of_eve.can_be_represented);
        assert_eq!(of_eve.stood_in_for[0].username, "Chloe");
        let sweep = async || {
            let before = room.clock.now() - absences::KEPT;
            let swept = room.write::<DbError, _, _>(
                move |tx, _| Box::pin(absences::sweep(tx, before, 100)),
                "",
            );
            swept.await.unwrap()
        };
        // An absence that has begun keeps its first day, and the same again is no change.
        room.clock.advance(DAY);
        room.is_away(&room.eve, (0, 1)).await;
        assert_eq!(room.emails().await, [""; 0]);
        let own = room.absences_of(&room.chloe).await.own.unwrap();
        assert_eq!(own.first_day, day(0));
        room.clock.advance(DAY);
        assert!(room.absences_of(&room.chloe).await.own.is_none());
        assert!(room.absences_of(&room.eve).await.stood_in_for.is_empty());
        assert_eq!(
            sweep().await,
            0,
            "its last day may still last in another zone"
        );
        room.clock.advance(2 * DAY);
        assert_eq!(sweep().await, 1);
        assert_eq!(room.stored().await, 0);
    }
}

/// `design.md` 9 "Leaving": who is erased is away no longer and stands in for nobody.
#[tokio::test]
async fn an_erased_person_stands_in_for_nobody() {
    for room in Room::each().await {
        for leaves in [&room.chloe, &room.dan] {
            room.is_away(&room.dan, (0, 9)).await;
            assert_eq!(room.stored().await, 1);
            let id = leaves.clone();
            let erased = room.write::<DbError, _, _>(
                move |tx, _| {
                    Box::pin(async move { atrium::groups::erase_person(tx, &id, 100).await })
                },
                "",
            );
            erased.await.unwrap();
            assert_eq!(room.stored().await, 0);
            let chloe = find(&room.database.db, &room.chloe).await;
            super::appoint(&room.database.db, &chloe, "media").await;
        }
    }
}
