//! The requests that wait for a person, and the facts of a page of them, are found by few reads.
//! Here plain statements find these rows.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use atrium::access::{AccessCode, Object};
use atrium::db::list::Paging;
use atrium::db::{Db, DbError, Engine, ReadTx, SqlQuery};
use atrium::groups::facts::listed_requests;
use atrium::groups::{self, QueueFilter, RequestRow, RequestState, WaitsFor, notice};
use jiff::tz::TimeZone;
use serde_json::json;

use super::{NOW, account, find, product, save};
use crate::support::database::{self, waiting};
use crate::support::rows;

const DAY: i64 = 86_400_000;

/// The only text column of each row.
async fn texts(view: &mut ReadTx, sql: &'static str) -> Vec<String> {
    let rows = SqlQuery::kept(sql).fetch_all(view).await.unwrap();
    rows.into_iter().map(|(text,)| text).collect()
}

/// The rows of a statement that joins its columns with `|`.
async fn table<const N: usize>(view: &mut ReadTx, sql: &'static str) -> Vec<[String; N]> {
    let rows = texts(view, sql).await.into_iter();
    rows.map(|row| {
        let cells: Vec<String> = row.split('|').map(str::to_owned).collect();
        cells.try_into().unwrap()
    })
    .collect()
}

/// Everything that says who decides.
struct Facts {
    active_until: BTreeMap<String, String>,
    groups: Vec<[String; 3]>,
    managers: Vec<[String; 2]>,
    stand_ins: Vec<[String; 2]>,
    /// Managers who are away, their stand-ins, and the first and last days.
    absences: Vec<[String; 4]>,
    requests: Vec<[String; 5]>,
}

impl Facts {
    async fn of(db: &Db) -> Self {
        let view = &mut db.read().await.unwrap();
        let accounts: Vec<[String; 3]> = table(
            view,
            "SELECT id || '|' || status || '|' || COALESCE(expire_date, '9999-12-31') FROM accounts",
        )
        .await;
        let until = |[id, status, until]: [String; 3]| (status == "0").then_some((id, until));
        Self {
            active_until: accounts.into_iter().filter_map(until).collect(),
            groups: table(
                view,
                "SELECT id || '|' || status || '|' || managed_until FROM groups",
            )
            .await,
            managers: table(
                view,
                "SELECT group_id || '|' || account_id FROM group_managers",
            )
            .await,
            stand_ins: table(
                view,
                "SELECT group_id || '|' || account_id FROM group_stand_ins",
            )
            .await,
            absences: table(
                view,
                "SELECT account_id || '|' || stand_in_id || '|' || first_day || '|' || last_day FROM absences",
            )
            .await,
            requests: table(
                view,
                "SELECT id || '|' || account_id || '|' || group_id || '|' || state || '|' || \
                 CASE WHEN reminded_at IS NULL THEN 'young' ELSE 'overdue' END FROM requests",
            )
            .await,
        }
    }

    /// The last day on which a manager of the group is active.
    fn managed_until(&self, group: &str) -> &str {
        let of_group = self.managers.iter().filter(|[id, _]| id == group);
        let until = of_group.filter_map(|[_, account]| self.active_until.get(account));
        until.map(String::as_str).max().unwrap_or_default()
    }

    fn waits(&self, [_, asker, group, state, age]: &[String; 5], who: &WaitsFor) -> bool {
        let is_on = self
            .groups
            .iter()
            .any(|[id, status, _]| id == group && status == "0");
        let cares = |all: &[[String; 2]]| {
            is_on
                && all
                    .iter()
                    .any(|[id, account]| id == group && *account == who.account_id)
        };
        let is_away = |[manager, stand_in, first, last]: &[String; 4]| {
            *stand_in == who.account_id
                && (first..=last).contains(&&who.today)
                && self
                    .active_until
                    .get(manager)
                    .is_some_and(|until| *until >= who.today)
                && self.managers.contains(&[group.clone(), manager.clone()])
        };
        let is_for_absent = state == "0" && is_on && self.absences.iter().any(is_away);
        let is_unmanaged = self.managed_until(group) < who.today.as_str();
        *asker != who.account_id
            && (cares(&self.managers)
                || (cares(&self.stand_ins) && age == "overdue")
                || is_for_absent
                || (who.administers && state == "0" && is_unmanaged))
    }

