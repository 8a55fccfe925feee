//! The overview: what happens is counted by the hour and the day, and names nobody.

use std::collections::BTreeSet;

use atrium::access::rights;
use atrium::clock::{DAY, HOUR};
use atrium::db::{DbError, SqlQuery};
use atrium::groups::RequestKind;
use serde_json::{Value, json};

use super::jobs::add_job;
use super::opening::{OPEN, products};
use super::request_scenes::{appoint, asks, joins, set, with_email};
use crate::support::product_api::{NOW, PASSWORD, Person, Server};
use crate::support::{database, rows};

pub const OVERVIEW: &str = "/api/security/admin/overview";
const OWN: &str = "/api/security/overview";
const SIGN_IN: &str = "/api/security/acc-login";
const EXAMINE: &str = "/api/security/admin/user/project-examine";
/// The day of [`NOW`], which is 11:20 there.
const TODAY: &str = "2026-11-21";

pub async fn root(server: &Server) -> Person {
    server
        .person("root", |account| account.sup_admin = true)
        .await
}

pub async fn sign_in(server: &Server, account: &str, password: &str) {
    let body = json!({ "account": account, "password": password });
    server.post(SIGN_IN, &[], &body).await;
}

pub async fn open(server: &Server, person: &Person, id: i64) {
    let answer = server
        .post_as(person, OPEN, &json!({ "productId": id }))
        .await;
    assert_eq!(answer.status(), 0, "{answer:?}");
}

/// The figures after everything that was counted is written.
pub async fn figures(server: &Server, person: &Person, path: &str) -> Value {
    server.state().counters.flush().await.unwrap();
    server.get_as(person, path).await.data()
}

/// The count of a part of a figure.
pub fn count(figure: &Value, part: &str) -> i64 {
    let points = figure.as_array().unwrap().iter();
    let points = points.filter(|point| point["part"] == part);
    points.map(|point| point["count"].as_i64().unwrap()).sum()
}

/// Every figure of the overview, from one stage.
#[tokio::test]
async fn an_administrator_sees_what_happened() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        products(&server).await;
        let root = root(&server).await;
        let dan = server.person("dan", with_email).await;
        sign_in(&server, "dan", PASSWORD).await;
        sign_in(&server, "dan", "wrong").await;
        sign_in(&server, "nobody", "wrong").await;
        for id in [1, 3] {
            open(&server, &dan, id).await;
        }
        add_job(&server, "letter", "mail.send", true).await;
        appoint(&server, &root, "media").await;
        let asked = asks(&server, &dan.id, RequestKind::Join, "media").await;
        let sql = "UPDATE requests SET created_at = $2 WHERE id = $1";
        set(&server, sql, &asked, NOW - 2 * HOUR).await;
        let found = figures(&server, &root, OVERVIEW).await;
        assert_eq!(found["to"], TODAY);
        assert_eq!(found["from"], "2026-10-25");
        assert_eq!(
            found["signIns"],
            json!([{ "at": TODAY, "part": "password", "count": 1 }])
        );
        assert_eq!(count(&found["refusals"], "wrong_password"), 1);
        assert_eq!(count(&found["refusals"], "unknown_account"), 1);
        assert_eq!(
            found["opened"],
            json!([
                { "productId": 1, "name": "Product 1", "count": 1 },
                { "productId": 3, "name": "Product 3", "count": 1 },
            ])
        );
        assert_eq!(found["queryTokens"][0]["clientId"], "old-query");
        assert_eq!(found["queryTokens"][0]["name"], "Old Query");
        assert_eq!(found["queryTokens"][0]["count"], 1);
        assert_eq!(found["failedMail"]["now"], 1);
        assert_eq!(
            found["waiting"],
            json!({ "day": 1, "threeDays": 0, "week": 0, "longer": 0 })
        );
        assert_eq!(
            found["decided"],
            json!({ "count": 0, "averageMinutes": null, "parts": [] })
        );
        assert_eq!(found["pages"], Value::Null);

        let body = json!({ "id": asked, "status": "refused", "comment": "Not yet", "version": 1 });
        let examined = server.post_as(&root, EXAMINE, &body).await;
        assert_eq!(examined.status(), 0, "{examined:?}");
        joins(&server, &dan.id, "media", "2026-11-27").await;
        let found = figures(&server, &root, OVERVIEW).await;
        assert_eq!(found["waiting"]["day"], 0);
        assert_eq!(
            found["decided"],
            json!({ "count": 1, "averageMinutes": 120, "parts": [{ "part": "day", "count": 1 }] })
        );
        assert_eq!(
            found["ending"],
            json!({ "in7Days": 1, "in30Days": 1 }),
            "{:?}",
            server.db()
        );
        // The figure leads to the groups in which they end.
        let ends = "/api/security/admin/user-group/list?endsWithin=7";
        let listed = server.get_as(&root, ends).await.data();
        assert_eq!(listed["total"], 1, "{listed}");
        assert_eq!(listed["list"][0]["groupId"], "media");
    }
}

