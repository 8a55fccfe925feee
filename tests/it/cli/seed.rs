//! What `atrium seed --demo` creates: the facts that the demonstration, its tests and its readers
//! rely on.

use std::num::NonZeroUsize;

use atrium::access::{Rights, Role};
use atrium::audit;
use atrium::db::{Db, DbOptions, ReadTx, SqlQuery};
use atrium::directory::claims::{of_account, standard_claims};
use atrium::directory::password_pool::{HashPool, HashPoolOptions};
use atrium::directory::{self, Account, Status};
use atrium::limits::Asker;

use sqlx::{Connection as _, Executor as _};

use super::Place;
use crate::support::people::PASSWORD;

const PEOPLE: [(&str, &str); 5] = [
    ("AdaSuper", "ada@demo.test"),
    ("BenAdmin", "ben@demo.test"),
    ("ChloeManager", "chloe@demo.test"),
    ("DanMember", "dan@demo.test"),
    ("EveNewcomer", "eve@demo.test"),
];

/// The number of the account's rows by `sql`.
async fn count(tx: &mut ReadTx, sql: &'static str, account: &Account) -> i64 {
    let counted = SqlQuery::kept(sql).bind(&account.id);
    let (counted,) = counted.fetch_one(tx).await.unwrap();
    counted
}

/// The roles and groups of each demo person, as the server reads them.
#[tokio::test]
async fn everybody_of_the_demonstration_is_who_is_promised() {
    let place = Place::new();
    let seeded = place.run(&["seed", "--demo"]);
    assert!(seeded.status.success(), "{seeded:?}");
    let file = place.folder.path().join("data/atrium.db");
    let url = format!("sqlite:{}", file.display());
    let db = Db::connect(&DbOptions::new(&url)).await.unwrap();
    let options = HashPoolOptions {
        threads: NonZeroUsize::MIN,
        queue: 1,
    };
    let pool = HashPool::start(options).unwrap();
    let tx = &mut db.read().await.unwrap();

    for (name, email) in PEOPLE {
        let account = directory::find_by_name(tx, name).await.unwrap().unwrap();
        assert_eq!(account.email.as_deref(), Some(email));
        assert_eq!(account.status, Status::Enabled, "{name}");
        let hash = account.password_hash.clone();
        let verdict = pool
            .verify(PASSWORD.to_owned().into(), hash, &Asker::operator())
            .await;
        assert!(verdict.unwrap().matches, "{name}");

        assert_eq!(account.sup_admin, name == "AdaSuper", "{name}");
        let rights = Rights::of(tx, &account).await.unwrap();
        assert_eq!(rights.administrator, name == "BenAdmin", "{name}");
        assert_eq!(
            account.must_change_password,
            name == "EveNewcomer",
            "{name}"
        );
        let joined = "SELECT COUNT(*) FROM memberships WHERE account_id = $1";
        let in_none = count(tx, joined, &account).await == 0;
        assert_eq!(in_none, name == "EveNewcomer", "{name}");

        let answer = standard_claims(&account, &[], &of_account().collect::<Vec<_>>());
        let has_all = of_account().all(|claim| answer.contains_key(claim));
        assert_eq!(has_all, name == "DanMember", "{name}: {answer:?}");
        if name == "DanMember" {
            assert!(account.profile.preferred_username.is_some());
            let address = answer["address"].as_object().unwrap();
            assert_eq!(address.len(), 6, "each member of it: {address:?}");
            let opened = "SELECT COUNT(*) FROM memberships m JOIN group_products p \
                ON p.group_id = m.group_id WHERE m.account_id = $1 AND m.status = 0";
            assert!(count(tx, opened, &account).await > 1, "some products");
        }
        if name == "ChloeManager" {
            let managed = "SELECT COUNT(*) FROM group_managers WHERE account_id = $1";
            assert_eq!(count(tx, managed, &account).await, 2);
            let manages = rights.roles().contains(&Role::GroupManager);
            assert!(manages, "the groups are on");
        }
    }
}

