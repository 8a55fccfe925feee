//! Asking and deciding, on both engines, with the jobs and emails that follow. The
//! expectations are literals.

use atrium::clock::{DAY, HOUR};
use atrium::db::DbError;
use atrium::directory::Status;
use atrium::faults::{Faults, Rule};
use atrium::groups::members;
use atrium::groups::members::NewEnd;
use atrium::groups::requests::{Asked, withdraw};
use atrium::groups::{Outcome, RequestError, RequestKind, RequestState, Verdict};

use super::request_room::{Room, ZONE, person};
use super::{NOW, find};
use crate::support::rows;

/// F-46, T-17, T-21, T-23: a request reaches the managers, is approved, and the person gets one email about it.
#[tokio::test]
async fn an_approved_request_makes_a_member() {
    for room in Room::each().await {
        let request = room.asked(&room.eve, None).await;
        assert_eq!(
            room.asked(&room.eve, None).await,
            request,
            "F-46: asking again changes nothing"
        );
        assert_eq!(room.place(&room.eve).await, Some((1, 0, None)));
        assert_eq!(
            room.emails().await,
            ["Ben Eve asks to join Media", "Chloe Eve asks to join Media"]
        );
        assert_eq!(room.waiting_jobs().await, 2);
        room.decide(&request, Verdict::Approve, &room.chloe)
            .await
            .unwrap();
        assert_eq!(room.place(&room.eve).await, Some((0, 0, None)));
        assert_eq!(
            room.emails().await,
            ["Eve Your request at Atrium was approved"]
        );
        assert_eq!(
            room.waiting_jobs().await,
            0,
            "what the jobs were for is gone"
        );
        assert_eq!(
            room.ask(&room.eve, RequestKind::Join, None).await.unwrap(),
            Asked::Member
        );
        let again = room.decide(&request, Verdict::Approve, &room.ben).await;
        let by = match again {
            Err(RequestError::Decided { by, at }) => (by, at),
            other => panic!("{other:?}"),
        };
        assert_eq!(by, (Some("Chloe".to_owned()), NOW));
    }
}

fn assert_invalid<T: std::fmt::Debug>(refused: &Result<T, RequestError>, expected: &Faults) {
    let is_expected = matches!(refused, Err(RequestError::Invalid(faults)) if faults == expected);
    assert!(is_expected, "{refused:?}");
}

/// T-24, G-41, K-38: a refused person learns why, is listed as refused, and can ask again.
#[tokio::test]
async fn a_refused_person_hears_why_and_can_ask_again() {
    for room in Room::each().await {
        let request = room.asked(&room.eve, None).await;
        room.emails().await;
        let verdict = Verdict::Refuse("Please ask the research team".to_owned());
        room.decide(&request, verdict, &room.chloe).await.unwrap();
        assert_eq!(
            room.place(&room.eve).await,
            Some((2, Outcome::Refused.code(), None))
        );
        assert_eq!(
            room.emails().await,
            ["Eve Your request at Atrium was refused"]
        );
        assert_ne!(room.asked(&room.eve, None).await, request);
        assert_eq!(room.place(&room.eve).await, Some((1, 0, None)));
        let long = Verdict::Refuse("x".repeat(501));
        let request = room.asked(&room.eve, None).await;
        let refused = room.decide(&request, long, &room.chloe).await;
        assert_invalid(&refused, &Faults::of("reason", Rule::LongReason));
    }
}

/// Attack T8: two decisions at the same moment give one result and one email.
#[tokio::test]
async fn attack_t8_two_decisions_at_once_give_one_result_and_one_email() {
    for room in Room::each().await {
        for round in 0..4 {
            let name: &'static str = format!("Asker{round}").leak();
            let asker = person(&room.database, name).await;
            let request = room.asked(&asker, None).await;
            room.emails().await;
            let refuse = || Verdict::Refuse("No".to_owned());
            let results = tokio::join!(
                room.decide(&request, Verdict::Approve, &room.chloe),
                room.decide(&request, refuse(), &room.ben),
                room.decide(&request, Verdict::Approve, &room.ben),
            );
            let results = [results.0, results.1, results.2];
            let (won, lost): (Vec<_>, Vec<_>) = results.iter().partition(|result| result.is_ok());
            assert_eq!(won.len(), 1, "{results:?}");
            assert!(
                lost.iter()
                    .all(|lost| matches!(lost, Err(RequestError::Decided { .. }))),
                "{lost:?}"
            );
            let (status, word) = match room.state(&request).await {
                RequestState::Approved => (0, "approved"),
                RequestState::Refused => (2, "refused"),
                other => panic!("{other:?}"),
            };
            assert_eq!(room.place(&asker).await.unwrap().0, status);
            assert_eq!(
                room.emails().await,
                [format!("{name} Your request at Atrium was {word}")]
            );
        }
    }
}

