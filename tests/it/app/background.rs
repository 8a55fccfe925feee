//! Background work: every sweep, on both engines, and what administrators read of it.

use std::collections::BTreeSet;

use atrium::app::background;
use atrium::clock::{DAY, HOUR, MINUTE, Millis};
use atrium::db::{Db, DbError, SqlQuery, WriteTx};
use atrium::groups;
use atrium::mail::Mail;
use atrium::sessions::sign_in_flow::KNOWN;

use crate::directory;
use crate::support::app::TestApp;
use crate::support::database;
use crate::support::worker::{self, Steps as _};

const NOW: Millis = 1_800_000_000_000;
const SESSION: Millis = 12 * HOUR + DAY;
/// Keys that sort before the ids of today, as those of old rows do.
const GONE: &str = "00 gone";
const KEPT: &str = "00 kept";

/// Each swept table: its sweep, how long rows are kept beyond the time in the column, and a row
/// of it with that time.
const TABLES: &[(&str, Millis, &str)] = &[
    (
        "browser_sessions",
        0,
        "(id_hash, data, expires_at) VALUES ($1, '', $2)",
    ),
    (
        "sso_sessions",
        SESSION,
        "(id, account_id, auth_time, acr, amr, created_at, last_seen_at, ended_at) \
         VALUES ($1, '', 0, '', '', 0, $2, 0)",
    ),
    (
        "sign_in_flows",
        KNOWN,
        "(id, browser, target, progress, created_at, expires_at) VALUES ($1, '', '', '', $2, 0)",
    ),
    (
        "authorization_codes",
        DAY,
        "(hash, grant_id, client_id, context, expires_at) VALUES ($1, '', '', '', $2)",
    ),
    (
        "access_tokens",
        MINUTE,
        "(hash, client_id, scope, audience, issued_at, expires_at) VALUES ($1, '', '', '', 0, $2)",
    ),
    (
        "page_views",
        400 * DAY,
        "(route, day_at, views) VALUES ($1, $2, 1)",
    ),
    (
        "event_counts",
        400 * DAY,
        "(thing, at, kind, span, part, many) VALUES ($1, $2, '', 0, '', 1)",
    ),
    ("former_names", 0, "(name_hash, free_at) VALUES ($1, $2)"),
    ("revoked_jtis", MINUTE, "(jti, expires_at) VALUES ($1, $2)"),
    (
        "remembered_browsers",
        0,
        "(account_id, browser_hash, id, added_at, ends_at) VALUES ($1, $1, $1, 0, $2)",
    ),
    ("seen_jtis", MINUTE, "(hash, expires_at) VALUES ($1, $2)"),
    (
        "grants",
        SESSION,
        "(id, client_id, account_id, offline, context, created_at) VALUES ($1, '', '', 0, '', $2)",
    ),
    (
        "user_tokens",
        SESSION,
        "(hash, session_id, issued_at) VALUES ($1, '', $2)",
    ),
    (
        "launch_tokens",
        SESSION,
        "(hash, client_id, session_id, issued_at, use_by) VALUES ($1, '', '', $2, 0)",
    ),
    (
        "launch_codes",
        DAY,
        "(hash, client_id, session_id, expires_at) VALUES ($1, '', '', $2)",
    ),
    (
        "limit_counters",
        0,
        "(name, window_ends, failures, pending, reserved_at, reserved_before, delayed_until) \
         VALUES ($1, $2, 1, 0, 0, 0, 0)",
    ),
    (
        "feedback_uploads",
        2 * DAY,
        "(account_id, name, uploaded_at) VALUES ($1, '', $2)",
    ),
    (
        "deleted_announcements",
        0,
        "(id, deleted_at) VALUES ($1, $2)",
    ),
    ("deleted_surveys", 0, "(id, deleted_at) VALUES ($1, $2)"),
    (
        "chats",
        90 * DAY,
        "(id, account_id, sealed_key, master_id, title, turns, created_at, changed_at) \
         VALUES ($1, '', '', '', '', 0, 0, $2)",
    ),
    (
        "assistant_days",
        400 * DAY,
        "(agency_id, day_at, account_id, version_id, answers, words, tokens_in, tokens_out, cost) \
         VALUES ($1, $2, '', 1, 1, 1, 0, 0, 0)",
    ),
    (
        "answered_calls",
        DAY,
        "(name, sent, answer, created_at) VALUES ($1, '', '', $2)",
    ),
    (
        "audit_entries",
        400 * DAY,
        "(id, kind, detail, at) VALUES ($1, '', '', $2)",
    ),
    (
        "audit_names",
        400 * DAY,
        "(object_id, object_kind, name, until) VALUES ($1, '', '', $2)",
    ),
    (
        "one_time_links",
        0,
        "(hash, account_id, purpose, email_key, expires_at) SELECT CAST($1 AS TEXT), id, \
         CAST($1 AS TEXT), '', CAST($2 AS BIGINT) FROM accounts",
    ),
    (
        "address_changes",
        0,
        "(id, account_id, number, changed_at, expires_at) SELECT CAST($1 AS TEXT), id, \
         (SELECT COUNT(*) FROM address_changes), 0, CAST($2 AS BIGINT) FROM accounts",
    ),
    (
        "account_applications",
        90 * DAY,
        "(id, account_id, username, email, wanted_group, reason, token_hash, state, created_at, decided_at) \
         SELECT CAST($1 AS TEXT), id, '', '', '', '', CAST($1 AS TEXT), 2, 0, CAST($2 AS BIGINT) FROM accounts",
    ),
    (
        "registration_invitations",
        30 * DAY,
        "(id, group_id, email, email_key, invited_by, created_at, expires_at) SELECT CAST($1 AS TEXT), 'media', '', \
         CAST($1 AS TEXT), id, 0, CAST($2 AS BIGINT) FROM accounts",
    ),
    (
        "product_openings",
        400 * DAY,
        "(account_id, product_id, minute) VALUES ($1, 0, CAST($2 AS BIGINT) / 60000)",
    ),
    (
        "jobs",
        30 * DAY,
        "(id, kind, payload, queued_at, run_at, attempts, lease_until, given_up_at) \
         VALUES ($1, '', '', 0, 0, 1, 0, $2)",
    ),
];