/// The first column of the first row, as a number.
async fn number(tx: &mut ReadTx, sql: &'static str) -> i64 {
    let (number,) = SqlQuery::kept(sql).fetch_one(tx).await.unwrap();
    number
}

/// Announcements of each kind, read by the fixed people, and a welcome for the newcomer alone.
async fn has_announcements(tx: &mut ReadTx, now: i64) {
    for (sql, expected) in [
        // Announcements in both languages: one to confirm, one with a line of the sign-in pages, one for a group, one for
        // people who open a product; below, an ended one and a planned one.
        (
            "SELECT COUNT(*) FROM announcements WHERE status = 1 AND title_zh <> '' AND content_zh <> ''",
            6,
        ),
        ("SELECT COUNT(*) FROM announcements WHERE must_read = 1", 1),
        (
            "SELECT COUNT(*) FROM announcements WHERE sign_in_line <> '' AND sign_in_line_zh <> ''",
            1,
        ),
        (
            "SELECT COUNT(*) FROM announcements WHERE group_ids <> '[]'",
            1,
        ),
        ("SELECT COUNT(*) FROM announcements WHERE app_name <> ''", 1),
        // The fixed people have read what is for all of an agency: no pop-up meets them.
        (
            "SELECT COUNT(*) FROM announcement_reads r JOIN accounts a ON a.id = r.account_id \
                WHERE a.username IN ('AdaSuper', 'BenAdmin', 'ChloeManager', 'DanMember', 'EveNewcomer')",
            20,
        ),
        (
            "SELECT COUNT(*) FROM announcements n WHERE (SELECT COUNT(*) FROM announcement_reads r \
                WHERE r.announcement_id = n.id) <> (SELECT COALESCE(SUM(c.readers), 0) \
                FROM announcement_read_counts c WHERE c.announcement_id = n.id)",
            0,
        ),
        // Four weeks of figures, whose hours make up their days, and none of today.
        (
            "SELECT COUNT(DISTINCT at) FROM event_counts WHERE kind = 'active' AND span = 1",
            27,
        ),
        (
            "SELECT CAST(SUM(CASE span WHEN 0 THEN many ELSE -many END) AS BIGINT) FROM event_counts \
                WHERE kind IN ('sign_ins', 'refusals', 'active')",
            0,
        ),
        // Feedback in every status; two answers reach three people, because one piece is a duplicate.
        (
            "SELECT COUNT(*) FROM feedback WHERE search_number IS NOT NULL",
            12,
        ),
        ("SELECT COUNT(DISTINCT status) FROM feedback", 3),
        (
            "SELECT COUNT(*) FROM feedback WHERE merged_into IS NOT NULL",
            1,
        ),
        (
            "SELECT COUNT(*) FROM feedback WHERE answered_at IS NOT NULL",
            3,
        ),
        (
            "SELECT COUNT(*) FROM feedback f JOIN accounts a ON a.id = f.account_id",
            12,
        ),
        // Home welcomes the newcomer alone.
        (
            "SELECT COUNT(*) FROM home_choices WHERE welcome_left_at IS NOT NULL",
            39,
        ),
        // Two surveys: one with answers of nobody in particular, and one with a link; no pop-up meets the fixed people.
        (
            "SELECT COUNT(*) FROM surveys WHERE status = 1 AND name_zh <> ''",
            2,
        ),
        ("SELECT answers FROM surveys WHERE anonymous = 1", 17),
        (
            "SELECT COUNT(*) FROM survey_answers WHERE account_id IS NULL AND answered_at IS NULL",
            15,
        ),
        ("SELECT COUNT(*) FROM survey_waiting", 2),
        (
            "SELECT COUNT(*) FROM survey_people WHERE later_until IS NULL",
            22,
        ),
    ] {
        assert_eq!(number(tx, sql).await, expected, "{sql}");
    }
    for (sql, expected) in [
        ("SELECT COUNT(*) FROM announcements WHERE launch_at > $1", 1),
        ("SELECT COUNT(*) FROM announcements WHERE ends_at < $1", 1),
        (
            "SELECT COUNT(*) FROM announcements WHERE sign_in_from < $1 AND sign_in_until > $1",
            1,
        ),
    ] {
        let found = SqlQuery::kept(sql).bind(now).fetch_one(tx).await;
        let (count,): (i64,) = found.unwrap();
        assert_eq!(count, expected, "{sql}");
    }
}