/// Of one day, sign-ins are by the hour. Days are checked, and each figure is of these days only.
#[tokio::test]
async fn a_day_is_shown_by_the_hour() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        server.account("dan", |_| {}).await;
        sign_in(&server, "dan", PASSWORD).await;
        server.clock.advance(HOUR);
        sign_in(&server, "dan", PASSWORD).await;
        server.state().counters.flush().await.unwrap();
        server.clock.advance(DAY);
        sign_in(&server, "dan", PASSWORD).await;
        let root = root(&server).await;
        let of_day = format!("{OVERVIEW}?from={TODAY}&to={TODAY}");
        let found = figures(&server, &root, &of_day).await;
        assert_eq!(found["byHour"], true);
        assert_eq!(
            found["signIns"],
            json!([
                { "at": "2026-11-21 19:00", "part": "password", "count": 1 },
                { "at": "2026-11-21 20:00", "part": "password", "count": 1 },
            ])
        );
        let found = figures(&server, &root, OVERVIEW).await;
        assert_eq!(found["byHour"], false);
        assert_eq!(
            found["signIns"],
            json!([
                { "at": TODAY, "part": "password", "count": 2 },
                { "at": "2026-11-22", "part": "password", "count": 1 },
            ])
        );
        for (query, field) in [
            ("from=tomorrow", "from"),
            ("to=2026-13-01", "to"),
            ("from=2026-11-22&to=2026-11-21", "from"),
            ("from=2020-01-01&to=2026-11-21", "to"),
        ] {
            let answer = server.get_as(&root, &format!("{OVERVIEW}?{query}")).await;
            let answer = answer.json();
            assert_eq!(
                (&answer["status"], &answer["field"]),
                (&json!(100_012), &json!(field)),
                "{query}"
            );
        }
    }
}

/// A person who signs in again, or whom another process counts too, is one active person; the next day one more.
#[tokio::test]
async fn a_person_counts_once_a_day() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        for name in ["dan", "eve"] {
            server.account(name, |_| {}).await;
        }
        for name in ["dan", "dan", "eve"] {
            sign_in(&server, name, PASSWORD).await;
            server.state().counters.flush().await.unwrap();
        }
        let other = atrium::insight::Counters::new(server.db(), &server.state().zone);
        sign_in(&server, "eve", PASSWORD).await;
        other.flush().await.unwrap();
        server.clock.advance(DAY);
        sign_in(&server, "dan", PASSWORD).await;
        let root = root(&server).await;
        let days = format!("{OVERVIEW}?to=2026-11-22");
        let found = figures(&server, &root, &days).await;
        let first = &found["active"][0];
        assert_eq!(
            first,
            &json!({ "at": TODAY, "part": "", "count": 2 }),
            "{:?}",
            server.db()
        );
        assert_eq!(found["active"][1]["at"], "2026-11-22");
    }
}

