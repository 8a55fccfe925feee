//! Audit entries: fills the audit log, and queries its list.

use atrium::audit::{self, AuditFilter};
use atrium::db::Db;
use atrium::db::list::Paging;

use super::Fault;
use super::fill::{analyse, indexes, run};

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
         request_id, detail, object_kind, object_id, call, segment) \
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
                ELSE 'POST /api/security/admin/user/update' END, \
            CASE WHEN share < 60 THEN 'tokens' WHEN share < 99 THEN 'sign_ins' ELSE 'changes' END \
         FROM people"
    )
}
