//! A row that refers to a row that does not exist.

use atrium::db::{Db, DbError, WriteTx, installation};
use atrium::directory::{Status, organisations};
use atrium::groups::{self, GroupStatus};
use futures_util::future::BoxFuture;

use super::NOW;
use crate::access;
use crate::support::database;

/// What [`refused`] writes first. It must not be stored.
const FIRST: &str = "written before";

type Job = for<'t> fn(&'t mut WriteTx) -> BoxFuture<'t, Result<(), DbError>>;

/// Each refers to something that does not exist.
const JOBS: &[(&str, Job)] = &[
    ("company", |tx| {
        Box::pin(organisations::save_company(
            tx,
            "c",
            "C",
            Some("nobody"),
            NOW,
        ))
    }),
    ("brand", |tx| {
        Box::pin(organisations::save_brand(tx, "b", "B", Some("nobody"), NOW))
    }),
    ("product", |tx| Box::pin(groups::grant(tx, "team", 9))),
    ("group", |tx| Box::pin(groups::grant(tx, "nobody", 1))),
    ("manager", |tx| {
        Box::pin(groups::appoint(tx, "team", "nobody"))
    }),
    ("member", |tx| {
        Box::pin(groups::set_membership(
            tx,
            "nobody",
            "team",
            Status::Enabled,
            NOW,
        ))
    }),
];

async fn refused(db: &Db, job: Job) -> DbError {
    let written = db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            installation::save(tx, FIRST, "yes").await?;
            job(tx).await
        })
    });
    written.await.unwrap_err()
}

/// Both engines refuse it in the same way and undo the earlier part of the write. The next write
/// works.
#[tokio::test]
async fn nothing_names_what_is_not_there() {
    for database in database::each_engine().await {
        let db = &database.db;
        access::save(db, access::product(1), &[]).await;
        access::group(db, "team", &[1]).await;
        for (named, job) in JOBS {
            let error = refused(db, *job).await;
            assert!(matches!(error, DbError::Failed(_)), "{named}: {error:?}");
            let kept = installation::find(&mut db.read().await.unwrap(), FIRST).await;
            assert_eq!(kept.unwrap(), None, "{named}");
        }
        super::commit(db, |tx| {
            Box::pin(groups::set_status(tx, "nobody", GroupStatus::Off))
        })
        .await;
    }
}