/// Attack T8: only one of two simultaneous requests is stored.
#[tokio::test]
async fn attack_t8_two_askings_at_once_give_one_request() {
    for room in Room::each().await {
        let (one, other) = tokio::join!(
            room.ask(&room.eve, RequestKind::Join, None),
            room.ask(&room.eve, RequestKind::Join, None)
        );
        assert_eq!(one.unwrap(), other.unwrap());
        assert_eq!(room.emails().await.len(), 2);
    }
}

/// A reminder at the due time, stand-ins from then on, a refusal at the end; each once, also with several processes.
#[tokio::test]
async fn an_undecided_request_is_reminded_of_and_refused() {
    for room in Room::each().await {
        // NOW is 2026-11-21 at 11:20; five days are over when 26 November is, ten when 1 December is.
        let request = room.asked(&room.eve, None).await;
        room.emails().await;
        room.clock.advance(5 * DAY + 12 * HOUR);
        assert_eq!(room.emails().await, [""; 0], "26 November is not over");
        room.clock.advance(HOUR);
        let overdue = "A request at Atrium is overdue";
        assert_eq!(
            room.emails().await,
            [
                format!("Ben {overdue}"),
                format!("Chloe {overdue}"),
                format!("Stan {overdue}")
            ]
        );
        room.clock.advance(DAY);
        assert_eq!(room.emails().await, [""; 0], "once");
        room.clock.advance(4 * DAY);
        assert_eq!(
            room.emails().await,
            ["Eve Your request at Atrium was refused"]
        );
        assert_eq!(room.state(&request).await, RequestState::TimedOut);
        assert_eq!(
            room.place(&room.eve).await,
            Some((2, Outcome::TimedOut.code(), None))
        );
        let late = room.decide(&request, Verdict::Approve, &room.chloe).await;
        assert!(
            matches!(late, Err(RequestError::Decided { by: None, .. })),
            "{late:?}"
        );
        assert_eq!(room.waiting_jobs().await, 0);
    }
}

/// Nobody is reminded of a request that cannot be approved, because the account is disabled or has expired. Once the
/// person can sign in again, the reminder comes the next day.
#[tokio::test]
async fn nobody_is_reminded_of_a_person_who_cannot_sign_in() {
    let out_and_in = [
        (
            "UPDATE accounts SET status = 2 WHERE id = $1 AND $2 = 1",
            "UPDATE accounts SET status = 0 WHERE id = $1 AND $2 = 1",
        ),
        (
            "UPDATE accounts SET expire_date = '2026-11-22' WHERE id = $1 AND $2 = 1",
            "UPDATE accounts SET expire_date = NULL WHERE id = $1 AND $2 = 1",
        ),
    ];
    for (out, back) in out_and_in {
        for room in Room::each().await {
            let set = async |sql: &'static str| {
                let id = room.eve.clone();
                let set = room.write::<DbError, _, _>(
                    move |tx, _| Box::pin(async move { rows::set(tx, sql, &id, 1).await }),
                    "",
                );
                set.await.unwrap();
            };
            let request = room.asked(&room.eve, None).await;
            room.emails().await;
            set(out).await;
            for _ in 0..7 {
                room.clock.advance(DAY);
                assert_eq!(room.emails().await, [""; 0], "{out}");
            }
            set(back).await;
            room.clock.advance(DAY);
            assert_eq!(
                room.emails().await.len(),
                3,
                "the managers and the stand-in"
            );
            set(out).await;
            room.clock.advance(4 * DAY);
            room.emails().await;
            assert_eq!(room.state(&request).await, RequestState::TimedOut);
            assert_eq!(room.waiting_jobs().await, 0, "{out}");
        }
    }
}