    fn waiting(&self, who: &WaitsFor, state: Option<RequestState>) -> BTreeSet<String> {
        let of_state = |request: &&[String; 5]| {
            state.is_none_or(|state| request[3] == state.code().to_string())
        };
        let waits = self
            .requests
            .iter()
            .filter(|request| self.waits(request, who));
        waits
            .filter(of_state)
            .map(|request| request[0].clone())
            .collect()
    }
}

/// Compares what the lists and the notice say with the plain facts, today and tomorrow, for everybody.
async fn check(db: &Db, after: &str) {
    let facts = Facts::of(db).await;
    for [id, _, managed_until] in &facts.groups {
        assert_eq!(managed_until, facts.managed_until(id), "{id}, {after}");
    }
    let accounts: BTreeSet<String> =
        texts(&mut db.read().await.unwrap(), "SELECT id FROM accounts")
            .await
            .into_iter()
            .collect();
    let mut some = 0;
    for account in &accounts {
        for (administers, now) in [(false, NOW), (true, NOW), (true, NOW + DAY)] {
            let who = WaitsFor::new(account, administers, &TimeZone::UTC, now);
            for state in [None, Some(RequestState::Pending)] {
                let expected = facts.waiting(&who, state);
                let filter = QueueFilter {
                    status: state,
                    waits_for: Some(who.clone()),
                    ..QueueFilter::default()
                };
                assert_eq!(
                    found(db, &filter).await,
                    expected,
                    "{who:?} {state:?}, {after}"
                );
                some += expected.len();
                if !administers || state.is_some() || now != NOW {
                    continue;
                }
                // Another filter finds the rows, and this filter checks them.
                let mut checked = BTreeSet::new();
                for [group, ..] in &facts.groups {
                    let group_id = Some(group.clone());
                    let of_group = QueueFilter {
                        group_id,
                        ..filter.clone()
                    };
                    checked.extend(found(db, &of_group).await);
                }
                assert_eq!(checked, expected, "{who:?} {state:?} by group, {after}");
            }
            let view = &mut db.read().await.unwrap();
            let notice = notice(view, account, administers, (&TimeZone::UTC, now))
                .await
                .unwrap();
            let pending = facts.waiting(&who, Some(RequestState::Pending)).len();
            assert_eq!(
                usize::try_from(notice.waiting),
                Ok(pending),
                "{who:?}, {after}"
            );
        }
    }
    assert!(some > 0, "nothing waits, {after}");
}

async fn found(db: &Db, filter: &QueueFilter) -> BTreeSet<String> {
    let paging = Paging {
        page_size: 100,
        ..Paging::default()
    };
    let view = &mut db.read().await.unwrap();
    let page = filter
        .query(&paging)
        .unwrap()
        .page::<RequestRow>(view)
        .await
        .unwrap();
    assert_eq!(usize::try_from(page.total), Ok(page.rows.len()));
    page.rows.into_iter().map(|row| row.id).collect()
}

async fn run(db: &Db, sql: String) {
    db.write::<_, DbError, _>(move |tx| Box::pin(rows::run(tx, sql)))
        .await
        .unwrap();
}

