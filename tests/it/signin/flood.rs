//! Attack 44: strangers who begin sign-ins without end fill a table that is capped, and push out their own (decision 0031).

use atrium::clock::Clock;
use atrium::config::LimitsConfig;
use atrium::db::{Db, SqlQuery};
use axum::body::Body;
use axum::http::Request;

use crate::support::app::{Answer, TestApp};
use crate::support::browser::Page;
use crate::support::database::{self, TestDatabase};
use crate::support::people::{self, PASSWORD};
use crate::support::{clients, html};

/// A server whose proxy is this machine, with these limits.
async fn server(database: &TestDatabase, change: impl FnOnce(&mut LimitsConfig)) -> TestApp {
    let clock = Clock::fixed(Clock::system().now());
    people::add_all(&database.db, clock.now()).await;
    TestApp::build(database.db.clone(), clock, &clients::text(), |config| {
        config.server.trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()];
        change(&mut config.limits);
    })
    .await
}

/// The address of a request that is too long to be sealed, so its flow is a row.
fn long_request(app: &TestApp) -> String {
    let ask = app.rp("asking").ask("openid");
    ask.with("state", &"s".repeat(3_000)).url()
}

/// `GET path` from the address `from`, a millisecond after the last one.
async fn get(app: &TestApp, from: &str, path: &str) -> Answer {
    app.clock.advance(1);
    let request = Request::get(path).header("x-forwarded-for", from);
    app.send(request.body(Body::empty()).unwrap()).await
}

/// The numbers in the one row of `sql`.
async fn sums(db: &Db, sql: &str) -> (i64, i64) {
    let sql = SqlQuery::composed(sql.to_owned());
    let mut view = db.read().await.unwrap();
    sql.fetch_one(&mut view).await.unwrap()
}

/// The number of flows that nobody holds and their weight, after a check that each network's sums are true.
async fn not_held(db: &Db) -> (i64, i64) {
    let sql = "SELECT COUNT(*), CAST(COALESCE(SUM(weight), 0) AS BIGINT) FROM sign_in_flows WHERE held = 0";
    let found = sums(db, sql).await;
    let kept = "SELECT flows, bytes FROM sign_in_networks WHERE network = ''";
    assert_eq!(sums(db, kept).await, found);
    for kind in ["network", "wider_network", "widest_network"] {
        let of_kind = format!(
            "SELECT COUNT(*), CAST(COALESCE(SUM(n.flows), 0) AS BIGINT) FROM sign_in_networks n WHERE EXISTS \
             (SELECT 1 FROM sign_in_flows j WHERE j.held = 0 AND j.{kind} = n.network) AND (n.flows, n.bytes) = \
             (SELECT COUNT(*), CAST(SUM(j.weight) AS BIGINT) FROM sign_in_flows j WHERE j.held = 0 AND j.{kind} = n.network)"
        );
        let expected = format!(
            "SELECT COUNT(DISTINCT {kind}), COUNT({kind}) FROM sign_in_flows WHERE held = 0"
        );
        assert_eq!(
            sums(db, &of_kind).await,
            sums(db, &expected).await,
            "{kind}"
        );
    }
    let empty =
        "SELECT COUNT(*), COUNT(*) FROM sign_in_networks WHERE flows <= 0 AND network <> ''";
    assert_eq!(
        sums(db, empty).await,
        (0, 0),
        "no network is left without a flow"
    );
    found
}

fn flow_of(answer: &Answer) -> String {
    let to = answer.header("location");
    let flow = to
        .split_once("flow=")
        .unwrap_or_else(|| panic!("{to} {}", answer.text()));
    flow.1.to_owned()
}

async fn is_kept(db: &Db, flow: &str) -> bool {
    let sql = format!("SELECT COUNT(*), COUNT(*) FROM sign_in_flows WHERE id = '{flow}'");
    sums(db, &sql).await.0 == 1
}

/// A flood from one /24, from one /48 and from one address pushes out its own flows, the oldest first, and no other
/// network's; and the cap holds after each request.
#[tokio::test]
async fn attack_44_a_flood_from_one_network_pushes_out_its_own() {
    for database in database::each_engine().await {
        let app = server(&database, |limits| limits.kept_sign_in_flows = 30).await;
        let begin = long_request(&app);
        let mut others = Vec::new();
        for from in [
            "192.0.2.7",
            "192.0.2.7",
            "198.51.100.9",
            "2001:db8:1::7",
            "2001:db8:2:ff::7",
        ] {
            others.push(flow_of(&get(&app, from, &begin).await));
        }
        let floods: [&dyn Fn(u32) -> String; 4] = [
            &|n| format!("203.0.113.{}", n % 250),
            &|n| format!("2001:db8:9:{n:x}::1"),
            &|n| format!("2001:db8:a:{:x}::1", n * 0x101),
            &|_| "203.0.112.1".to_owned(),
        ];
        for (at, from) in floods.iter().enumerate() {
            let mut flood = Vec::new();
            for n in 0..60 {
                flood.push(flow_of(&get(&app, &from(n), &begin).await));
                assert!(not_held(app.db()).await.0 <= 30);
            }
            for (other, flow) in others.iter().enumerate() {
                assert!(
                    is_kept(app.db(), flow).await,
                    "flood {at} pushes out {other}"
                );
            }
            assert!(
                !is_kept(app.db(), &flood[0]).await,
                "flood {at}: the oldest goes"
            );
            assert!(
                is_kept(app.db(), &flood[59]).await,
                "flood {at}: the newest stays"
            );
        }
        assert_eq!(not_held(app.db()).await.0, 30, "{:?}", app.db().engine());
    }
}

