//! Launch tokens and codes on both engines (contract F-02, attacks 11 and 28).

use atrium::audit::{AuditContext, Origin};
use atrium::clients::{self, Client, Registry};
use atrium::clock::{Clock, HOUR, MINUTE, SECOND};
use atrium::db::{Db, DbError};
use atrium::random::Random;
use atrium::sessions::launch::{self, Launch, LaunchLifetimes, LaunchMode, Launched, TokenLookup};
use atrium::sessions::launch::{Usage, usage};
use atrium::sessions::sso::{Authentication, SessionLifetimes, SsoSession};
use atrium::sessions::{end, revocation, user_tokens};

use crate::support::{database, rows};

const NOW: i64 = 1_795_260_000_000;

fn audit(at: i64) -> AuditContext {
    AuditContext::new(at, &Random::system(), &Origin::default())
}

async fn session(db: &Db) -> SsoSession {
    let session = SsoSession::begin(&Authentication::password("dan"), NOW, &Random::system());
    let kept = session.clone();
    db.write::<_, DbError, _>(move |tx| Box::pin(async move { rows::session(tx, &kept).await }))
        .await
        .unwrap();
    session
}

async fn give(db: &Db, session: &SsoSession, app: &'static str, mode: LaunchMode) -> String {
    let session = session.clone();
    let launch = Launch {
        client_id: app.to_owned(),
        mode,
        lifetimes: LaunchLifetimes::default(),
    };
    db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move { launch.give(tx, &session, &audit(NOW)).await })
    })
    .await
    .unwrap()
}

async fn present(db: &Db, secret: &str, app: &'static str, at: i64) -> Option<Launched> {
    let mut tx = db.read().await.unwrap();
    let lifetimes = SessionLifetimes::default();
    match launch::find(&mut tx, secret, app, at, lifetimes)
        .await
        .unwrap()
    {
        TokenLookup::Good(launched) => return Some(*launched),
        TokenLookup::Unknown => return None,
        TokenLookup::Ask => drop(tx),
    }
    let secret = secret.to_owned();
    db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            let both = (lifetimes, LaunchLifetimes::default());
            launch::present(tx, &secret, app, both, &audit(at)).await
        })
    })
    .await
    .unwrap()
}

async fn finish(db: &Db, session: &SsoSession) {
    let session = session.clone();
    let clients = Registry::load(db).await.unwrap();
    db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move { end::sign_out(tx, &session, &audit(NOW), &clients).await })
    })
    .await
    .unwrap();
}

/// Attack 28: `atrium client revoke-tokens`: tokens and codes of one application end, in use or not.
#[tokio::test]
async fn everything_of_an_application_ends_at_once() {
    for database in database::each_engine().await {
        let db = &database.db;
        let session = session(db).await;
        for app in ["one", "two"] {
            let client = Client {
                client_id: app.to_owned(),
                ..Client::default()
            };
            db.write::<_, DbError, _>(move |tx| {
                Box::pin(async move { clients::save(tx, &client, NOW).await })
            })
            .await
            .unwrap();
        }
        let used = give(db, &session, "one", LaunchMode::Query).await;
        assert!(present(db, &used, "one", NOW).await.is_some());
        let fresh = give(db, &session, "one", LaunchMode::Query).await;
        let code = give(db, &session, "one", LaunchMode::Code).await;
        let other = give(db, &session, "two", LaunchMode::Query).await;
        let other_code = give(db, &session, "two", LaunchMode::Code).await;
        db.write::<_, DbError, _>(|tx| {
            Box::pin(async move {
                revocation::revoke_client_tokens(tx, "one", &audit(NOW), &Clock::fixed(NOW)).await
            })
        })
        .await
        .unwrap();
        for ended in [&used, &fresh, &code] {
            assert!(present(db, ended, "one", NOW + 1).await.is_none());
        }
        for good in [&other, &other_code] {
            assert!(present(db, good, "two", NOW + 1).await.is_some());
        }
    }
}

