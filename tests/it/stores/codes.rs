//! Authorization codes that are rows, and the ids of grants, which mark sealed ones as used.

use atrium::clock::{MINUTE, Millis};
use atrium::db::{Db, DbError};
use atrium::random::{Random, hashed};
use atrium::sessions::codes::{self, CodeContext, FoundCode, InvalidGrant, SentCode};
use atrium::sessions::grants::{self, RevokeReason};
use atrium::sessions::sso::SessionLifetimes;

use super::grants::{context, grant};
use super::{NOW, commit, session};
use crate::support::database;

/// Finds a code that is a row, and uses it up.
pub(super) async fn take(db: &Db, code: &str, now: Millis) -> Result<FoundCode, InvalidGrant> {
    let sent = SentCode::Other(hashed(code));
    commit(db, move |tx| {
        Box::pin(async move {
            let found = codes::find(tx, &sent, SessionLifetimes::default(), now).await?;
            assert_eq!(codes::use_up(tx, &sent, now).await?, found.is_ok());
            Ok(found)
        })
    })
    .await
}

/// RFC 6749 section 4.1.2: only the request that a code is for uses it up.
#[tokio::test]
async fn a_code_ends_to_the_millisecond_and_outlives_a_refused_request() {
    for database in database::each_engine().await {
        let (db, random) = (&database.db, Random::seeded(1));
        let session = session(db, &random).await;
        let wanted = CodeContext {
            grant: context(&session),
            redirect_uri: "https://basic.test/cb?ü=1".to_owned(),
            redirect_uri_named: true,
            pkce: None,
            dpop_jkt: Some(String::new()),
        };
        let kept = wanted.clone();
        let (first, second) = commit(db, move |tx| {
            Box::pin(async move {
                let first = codes::store(tx, &kept, MINUTE, NOW, &random).await?;
                let second = codes::store(tx, &kept, MINUTE, NOW, &random).await?;
                Ok((first, second))
            })
        })
        .await;
        let code = first.clone();
        let refused = db.write::<(), DbError, _>(move |tx| {
            Box::pin(async move {
                let sent = SentCode::Other(hashed(&code));
                assert!(codes::use_up(tx, &sent, NOW).await?);
                Err(DbError::WriterGone)
            })
        });
        refused.await.unwrap_err();
        let taken = take(db, &first, NOW + MINUTE - 1).await;
        let taken = taken.expect("good for another millisecond");
        assert_eq!((taken.context, taken.session), (wanted, session));
        let sent = SentCode::Other(hashed(&second));
        let late = commit(db, move |tx| {
            Box::pin(async move {
                let lifetimes = SessionLifetimes::default();
                codes::find(tx, &sent, lifetimes, NOW + MINUTE).await
            })
        });
        assert_eq!(late.await.unwrap_err(), InvalidGrant::Unknown);
        for code in [&*first, "never issued"] {
            let unknown = take(db, code, NOW).await.unwrap_err();
            assert_eq!(unknown, InvalidGrant::Unknown, "{code}");
        }
    }
}

/// Attack 25: an id becomes one grant, on both engines and without an error.
#[tokio::test]
async fn an_id_becomes_one_grant() {
    for database in database::each_engine().await {
        let (db, random) = (&database.db, Random::seeded(1));
        let session = session(db, &random).await;
        let first = grant(db, &session, &random).await;
        let mut again = first.clone();
        again.context.scope = vec!["email".to_owned()];
        let kept = commit(db, move |tx| {
            Box::pin(async move { grants::keep(tx, &again, None, NOW).await })
        });
        assert!(!kept.await);
        let id = first.id.clone();
        let revoked = commit(db, move |tx| {
            Box::pin(async move { grants::revoke(tx, &id, RevokeReason::Client, NOW).await })
        });
        assert_eq!(revoked.await.unwrap().context, first.context);
    }
}
