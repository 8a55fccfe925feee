//! Sessions, browsers and sign-in flows.

use std::collections::HashMap;
use std::sync::Arc;

use atrium::audit::{AuditContext, Origin};
use atrium::clients::Registry;
use atrium::clock::{Clock, HOUR, MINUTE};
use atrium::db::{Db, DbError};
use atrium::directory::{Account, Status};
use atrium::random::{Random, hashed};
use atrium::sessions::begin;
use atrium::sessions::browser::{self, BrowserStore, SignedInRules};
use atrium::sessions::consents::{self, Allowed};
use atrium::sessions::flow_cap::{FlowCap, FlowSource};
use atrium::sessions::sign_in_flow::{Progress, SignInFlow, Step, Target};
use atrium::sessions::sso::{Authentication, SessionLifetimes, SsoSession};
use atrium::sessions::{activity, end, sign_in_flows, user_tokens};
use futures_util::future::join_all;
use jiff::tz::TimeZone;
use serde_json::json;
use time::OffsetDateTime;
use tokio::task::JoinSet;
use tower_sessions::session::{Id, Record};
use tower_sessions::{Session, SessionStore as _};

use super::{NOW, commit, session, token_changes};
use crate::access;
use crate::support::{database, rows};

const CAP: FlowCap = FlowCap {
    flows: 20,
    bytes: 1 << 20,
};

fn source() -> FlowSource {
    FlowSource::of([192, 0, 2, 7].into(), None)
}

async fn sign_out(db: &Db, session: &SsoSession) -> bool {
    let audit = AuditContext::new(NOW, &Random::system(), &Origin::default());
    let (session, clients) = (session.clone(), Registry::load(db).await.unwrap());
    commit(db, move |tx| {
        Box::pin(async move { end::sign_out(tx, &session, &audit, &clients).await })
    })
    .await
}

#[tokio::test]
async fn a_session_ends_once() {
    for database in database::each_engine().await {
        let (db, random) = (&database.db, Random::seeded(1));
        let kept = session(db, &random).await;
        let other = session(db, &random).await;
        let announced = token_changes(db).await;
        let use_at = async |now| {
            let used = activity::note(db, &kept, SessionLifetimes::default(), now);
            used.await.unwrap();
        };
        use_at(NOW + HOUR).await;
        assert_eq!(token_changes(db).await, announced, "use ends no token");

        let both = join_all([sign_out(db, &kept), sign_out(db, &kept)]).await;
        assert_eq!(both.into_iter().filter(|ended| *ended).count(), 1);
        assert_eq!(token_changes(db).await, announced + 1, "said once");
        use_at(NOW + 2 * HOUR).await;
        let held = |session: &SsoSession| {
            let id = session.id.clone();
            commit(db, move |tx| {
                Box::pin(async move { begin::hold(tx, &id).await })
            })
        };
        assert!(!held(&kept).await, "use wakes no ended session");
        assert!(held(&other).await, "the other stands");
    }
}

#[tokio::test]
async fn a_user_token_ends_with_its_session() {
    for database in database::each_engine().await {
        let (db, random) = (&database.db, Random::seeded(1));
        let session = session(db, &random).await;
        let id = session.id.clone();
        let token = commit(db, move |tx| {
            Box::pin(async move { user_tokens::issue(tx, &id, NOW, &random).await })
        });
        let token = token.await;
        let find = async |now| {
            let mut view = db.read().await.unwrap();
            let found = user_tokens::find_live(&mut view, &token, now, SessionLifetimes::default());
            found.await.unwrap()
        };
        let idle = SessionLifetimes::default().idle;
        assert_eq!(find(NOW + idle - 1).await.unwrap(), session);
        assert!(find(NOW + idle).await.is_none(), "to the millisecond");
        assert!(sign_out(db, &session).await);
        assert!(find(NOW).await.is_none());
    }
}