/// A member is warned a week before the membership ends; it ends when its last day is over.
#[tokio::test]
async fn a_membership_is_warned_of_and_ends() {
    for room in Room::each().await {
        let request = room.asked(&room.eve, Some(30)).await;
        room.decide(&request, Verdict::Approve, &room.chloe)
            .await
            .unwrap();
        assert_eq!(
            room.place(&room.eve).await,
            Some((0, 0, Some("2026-12-21".to_owned())))
        );
        room.emails().await;
        room.clock.advance(23 * DAY + 12 * HOUR);
        assert_eq!(room.emails().await, [""; 0]);
        room.clock.advance(HOUR);
        assert_eq!(
            room.emails().await,
            ["Eve Your access at Atrium ends in a week"]
        );
        room.clock.advance(6 * DAY + 23 * HOUR);
        assert_eq!(
            room.place(&room.eve).await.unwrap().0,
            0,
            "the last day is not over"
        );
        room.clock.advance(HOUR);
        assert_eq!(room.emails().await, [""; 0]);
        let ended = Some((2, Outcome::Expired.code(), Some("2026-12-21".to_owned())));
        assert_eq!(room.place(&room.eve).await, ended);
    }
}

fn until(day: &str) -> NewEnd {
    NewEnd {
        ends_on: Some(day.parse().unwrap()),
        read: None,
    }
}

/// A member asks for more time with one click; once it is granted, the old end and warning are gone.
#[tokio::test]
async fn an_extension_moves_the_end() {
    for room in Room::each().await {
        let nothing = room.ask(&room.eve, RequestKind::Extend, None).await;
        assert!(
            matches!(nothing, Err(RequestError::NothingToExtend)),
            "{nothing:?}"
        );
        let request = room.asked(&room.eve, Some(10)).await;
        // A person who asked to join does not join by an extension: its manager has not read the request.
        let id = room.eve.clone();
        let joined = room.write::<RequestError, _, _>(
            move |tx, audit| {
                Box::pin(async move {
                    let end = until("2026-12-15");
                    members::extend(tx, (&id, "media"), end, &ZONE, &audit).await
                })
            },
            &room.chloe,
        );
        assert!(matches!(joined.await, Err(RequestError::NothingToExtend)));
        room.decide(&request, Verdict::Approve, &room.chloe)
            .await
            .unwrap();
        room.clock.advance(4 * DAY);
        room.emails().await;
        let asked = room
            .ask(&room.eve, RequestKind::Extend, Some(20))
            .await
            .unwrap();
        let Asked::Pending(request) = asked else {
            panic!("{asked:?}");
        };
        assert_eq!(room.place(&room.eve).await.unwrap().0, 0, "still a member");
        room.decide(&request, Verdict::Approve, &room.ben)
            .await
            .unwrap();
        assert_eq!(
            room.place(&room.eve).await,
            Some((0, 0, Some("2026-12-15".to_owned())))
        );
        room.emails().await;
        // The first end, 1 December, passes.
        room.clock.advance(8 * DAY);
        assert_eq!(room.emails().await, [""; 0]);
        assert_eq!(room.place(&room.eve).await.unwrap().0, 0);
        // The manager's day wins over the one that was asked for, in the email too.
        room.ask(&room.eve, RequestKind::Extend, Some(20))
            .await
            .unwrap();
        room.emails().await;
        let id = room.eve.clone();
        let extended = room.write::<RequestError, _, _>(
            move |tx, audit| {
                Box::pin(async move {
                    let end = until("2027-01-31");
                    members::extend(tx, (&id, "media"), end, &ZONE, &audit).await
                })
            },
            &room.chloe,
        );
        extended.await.unwrap();
        assert_eq!(
            room.place(&room.eve).await.unwrap().2.as_deref(),
            Some("2027-01-31")
        );
        let emails = room.texts().await;
        let tells = "Your membership lasts until 31 January 2027.";
        assert!(emails.len() == 1 && emails[0].contains(tells), "{emails:?}");
        assert_eq!(room.waiting_jobs().await, 2, "one warning and one end");
    }
}

