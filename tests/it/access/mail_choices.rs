//! Which emails about requests and memberships people get, and the summary of the morning.

use atrium::clock::{DAY, HOUR, MINUTE};
use atrium::directory::{AccountError, MailChoices, MailMode};
use atrium::groups::{RequestState, RequestSummaries, Verdict};
use atrium::jobs::Routine as _;
use atrium::random::Random;

use super::request_room::{Room, ZONE};

async fn choose(room: &Room, id: &str, choices: MailChoices) {
    let by = id.to_owned();
    let saved = room.write::<AccountError, _, _>(
        move |tx, audit| Box::pin(async move { choices.save(tx, &by, &ZONE, &audit).await }),
        id,
    );
    saved.await.unwrap();
}

/// Runs the routine of one process, and returns the emails since the last time.
async fn summaries(room: &Room) -> Vec<String> {
    let routine = RequestSummaries::new(&Random::system(), &ZONE);
    let now = room.clock.now();
    routine.run(&room.database.db, now).await.unwrap();
    // A second process finds nothing to send.
    routine.run(&room.database.db, now).await.unwrap();
    room.emails().await
}

const DAILY: MailChoices = MailChoices {
    request_asked: MailMode::Daily,
    membership_ending: MailMode::Each,
    request_overdue: MailMode::Each,
};

/// Instead of one email for each request, one a day lists what waits, if anything does.
#[tokio::test]
async fn a_summary_lists_what_waits_once_a_morning() {
    for room in Room::each().await {
        choose(&room, &room.chloe, DAILY).await;
        let first = room.asked(&room.eve, None).await;
        let second = room.asked(&room.dan, None).await;
        // NOW is 2026-11-21 at 11:20, so the summary of the day is over.
        assert_eq!(
            summaries(&room).await,
            ["Ben Dan asks to join Media", "Ben Eve asks to join Media"]
        );
        room.clock.advance(19 * HOUR + 39 * MINUTE);
        assert_eq!(summaries(&room).await, [""; 0], "06:59");
        room.clock.advance(MINUTE);
        let routine = RequestSummaries::new(&Random::system(), &ZONE);
        routine
            .run(&room.database.db, room.clock.now())
            .await
            .unwrap();
        let texts = room.texts().await;
        assert_eq!(texts.len(), 1);
        let shown = [
            "Chloe@demo.test",
            "2 requests wait",
            "Eve asks for the group Media",
            "Dan asks for",
            "/requests",
        ];
        for shown in shown {
            assert!(texts[0].contains(shown), "{shown}: {}", texts[0]);
        }
        room.clock.advance(HOUR);
        assert_eq!(summaries(&room).await, [""; 0], "once a day");
        for request in [&first, &second] {
            let refuse = Verdict::Refuse("No".to_owned());
            room.decide(request, refuse, &room.ben).await.unwrap();
        }
        room.emails().await;
        room.clock.advance(DAY);
        assert_eq!(summaries(&room).await, [""; 0], "nothing waits");
    }
}

/// Who cannot sign in gets no summary, and neither does who went back to single emails.
#[tokio::test]
async fn a_summary_is_only_for_those_who_can_decide_and_want_it() {
    for room in Room::each().await {
        choose(&room, &room.chloe, DAILY).await;
        choose(&room, &room.ben, DAILY).await;
        // Dan decides about nothing.
        choose(&room, &room.dan, DAILY).await;
        room.asked(&room.eve, None).await;
        choose(&room, &room.ben, MailChoices::default()).await;
        let out = "UPDATE accounts SET status = 2 WHERE id = $1 AND $2 = 1";
        let chloe = room.chloe.clone();
        let set = room.write::<atrium::db::DbError, _, _>(
            move |tx, _| {
                Box::pin(async move { crate::support::rows::set(tx, out, &chloe, 1).await })
            },
            "",
        );
        set.await.unwrap();
        assert_eq!(summaries(&room).await, [""; 0]);
        room.clock.advance(DAY);
        assert_eq!(summaries(&room).await, [""; 0]);
    }
}

/// The choice is about emails alone: the terms of a request run on, and stand-ins hear of it.
#[tokio::test]
async fn no_email_changes_no_term_of_a_request() {
    for room in Room::each().await {
        let nothing = MailChoices {
            membership_ending: MailMode::Off,
            request_asked: MailMode::Off,
            request_overdue: MailMode::Off,
        };
        for id in [&room.chloe, &room.ben, &room.eve] {
            choose(&room, id, nothing).await;
        }
        let request = room.asked(&room.eve, None).await;
        assert_eq!(summaries(&room).await, [""; 0]);
        room.clock.advance(5 * DAY + 13 * HOUR);
        assert_eq!(
            summaries(&room).await,
            ["Stan A request at Atrium is overdue"]
        );
        room.clock.advance(5 * DAY);
        assert_eq!(
            summaries(&room).await,
            ["Eve Your request at Atrium was refused"],
            "an answer always comes"
        );
        assert_eq!(room.state(&request).await, RequestState::TimedOut);
    }
}

/// A membership ends without a warning for who wants none.
#[tokio::test]
async fn a_warning_of_the_end_is_a_choice() {
    for room in Room::each().await {
        let nothing = MailChoices {
            membership_ending: MailMode::Off,
            ..MailChoices::default()
        };
        choose(&room, &room.eve, nothing).await;
        for id in [&room.eve, &room.dan] {
            let request = room.asked(id, Some(20)).await;
            let verdict = Verdict::Approve;
            room.decide(&request, verdict, &room.chloe).await.unwrap();
        }
        room.emails().await;
        room.clock.advance(15 * DAY);
        let warned = room.emails().await;
        assert_eq!(warned.len(), 1, "{warned:?}");
        assert!(warned[0].starts_with("Dan "), "{warned:?}");
        room.clock.advance(10 * DAY);
        assert_eq!(room.emails().await, [""; 0]);
        assert_eq!(room.place(&room.eve).await.unwrap().0, 2);
    }
}
