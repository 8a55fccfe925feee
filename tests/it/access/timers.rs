//! Timers of requests and memberships: each runs once with several processes, and is cancelled when its subject is
//! gone.

use std::sync::Arc;

use atrium::clock::{DAY, HOUR};
use atrium::db::{DbError, Engine};
use atrium::groups::requests::{refuse_all, withdraw};
use atrium::groups::{RequestError, RequestState, RequestTimers, Verdict, members};
use atrium::jobs::Worker;
use atrium::random::Random;

use super::NOW;
use super::request_room::{Room, ZONE};
use crate::support::worker::Steps as _;
use crate::support::{database, rows};

/// Deletes the timers of all requests.
async fn forget_timers(room: &Room) {
    let forgotten = room.write::<DbError, _, _>(
        |tx, _| {
            Box::pin(async move {
                rows::run(
                    tx,
                    "DELETE FROM jobs WHERE kind LIKE 'request.%'".to_owned(),
                )
                .await
            })
        },
        "",
    );
    forgotten.await.unwrap();
}

/// Sets a column of a row.
async fn set(room: &Room, sql: &'static str, id: &str, value: i64) {
    let id = id.to_owned();
    let set = room.write::<DbError, _, _>(
        move |tx, _| Box::pin(async move { rows::set(tx, sql, &id, value).await }),
        "",
    );
    set.await.unwrap();
}

/// Lets two processes run the routine that gives timers.
async fn give_timers(room: &Room) {
    let process = || {
        let (db, clock) = (room.database.db.clone(), room.clock.clone());
        let worker = Worker::new(db, clock, &Random::system());
        Arc::new(worker.routine(RequestTimers::new(&Random::system(), &ZONE)))
    };
    let (one, other) = (process(), process());
    let (one, other) = tokio::join!(one.run_routines(), other.run_routines());
    let ran = [one.unwrap(), other.unwrap()].concat();
    assert_eq!(ran, ["request_timers"], "in one process");
}

/// A request with lost timers still gets its reminder and its end on time.
#[tokio::test]
async fn a_request_whose_jobs_were_lost_gets_its_timers() {
    for room in Room::each().await {
        let request = room.asked(&room.eve, None).await;
        forget_timers(&room).await;
        room.emails().await;
        room.clock.advance(DAY);
        give_timers(&room).await;
        assert_eq!(room.waiting_jobs().await, 2);
        // A later round finds nothing to do.
        room.clock.advance(HOUR);
        give_timers(&room).await;
        assert_eq!(room.waiting_jobs().await, 2);
        room.clock.advance(4 * DAY + 12 * HOUR);
        assert_eq!(room.emails().await.len(), 3, "five days after it was made");
        room.clock.advance(5 * DAY);
        assert_eq!(
            room.emails().await,
            ["Eve Your request at Atrium was refused"]
        );
        assert_eq!(room.state(&request).await, RequestState::TimedOut);
    }
}

/// An overdue request without a reminder is not refused at once: its deciders get the group's days.
#[tokio::test]
async fn an_overdue_request_without_timers_gets_its_days_again() {
    for room in Room::each().await {
        let request = room.asked(&room.eve, None).await;
        forget_timers(&room).await;
        room.emails().await;
        room.clock.advance(100 * DAY);
        give_timers(&room).await;
        assert_eq!(room.emails().await, [""; 0]);
        assert_eq!(room.state(&request).await, RequestState::Pending);
        room.clock.advance(6 * DAY);
        assert_eq!(room.emails().await.len(), 3, "the reminder");
        room.clock.advance(5 * DAY);
        assert_eq!(
            room.emails().await,
            ["Eve Your request at Atrium was refused"]
        );
    }
}

/// Every way to end a request deletes its timers.
#[tokio::test]
async fn the_timers_of_a_request_end_with_it() {
    type End = for<'r> fn(&'r Room, String) -> futures_util::future::BoxFuture<'r, ()>;
    let ends: [(&str, End); 4] = [
        ("approved", |room, id| {
            Box::pin(async move {
                let decided = room.decide(&id, Verdict::Approve, &room.chloe).await;
                decided.unwrap();
            })
        }),
        ("refused", |room, id| {
            Box::pin(async move {
                let refusal = Verdict::Refuse("No".to_owned());
                room.decide(&id, refusal, &room.chloe).await.unwrap();
            })
        }),
        ("withdrawn", |room, id| {
            Box::pin(async move {
                let withdrawn = room.write::<RequestError, _, _>(
                    move |tx, audit| {
                        Box::pin(async move { withdraw(tx, &id, &audit).await.map(drop) })
                    },
                    &room.eve,
                );
                withdrawn.await.unwrap();
            })
        }),
        ("the group is switched off", |room, _| {
            Box::pin(async move {
                let refused = room.write::<RequestError, _, _>(
                    |tx, audit| {
                        Box::pin(async move { refuse_all(tx, "media", &ZONE, &audit).await })
                    },
                    &room.chloe,
                );
                refused.await.unwrap();
            })
        }),
    ];
    for (how, end) in ends {
        for room in Room::each().await {
            let request = room.asked(&room.eve, None).await;
            assert_eq!(room.waiting_jobs().await, 2);
            end(&room, request).await;
            assert_eq!(room.waiting_jobs().await, 0, "{how}");
            room.emails().await;
            room.clock.advance(30 * DAY);
            assert_eq!(room.emails().await, [""; 0], "{how}");
        }
    }
}

