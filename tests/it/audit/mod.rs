//! Audit entries: inside the caller's transaction, or collected by the recorder.

mod arrivals;
mod kinds;
mod pages;

use std::time::Duration;

use atrium::audit::{
    self, AuditFilter, Entry, Event, KEPT, MOST_WAITING, Origin, Recorded, Recorder, SPAN,
    SignInRefusal,
};
use atrium::clock::{Clock, Millis};
use atrium::db::list::Paging;
use atrium::db::{Db, DbError};
use atrium::random::Random;
use serde_json::Value;

use crate::support::{database, trail};

const START: Millis = 1_800_000_000_000;

fn refusal(random: &Random, at: Millis) -> Entry {
    Entry::new(
        Event::SignInRefused {
            reason: SignInRefusal::WrongPassword,
        },
        random,
        at,
    )
}

fn grant(random: &Random, at: Millis) -> Entry {
    let event = Event::TokenGranted {
        grant_type: "client_credentials",
        scope: "api".to_owned(),
        format: "at+jwt",
        refresh_token: false,
    };
    Entry::new(event, random, at).client("machine")
}

async fn record(db: &Db, entries: Vec<Entry>) {
    db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            for entry in &entries {
                audit::record(tx, entry).await?;
            }
            Ok(())
        })
    })
    .await
    .unwrap();
}