/// Attack 44: refused sign-ins with invented names make no row of a stranger's choosing. What is stored of counts has no name,
/// no address and no account.
#[tokio::test]
async fn what_is_counted_names_nobody() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let dan = server.account("dan", |_| {}).await;
        sign_in(&server, "dan", PASSWORD).await;
        for number in 0..12 {
            sign_in(&server, &format!("s3cret-{number}"), "s3cret").await;
        }
        server.state().counters.flush().await.unwrap();
        let mut view = server.db().read().await.unwrap();
        let all = "SELECT kind, thing, part FROM event_counts";
        let all: Vec<(String, String, String)> =
            SqlQuery::kept(all).fetch_all(&mut view).await.unwrap();
        let parts: BTreeSet<_> = all
            .iter()
            .map(|(kind, _, part)| (&**kind, &**part))
            .collect();
        let known = [
            ("active", ""),
            ("refusals", "busy"),
            ("refusals", "too_many"),
            ("refusals", "unknown_account"),
            ("sign_ins", "password"),
        ];
        assert!(parts.iter().all(|part| known.contains(part)), "{parts:?}");
        assert!(all.iter().all(|(_, subject, _)| subject.is_empty()));
        drop(view);
        let refused = {
            let root = root(&server).await;
            let found = figures(&server, &root, OVERVIEW).await;
            let text = found.to_string();
            assert!(!text.contains("s3cret") && !text.contains(&dan), "{text}");
            let points = found["refusals"].as_array().unwrap().clone();
            points
                .iter()
                .filter_map(|point| point["count"].as_i64())
                .sum::<i64>()
        };
        assert_eq!(refused, 12, "those that are not written in the trail too");
    }
}

/// Attack 33: who administers a product or manages a group sees those, and no other; a hidden group of others stays unknown.
#[tokio::test]
async fn attack_33_people_see_the_figures_of_their_own_things_only() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        products(&server).await;
        let (chloe, dan) = (
            server.person("chloe", with_email).await,
            server.person("dan", with_email).await,
        );
        appoint(&server, &chloe, "media").await;
        appoint(&server, &dan, "hidden").await;
        let id = chloe.id.clone();
        let appointed = server.db().write::<_, DbError, _>(move |tx| {
            Box::pin(async move { rights::appoint(tx, 3, &id).await })
        });
        appointed.await.unwrap();
        let eve = server.person("eve", with_email).await;
        for group in ["media", "hidden"] {
            asks(&server, &eve.id, RequestKind::Join, group).await;
        }
        set(
            &server,
            "UPDATE groups SET visible = $2 WHERE id = $1",
            "hidden",
            1,
        )
        .await;
        for id in [1, 3] {
            open(&server, &eve, id).await;
        }
        let found = figures(&server, &chloe, OWN).await;
        assert_eq!(
            found["products"],
            json!([{ "productId": 3, "name": "Product 3", "opened": 1, "queryTokens": 1 }])
        );
        assert_eq!(found["groups"].as_array().unwrap().len(), 1);
        assert_eq!(found["groups"][0]["groupId"], "media");
        assert_eq!(found["groups"][0]["waiting"]["day"], 1);
        assert!(!found.to_string().contains("hidden"), "{found}");
        let of_eve = figures(&server, &eve, OWN).await;
        assert_eq!(of_eve["products"], json!([]));
        assert_eq!(of_eve["groups"], json!([]));
        for person in [&chloe, &dan, &eve] {
            let refused = server.get_as(person, OVERVIEW).await;
            assert_eq!(refused.json()["status"], 100_013, "{refused:?}");
        }
    }
}

