//! `atrium seed --scale`: rows as the server writes them, and every index as before.

use atrium::catalogue::{ProductFilter, ProductListRow};
use atrium::cli::seed::scale::{self, Scale, TimeZone};
use atrium::db::list::Paging;
use atrium::db::{Db, Engine, SqlQuery};
use atrium::directory::{AccountFilter, accounts_page};
use atrium::groups::GroupFilter;
use atrium::groups::groups_page;
use jiff::civil::Date;

use crate::support::database;

const SCALE: Scale = Scale {
    accounts: 300,
    groups: 20,
    products: 10,
};

/// Names and texts of the indexes of the whole database.
async fn indexes(db: &Db) -> Vec<String> {
    let sql = match db.engine() {
        Engine::Sqlite => {
            "SELECT sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY 1"
        }
        Engine::Postgres => {
            "SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema() ORDER BY 1"
        }
    };
    let mut view = db.read().await.unwrap();
    let found = SqlQuery::kept(sql).fetch_all(&mut view).await.unwrap();
    found.into_iter().map(|(text,)| text).collect()
}

async fn count(db: &Db, sql: &'static str) -> i64 {
    let mut view = db.read().await.unwrap();
    let (count,) = SqlQuery::kept(sql).fetch_one(&mut view).await.unwrap();
    count
}

#[tokio::test]
async fn scaled_rows_are_listed_and_searched() {
    for database in database::each_engine().await {
        let db = &database.db;
        let before = indexes(db).await;
        assert!(!scale::is_filled(db).await.unwrap());
        scale::fill(db, SCALE, (1_795_300_000_000, &TimeZone::UTC), |_| {})
            .await
            .unwrap();
        assert!(scale::is_filled(db).await.unwrap());
        assert_eq!(indexes(db).await, before);

        let first = Paging::default();
        let view = &mut db.read().await.unwrap();
        let accounts = accounts_page(view, &AccountFilter::default(), &first).await;
        assert_eq!(accounts.unwrap().total, 300);
        let named = AccountFilter {
            context: Some("agency7.example".to_owned()),
            ..AccountFilter::default()
        };
        let found = accounts_page(view, &named, &first).await.unwrap();
        assert!((1..50).contains(&found.total), "{}", found.total);
        let groups = groups_page(view, &GroupFilter::default(), &first, Date::MIN)
            .await
            .unwrap();
        assert_eq!(groups.total, 20);
        assert!(
            groups
                .rows
                .iter()
                .any(|group| group.numbers_of_members > 0 && !group.group_admin.is_empty())
        );
        let named = ProductFilter {
            context: Some("SCALE3".to_owned()),
            ..ProductFilter::default()
        };
        let found = named
            .query(&first)
            .unwrap()
            .page::<ProductListRow>(view)
            .await
            .unwrap();
        assert_eq!(
            (found.total, found.rows[0].app_name.as_str()),
            (1, "SCALE3")
        );

        // Names that could be shown to somebody: no two products or groups share one, and none ends in its number.
        for sql in [
            "SELECT COUNT(*) - COUNT(DISTINCT name) FROM products",
            "SELECT COUNT(*) - COUNT(DISTINCT name) FROM groups",
            "SELECT COUNT(*) FROM products WHERE name LIKE '%1' OR name LIKE '%2'",
            "SELECT COUNT(*) FROM groups WHERE name LIKE '%1' OR name LIKE '%2'",
        ] {
            assert_eq!(count(db, sql).await, 0, "{sql}");
        }
        let unindexed = "SELECT COUNT(*) FROM accounts WHERE search_number IS NULL";
        assert_eq!(count(db, unindexed).await, 0);
        let with_password = "SELECT COUNT(*) FROM accounts WHERE password_hash IS NOT NULL";
        assert_eq!(count(db, with_password).await, 0, "nobody can sign in");
        let news =
            "SELECT COUNT(*) FROM announcements WHERE search_number IS NOT NULL AND status = 1";
        assert_eq!(count(db, news).await, 200);
        let said = "SELECT COUNT(*) FROM feedback f JOIN accounts a ON a.id = f.account_id";
        assert_eq!(count(db, said).await, 3_000);
        let memberships = count(db, "SELECT COUNT(*) FROM memberships").await;
        assert!((300..900).contains(&memberships), "{memberships}");
    }
}
