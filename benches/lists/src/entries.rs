//! Audit entries: fills the audit log, and queries its list.

use atrium::audit::{self, AuditFilter, ObjectKind};
use atrium::clock::DAY;
use atrium::db::Db;
use atrium::db::list::Paging;

use super::Fault;
use super::fill::{analyse, indexes, run};
use super::questions::{head, measured};

/// Entries per statement.
const AT_ONCE: i64 = 100_000;
/// The time of the first entry; one follows every six seconds.
const BEGIN: i64 = 1_700_000_000_000;
const EVERY: i64 = 6_000;

/// Adds `all` entries, unless there are some already. Returns true if it added them.
pub async fn fill(db: &Db, all: i64) -> Result<bool, Fault> {
    let (none, first) = (AuditFilter::default(), Paging::default());
    if audit::page(&mut db.read().await?, &none, &first)
        .await?
        .total
        > 0
    {
        return Ok(false);
    }
    let indexes = indexes(db, "audit_entries").await?;
    let dropped = indexes.iter().map(|(name, _)| format!("DROP INDEX {name}"));
    run(db, dropped.collect()).await?;
    let mut n = 0;
    while n < all {
        let end = (n + AT_ONCE).min(all);
        run(db, vec![entries(n, end - 1)]).await?;
        n = end;
    }
    let made = indexes.into_iter().map(|(_, text)| text).collect();
    run(db, made).await?;
    analyse(db, &["VACUUM ANALYZE audit_entries"]).await?;
    Ok(true)
}

/// 60 of 100 entries are granted tokens, 15 sign-ins, 15 ended sessions, 9 refused sign-ins and one a changed account.
/// There are 200,000 people, 40 clients and 10,000 addresses; a few people have most entries.
fn entries(from: i64, to: i64) -> String {
    format!(
        "INSERT INTO audit_entries (id, at, kind, actor_id, account_id, client_id, session_id, address, \
         request_id, detail, object_kind, object_id, call) \
         WITH RECURSIVE numbers (n) AS (SELECT CAST({from} AS BIGINT) UNION ALL \
            SELECT n + 1 FROM numbers WHERE n < {to}), \
         mixed AS (SELECT n, (n * 7919) % 100 AS share, ((n * 104729) % 200003) AS seed FROM numbers), \
         people AS (SELECT n, share, seed, \
            'person' || CAST((seed / 1000) * (seed / 1000) * 5 + seed % 5 AS TEXT) AS person FROM mixed) \
         SELECT 'entry' || CAST(1000000000 + n AS TEXT), {BEGIN} + n * {EVERY}, \
            CASE WHEN share < 60 THEN 'token.granted' WHEN share < 75 THEN 'sign_in.succeeded' \
                WHEN share < 90 THEN 'session.ended' WHEN share < 99 THEN 'sign_in.refused' \
                ELSE 'account.changed' END, \
            CASE WHEN share >= 75 AND share < 90 THEN 'server' ELSE person END, person, \
            CASE WHEN share < 60 THEN 'client' || CAST(n % 40 AS TEXT) END, \
            'session' || CAST(n / 4 AS TEXT), \
            '192.0.' || CAST(seed % 40 AS TEXT) || '.' || CAST(seed % 250 AS TEXT), 'request', \
            '{{\"grant_type\":\"authorization_code\",\"scope\":\"openid profile\",\"format\":\"opaque\"}}', \
            CASE WHEN share < 60 THEN 'client' WHEN share >= 75 AND share < 90 THEN 'session' \
                ELSE 'account' END, \
            CASE WHEN share < 60 THEN 'client' || CAST(n % 40 AS TEXT) \
                WHEN share >= 75 AND share < 90 THEN 'session' || CAST(n / 4 AS TEXT) ELSE person END, \
            CASE WHEN share < 60 THEN 'POST /oauth2/token' WHEN share < 75 THEN 'POST /login' \
                WHEN share < 90 THEN 'server: expired sessions' WHEN share < 99 THEN 'POST /login' \
                ELSE 'POST /api/security/admin/user/update' END \
         FROM people"
    )
}