#[tokio::test]
async fn an_entry_is_kept_whole() {
    for database in database::each_engine().await {
        let random = Random::seeded(1);
        let origin = Origin {
            call: Some("POST /login".to_owned()),
            address: Some([192, 0, 2, 7].into()),
            request_id: Some("request-1".to_owned()),
            browser: None,
        };
        let entry = refusal(&random, START)
            .account("ada")
            .client("demo-app")
            .session("s1");
        record(&database.db, vec![entry.origin(&origin)]).await;
        let kept = trail::all(&database.db).await.remove(0);
        assert_eq!(kept.at, START);
        assert_eq!(kept.kind, "sign_in.refused");
        assert_eq!(kept.detail, r#"{"reason":"wrong_password"}"#);
        assert_eq!(kept.actor_id.as_deref(), Some("ada"));
        assert_eq!(kept.account_id.as_deref(), Some("ada"));
        assert_eq!(kept.client_id.as_deref(), Some("demo-app"));
        assert_eq!(kept.session_id.as_deref(), Some("s1"));
        assert_eq!(kept.address.as_deref(), Some("192.0.2.7"));
        assert_eq!(kept.request_id.as_deref(), Some("request-1"));
        assert_eq!(kept.object_kind.as_deref(), Some("account"));
        assert_eq!(kept.object_id.as_deref(), Some("ada"));
        assert_eq!(kept.call.as_deref(), Some("POST /login"));
    }
}

/// An entry is rolled back together with its change.
#[tokio::test]
async fn an_entry_shares_the_fate_of_its_transaction() {
    for database in database::each_engine().await {
        let entry = refusal(&Random::seeded(1), START);
        let undone = database.db.write::<(), DbError, _>(move |tx| {
            Box::pin(async move {
                audit::record(tx, &entry).await?;
                Err(DbError::WriterGone)
            })
        });
        undone.await.unwrap_err();
        assert_eq!(trail::all(&database.db).await, []);
    }
}

/// Several entries of one millisecond are sorted by id, across pages too.
#[tokio::test]
async fn pages_follow_each_other_newest_first() {
    for database in database::each_engine().await {
        let random = Random::seeded(1);
        let entries = (0..25).map(|n| refusal(&random, START + n / 4)).collect();
        record(&database.db, entries).await;
        audit::settle(&database.db).await.unwrap();
        let mut seen = Vec::new();
        let mut paging = Paging::default();
        loop {
            let mut view = database.db.read().await.unwrap();
            let page = audit::page(&mut view, &AuditFilter::default(), &paging).await;
            let page = page.unwrap();
            seen.extend(page.rows);
            let Some(next) = page.next else {
                break;
            };
            paging.cursor = Some(next);
        }
        assert_eq!(seen.len(), 25);
        assert!(
            seen.windows(2)
                .all(|two| (two[0].at, &two[0].id) > (two[1].at, &two[1].id))
        );
    }
}

#[tokio::test]
async fn filters_narrow_by_account_client_kind_and_time() {
    for database in database::each_engine().await {
        let random = Random::seeded(1);
        let entries = vec![
            refusal(&random, START).account("ada").client("one"),
            refusal(&random, START + 1).account("ben").client("one"),
            grant(&random, START + 2).account("ada").client("two"),
            Entry::new(Event::CodeReplayed {}, &random, START + 3),
        ];
        record(&database.db, entries).await;
        let count = async |change: &dyn Fn(&mut AuditFilter)| {
            let mut filter = AuditFilter::default();
            change(&mut filter);
            trail::entries(&database.db, &filter).await.len()
        };
        assert_eq!(count(&|f| f.account_id = Some("ada".into())).await, 2);
        assert_eq!(count(&|f| f.application_id = Some("one".into())).await, 2);
        assert_eq!(count(&|f| f.kind = Some("token.granted".into())).await, 1);
        assert_eq!(count(&|f| f.from = Some(START + 2)).await, 2, "and later");
        assert_eq!(count(&|f| f.until = Some(START + 2)).await, 2, "before");
        let both = |f: &mut AuditFilter| {
            f.account_id = Some("ada".into());
            f.application_id = Some("two".into());
        };
        assert_eq!(count(&both).await, 1);
        assert_eq!(
            count(&|f| f.account_id = Some("' OR 1=1 --".into())).await,
            0
        );
    }
}

/// Attack 38: names from outside cannot make the write of their entry fail.
#[tokio::test]
async fn hostile_names_are_kept_short_and_plain() {
    for database in database::each_engine().await {
        let name = format!("a\0b\r\n\u{1b}[31m{}", "界".repeat(5_000));
        record(
            &database.db,
            vec![refusal(&Random::seeded(1), START).client(name)],
        )
        .await;
        let kept = trail::all(&database.db).await.remove(0).client_id.unwrap();
        assert!(kept.starts_with("ab[31m界"), "{kept}");
        assert_eq!(kept.chars().count(), 200);
    }
}

/// Entries are added and read, deleted only by age, and changed only when a person is erased.
#[test]
fn no_statement_changes_an_entry() {
    for (store, statements) in audit::STATEMENTS {
        let about_entries = statements.iter().filter(|(_, sql)| sql.contains("audit_"));
        for (name, sql) in about_entries {
            let forgets_by_age = *name == "SWEEP" && sql.contains(" WHERE at < $1 ");
            let has_moved = *name == "FORGET"
                && sql.contains("FROM audit_arrivals")
                && sql.contains("EXISTS (SELECT 1 FROM audit_entries");
            let is_names = *store == "audit/store/names.rs";
            let deletes = sql.contains("DELETE");
            let may_delete = forgets_by_age || has_moved || is_names;
            assert!(!deletes || may_delete, "{store} {name}");
            let erases = *store == "audit/store/erasure.rs" && sql.contains(" WHERE id = $1");
            assert!(!sql.contains("UPDATE") || erases, "{store} {name}");
        }
    }
}

/// All entries that the recorder accepted are stored when it stops.
#[tokio::test]
async fn the_recorder_writes_everything_by_its_stop() {
    for database in database::each_engine().await {
        let random = Random::system();
        let recorder = Recorder::start(
            database.db.clone(),
            Clock::fixed(START),
            random.clone(),
            MOST_WAITING,
        );
        for n in 0..3_003 {
            recorder.record(grant(&random, START + n));
        }
        recorder.stop().await;
        recorder.stop().await;
        let count = trail::all(&database.db).await.len();
        assert_eq!(count, 3_003);
    }
}

#[tokio::test]
async fn the_recorder_writes_shortly_by_itself() {
    for database in database::each_engine().await {
        let random = Random::system();
        let recorder = Recorder::start(
            database.db.clone(),
            Clock::fixed(START),
            random.clone(),
            MOST_WAITING,
        );
        recorder.record(grant(&random, START));
        let mut waited = 0;
        while trail::all(&database.db).await.is_empty() {
            tokio::time::sleep(Duration::from_millis(50)).await;
            waited += 1;
            assert!(waited < 60, "not written within three seconds");
        }
        recorder.stop().await;
    }
}

/// A full recorder reports the lost entries: one entry has their number.
#[tokio::test]
async fn a_loss_is_an_entry_itself() {
    for database in database::each_engine().await {
        let random = Random::system();
        let recorder =
            Recorder::start(database.db.clone(), Clock::fixed(START), random.clone(), 50);
        for _ in 0..80 {
            recorder.record(grant(&random, START));
        }
        recorder.stop().await;
        let kept = trail::all(&database.db).await;
        let recorded = kept
            .iter()
            .find(|entry| entry.kind == "audit.dropped")
            .unwrap();
        assert_eq!(recorded.detail, r#"{"count":30}"#);
        assert_eq!(kept.len(), 51);
    }
}

/// Anyone can cause any number of refusals: a few from one address are written, and one entry has the number of the
/// others (attack 44).
#[tokio::test]
async fn a_storm_of_refusals_leaves_few_entries() {
    for database in database::each_engine().await {
        let random = Random::system();
        let clock = Clock::fixed(START);
        let recorder = Recorder::start(
            database.db.clone(),
            clock.clone(),
            random.clone(),
            MOST_WAITING,
        );
        let origin = |last| Origin {
            address: Some([192, 0, 2, last].into()),
            ..Origin::default()
        };
        for _ in 0..1_000 {
            recorder.refuse(refusal(&random, START).origin(&origin(7)));
        }
        recorder.refuse(refusal(&random, START).origin(&origin(8)));
        clock.advance(SPAN);
        recorder.refuse(refusal(&random, START + SPAN).origin(&origin(7)));
        recorder.stop().await;
        let kept = trail::all(&database.db).await;
        assert_eq!(kept.len() as u64, KEPT + 3, "{:?}", database.db);
        let recorded = kept.iter().find(|entry| entry.kind == "audit.suppressed");
        let recorded = recorded.unwrap();
        assert_eq!(recorded.address.as_deref(), Some("192.0.2.7"));
        assert_eq!(recorded.detail, r#"{"of":"sign_in.refused","count":980}"#);
    }
}

/// The first tokens that a client gets from one address are entries; further ones are only counted. Counts are written
/// together with the entries, so a killed process loses no more counts than entries.
#[tokio::test]
async fn many_tokens_of_a_client_leave_few_entries() {
    for database in database::each_engine().await {
        let random = Random::system();
        let recorder = Recorder::start(
            database.db.clone(),
            Clock::fixed(START),
            random.clone(),
            MOST_WAITING,
        );
        let origin = |last| Origin {
            address: Some([192, 0, 2, last].into()),
            ..Origin::default()
        };
        for _ in 0..1_000 {
            recorder.record_frequent(grant(&random, START).client("one").origin(&origin(7)));
        }
        recorder.record_frequent(grant(&random, START).client("one").origin(&origin(8)));
        let told = |kept: &[Recorded]| -> u64 {
            let number = |entry: &Recorded| {
                let detail: Value = serde_json::from_str(&entry.detail).unwrap();
                detail["count"].as_u64().unwrap_or(1)
            };
            kept.iter().map(number).sum()
        };
        let mut kept = Vec::new();
        for _ in 0..60 {
            kept = trail::of_kind(&database.db, "token.granted").await;
            if told(&kept) == 1_001 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        assert_eq!(
            told(&kept),
            1_001,
            "written without a stop, and nothing lost"
        );
        assert!(
            (KEPT + 2..KEPT + 20).contains(&(kept.len() as u64)),
            "{}",
            kept.len()
        );
        recorder.record_frequent(grant(&random, START).client("one").origin(&origin(7)));
        recorder.stop().await;
        let kept = trail::of_kind(&database.db, "token.granted").await;
        assert_eq!(told(&kept), 1_002, "a stop writes the rest");
        let number = kept
            .iter()
            .find(|entry| entry.detail.contains("count"))
            .unwrap();
        assert_eq!(number.client_id.as_deref(), Some("one"));
        assert_eq!(number.account_id, None);
        assert_eq!(number.address.as_deref(), Some("192.0.2.7"));
    }
}

/// A stop writes the number of suppressed refusals.
#[tokio::test]
async fn a_stop_reports_suppressed_refusals() {
    for database in database::each_engine().await {
        let random = Random::system();
        let recorder = Recorder::start(
            database.db.clone(),
            Clock::fixed(START),
            random.clone(),
            MOST_WAITING,
        );
        for _ in 0..KEPT + 5 {
            recorder.refuse(refusal(&random, START));
        }
        recorder.stop().await;
        let recorded = trail::of_kind(&database.db, "audit.suppressed").await;
        let recorded = &recorded[0];
        assert_eq!(recorded.detail, r#"{"of":"sign_in.refused","count":5}"#);
    }
}