/// A group's `maxDays` bounds what is asked and granted.
#[tokio::test]
async fn a_group_bounds_the_days() {
    for room in Room::each().await {
        let limited = room.write::<DbError, _, _>(
            |tx, _| {
                Box::pin(rows::set(
                    tx,
                    "UPDATE groups SET max_days = $2 WHERE id = $1",
                    "media",
                    30,
                ))
            },
            "",
        );
        limited.await.unwrap();
        for days in [0, -1, 31, i64::MAX] {
            let refused = room.ask(&room.eve, RequestKind::Join, Some(days)).await;
            assert_invalid(&refused, &Faults::of("wantedDays", Rule::DaysUpTo(30)));
        }
        let request = room.asked(&room.eve, None).await;
        room.decide(&request, Verdict::Approve, &room.chloe)
            .await
            .unwrap();
        assert_eq!(
            room.place(&room.eve).await.unwrap().2.as_deref(),
            Some("2026-12-21")
        );
    }
}

/// A withdrawn request ends its jobs, and nobody decides about it any more.
#[tokio::test]
async fn a_withdrawn_request_cannot_be_decided() {
    for room in Room::each().await {
        let request = room.asked(&room.eve, None).await;
        let id = request.clone();
        let withdrawn = room.write::<RequestError, _, _>(
            move |tx, audit| Box::pin(async move { withdraw(tx, &id, &audit).await }),
            &room.eve,
        );
        withdrawn.await.unwrap();
        assert_eq!(
            room.place(&room.eve).await,
            Some((2, Outcome::Withdrawn.code(), None))
        );
        assert_eq!(room.waiting_jobs().await, 0);
        let late = room.decide(&request, Verdict::Approve, &room.chloe).await;
        assert!(matches!(late, Err(RequestError::Decided { by: Some(by), .. }) if by == "Eve"));
    }
}

/// Without an active manager the administrators of product SSO get the email about a request.
#[tokio::test]
async fn administrators_decide_for_a_group_without_a_manager() {
    for room in Room::each().await {
        for manager in [&room.chloe, &room.ben] {
            let manager = manager.clone();
            let off = room.write::<DbError, _, _>(
                move |tx, _| {
                    Box::pin(async move { rows::status(tx, &manager, Status::Disabled).await })
                },
                "",
            );
            off.await.unwrap();
        }
        let mut sso = super::product(1);
        sso.app_name = "SSO".to_owned();
        super::save(&room.database.db, sso, &[]).await;
        let dan = find(&room.database.db, &room.dan).await;
        super::administers(&room.database.db, &dan, 1).await;
        room.asked(&room.eve, None).await;
        assert_eq!(room.emails().await, ["Dan Eve asks to join Media"]);
    }
}

/// F-21: the last manager cannot be removed, not even by two managers who remove each other at the same moment.
#[tokio::test]
async fn attack_t8_the_last_manager_stays() {
    for room in Room::each().await {
        for manager in [&room.chloe, &room.ben] {
            let manager = find(&room.database.db, manager).await;
            super::join(&room.database.db, &manager, "media", Status::Enabled).await;
        }
        let remove = async |id: &str, by: &str| {
            let id = id.to_owned();
            room.write::<RequestError, _, _>(
                move |tx, audit| {
                    Box::pin(
                        async move { members::remove(tx, (&id, "media"), &ZONE, &audit).await },
                    )
                },
                by,
            )
            .await
        };
        let (one, other) = tokio::join!(
            remove(&room.chloe, &room.ben),
            remove(&room.ben, &room.chloe)
        );
        let results = [one, other];
        let refused = results
            .iter()
            .filter(|result| matches!(result, Err(RequestError::LastManager)));
        assert_eq!(refused.count(), 1, "{results:?}");
        assert_eq!(
            results.iter().filter(|result| result.is_ok()).count(),
            1,
            "{results:?}"
        );
    }
}

/// People who were refused or invited leave the list of members after 30 days.
#[tokio::test]
async fn the_refused_are_forgotten_after_a_month() {
    for room in Room::each().await {
        let request = room.asked(&room.eve, None).await;
        let verdict = Verdict::Refuse("No".to_owned());
        room.decide(&request, verdict, &room.chloe).await.unwrap();
        let sweep = async |now| {
            let swept = room.database.db.write::<_, DbError, _>(move |tx| {
                Box::pin(atrium::groups::memberships::sweep(tx, now, 100))
            });
            swept.await.unwrap()
        };
        assert_eq!(sweep(NOW + 30 * DAY - 1).await, 0);
        assert_eq!(sweep(NOW + 30 * DAY).await, 1);
        assert_eq!(room.place(&room.eve).await, None);
    }
}
