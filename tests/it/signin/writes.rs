//! Attack 44: strangers cause writes only to capped tables.

use std::collections::BTreeMap;

use atrium::clock::Clock;
use axum::body::Body;
use axum::http::{Method, Request};
use serde_json::json;

use crate::support::app::{ISSUER, ORIGIN, TestApp, form};
use crate::support::clients::PUBLIC_CALLBACK;
use crate::support::jose::TestKey;
use crate::support::relying_party::random;
use crate::support::{clients, database, people, rows, worker};

/// Sign-ins under invented names, from addresses of one region: each costs a hash, and a region has a smaller share.
const SIGN_INS: u32 = 110;
/// The share of one region.
const OF_REGION: usize = 100;
/// Wrong passwords of an account: fewer than the limit for all addresses (`limits.account_failures`), above which only
/// one is allowed in half a minute.
const WRONG: u32 = 30;
/// Requests of each other kind, each from an address in a different region.
const EACH: u32 = 300;
/// The caps of this test.
const FLOWS: u32 = 200;
const COUNTERS: u32 = 300;
/// The entries that refusals of one kind may write: their share (`audit/quota.rs`), and the entries that count the
/// rest.
const REFUSALS: i64 = 500 + 6;
/// The reasons of these refusals, and more: a stranger cannot invent one.
const REASONS: i64 = 10;

const FORM: &str = "application/x-www-form-urlencoded";
const JSON: &str = "application/json";
const ELSEWHERE: &str = "https://evil.test";
const INVENTED: &str = "a sign-in under an invented name";
/// Stands for the number of the request in a body.
const N: &str = "NUMBER";

/// The tables other than the audit trail that a request may make grow. All of these tables have a cap.
type Writes = &'static [&'static str];

/// Tables that the server writes by itself, shortly after the request.
const LATER: Writes = &["audit_entries", "event_counts"];
const NOTHING: Writes = &[];
/// A request that is too long to be sealed, and the networks that it counts for.
const A_FLOW: Writes = &["sign_in_flows", "sign_in_networks", "limit_counters"];
/// Failures of names, accounts, addresses and links.
const A_FAILURE: Writes = &["limit_counters"];

struct Kind {
    name: &'static str,
    many: u32,
    method: Method,
    path: String,
    headers: Vec<(&'static str, String)>,
    body: String,
    /// The first digit of the status.
    class: u16,
    writes: Writes,
}

impl Kind {
    fn get(name: &'static str, path: impl Into<String>, class: u16) -> Self {
        Self {
            name,
            many: EACH,
            method: Method::GET,
            path: path.into(),
            headers: Vec::new(),
            body: String::new(),
            class,
            writes: NOTHING,
        }
    }

    /// A POST of a program.
    fn post(name: &'static str, path: &str, content_type: &str, body: String, class: u16) -> Self {
        Self {
            method: Method::POST,
            body,
            ..Self::get(name, path, class)
        }
        .with("content-type", content_type)
    }

    /// A form of a program.
    fn form(name: &'static str, path: &str, pairs: &[(&str, &str)], class: u16) -> Self {
        Self::post(name, path, FORM, form(pairs), class)
    }

    fn with(mut self, header: &'static str, value: &str) -> Self {
        self.headers.push((header, value.to_owned()));
        self
    }

    fn writing(self, writes: Writes) -> Self {
        Self { writes, ..self }
    }