/// The request of a disabled person still ends in time: nobody gets an email, and no job tries for ever. A row of an
/// account is never deleted, because requests refer to it.
#[tokio::test]
async fn the_request_of_a_person_who_is_gone_times_out() {
    for room in Room::each().await {
        let request = room.asked(&room.eve, None).await;
        room.emails().await;
        set(
            &room,
            "UPDATE accounts SET status = $2 WHERE id = $1",
            &room.eve,
            2,
        )
        .await;
        room.clock.advance(12 * DAY);
        assert_eq!(room.emails().await, [""; 0]);
        assert_eq!(room.state(&request).await, RequestState::TimedOut);
        assert_eq!(room.waiting_jobs().await, 0);
        let id = room.eve.clone();
        let deleted = room.write::<DbError, _, _>(
            move |tx, _| {
                let sql = format!("DELETE FROM accounts WHERE id = '{id}'");
                Box::pin(async move { rows::run(tx, sql).await })
            },
            "",
        );
        assert!(deleted.await.is_err());
    }
}

/// A decision locks a request and then its jobs, a timer its job and then the request. When they collide, the timer
/// runs again.
#[tokio::test]
async fn a_timer_that_meets_a_decision_runs_again() {
    for room in Room::each().await {
        let db = &room.database.db;
        if db.engine() == Engine::Sqlite {
            continue; // One write at a time.
        }
        let request = room.asked(&room.eve, None).await;
        room.clock.advance(6 * DAY);
        room.emails().await;
        room.clock.advance(6 * DAY);
        let decision = [
            format!("UPDATE requests SET kind = kind WHERE id = '{request}'"),
            format!("UPDATE jobs SET kind = kind WHERE lane = '{request}'"),
        ];
        assert_eq!(
            database::crossed(db, decision, room.emails()).await,
            ["Eve Your request at Atrium was refused"]
        );
        assert_eq!(room.state(&request).await, RequestState::TimedOut);
    }
}

/// Eve is a member for 30 days; the emails about it are read.
async fn eve_is_a_member(room: &Room) {
    let request = room.asked(&room.eve, Some(30)).await;
    let decided = room.decide(&request, Verdict::Approve, &room.chloe).await;
    decided.unwrap();
    room.emails().await;
    assert_eq!(room.waiting_jobs().await, 2);
}

/// A person who is no longer a member is neither warned nor expired.
#[tokio::test]
async fn the_timers_of_a_membership_end_with_it() {
    for room in Room::each().await {
        eve_is_a_member(&room).await;
        let eve = room.eve.clone();
        let removed = room.write::<RequestError, _, _>(
            move |tx, audit| {
                Box::pin(async move { members::remove(tx, (&eve, "media"), &ZONE, &audit).await })
            },
            &room.chloe,
        );
        removed.await.unwrap();
        assert_eq!(room.waiting_jobs().await, 0);
        room.clock.advance(31 * DAY);
        assert_eq!(room.emails().await, [""; 0]);
    }
}

/// Members of a disabled group are not warned, because it opens nothing. People who cannot sign in get no email. The
/// membership still ends.
#[tokio::test]
async fn nobody_is_warned_of_what_they_cannot_use() {
    for (sql, off) in [
        ("UPDATE groups SET status = $2 WHERE id = $1", "media"),
        ("UPDATE accounts SET status = $2 WHERE id = $1", "eve"),
    ] {
        for room in Room::each().await {
            eve_is_a_member(&room).await;
            let id = if off == "eve" { &room.eve } else { off };
            set(&room, sql, id, 2).await;
            room.clock.advance(31 * DAY);
            assert_eq!(room.emails().await, [""; 0], "{off}");
            assert_eq!(room.place(&room.eve).await.unwrap().0, 2, "it has ended");
            assert!(room.clock.now() > NOW + 30 * DAY);
        }
    }
}

/// One thread per request: the question, the reminder and the answer, for every reader.
#[tokio::test]
async fn all_emails_about_a_request_are_one_thread() {
    for room in Room::each().await {
        let request = room.asked(&room.eve, None).await;
        let mut texts = room.texts().await;
        room.clock.advance(6 * DAY);
        texts.extend(room.texts().await);
        let approve = room.decide(&request, Verdict::Approve, &room.chloe).await;
        approve.unwrap();
        texts.extend(room.texts().await);
        // Two managers twice, the stand-in, Eve.
        assert_eq!(texts.len(), 6);
        for text in texts {
            for header in ["References", "In-Reply-To"] {
                let line = format!("{header}: <request-{request}@sso.example.com>\r\n");
                assert!(text.contains(&line), "{line} is not in {text}");
            }
        }
    }
}