/// The space is capped too, for requests of any size, by GET and by POST; a request above the limit of one flow is
/// refused.
#[tokio::test]
async fn attack_44_large_requests_of_strangers_take_a_bounded_space() {
    for database in database::each_engine().await {
        let app = server(&database, |limits| limits.kept_sign_in_flows_mib = 1).await;
        let ask = app
            .rp("basic")
            .ask(&format!("openid {}", "x".repeat(12_000)));
        let (url, pairs) = (ask.url(), ask.pairs());
        for n in 0..100 {
            let from = format!("198.{}.{n}.1", 18 + n % 2);
            assert_eq!(get(&app, &from, &url).await.status, 303);
            let headers = [("x-forwarded-for", from.as_str())];
            let answer = app.post_form("/oauth2/authorize", &headers, &pairs).await;
            assert_eq!(answer.status, 303);
            let (flows, bytes) = not_held(app.db()).await;
            assert!(bytes <= 1 << 20, "{flows} flows of {bytes} bytes");
        }
        let (_, bytes) = not_held(app.db()).await;
        assert!(
            bytes > 1_000_000,
            "no more than needed is given up: {bytes}"
        );
        let ask = app
            .rp("basic")
            .ask("openid")
            .with("login_hint", &"\u{1}".repeat(8_000));
        let answer = app.post_form("/oauth2/authorize", &[], &ask.pairs()).await;
        assert_eq!(answer.status, 413, "48,000 bytes in JSON");
        assert!(answer.header("content-type").starts_with("text/html"));
    }
}

/// A flow in which a person has proved who they are outlasts every flood, and so does one of a browser in which somebody has
/// signed in before. A flow that was pushed out answers as an expired one, and its form leads back.
#[tokio::test]
async fn attack_44_strangers_push_out_nobody_who_has_proved_who_they_are() {
    for database in database::each_engine().await {
        let app = server(&database, |limits| limits.kept_sign_in_flows = 20).await;
        let begin = long_request(&app);
        let flood = async || {
            for n in 0..60 {
                get(&app, &format!("203.0.{n}.1"), &begin).await;
            }
            assert_eq!(not_held(app.db()).await.0, 20);
        };
        let ask = app.rp("asking").ask("openid").with("state", "a&b");
        let [early, newcomer, consenting] = [10, 11, 12].map(|last| {
            let browser = app.browser();
            browser.at([192, 0, 2, last])
        });
        let pushed_out = early.go(&begin).await;
        let page = newcomer.go("/login").await;
        let to_change = newcomer.sign_in(&page, "EveNewcomer").await;
        assert!(
            to_change.form("new_password").is_some(),
            "{}",
            to_change.text()
        );
        let page = consenting.go(&ask.url()).await;
        let to_allow = consenting.sign_in(&page, "DanMember").await;
        assert!(to_allow.form("decision").is_some(), "{}", to_allow.text());
        flood().await;
        for (browser, page) in [(&newcomer, &to_change), (&consenting, &to_allow)] {
            let again = browser.get(page.url.as_str()).await;
            assert_eq!(again.status, 200, "{}", again.text());
        }
        // It is held from its beginning, because the person is signed in.
        let second = consenting.go(&ask.with("state", "second").url()).await;
        assert!(second.form("decision").is_some());
        flood().await;
        for page in [&to_allow, &second] {
            let allowed = consenting
                .send_form(page, "decision", &[("decision", "allow")])
                .await;
            let answer = consenting.follow(allowed).await;
            assert!(
                answer.header("location").contains("code="),
                "{}",
                answer.text()
            );
        }
        let expired = leads_back(&early.get(pushed_out.url.as_str()).await);
        assert_eq!(expired.as_deref(), Some("/"), "the server knows it no more");
        let filled = [("account", "DanMember"), ("password", PASSWORD)];
        let expired = leads_back(&early.submit(&pushed_out, &filled).await);
        assert!(
            expired.unwrap().starts_with("/oauth2/authorize?"),
            "its page does"
        );
    }
}

/// The link of an expired page.
fn leads_back(page: &Page) -> Option<String> {
    assert_eq!(page.status, 400, "{}", page.text());
    html::button_link(&page.text())
}
