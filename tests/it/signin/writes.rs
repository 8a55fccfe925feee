//! Attack 44: what strangers cause to be written stands in capped tables alone.

use std::collections::BTreeMap;

use atrium::clock::Clock;
use axum::body::Body;
use axum::http::{Method, Request};
use hyper::header::{CONTENT_TYPE, ORIGIN};

use crate::support::app::{TestApp, form};
use crate::support::{clients, database, people, rows, worker};

/// Sign-ins under invented names, from addresses of one region: each costs a hash, and a region has a smaller share.
const SIGN_INS: u32 = 110;
/// The share of one region.
const OF_REGION: usize = 100;
/// Requests of each other kind, each from an address in a region of its own.
const EACH: u32 = 300;
/// The caps of this test.
const FLOWS: u32 = 200;
const COUNTERS: u32 = 300;
/// What refusals of one kind may write: their share (`audit/quota.rs`), and the entries with the numbers of the rest.
const REFUSALS: i64 = 500 + 6;

const FORM: &str = "application/x-www-form-urlencoded";
const INVENTED: &str = "a sign-in under an invented name";

struct Kind {
    name: &'static str,
    many: u32,
    method: Method,
    path: String,
    content_type: &'static str,
    body: String,
    /// The first digit of the status.
    class: u16,
}

fn kinds(app: &TestApp) -> Vec<Kind> {
    let get = |name, path: String, class| Kind {
        name,
        many: EACH,
        method: Method::GET,
        path,
        content_type: "",
        body: String::new(),
        class,
    };
    let post = |name, path: &str, body: String, class| Kind {
        name,
        many: EACH,
        method: Method::POST,
        path: path.to_owned(),
        content_type: FORM,
        body,
        class,
    };
    let invented = Kind {
        many: SIGN_INS,
        content_type: "application/json",
        ..post(INVENTED, "/api/security/acc-login", String::new(), 2)
    };
    let long = app
        .rp("basic")
        .ask(&format!("openid {}", "x".repeat(14_500)));
    let short = app.rp("basic").ask("openid");
    let elsewhere = app
        .rp("basic")
        .ask("openid")
        .with("redirect_uri", "https://evil.test/");
    let hint = short.url() + "&id_token_hint=a.b.c";
    let foreign = [
        ("account", "nobody"),
        ("password", "wrong"),
        ("flow", "none"),
        ("csrf", "none"),
    ];
    let stranger = [
        ("grant_type", "client_credentials"),
        ("client_id", "nobody"),
        ("client_secret", "wrong"),
    ];
    vec![
        get("authorize", long.url(), 3),
        post(
            "authorize by form",
            "/oauth2/authorize",
            form(&long.pairs()),
            3,
        ),
        get("the sign-in page", "/login".to_owned(), 3),
        get(
            "a foreign callbackUrl",
            "/login?appName=OLD&callbackUrl=https%3A%2F%2Fevil.test".to_owned(),
            4,
        ),
        get("a foreign redirect", elsewhere.url(), 4),
        get("a bad hint", hint, 3),
        post("a foreign form", "/login", form(&foreign), 4),
        post("an unknown client", "/oauth2/token", form(&stranger), 4),
        get(
            "an unknown page of a sign-in",
            "/login?flow=none".to_owned(),
            4,
        ),
        invented,
    ]
}

/// Sends request `n` of `kind`, from an address that no request before had.
async fn send(app: &TestApp, kind: &Kind, number: u32, n: u32) -> u16 {
    let mut request = Request::builder().method(&kind.method).uri(&kind.path);
    if kind.method == Method::POST {
        request = request.header(CONTENT_TYPE, kind.content_type);
    }
    if kind.content_type == FORM {
        request = request.header(ORIGIN, "https://evil.test");
    }
    let [_, _, a, b] = (number * EACH + n).to_be_bytes();
    let (from, body) = if kind.name == INVENTED {
        let body = format!(r#"{{"account": "nobody {n}", "password": "wrong"}}"#);
        ([11, 0, a, b], body)
    } else {
        ([11 + a, b, a, b], kind.body.clone())
    };
    let request = request.body(Body::from(body)).unwrap();
    app.send_from(from, request).await.status.as_u16()
}

/// Issue 13, sections 1 and 4: whatever strangers send, each from another address, only the tables with a cap grow, and
/// none of them beyond its cap. Sessions of browsers, jobs and everything else stay as they are.
#[tokio::test]
async fn attack_44_strangers_write_to_capped_tables_alone() {
    for database in database::each_engine().await {
        let clock = Clock::fixed(Clock::system().now());
        people::add_all(&database.db, clock.now()).await;
        worker::hold_routines(&database.db, clock.now()).await;
        let app = TestApp::build(database.db.clone(), clock, &clients::text(), |config| {
            config.limits.kept_sign_in_flows = FLOWS;
            config.limits.kept_counters = COUNTERS;
        })
        .await;
        let before = rows::in_each_table(app.db()).await;
        let kinds = kinds(&app);
        for (number, kind) in (0..).zip(&kinds) {
            for n in 0..kind.many {
                app.clock.advance(1);
                let status = send(&app, kind, number, n).await;
                assert_eq!(status / 100, kind.class, "{} {n} {status}", kind.name);
            }
        }
        app.state().recorder.stop().await;
        let after = rows::in_each_table(app.db()).await;
        let grown: BTreeMap<&str, i64> = after
            .iter()
            .map(|(name, many)| {
                (
                    name.as_str(),
                    many - before.get(name).copied().unwrap_or_default(),
                )
            })
            .filter(|(_, many)| *many > 0)
            .collect();
        for (table, many) in &grown {
            let cap = match *table {
                "journeys" => i64::from(FLOWS),
                // Of each flow its address and its /24.
                "sign_in_networks" => 2 * i64::from(FLOWS),
                "limit_counters" => i64::from(COUNTERS) + 256,
                // Requests, authorizations, clients and sign-ins are kinds of refusals.
                "audit_entries" => 4 * REFUSALS,
                _ => 0,
            };
            assert!(
                *many <= cap,
                "{table} grew by {many}, {:?}: {grown:?}",
                app.db().engine()
            );
        }
        let refused = app.entries("request.refused").await.len();
        assert!(refused <= 500, "{refused} were written singly");
        let sign_ins = app.entries("sign_in.refused").await.len();
        assert_eq!(sign_ins, OF_REGION, "of {SIGN_INS}");
    }
}