/// Attack 10: one of several browsers gets an unclaimed flow, and a flow reaches its target once.
#[tokio::test]
async fn a_flow_has_one_browser_and_one_end() {
    for database in database::each_engine().await {
        let (db, random) = (&database.db, Random::seeded(1));
        let target = Target::Portal {
            path: "/小明?q=' OR 1=1 --".to_owned(),
        };
        let steps = vec![Step::ALL[0]];
        let mut flow = SignInFlow::begin(target, steps, None, i64::MAX, NOW, &random);
        let (kept, id) = (flow.clone(), flow.id.clone());
        commit(db, move |tx| {
            Box::pin(async move { sign_in_flows::insert(tx, &kept, &source(), CAP).await })
        })
        .await;
        let again = flow.clone();
        let taken = db.write::<_, DbError, _>(move |tx| {
            Box::pin(async move { sign_in_flows::insert(tx, &again, &source(), CAP).await })
        });
        assert!(taken.await.unwrap_err().is_duplicate());

        let claims = ["one", "two", "three"].map(|secret| {
            let (id, browser) = (id.clone(), hashed(secret));
            commit(db, move |tx| {
                Box::pin(async move {
                    let is_mine = sign_in_flows::take(tx, &id, &browser).await?;
                    Ok(is_mine.then_some(browser))
                })
            })
        });
        let owners: Vec<_> = join_all(claims).await.into_iter().flatten().collect();
        assert_eq!(owners.len(), 1, "{owners:?}");
        flow.browser.clone_from(&owners[0]);
        let find = async || {
            let mut view = db.read().await.unwrap();
            let found = sign_in_flows::find(&mut view, &id).await;
            found.unwrap().unwrap()
        };
        assert_eq!(find().await, flow, "with the end of all time as its own");

        let save = |language: &str| {
            let (id, language) = (id.clone(), Some(language.to_owned()));
            let progress = Progress {
                language,
                ..flow.progress.clone()
            };
            commit(db, move |tx| {
                Box::pin(async move { sign_in_flows::save_progress(tx, &id, &progress).await })
            })
        };
        assert!(save("zh-cn").await);
        let ends = [1, 2].map(|late| {
            let id = id.clone();
            commit(db, move |tx| {
                Box::pin(async move { sign_in_flows::end(tx, &id, NOW + late).await })
            })
        });
        let ended = join_all(ends).await;
        assert_eq!(ended.into_iter().filter(|first| *first).count(), 1);
        assert!(!save("en-us").await, "an ended flow stays as it is");
        assert_eq!(find().await.progress.language.as_deref(), Some("zh-cn"));
    }
}

/// Attack 8: a record that is saved during a sign-out does not sign the browser in again.
#[tokio::test]
async fn a_late_save_brings_no_record_back() {
    for database in database::each_engine().await {
        let clock = Clock::fixed(NOW);
        let store = BrowserStore::new(database.db.clone(), clock.clone());
        let expiry_date = OffsetDateTime::from_unix_timestamp((NOW + MINUTE) / 1_000).unwrap();
        let mut record = Record {
            id: Id::default(),
            data: HashMap::from([("sid".to_owned(), json!("\u{1f600}"))]),
            expiry_date,
        };
        store.create(&mut record).await.unwrap();
        let mut second = record.clone();
        store.create(&mut second).await.unwrap();
        assert_ne!(second.id, record.id, "a taken id is drawn anew");
        assert_eq!(store.load(&record.id).await.unwrap().unwrap(), record);
        store.delete(&record.id).await.unwrap();
        store.save(&record).await.unwrap();
        assert!(store.load(&record.id).await.unwrap().is_none());

        clock.advance(MINUTE - 1);
        assert!(store.load(&second.id).await.unwrap().is_some());
        clock.advance(1);
        assert!(store.load(&second.id).await.unwrap().is_none());
    }
}

/// One statement reads who is signed in: the browser's record, its session, the account and the consent for one client.
/// Each of the first three can end it, and nobody has the consent of somebody else (attack 11).
#[tokio::test]
async fn a_browser_is_signed_in_while_its_record_its_session_and_its_account_are() {
    for database in database::each_engine().await {
        let (db, random) = (&database.db, Random::seeded(1));
        let account = access::account(db, "ada", None).await;
        let session = SsoSession::begin(&Authentication::password(&account.id), NOW, &random);
        let other = access::account(db, "ben", None).await;
        let consent = |account: &Account, client_id: &str, session_id: &str| Allowed {
            account_id: account.id.clone(),
            client_id: client_id.to_owned(),
            session_id: session_id.to_owned(),
            scope: vec!["openid".to_owned()],
            asked_again: false,
        };
        let consents = [
            consent(&account, "basic", &session.id),
            consent(&other, "post", "another session"),
        ];
        let kept = session.clone();
        let audit = AuditContext::new(NOW, &random, &Origin::default());
        commit(db, move |tx| {
            Box::pin(async move {
                rows::session(tx, &kept).await?;
                for consent in &consents {
                    consents::give(tx, consent, &audit).await?;
                }
                Ok(())
            })
        })
        .await;
        let store = Arc::new(BrowserStore::new(db.clone(), Clock::fixed(NOW)));
        let record = async |sid: &str| {
            let mut record = Record {
                id: Id::default(),
                data: HashMap::from([("sid".to_owned(), json!(sid))]),
                expiry_date: OffsetDateTime::from_unix_timestamp((NOW + HOUR) / 1_000).unwrap(),
            };
            store.create(&mut record).await.unwrap();
            record.id
        };
        let found = async |id: Option<Id>, client_id: Option<&str>, now| {
            let rules = SignedInRules {
                lifetimes: SessionLifetimes::default(),
                zone: &TimeZone::UTC,
                now,
            };
            let browser = Session::new(id, store.clone(), None);
            browser::signed_in(db, &browser, client_id, rules)
                .await
                .unwrap()
        };
        let browser = Some(record(&session.id).await);
        let at_basic = found(browser, Some("basic"), NOW).await.unwrap();
        assert_eq!(
            (&at_basic.session, &at_basic.account.id),
            (&session, &account.id)
        );
        assert!(at_basic.code_key.is_some());
        assert_eq!(at_basic.consent.unwrap().scope, "openid");
        for client in [Some("post"), None] {
            let elsewhere = found(browser, client, NOW).await.unwrap();
            assert!(elsewhere.consent.is_none(), "{client:?}");
        }
        assert!(found(None, Some("basic"), NOW).await.is_none());
        assert!(
            found(Some(Id::default()), Some("basic"), NOW)
                .await
                .is_none()
        );
        assert!(
            found(browser, Some("basic"), NOW + HOUR - 1)
                .await
                .is_some()
        );
        assert!(
            found(browser, Some("basic"), NOW + HOUR).await.is_none(),
            "the record's end"
        );
        for damaged in ["", &session.id[1..], &format!(" {}", session.id)] {
            let damaged = Some(record(damaged).await);
            assert!(found(damaged, Some("basic"), NOW).await.is_none());
        }
        let set_status = async |status| {
            let id = account.id.clone();
            commit(db, move |tx| {
                Box::pin(async move { rows::status(tx, &id, status).await })
            })
            .await;
        };
        set_status(Status::Disabled).await;
        assert!(found(browser, Some("basic"), NOW).await.is_none());
        set_status(Status::Enabled).await;
        assert!(found(browser, Some("basic"), NOW).await.is_some());
        assert!(sign_out(db, &session).await);
        assert!(found(browser, Some("basic"), NOW).await.is_none());
    }
}

