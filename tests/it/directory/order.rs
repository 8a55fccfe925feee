//! Both engines give the list of accounts the same order, with any locale of the database and odd names.

use atrium::audit::AuditContext;
use atrium::db::Db;
use atrium::db::list::Paging;
use atrium::directory::{
    AccountError, AccountFilter, NewAccount, accounts_page, add_account, record_sign_in,
};
use atrium::random::Random;

use super::NOW;
use crate::support::database::{self, TestDatabase};

/// Names from several languages, in mixed order.
const NAMES: &[&str] = &[
    "ada",
    "Ada",
    "ADA Z",
    "Äda",
    "äda",
    "Zoë",
    "zoe",
    "É",
    "e\u{301}",
    "éa",
    "ß",
    "ss",
    "Straße",
    "STRASSE",
    "İstanbul",
    "istanbul",
    "Ørsted",
    "o'Brien",
    "O\u{2019}Brien",
    "o-brien",
    "obrien",
    "o brien",
    "_x",
    "-x",
    "!x",
    "~x",
    "1",
    "10",
    "2",
    "王小明",
    "王小",
    "小明",
    "李建国",
    "ａｄａ",
    "ﬁsh",
    "fish",
    "Ωmega",
    "ωmega",
    "Жук",
    "жук",
    "한글",
    "カナ",
    "かな",
    "\u{1f600}\u{1f600}",
    "\u{1f601}x",
    "a\u{10ffff}",
    "a\u{fffd}",
    "100%",
    "50_50",
    "ada",
];

async fn fill(db: &Db) {
    // The ids decide between otherwise equal rows, so both engines give one order.
    let random = Random::seeded(11);
    db.write::<_, AccountError, _>(move |tx| {
        Box::pin(async move {
            for (at, name) in (0_i64..).zip(NAMES) {
                let mail = (at % 3 > 0).then(|| {
                    format!(
                        "{}{at}@demo.test",
                        ["x", "Y", "é"][usize::try_from(at % 3).unwrap()]
                    )
                });
                let new = NewAccount {
                    username: format!("{name}.{at}"),
                    full_name: (*name).to_owned(),
                    email: mail,
                    ..NewAccount::default()
                };
                let audit = AuditContext::of_operator(NOW + at / 4, &random, "user add");
                let id = add_account(tx, new, &audit).await?.id;
                if at % 5 == 0 {
                    record_sign_in(tx, &id, NOW - at % 10).await?;
                }
            }
            Ok(())
        })
    })
    .await
    .unwrap();
}

async fn shown(db: &Db, sort: &str, context: &str) -> Vec<String> {
    let filter = AccountFilter {
        context: Some(context.to_owned()),
        ..AccountFilter::default()
    };
    let mut paging = Paging {
        page_size: 7,
        sort: Some(sort.to_owned()),
        ..Paging::default()
    };
    let mut all = Vec::new();
    let mut view = db.read().await.unwrap();
    loop {
        let page = accounts_page(&mut view, &filter, &paging).await.unwrap();
        all.extend(page.rows.into_iter().map(|account| account.username));
        paging.cursor = page.next;
        if paging.cursor.is_none() {
            return all;
        }
    }
}

/// An order or a search that differs between the engines fails.
#[tokio::test]
async fn both_engines_show_the_same_rows_in_the_same_order() {
    let mut databases: Vec<TestDatabase> = database::each_engine().await;
    // A database that sorts by the rules of a language.
    databases.extend(database::postgres_of_locale("en-US").await);
    for database in &databases {
        fill(&database.db).await;
    }
    let first = &databases[0].db;
    for sort in ["created", "username", "fullName", "email", "lastLogin"] {
        for sort in [sort.to_owned(), format!("-{sort}")] {
            let expected = shown(first, &sort, "").await;
            assert_eq!(expected.len(), NAMES.len());
            for other in &databases[1..] {
                assert_eq!(shown(&other.db, &sort, "").await, expected, "{sort}");
            }
        }
    }
    for (context, least) in [
        ("ada", 5),
        ("ÄD", 2),
        ("ss", 4),
        ("strasse", 2),
        ("brien", 5),
        ("o'b", 1),
        ("小明", 2),
        ("王", 2),
        ("小", 3),
        ("明王", 0),
        ("한글", 1),
        ("カ", 1),
        ("\u{1f600}\u{1f600}", 1),
        ("жу", 2),
        ("ωM", 2),
        ("fi", 2),
        ("0%", 1),
        ("0_5", 1),
        ("_x", 1),
        ("demo.test", 33),
        ("é2", 1),
        ("İs", 1),
        ("a\u{10ffff}", 1),
    ] {
        let expected = shown(first, "fullName", context).await;
        assert!(expected.len() >= least, "{context}: {expected:?}");
        assert_eq!(expected.is_empty(), least == 0, "{context}: {expected:?}");
        for other in &databases[1..] {
            assert_eq!(
                shown(&other.db, "fullName", context).await,
                expected,
                "{context}"
            );
        }
    }
}

/// The order itself: by code points of the folded name, equal ones by their id; no mail comes first.
#[tokio::test]
async fn the_order_is_that_of_folded_names() {
    let database = database::sqlite().await;
    fill(&database.db).await;
    let shown = shown(&database.db, "fullName", "").await;
    let names: Vec<String> = shown
        .iter()
        .map(|username| username.rsplit_once('.').unwrap().0.to_owned())
        .collect();
    let keys: Vec<String> = names
        .iter()
        .map(|name| atrium::directory::normalise(name))
        .collect();
    assert!(keys.is_sorted(), "{keys:?}");
}