    fn times(self, many: u32) -> Self {
        Self { many, ..self }
    }
}

/// Requests of browsers.
fn of_browsers(app: &TestApp) -> Vec<Kind> {
    let rp = app.rp("basic");
    let long = rp.ask(&format!("openid {}", "x".repeat(14_500)));
    let short = rp.ask("openid");
    let elsewhere = short.clone().with("redirect_uri", "https://evil.test/");
    let foreign = [
        ("account", "nobody"),
        ("password", "wrong"),
        ("flow", "none"),
        ("csrf", "none"),
    ];
    // Well formed, so that its key is looked for.
    let claims = json!({"iss": ISSUER, "sub": "nobody", "aud": "basic", "sid": "none"});
    let hint = TestKey::es256().sign(&json!({"typ": "JWT", "alg": "ES256", "kid": "x"}), &claims);
    vec![
        Kind::get("authorize", long.url(), 3).writing(A_FLOW),
        Kind::form("authorize by form", "/oauth2/authorize", &long.pairs(), 3)
            .with("origin", ELSEWHERE)
            .writing(A_FLOW),
        Kind::get("the sign-in page", "/login", 3),
        Kind::get(
            "a foreign callbackUrl",
            "/login?appName=OLD&callbackUrl=https%3A%2F%2Fevil.test",
            4,
        ),
        Kind::get("a foreign redirect", elsewhere.url(), 4),
        Kind::get("a bad hint", short.url() + "&id_token_hint=a.b.c", 3),
        Kind::get(
            "a logout with a made-up hint",
            format!("/oauth2/logout?id_token_hint={hint}"),
            4,
        ),
        Kind::form("a foreign form", "/login", &foreign, 4).with("origin", ELSEWHERE),
        Kind::get("an unknown page of a sign-in", "/login?flow=none", 4),
    ]
}

/// The forms of pages that a stranger was shown. A flow belongs to its browser, wherever that is.
async fn of_own_pages(app: &TestApp) -> Vec<Kind> {
    let stranger = app.browser();
    let login = stranger.go("/login").await.form("password").unwrap();
    let reset = stranger.go("/reset-password").await.form("token").unwrap();
    let name = &app.state().cookies.flow;
    let cookie = format!("{name}={}", stranger.cookie(name).unwrap());
    let wrong = [
        ("csrf", login.value("csrf").unwrap()),
        ("flow", login.value("flow").unwrap()),
        ("account", "DanMember"),
        ("password", "wrong"),
    ];
    let link = [("csrf", reset.value("csrf").unwrap()), ("token", N)];
    let forms = [
        Kind::form("a wrong password in a page's own flow", "/login", &wrong, 2).times(WRONG),
        Kind::form("a made-up link", "/reset-password", &link, 4),
    ];
    forms
        .map(|kind| kind.with("origin", ORIGIN).with("cookie", &cookie))
        .map(|kind| kind.writing(A_FAILURE))
        .into()
}

/// Sign-ins without a browser.
fn under_invented_names() -> Kind {
    let body = json!({"account": format!("nobody {N}"), "password": "wrong"}).to_string();
    Kind::post(INVENTED, "/api/security/acc-login", JSON, body, 2)
        .times(SIGN_INS)
        .writing(A_FAILURE)
}

/// Requests of programs.
fn of_programs(app: &TestApp) -> Vec<Kind> {
    let nobody = [("client_id", "nobody"), ("client_secret", "wrong")];
    let wrong = [("client_id", "basic"), ("client_secret", "wrong")];
    let grant = [("grant_type", "client_credentials")];
    let token = [("token", "none")];
    let (code, verifier) = (random(), random());
    let made_up = [
        ("grant_type", "authorization_code"),
        ("client_id", "spa"),
        ("redirect_uri", PUBLIC_CALLBACK),
        ("code_verifier", &verifier),
        ("code", &code),
    ];
    let url = format!("{ISSUER}/oauth2/token");
    let proof = TestKey::es256().proof("POST", &url, app.now(), &json!({}));
    let launched = json!({"appName": "OLD"}).to_string();
    vec![
        Kind::form(
            "an unknown client",
            "/oauth2/token",
            &[&grant[..], &nobody].concat(),
            4,
        )
        .with("origin", ELSEWHERE),
        // A refusal takes back the use of the proof, which is written before the code is looked for.
        Kind::form("a made-up code with a proof", "/oauth2/token", &made_up, 4)
            .with("dpop", &proof),
        Kind::form(
            "introspection by an unknown client",
            "/oauth2/introspect",
            &[&token[..], &nobody].concat(),
            4,
        ),
        Kind::form(
            "revocation with a wrong secret",
            "/oauth2/revoke",
            &[&token[..], &wrong].concat(),
            4,
        ),
        Kind::post(
            "a made-up launch token",
            "/api/security/user/info?appName=OLD",
            JSON,
            launched,
            2,
        )
        .with("access-token", &random()),
    ]
}

/// Sends request `n` of `kind`, from an address that no request before had.
async fn send(app: &TestApp, kind: &Kind, number: u32, n: u32) -> u16 {
    let mut request = Request::builder().method(&kind.method).uri(&kind.path);
    for (name, value) in &kind.headers {
        request = request.header(*name, value);
    }
    let [_, _, a, b] = (number * EACH + n).to_be_bytes();
    let from = if kind.name == INVENTED {
        [11, 0, a, b]
    } else {
        [11 + a, b, a, b]
    };
    let body = Body::from(kind.body.replace(N, &n.to_string()));
    let request = request.body(body).unwrap();
    app.send_from(from, request).await.status.as_u16()
}

/// The tables with more rows than before, and how many more.
fn grown<'a>(
    before: &BTreeMap<String, i64>,
    after: &'a BTreeMap<String, i64>,
) -> BTreeMap<&'a str, i64> {
    let more = after.iter().map(|(name, many)| {
        let had = before.get(name).copied().unwrap_or_default();
        (name.as_str(), many - had)
    });
    more.filter(|(_, many)| *many > 0).collect()
}