/// Attack 44: two processes share one cap: while both begin flows, people choose a language and prove who they are, and
/// the sweep deletes. None of these writes fails because another one waits for it, and a flow that was pushed out
/// during its proof is stored again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_processes_keep_one_cap_of_flows() {
    for database in database::each_engine().await {
        let beside = database.again().await;
        let mut running = JoinSet::new();
        for n in 0..120_i64 {
            let db = [&database.db, &beside][usize::from(n % 2 == 0)].clone();
            running.spawn(async move { begin_and_prove(&db, n).await });
        }
        for n in 0..6 {
            let db = beside.clone();
            running.spawn(async move {
                commit(&db, move |tx| {
                    Box::pin(sign_in_flows::sweep_early(tx, NOW + HOUR + 20 * n, 50, 30))
                })
                .await;
            });
        }
        running.join_all().await;
        commit(&beside, |tx| {
            Box::pin(sign_in_flows::sweep_early(tx, NOW + 2 * HOUR, 50, 20))
        })
        .await;
        let mut view = database.db.read().await.unwrap();
        let mut count = async |sql| rows::number(&mut view, sql, "").await.unwrap();
        let kept = "SELECT COUNT(*) FROM sign_in_flows WHERE held = 0 AND id <> $1";
        let sum = "SELECT flows FROM sign_in_networks WHERE network = $1";
        let (kept, sum) = (count(kept).await, count(sum).await);
        assert!((1..=CAP.flows).contains(&kept), "{kept}");
        assert_eq!(sum, kept, "{:?}", database.db.engine());
        let held = "SELECT COUNT(*) FROM sign_in_flows WHERE held = 1 AND id <> $1";
        assert_eq!(count(held).await, 20);
    }
}

/// Begins a flow of address `n`, chooses a language in it, and completes sign-in in every third flow.
async fn begin_and_prove(db: &Db, n: i64) {
    let target = Target::Portal { path: "/".into() };
    let (steps, secret) = (vec![Step::Identify], Some("secret"));
    let mut flow = SignInFlow::begin(target, steps, secret, HOUR, NOW + n, &Random::system());
    let address = u32::try_from(n * 97).unwrap().to_be_bytes();
    let (kept, source) = (flow.clone(), FlowSource::of(address.into(), None));
    commit(db, move |tx| {
        Box::pin(async move { sign_in_flows::insert(tx, &kept, &source, CAP).await })
    })
    .await;
    flow.progress.language = Some("zh-cn".to_owned());
    let (id, progress) = (flow.id.clone(), flow.progress.clone());
    commit(db, move |tx| {
        Box::pin(async move { sign_in_flows::save_progress(tx, &id, &progress).await })
    })
    .await;
    if n % 3 == 0 {
        flow.progress.authenticated(false, NOW + n);
        commit(db, move |tx| {
            Box::pin(async move { sign_in_flows::save_proved(tx, &flow).await })
        })
        .await;
    }
}