/// What a visitor of the demonstration sees: enough of everything, in both languages, and a second run changes nothing.
#[tokio::test]
async fn the_demonstration_has_enough_to_look_at() {
    let place = Place::new();
    let seeded = place.run(&["seed", "--demo"]);
    assert!(seeded.status.success(), "{seeded:?}");
    let said = super::text(&seeded.stdout);
    assert!(said.contains("40 people, 9 groups, 24 products"), "{said}");
    let file = place.folder.path().join("data/atrium.db");
    let url = format!("sqlite:{}", file.display());
    let db = Db::connect(&DbOptions::new(&url)).await.unwrap();
    audit::settle(&db).await.unwrap();
    let tx = &mut db.read().await.unwrap();
    for (sql, expected) in [
        ("SELECT COUNT(*) FROM accounts", 40),
        ("SELECT COUNT(DISTINCT agency_id) FROM accounts", 6),
        ("SELECT COUNT(*) FROM products", 24),
        ("SELECT COUNT(*) FROM groups", 9),
        ("SELECT COUNT(*) FROM roles", 6),
        ("SELECT COUNT(*) FROM iris_mappings", 4),
        ("SELECT COUNT(*) FROM agency_requests", 3),
        (
            "SELECT COUNT(*) FROM jobs WHERE given_up = 1 AND kind = 'mail.send'",
            1,
        ),
        // Each list of home has some.
        (
            "SELECT COUNT(DISTINCT type_id) FROM products WHERE status = 0 AND hidden = 0",
            3,
        ),
        // Everybody may ask the assistant (contract P-10).
        (
            "SELECT COUNT(*) FROM products WHERE id = 56 AND status = 0 AND everyone = 1",
            1,
        ),
        // Home does not offer itself.
        ("SELECT hidden FROM products WHERE app_name = 'SSO'", 1),
        // Every product has its texts in both languages; only Atrium has one name.
        (
            "SELECT COUNT(*) FROM products WHERE description_zh = '' OR attribute1 = ''",
            0,
        ),
        ("SELECT COUNT(*) FROM products WHERE name_zh = ''", 1),
        (
            "SELECT COUNT(*) FROM products WHERE admin_id IS NULL OR admin_id = ''",
            0,
        ),
        // Requests in every state, one of them overdue, and an extension.
        ("SELECT COUNT(DISTINCT state) FROM requests", 5),
        ("SELECT COUNT(*) FROM requests WHERE state = 0", 7),
        (
            "SELECT COUNT(*) FROM requests WHERE state = 0 AND kind = 1",
            1,
        ),
        (
            "SELECT COUNT(*) FROM requests WHERE state = 2 AND decision_reason = ''",
            0,
        ),
        (
            "SELECT COUNT(*) FROM memberships WHERE status = 0 AND ends_on IS NOT NULL",
            1,
        ),
        // Everything is found by a search.
        (
            "SELECT COUNT(*) FROM groups WHERE search_text = '' OR name_key = ''",
            0,
        ),
        ("SELECT COUNT(*) FROM requests WHERE search_text = ''", 0),
        // An administrator of products who is nothing else.
        (
            "SELECT COUNT(*) FROM accounts a WHERE a.username = 'GraceNovak' AND a.sup_admin = 0 \
                AND EXISTS (SELECT 1 FROM product_admins p WHERE p.account_id = a.id) \
                AND NOT EXISTS (SELECT 1 FROM group_managers g WHERE g.account_id = a.id) \
                AND NOT EXISTS (SELECT 1 FROM memberships m WHERE m.account_id = a.id AND m.status = 0)",
            1,
        ),
    ] {
        assert_eq!(number(tx, sql).await, expected, "{sql}");
    }
    let now = atrium::clock::Clock::system().now();
    let overdue = "SELECT COUNT(*) FROM requests WHERE state = 0 AND due_at < $1";
    let (overdue,): (i64,) = SqlQuery::kept(overdue)
        .bind(now)
        .fetch_one(tx)
        .await
        .unwrap();
    assert_eq!(overdue, 1);
    has_announcements(tx, now).await;
    // Two weeks of entries, none of them in the future.
    let span = "SELECT COUNT(*) FROM audit_entries WHERE at < $1";
    let (before,): (i64,) = SqlQuery::kept(span).bind(now).fetch_one(tx).await.unwrap();
    let all = number(tx, "SELECT COUNT(*) FROM audit_entries").await;
    assert_eq!(before, all);
    assert!(all > 300, "{all}");
    let kinds = number(tx, "SELECT COUNT(DISTINCT kind) FROM audit_entries").await;
    assert!(kinds >= 12, "{kinds}");

    // No text is for developers, and each icon is a file of the portal.
    let texts = "SELECT name, attribute1, icon_url FROM products";
    let texts: Vec<(String, String, String)> = SqlQuery::kept(texts).fetch_all(tx).await.unwrap();
    let portal = concat!(env!("CARGO_MANIFEST_DIR"), "/portal/public");
    for (name, text, icon) in texts {
        for word in ["(contract", "token", "OpenID", "discovery", "This portal"] {
            assert!(!text.contains(word), "{name}: {text}");
        }
        assert!(text.ends_with('.'), "{name}: {text}");
        let file = format!("{portal}{icon}");
        let drawn = std::fs::read_to_string(&file).expect(&file);
        // The strict policy of the portal's files allows no script and no style in them.
        assert!(
            drawn.starts_with("<svg ") && drawn.contains("</svg>"),
            "{icon}"
        );
        for forbidden in ["<script", "<style", "style=", "href=", " on"] {
            assert!(!drawn.contains(forbidden), "{icon}: {forbidden}");
        }
    }
    let again = place.run(&["seed", "--demo"]);
    assert!(again.status.success(), "{again:?}");
    audit::settle(&db).await.unwrap();
    let tx = &mut db.read().await.unwrap();
    assert_eq!(number(tx, "SELECT COUNT(*) FROM audit_entries").await, all);
}