/// Whatever strangers send, each from another address, only capped tables grow, and none beyond its cap. Sessions of
/// browsers, jobs and everything else do not change. Each kind of request writes what it must and nothing else: a wrong
/// password, for example, leaves no row of the flow it was sent in.
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
        // These come first: the trail counts a limited number of addresses singly, and further ones together.
        let mut kinds = vec![under_invented_names()];
        kinds.extend(of_browsers(&app));
        kinds.extend(of_own_pages(&app).await);
        kinds.extend(of_programs(&app));
        let mut last = before.clone();
        for (number, kind) in (0..).zip(&kinds) {
            for n in 0..kind.many {
                app.clock.advance(1);
                let status = send(&app, kind, number, n).await;
                assert_eq!(status / 100, kind.class, "{} {n} {status}", kind.name);
            }
            let now = rows::in_each_table(app.db()).await;
            for (table, many) in grown(&last, &now) {
                // These are written a moment later, so rows of another kind of request may be among them.
                let may = LATER.contains(&table) || kind.writes.contains(&table);
                assert!(may, "{}: {many} rows of {table}", kind.name);
            }
            last = now;
        }
        app.state().recorder.stop().await;
        app.state().counters.flush().await.unwrap();
        let after = rows::in_each_table(app.db()).await;
        let grown = grown(&before, &after);
        for (table, many) in &grown {
            let cap = match *table {
                "sign_in_flows" => i64::from(FLOWS),
                // For each flow, its address and its /24.
                "sign_in_networks" => 2 * i64::from(FLOWS),
                // All counters are counted again after this many new ones.
                "limit_counters" => i64::from(COUNTERS) + 256,
                // The kinds of refusals: requests, authorizations, tokens, clients, launches and sign-ins. Refusals of
                // an account have their own entries (decision 0032), and the account's limit of failures bounds them.
                "audit_entries" => 6 * REFUSALS + i64::from(WRONG),
                // By the reason of a refusal, for a day and for at most two hours.
                "event_counts" => 3 * REASONS,
                _ => 0,
            };
            assert!(
                *many <= cap,
                "{table} grew by {many}, {:?}: {grown:?}",
                app.db().engine()
            );
        }
        for kind in ["request.refused", "client.refused", "launch.refused"] {
            let refused = app.entries(kind).await.len();
            assert!(
                (1..=500).contains(&refused),
                "{refused} of {kind} were written singly"
            );
        }
        let sign_ins = app.entries("sign_in.refused").await;
        let (known, invented): (Vec<_>, Vec<_>) = sign_ins
            .iter()
            .partition(|entry| entry.account_id.is_some());
        assert_eq!(invented.len(), OF_REGION, "of {SIGN_INS}");
        assert_eq!(known.len(), WRONG as usize, "none of an account is lost");
    }
}