async fn insert(tx: &mut WriteTx, sql: &str, key: &str, at: Millis) -> Result<(), DbError> {
    let query = SqlQuery::composed(sql.to_owned()).bind(key).bind(at);
    query.execute(tx).await.map(drop)
}

async fn keys(db: &Db, table: &str, row: &str) -> Vec<String> {
    let key = row.trim_start_matches('(').split(',').next().unwrap();
    let sql = SqlQuery::composed(format!("SELECT {key} FROM {table} ORDER BY 1"));
    let keys = sql.fetch_all(&mut db.read().await.unwrap()).await.unwrap();
    keys.into_iter().map(|(key,)| key).collect()
}

async fn is_table(db: &Db, name: &str) -> bool {
    let sql = SqlQuery::composed(format!("SELECT COUNT(*) FROM {name}"));
    let mut view = db.read().await.unwrap();
    sql.fetch_one::<(i64,)>(&mut view).await.is_ok()
}

/// Rows are deleted once they are useless, and not earlier.
#[tokio::test]
async fn every_table_of_things_that_expire_is_swept() {
    for database in database::each_engine().await {
        let db = &database.db;
        directory::add(db, directory::named("Grace")).await.unwrap();
        db.write::<_, DbError, _>(|tx| Box::pin(groups::save(tx, "media", "Media", "", NOW)))
            .await
            .unwrap();
        for (table, keep, row) in TABLES {
            db.write::<_, DbError, _>(move |tx| {
                Box::pin(async move {
                    let sql = format!("INSERT INTO {table} {row}");
                    insert(tx, &sql, GONE, NOW - keep - 1).await?;
                    insert(tx, &sql, KEPT, NOW - keep + 1).await
                })
            })
            .await
            .unwrap();
        }
        let ran = worker::of_server(db, NOW)
            .await
            .run_routines()
            .await
            .unwrap();
        for name in ran {
            let is_here = TABLES.iter().any(|(table, ..)| *table == name);
            let sweeps = is_table(db, name).await && !is_here;
            assert!(!sweeps, "{name} is swept: add a row of it to TABLES");
        }
        for (table, _, row) in TABLES {
            assert_eq!(keys(db, table, row).await, [KEPT], "{table} on {db:?}");
        }
    }
}

/// The page of jobs has words for each kind, email and routine, in both languages, and for nothing
/// else.
#[tokio::test]
async fn every_job_email_and_routine_has_words_in_the_portal() {
    let app = TestApp::start().await;
    let worker = worker::of_server(app.db(), NOW).await;
    let worker = background::logout_notices(worker, app.state());
    let worker = background::late_answers(worker, app.state());
    let mails = Mail::samples();
    let routines = worker.routines().iter();
    let of_server: [(&str, BTreeSet<&str>); 3] = [
        ("kind", worker.kinds().collect()),
        ("message", mails.iter().map(Mail::name).collect()),
        ("routine", routines.map(|one| one.name()).collect()),
    ];
    // The drawer's own words.
    let headings = BTreeSet::from([
        "state", "good", "failing", "last", "took", "every", "failed",
    ]);
    let folder = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/portal/src/features/jobs/locales"
    );
    for language in ["en-us", "zh-cn"] {
        let words = std::fs::read_to_string(format!("{folder}/{language}.json")).unwrap();
        let words: serde_json::Map<String, serde_json::Value> =
            serde_json::from_str(&words).unwrap();
        for (group, names) in &of_server {
            let keys = words.keys().filter_map(|key| key.split_once('.'));
            let in_group = keys.filter_map(|(of, name)| (of == *group).then_some(name));
            let described: BTreeSet<&str> = in_group
                .filter(|name| *group != "routine" || !headings.contains(name))
                .collect();
            assert_eq!(described, *names, "{group} in {language}");
        }
    }
}
