//! Requests of strangers, each from another network: what they leave in the database.

use std::collections::BTreeMap;

use futures_util::stream::{self, StreamExt as _, TryStreamExt as _};

use crate::browser::{Answer, Http, elsewhere};
use crate::server::Server;
use crate::{Plan, Result, Row};

/// The kinds of requests.
pub const NAMES: &[&str] = &[
    "authorize by GET",
    "authorize by POST",
    "sign-in page",
    "callbackUrl",
    "bad redirect_uri",
    "bad hint",
    "foreign form",
    "unknown names",
    "bad client",
];

/// What has bounds of its own: the counters of failures, and the sign-in flows with the networks that they come from.
const COUNTED: [&str; 3] = ["limit_counters", "journeys", "sign_in_networks"];
/// Most KiB that a kind may leave anywhere else.
const LEFT: f64 = 1024.0;
/// Most KiB of these together after all kinds: 16 MiB of counters, 64 MiB of flows, and their indexes.
const CAPPED: f64 = 96.0 * 1024.0;
/// Requests at the same time.
const WORKERS: usize = 16;

pub async fn floods(plan: &Plan, server: &Server) -> Result<Vec<Row>> {
    let http = Http::new(server.port);
    let many = plan.count(20_000, 100);
    let first = server.tables().await?;
    let mut rows = Vec::new();
    for (number, kind) in NAMES.iter().enumerate() {
        if !plan.wants_one(kind) {
            continue;
        }
        let before = server.tables().await?;
        let requests = stream::iter(0..many).map(|n| send(&http, kind, number * many + n));
        requests
            .buffer_unordered(WORKERS)
            .try_for_each(|answer| std::future::ready(expected(kind, &answer)))
            .await?;
        let now = server.tables().await?;
        rows.push(Row {
            flood: format!("{many} × {kind}"),
            unit: "KiB",
            figure: grown(&before, &now, |table| !COUNTED.contains(&table)),
            bound: LEFT,
        });
    }
    let now = server.tables().await?;
    rows.push(Row {
        flood: "counters and sign-in flows after them".to_owned(),
        unit: "KiB",
        figure: grown(&first, &now, |table| COUNTED.contains(&table)),
        bound: CAPPED,
    });
    Ok(rows)
}

/// By how many KiB the tables that `counts` chooses have grown.
fn grown(
    before: &BTreeMap<String, i64>,
    after: &BTreeMap<String, i64>,
    counts: impl Fn(&str) -> bool,
) -> f64 {
    let chosen = after.iter().filter(|(table, _)| counts(table));
    let growth = chosen.map(|(table, size)| size - before.get(table).copied().unwrap_or(0));
    growth.sum::<i64>() as f64
}

/// A server that fails is not a server that keeps its bounds.
fn expected(kind: &str, answer: &Answer) -> Result<()> {
    match answer.status {
        500 | 502 | 504.. => {
            Err(format!("{kind}: {} {:.300}", answer.status, answer.text()).into())
        }
        _ => Ok(()),
    }
}

async fn send(http: &Http, kind: &str, n: usize) -> Result<Answer> {
    let from = elsewhere(n);
    let long = format!("{n}-{}", "x".repeat(15_000));
    let ask = |more: (&'static str, String)| {
        let mut fields = vec![
            ("client_id", "demo-app".to_owned()),
            ("redirect_uri", "http://127.0.0.1:9999/callback".to_owned()),
            ("response_type", "code".to_owned()),
            ("scope", "openid".to_owned()),
            (
                "code_challenge",
                "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM".to_owned(),
            ),
            ("code_challenge_method", "S256".to_owned()),
        ];
        fields.retain(|(name, _)| *name != more.0);
        fields.push(more);
        fields
    };
    let query = |fields: &[(&str, String)]| {
        let mut text = url::form_urlencoded::Serializer::new(String::new());
        text.extend_pairs(fields);
        format!("/oauth2/authorize?{}", text.finish())
    };
    match kind {
        "authorize by GET" => {
            let path = query(&ask(("login_hint", long)));
            http.get(from, &path, &[]).await
        }
        "authorize by POST" => {
            let fields = ask(("login_hint", long));
            let fields: Vec<_> = fields
                .iter()
                .map(|(name, value)| (*name, value.as_str()))
                .collect();
            http.post(from, "/oauth2/authorize", &[], &fields).await
        }
        "sign-in page" => http.get(from, "/login", &[]).await,
        "callbackUrl" => {
            let path = format!("/login?callbackUrl=%2F{long}");
            http.get(from, &path, &[]).await
        }
        "bad redirect_uri" => {
            let bad = format!("https://evil.example/{n}");
            http.get(from, &query(&ask(("redirect_uri", bad))), &[])
                .await
        }
        "bad hint" => {
            http.get(from, &query(&ask(("id_token_hint", long))), &[])
                .await
        }
        "foreign form" => {
            let fields = [
                ("csrf", "x"),
                ("flow", "x"),
                ("account", "x"),
                ("password", "x"),
            ];
            let origin = [("origin", "https://evil.example")];
            http.post(from, "/login", &origin, &fields).await
        }
        "unknown names" => http.acc_login(from, &format!("nobody {n}"), "wrong").await,
        _ => {
            let secret = n.to_string();
            let fields = [
                ("grant_type", "client_credentials"),
                ("client_id", "demo-app"),
                ("client_secret", secret.as_str()),
            ];
            http.post(from, "/oauth2/token", &[], &fields).await
        }
    }
}