/// Each group and each product of a person has its own figures.
#[tokio::test]
async fn own_figures_are_apart() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        products(&server).await;
        let chloe = server.person("chloe", with_email).await;
        for group in ["media", "research"] {
            appoint(&server, &chloe, group).await;
        }
        let id = chloe.id.clone();
        let appointed = server.db().write::<_, DbError, _>(move |tx| {
            Box::pin(async move {
                rights::appoint(tx, 1, &id).await?;
                rights::appoint(tx, 3, &id).await
            })
        });
        appointed.await.unwrap();
        let (dan, eve) = (
            server.person("dan", with_email).await,
            server.person("eve", with_email).await,
        );
        for (person, group, days) in [
            (&dan, "media", 0),
            (&eve, "media", 2),
            (&eve, "research", 5),
            (&dan, "research", 10),
        ] {
            let asked = asks(&server, &person.id, RequestKind::Join, group).await;
            let sql = "UPDATE requests SET created_at = $2 WHERE id = $1";
            set(&server, sql, &asked, NOW - days * DAY).await;
        }
        let finn = server.person("finn", with_email).await;
        joins(&server, &finn.id, "media", "2026-12-01").await;
        let asked = asks(&server, &finn.id, RequestKind::Join, "research").await;
        let sql = "UPDATE requests SET created_at = $2 WHERE id = $1";
        set(&server, sql, &asked, NOW - 2 * HOUR).await;
        let body = json!({ "id": asked, "status": "refused", "comment": "Not yet", "version": 1 });
        let root = root(&server).await;
        let examined = server.post_as(&root, EXAMINE, &body).await;
        assert_eq!(examined.status(), 0, "{examined:?}");
        open(&server, &dan, 1).await;
        open(&server, &eve, 1).await;
        open(&server, &eve, 3).await;
        let found = figures(&server, &chloe, OWN).await;
        assert_eq!(
            found["products"],
            json!([
                { "productId": 1, "name": "Product 1", "opened": 2, "queryTokens": 0 },
                { "productId": 3, "name": "Product 3", "opened": 1, "queryTokens": 1 },
            ])
        );
        let of = |at: usize| {
            let group = &found["groups"][at];
            let facts = ["groupId", "waiting", "decided", "ending"];
            json!(facts.map(|fact| group[fact].clone()))
        };
        assert_eq!(
            of(0),
            json!([
                "media",
                { "day": 1, "threeDays": 1, "week": 0, "longer": 0 },
                { "count": 0, "averageMinutes": null, "parts": [] },
                { "in7Days": 0, "in30Days": 1 },
            ]),
            "{:?}",
            server.db()
        );
        assert_eq!(
            of(1),
            json!([
                "research",
                { "day": 0, "threeDays": 0, "week": 1, "longer": 1 },
                { "count": 1, "averageMinutes": 120, "parts": [{ "part": "day", "count": 1 }] },
                { "in7Days": 0, "in30Days": 0 },
            ])
        );
    }
}

/// G-80: page views are a figure where they are counted.
#[tokio::test]
async fn pages_are_a_figure_if_they_are_counted() {
    for database in database::each_engine().await {
        let server = Server::with(&database.db, |config| config.page_views.count = true).await;
        let root = root(&server).await;
        for route in ["/my-access", "/", "/"] {
            let body = json!({ "route": route });
            server
                .post_as(&root, "/api/security/page-view", &body)
                .await;
        }
        let found = figures(&server, &root, OVERVIEW).await;
        assert_eq!(
            found["pages"],
            json!([{ "route": "/", "views": 2 }, { "route": "/my-access", "views": 1 }])
        );
    }
}

/// A write that fails counts nothing; counts that cannot be written are written later.
#[tokio::test]
async fn only_what_is_committed_is_counted() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let opened = || atrium::insight::Count::of(atrium::insight::Figure::Opened, "7");
        for commits in [false, true] {
            let written = server.db().write::<(), DbError, _>(move |tx| {
                Box::pin(async move {
                    atrium::insight::count(tx, NOW, opened());
                    if commits {
                        return Ok(());
                    }
                    rows::run(tx, "SELECT nothing FROM nowhere".to_owned()).await
                })
            });
            assert_eq!(written.await.is_ok(), commits);
        }
        server.state().counters.flush().await.unwrap();
        let mut view = server.db().read().await.unwrap();
        let sql = "SELECT many FROM event_counts WHERE kind = 'opened'";
        let many: Vec<(i64,)> = SqlQuery::kept(sql).fetch_all(&mut view).await.unwrap();
        assert_eq!(many, [(1,)], "{:?}", server.db());
    }
}