/// Accounts of each state, groups with none to three of them as managers, requests of each state.
async fn world(db: &Db) -> Vec<String> {
    let mut people = Vec::new();
    for (name, status, expires) in [
        ("Always", 0, None),
        ("Yesterday", 0, Some(NOW - DAY)),
        ("Today", 0, Some(NOW)),
        ("Disabled", 2, None),
        ("Asked", 1, None),
        ("Later", 0, Some(NOW + 30 * DAY)),
        ("Nobody", 0, None),
    ] {
        let id = account(db, name, None).await.id;
        let until = expires.map_or("NULL".to_owned(), |at| format!("'{}'", day(at)));
        let sql = format!(
            "UPDATE accounts SET status = {status}, expire_date = {until} WHERE id = '{id}'"
        );
        run(db, sql).await;
        people.push(id);
    }
    for n in 0_usize..14 {
        let id = format!("g{n:02}");
        let managers: Vec<String> = match n {
            0 => Vec::new(),
            1..7 => vec![people[n - 1].clone()],
            _ => vec![people[n - 7].clone(), people[(n * 3) % 6].clone()],
        };
        let stand_in = people[n % 7].clone();
        let askers = [people[6].clone(), people[n % 6].clone()];
        let saved = db.write::<_, DbError, _>(move |tx| {
            Box::pin(async move {
                groups::save(tx, &id, &id, "", NOW).await?;
                for manager in managers {
                    groups::appoint(tx, &id, &manager).await?;
                }
                let row = json!({ "group_id": id, "account_id": stand_in });
                rows::insert(tx, "group_stand_ins", &row).await?;
                for (at, asker) in askers.iter().enumerate() {
                    for state in 0..5 {
                        let mut row = json!({
                            "id": format!("{id}-{at}-{state}"), "kind": 0, "account_id": asker, "group_id": id,
                            "reason": "", "state": state, "created_at": NOW, "due_at": NOW, "refuse_at": NOW,
                            "username": "x", "group_name": id,
                        });
                        if (n + at) % 2 == 0 {
                            row["reminded_at"] = json!(NOW);
                        }
                        rows::insert(tx, "requests", &row).await?;
                    }
                }
                if n % 5 == 4 {
                    rows::run(tx, format!("UPDATE groups SET status = 2 WHERE id = '{id}'")).await?;
                }
                Ok(())
            })
        });
        saved.await.unwrap();
    }
    // One was away, three are, two will be.
    for (at, (first, last)) in [(-3, -1), (0, 0), (-1, 0), (0, 9), (1, 1), (1, 9)]
        .into_iter()
        .enumerate()
    {
        let row = json!({
            "account_id": people[at], "stand_in_id": people[6 - at],
            "first_day": day(NOW + first * DAY), "last_day": day(NOW + last * DAY),
        });
        let inserted = db.write::<_, DbError, _>(move |tx| {
            Box::pin(async move { rows::insert(tx, "absences", &row).await })
        });
        inserted.await.unwrap();
    }
    people
}

fn day(at: i64) -> String {
    WaitsFor::new("", false, &TimeZone::UTC, at).today
}

/// `managed_until` of groups is true after every change of a manager.
#[tokio::test]
async fn what_waits_is_what_a_plain_statement_finds() {
    for database in database::each_engine().await {
        let db = &database.db;
        let people = world(db).await;
        check(db, "at first").await;
        let [always, yesterday, _, disabled, _, later, nobody] = &people[..] else {
            panic!("{people:?}")
        };
        let account = |set: &str, id: &str| format!("UPDATE accounts SET {set} WHERE id = '{id}'");
        for sql in [
            account("status = 2", always),
            account("status = 0", disabled),
            account("expire_date = NULL", yesterday),
            account(&format!("expire_date = '{}'", day(NOW - DAY)), later),
            account("status = 1, expire_date = NULL", later),
            format!("INSERT INTO group_managers (group_id, account_id) VALUES ('g00', '{nobody}')"),
            format!(
                "INSERT INTO group_managers (group_id, account_id) VALUES ('g01', '{always}') ON CONFLICT DO NOTHING"
            ),
            format!("DELETE FROM group_managers WHERE account_id = '{disabled}'"),
            "DELETE FROM group_managers".to_owned(),
        ] {
            run(db, sql.clone()).await;
            check(db, &sql).await;
        }
    }
}

/// The second of two simultaneous changes of a group's managers counts what the first has written.
#[tokio::test]
async fn two_changes_of_managers_at_once_are_both_counted() {
    for database in database::each_engine().await {
        let db = &database.db;
        if db.engine() == Engine::Sqlite {
            continue;
        }
        let people = world(db).await;
        let disable = |at: usize| {
            let id = &people[at];
            format!("UPDATE accounts SET status = 2 WHERE id = '{id}'")
        };
        let manage = |at: usize| {
            let id = &people[at];
            format!("INSERT INTO group_managers (group_id, account_id) VALUES ('g00', '{id}')")
        };
        run(db, "DELETE FROM group_managers".to_owned()).await;
        run(db, manage(0)).await;
        run(db, manage(5)).await;
        for (first, second) in [
            (disable(0), disable(5)),
            (manage(6), disable(6)),
            (disable(2), manage(2)),
        ] {
            let (held, go) = (tokio::sync::Notify::new(), tokio::sync::Notify::new());
            let (held, go) = (Arc::new(held), Arc::new(go));
            let (reached, may_go) = (held.clone(), go.clone());
            let first = db.write::<_, DbError, _>(move |tx| {
                Box::pin(async move {
                    rows::run(tx, first).await?;
                    reached.notify_one();
                    may_go.notified().await;
                    Ok(())
                })
            });
            let through = AtomicBool::new(false);
            let second = async {
                held.notified().await;
                run(db, second).await;
                through.store(true, Ordering::SeqCst);
            };
            let conduct = async {
                while waiting(db).await == 0 && !through.load(Ordering::SeqCst) {
                    tokio::task::yield_now().await;
                }
                go.notify_one();
            };
            let (first, (), ()) = tokio::join!(first, second, conduct);
            first.unwrap();
            check(db, "two at once").await;
        }
    }
}

