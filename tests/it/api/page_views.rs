//! Page views: what the portal reports is counted by route and day, and names nobody (contract T-03, G-80, F-67).

use atrium::clock::DAY;
use serde_json::{Value, json};

use crate::support::database::{self, TestDatabase};
use crate::support::product_api::{NOW, Person, Server};

const REPORT: &str = "/api/security/page-view";
const VIEWS: &str = "/api/security/admin/page-views";

async fn report(server: &Server, person: &Person, route: &str) -> Value {
    server
        .post_as(person, REPORT, &json!({ "route": route }))
        .await
        .json()
}

async fn counting(database: &TestDatabase) -> Server {
    Server::with(&database.db, |config| config.page_views.count = true).await
}

#[tokio::test]
async fn views_are_counted_by_route_and_day() {
    for database in database::each_engine().await {
        let server = counting(&database).await;
        let (dan, eve) = (
            server.person("dan", |_| {}).await,
            server.person("eve", |_| {}).await,
        );
        for (person, route) in [(&dan, "/"), (&eve, "/"), (&dan, "/my-groups/:groupId")] {
            assert_eq!(report(&server, person, route).await["status"], 0);
        }
        server.clock.advance(DAY);
        let dan = server.person("later", |_| {}).await;
        let root = server
            .person("root", |account| account.sup_admin = true)
            .await;
        assert_eq!(report(&server, &dan, "/").await["status"], 0);
        let views = server.get_as(&root, VIEWS).await.data();
        let row = |day: &str, route: &str, views: i64| json!({ "day": day, "route": route, "views": views });
        let [first, second] = [0, DAY].map(|later| {
            let at = jiff::Timestamp::from_millisecond(NOW + later).unwrap();
            at.to_zoned(jiff::tz::TimeZone::UTC).date().to_string()
        });
        assert_eq!(
            views,
            json!([
                row(&second, "/", 1),
                row(&first, "/", 2),
                row(&first, "/my-groups/:groupId", 1)
            ])
        );
        let of_today = server
            .get_as(&root, &format!("{VIEWS}?days=1"))
            .await
            .data();
        assert_eq!(of_today, json!([row(&second, "/", 1)]));
    }
}

/// F-67: what could name a person or carry a token is refused, and so is every route that the portal does not have: nobody
/// fills the table with invented ones.
#[tokio::test]
async fn what_is_no_route_is_refused() {
    for database in database::each_engine().await {
        let server = counting(&database).await;
        let dan = server.person("dan", |_| {}).await;
        for text in [
            "",
            "/my-groups/7",
            "/?token=secret",
            "/a#secret",
            "https://evil.example/",
            "/invented",
            "/my-groups/",
            "/My-groups",
            "/\n/my-groups",
        ] {
            let answer = report(&server, &dan, text).await;
            assert_eq!(
                (&answer["status"], &answer["field"]),
                (&json!(100_012), &json!("route")),
                "{text}"
            );
        }
        let root = server
            .person("root", |account| account.sup_admin = true)
            .await;
        assert_eq!(server.get_as(&root, VIEWS).await.data(), json!([]));
    }
}

/// G-80: off by default.
#[tokio::test]
async fn nothing_is_counted_unless_the_settings_say_so() {
    let database = &database::each_engine().await[0];
    let server = Server::start(&database.db).await;
    let dan = server.person("dan", |_| {}).await;
    assert_eq!(report(&server, &dan, "/").await["status"], 0);
    let root = server
        .person("root", |account| account.sup_admin = true)
        .await;
    assert_eq!(server.get_as(&root, VIEWS).await.data(), json!([]));
}