/// Runs the queries of an audit log with `all` entries.
pub async fn ask(db: &Db, all: i64) -> Result<(), Fault> {
    head();
    for sort in ["-time", "time"] {
        let sorted = Paging {
            sort: Some(sort.to_owned()),
            ..Paging::default()
        };
        let none = AuditFilter::default();
        let first = asked(db, &format!("first page, {sort}"), &none, &sorted).await?;
        let page = Paging {
            page_num: 1_000,
            ..sorted.clone()
        };
        asked(db, &format!("page 1000, {sort}"), &none, &page).await?;
        let last = Paging {
            cursor: first.last,
            ..sorted.clone()
        };
        let last = asked(db, &format!("last page, {sort}"), &none, &last).await?;
        let deep = Paging {
            cursor: last.previous,
            page_size: 100,
            ..sorted
        };
        asked(db, &format!("deep cursor, 100 rows, {sort}"), &none, &deep).await?;
    }
    for (what, filter) in filters(all) {
        for page_num in [1, 500] {
            let paging = Paging {
                page_num,
                ..Paging::default()
            };
            asked(db, &format!("{what}, page {page_num}"), &filter, &paging).await?;
        }
    }
    for (kind, id) in [
        (ObjectKind::Account, "person5"),
        (ObjectKind::Client, "client7"),
    ] {
        measured(&format!("history of {id}"), async || {
            let mut view = db.read().await?;
            Ok(audit::history(&mut view, kind, id, &Paging::default()).await?)
        })
        .await?;
    }
    Ok(())
}

/// Single filters, then several at once. The last two of these find nothing.
fn filters(all: i64) -> Vec<(&'static str, AuditFilter)> {
    let middle = BEGIN + all / 2 * EVERY;
    let filter = |conditions: &[(&str, &str)]| {
        let mut filter = AuditFilter::default();
        for (name, value) in conditions {
            let value = Some((*value).to_owned());
            match *name {
                "kind" => filter.kind = value,
                "actor" => filter.actor = value,
                "account" => filter.account = value,
                "client" => filter.client = value,
                "call" => filter.call = value,
                "address" => filter.address = value,
                _ => (filter.from, filter.until) = (Some(middle), Some(middle + DAY)),
            }
        }
        filter
    };
    let (tokens, client) = (("kind", "token.granted"), ("client", "client7"));
    let (person, address) = (("account", "person5"), ("address", "192.0.7.7"));
    vec![
        ("granted tokens", filter(&[tokens])),
        ("changed accounts", filter(&[("kind", "account.changed")])),
        (
            "a kind without entries",
            filter(&[("kind", "key.withdrawn")]),
        ),
        ("an actor", filter(&[("actor", "person5")])),
        ("the server", filter(&[("actor", "server")])),
        ("an account", filter(&[person])),
        ("a client", filter(&[client])),
        ("a call", filter(&[("call", "POST /login")])),
        ("an address", filter(&[address])),
        ("a day", filter(&[("day", "")])),
        ("a day, granted tokens", filter(&[("day", ""), tokens])),
        ("a day, an account", filter(&[("day", ""), person])),
        ("granted tokens of a client", filter(&[tokens, client])),
        (
            "sign-ins from an address",
            filter(&[("kind", "sign_in.succeeded"), address]),
        ),
        (
            "ended sessions of a client",
            filter(&[("kind", "session.ended"), client]),
        ),
        (
            "sign-ins by the server",
            filter(&[("kind", "sign_in.succeeded"), ("actor", "server")]),
        ),
    ]
}

async fn asked(
    db: &Db,
    what: &str,
    filter: &AuditFilter,
    paging: &Paging,
) -> Result<atrium::db::list::FoundPage<audit::Recorded>, Fault> {
    measured(what, async || {
        Ok(audit::page(&mut db.read().await?, filter, paging).await?)
    })
    .await
}