/// A page of requests reads a bounded number of facts. What is not read counts as everything.
#[tokio::test]
async fn the_facts_of_a_page_of_requests_are_bounded() {
    for database in database::each_engine().await {
        let db = &database.db;
        let eve = account(db, "Eve", None).await;
        let sso = atrium::catalogue::ProductRow {
            app_name: "SSO".to_owned(),
            ..product(16)
        };
        save(db, sso, &[]).await;
        let many = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10001) SELECT";
        for sql in [
            format!(
                "INSERT INTO products (id, name, app_name, type_id, icon_url, link, links, attribute1, attribute2, \
                 attribute3, link_dialog, everyone, status, sort, created_at) {many} 1000 + i, '', 'APP' || i, 1, '', '', \
                 '[]', '', '', '', 0, 0, 0, 0, 0 FROM n"
            ),
            "INSERT INTO groups (id, name, admin_msg, status, created_at) VALUES ('media', '', '', 0, 0)".to_owned(),
            format!("INSERT INTO group_products (group_id, product_id) {many} 'media', 1000 + i FROM n"),
            format!(
                "INSERT INTO access_rights (id, product_id, code, name, kind, description, status, created_at) \
                 {many} 'x' || i, 16, 'code' || i, '', 0, '', 0, 0 FROM n"
            ),
            format!("INSERT INTO group_rights (group_id, product_id, right_id, state) {many} 'media', 16, 'x' || i, 0 FROM n"),
            format!(
                "INSERT INTO requests (id, kind, account_id, group_id, product_id, reason, state, created_at, due_at, \
                 refuse_at, username, group_name) VALUES ('q', 0, '{}', 'media', 1001, '', 0, 0, 0, 0, '', '')",
                eve.id
            ),
        ] {
            run(db, sql).await;
        }
        let (group, products) = facts_of_page(db, &eve.id).await;
        assert!(AccessCode::ALL.iter().all(|code| group.contains(code)));
        assert!(
            products.iter().any(|product| *product < 0),
            "a product that nobody administers"
        );

        run(
            db,
            "DELETE FROM group_rights WHERE right_id = 'x1'".to_owned(),
        )
        .await;
        run(
            db,
            "DELETE FROM group_products WHERE product_id = 11001".to_owned(),
        )
        .await;
        run(
            db,
            "DELETE FROM group_products WHERE product_id = 11000".to_owned(),
        )
        .await;
        let (group, products) = facts_of_page(db, &eve.id).await;
        assert!(group.is_empty(), "none of these is a code of Atrium");
        // The products that the group opens, and SSO, because it gives rights in SSO.
        assert_eq!((products.len(), products.first()), (10_000, Some(&16)));
    }
}

/// The codes of the group and the products of the only request.
async fn facts_of_page(db: &Db, caller: &str) -> (BTreeSet<AccessCode>, BTreeSet<i64>) {
    let caller = find(db, caller).await;
    let view = &mut db.read().await.unwrap();
    let requests = QueueFilter::default().query(&Paging::default()).unwrap();
    let page = requests.page(view).await.unwrap();
    match listed_requests(view, (&caller, "2026-11-21"), &page.rows)
        .await
        .unwrap()
        .pop()
    {
        Some(Object::Membership {
            group, products, ..
        }) => (group.codes, products),
        other => panic!("{other:?}"),
    }
}