/// A wrong clients file leaves nothing half done: after the correction the command does everything.
#[tokio::test]
async fn a_wrong_clients_file_seeds_nothing() {
    let good =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/clients.toml")).unwrap();
    let place = Place::new();
    let file = place.folder.path().join("mine.toml");
    let seed = || {
        let mut command = place.command(&["seed", "--demo"]);
        command.env("ATRIUM_CLIENTS__FILE", &file).output().unwrap()
    };
    std::fs::write(&file, good.replace("client_id", "client_di")).unwrap();
    let refused = seed();
    assert_eq!(refused.status.code(), Some(1), "{refused:?}");
    assert!(!place.folder.path().join("data/atrium.db").exists());
    // The file is right, and the database already holds one of its ids.
    std::fs::write(&file, &good).unwrap();
    let url = format!(
        "sqlite:{}",
        place.folder.path().join("data/atrium.db").display()
    );
    assert!(place.run(&["migrate"]).status.success());
    let mut database = sqlx::SqliteConnection::connect(&url).await.unwrap();
    let held = "INSERT INTO clients (client_id, source, enabled, metadata, secret_hashes, created_at, updated_at) \
        VALUES ('portal', 'admin', 1, 'damaged', '[]', 0, 0)";
    database.execute(held).await.unwrap();
    let refused = seed();
    assert_eq!(refused.status.code(), Some(1), "{refused:?}");
    let people = sqlx::query_scalar::<_, i64>("SELECT COUNT(*) FROM accounts");
    let people = people.fetch_one(&mut database).await.unwrap();
    assert_eq!(people, 0, "no half demonstration");
    let freed = "DELETE FROM clients WHERE client_id = 'portal'";
    database.execute(freed).await.unwrap();
    let corrected = seed();
    assert!(corrected.status.success(), "{corrected:?}");
    let list = String::from_utf8(place.run(&["client", "list"]).stdout).unwrap();
    assert!(list.contains("demo-app"), "{list}");
}