/// F-02: a token is valid for 15 minutes until its first use, then as long as the session, for one
/// application only.
#[tokio::test]
async fn a_token_lives_with_its_session() {
    for database in database::each_engine().await {
        let db = &database.db;
        let session = session(db).await;
        let late = give(db, &session, "A", LaunchMode::Query).await;
        assert!(present(db, &late, "A", NOW + 15 * MINUTE).await.is_none());
        let token = give(db, &session, "A", LaunchMode::Query).await;
        assert!(present(db, &token, "B", NOW).await.is_none());
        let first = present(db, &token, "A", NOW + 15 * MINUTE - 1)
            .await
            .unwrap();
        assert_eq!(first.session.account_id, "dan");
        assert_eq!(first.exchanged, None);
        assert!(present(db, &token, "A", NOW + HOUR).await.is_some());
        assert!(present(db, &token, "B", NOW + HOUR).await.is_none());
        assert!(
            present(db, &token, "A", NOW + 2 * HOUR).await.is_none(),
            "idle"
        );
        finish(db, &session).await;
        assert!(present(db, &token, "A", NOW + 20 * MINUTE).await.is_none());
    }
}

/// Attack 28: shortened, extended, other-case and unknown secrets are refused.
#[tokio::test]
async fn only_the_very_token_is_taken() {
    for database in database::each_engine().await {
        let db = &database.db;
        let session = session(db).await;
        let token = give(db, &session, "A", LaunchMode::Query).await;
        for bad in [
            String::new(),
            token[1..].to_owned(),
            format!("{token}A"),
            format!("{token}="),
            format!(" {token}"),
            token.to_uppercase(),
            token.to_lowercase(),
            atrium::random::hashed(&token),
        ] {
            assert!(present(db, &bad, "A", NOW).await.is_none(), "{bad}");
        }
        let mut tx = db.read().await.unwrap();
        let as_user = user_tokens::find_live(&mut tx, &token, NOW, SessionLifetimes::default());
        assert!(as_user.await.unwrap().is_none(), "typed storage keys");
    }
}

/// Mode `code`: exchanged once, within a minute; a second exchange ends the token of the first.
#[tokio::test]
async fn a_code_is_exchanged_once() {
    for database in database::each_engine().await {
        let db = &database.db;
        let session = session(db).await;
        let late = give(db, &session, "A", LaunchMode::Code).await;
        assert!(present(db, &late, "A", NOW + MINUTE).await.is_none());
        let code = give(db, &session, "A", LaunchMode::Code).await;
        assert!(
            present(db, &code, "B", NOW).await.is_none(),
            "a stranger's try"
        );
        let got = present(db, &code, "A", NOW + 59 * SECOND).await.unwrap();
        let token = got.exchanged.unwrap();
        assert_ne!(token, code);
        assert!(present(db, &token, "A", NOW + MINUTE).await.is_some());
        assert!(present(db, &token, "B", NOW + MINUTE).await.is_none());
        assert!(present(db, &code, "A", NOW + MINUTE).await.is_none());
        assert!(
            present(db, &token, "A", NOW + MINUTE).await.is_none(),
            "replayed"
        );
    }
}

#[tokio::test]
async fn of_parallel_exchanges_one_wins() {
    for database in database::each_engine().await {
        let db = &database.db;
        let session = session(db).await;
        let code = give(db, &session, "A", LaunchMode::Code).await;
        let tries = (0..8).map(|_| {
            let (db, code) = (db.clone(), code.clone());
            tokio::spawn(async move { present(&db, &code, "A", NOW).await })
        });
        let mut won = Vec::new();
        for one in tries.collect::<Vec<_>>() {
            won.extend(one.await.unwrap());
        }
        assert_eq!(won.len(), 1, "{:?}", db.engine());
    }
}

/// The administrator sees for each application when query tokens were last issued and used.
#[tokio::test]
async fn usage_is_counted_per_application() {
    for database in database::each_engine().await {
        let db = &database.db;
        let session = session(db).await;
        let token = give(db, &session, "A", LaunchMode::Query).await;
        give(db, &session, "A", LaunchMode::Query).await;
        let code = give(db, &session, "B", LaunchMode::Code).await;
        for at in [NOW, NOW + SECOND, NOW + 5 * MINUTE] {
            assert!(present(db, &token, "A", at).await.is_some());
        }
        assert!(present(db, &code, "B", NOW).await.is_some());
        let mut tx = db.read().await.unwrap();
        let usage = usage(&mut tx).await.unwrap();
        let minute = NOW.div_euclid(MINUTE) * MINUTE;
        let expected = [
            Usage {
                client_id: "A".into(),
                query_tokens: 2,
                query_issued_at: Some(minute),
                query_used_at: Some(minute + 5 * MINUTE),
                code_exchanged_at: None,
            },
            Usage {
                client_id: "B".into(),
                query_tokens: 0,
                query_issued_at: None,
                query_used_at: None,
                code_exchanged_at: Some(minute),
            },
        ];
        assert_eq!(usage, expected);
    }
}
