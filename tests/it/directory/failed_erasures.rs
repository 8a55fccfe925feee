//! Erasures that fail (decision 0068).

use atrium::app::erasure::ROOMS;
use atrium::audit::AuditContext;
use atrium::clients::Registry;
use atrium::clock::{DAY, HOUR};
use atrium::config::Config;
use atrium::db::{Db, DbError, SqlQuery};
use atrium::directory::deletion::DeletionRules;
use atrium::directory::deletion::erasure::{EraseStep, Erasures};
use atrium::directory::{AccountError, NewAccount};
use atrium::jobs::Routine as _;
use atrium::random::Random;
use atrium::sessions::account_deletion;
use jiff::tz::TimeZone;

use super::{NOW, add, by_name, named};
use crate::support::database;

/// When both deletions are due.
const DUE: i64 = NOW + 14 * DAY;

/// Fails for one account.
const FAILING: EraseStep = |tx, id, _| {
    Box::pin(async move {
        let name = SqlQuery::kept("SELECT username FROM accounts WHERE id = $1").bind(id);
        let found: Option<(String,)> = name.fetch_optional(tx).await?;
        if found.is_none_or(|(name,)| name != "Stuck") {
            return Ok(None);
        }
        let broken = SqlQuery::kept("SELECT name FROM a_table_that_does_not_exist");
        let _: Option<(String,)> = broken.fetch_optional(tx).await?;
        Ok(None)
    })
};

async fn deleted(db: &Db, new: NewAccount) {
    let id = add(db, new).await.unwrap();
    let clients = Registry::load(db).await.unwrap();
    let begun = db.write::<_, AccountError, _>(move |tx| {
        Box::pin(async move {
            let (config, zone) = (Config::default(), TimeZone::UTC);
            let audit = AuditContext::of_server(NOW, &Random::system(), "test").by(&id);
            let rules = DeletionRules::of(&config, &zone);
            account_deletion::begin(tx, &id, rules, &clients, &audit).await
        })
    });
    begun.await.unwrap();
}

/// An erasure that fails waits an hour, so that those that fail never fill a round.
#[tokio::test]
async fn an_erasure_that_fails_keeps_no_other_waiting() {
    for database in database::each_engine().await {
        let db = &database.db;
        deleted(db, named("Stuck")).await;
        deleted(db, named("Other")).await;

        let rooms = [&[FAILING], ROOMS].concat();
        let failing = Erasures::new(&Random::system(), rooms.leak());
        let failed = failing.run(db, DUE).await;
        let failed = failed.unwrap_err().to_string();
        assert!(failed.contains("a_table_that_does_not_exist"), "{failed}");
        assert!(by_name(db, "Other").await.is_none());
        assert!(by_name(db, "Stuck").await.is_some());

        failing.run(db, DUE + HOUR - 1).await.unwrap();
        let works = Erasures::new(&Random::system(), ROOMS);
        works.run(db, DUE + HOUR - 1).await.unwrap();
        assert!(by_name(db, "Stuck").await.is_some(), "it waits");
        let again: Result<(), DbError> = works.run(db, DUE + HOUR).await;
        again.unwrap();
        assert!(by_name(db, "Stuck").await.is_none());
    }
}
