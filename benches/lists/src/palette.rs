//! Asks what the palette asks (decision 0083): applications, groups and people by a part of a name.

use atrium::catalogue::products;
use atrium::clients::Registry;
use atrium::db::Db;
use atrium::directory::{self, Account};
use atrium::groups;

use super::timing::timed;
use super::{Fault, word};

/// Words in Latin letters, by pinyin, by initials and in Chinese; common ones, rare ones and one that nothing has.
const WORDS: &[&str] = &[
    "med", "smith", "exam", "wangwei", "ww", "ang", "伟", "王伟", "okafor", "zebra",
];
/// The longest median of one search.
const MOST_MS: f64 = 50.0;
/// As many as one kind of the answer has.
const SHOWN: usize = 8;

/// Prints a row of a table for each of the words, as an administrator and as a member ask. Returns what took too long.
///
/// # Errors
/// The database failed.
pub async fn ask(db: &Db) -> Result<Vec<String>, Fault> {
    println!("\n| palette | found | median ms | slowest ms |");
    println!("|---|---|---|---|");
    let clients = Registry::load(db).await?;
    let account = newest(db).await?;
    let mut slow = Vec::new();
    for words in WORDS {
        if word("--ask").is_some_and(|part| !words.contains(&part)) {
            continue;
        }
        for every in [true, false] {
            let ask = async || once(db, &account, &clients, (words, every)).await;
            let (found, [median, slowest]) = timed(ask).await?;
            let who = if every { "administrator" } else { "member" };
            println!("| {words}, {who} | {found} | {median:.1} | {slowest:.1} |");
            if median > MOST_MS {
                slow.push(format!("palette: {words} takes {median:.1} ms"));
            }
        }
    }
    Ok(slow)
}

/// The account that was created last.
async fn newest(db: &Db) -> Result<Account, Fault> {
    let paging = atrium::db::list::Paging::default();
    let filter = directory::AccountFilter::default();
    let mut view = db.read().await?;
    let page = directory::accounts_page(&mut view, &filter, &paging).await?;
    let row = page.rows.first().ok_or("there is no account")?;
    let account = directory::find(&mut view, &row.id).await?;
    Ok(account.ok_or("the account is gone")?)
}

/// How many things one search finds. People are searched for as administrators do.
async fn once(
    db: &Db,
    account: &Account,
    clients: &Registry,
    (words, every): (&str, bool),
) -> Result<usize, Fault> {
    let mut view = db.view().await?;
    let of = (&[][..], clients);
    let cards = products::found(&mut view, account, words, of, SHOWN).await?;
    let named = groups::groups_found(&mut view, account, words, every, SHOWN).await?;
    let mut found = cards.len() + named.len();
    if every {
        let people = directory::people_found(&mut view, words, true, SHOWN).await?;
        found += people.len();
    }
    Ok(found)
}
