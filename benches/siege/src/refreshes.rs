//! A member's application that refreshes its tokens as fast as it goes.

use std::time::Instant;

use url::Url;

use crate::browser::{AUTHORIZE, Answer, Browser, CALLBACK, Http, VERIFIER, elsewhere};
use crate::server::Server;
use crate::signed_in::writes;
use crate::{Plan, Result, Row};

const REFRESHES: &str = "refreshes for one member";

/// The flood.
pub const NAMES: &[&str] = &[REFRESHES];

/// The member's network, which no other flood uses.
const NETWORK: usize = 0x00d0_0000;

/// One chain: each request sends the refresh token of the answer before. A refused one spends nothing, so its token is sent
/// again.
pub async fn floods(plan: &Plan, server: &Server) -> Result<Vec<Row>> {
    let http = Http::new(server.port);
    let mut token = first_token(&http).await?;
    let most = plan.writes();
    let (begun, mut accepted) = (Instant::now(), 0);
    for _ in 0..3 * most {
        let answer = refreshed(&http, &token).await?;
        match answer.status {
            200 => {
                token = refresh_token(&answer)?;
                accepted += 1;
            }
            429 => {}
            status => {
                let text = answer.text();
                return Err(format!("{REFRESHES}: {status} {text:.300}").into());
            }
        }
    }
    if accepted == 0 {
        return Err(format!("{REFRESHES}: none is accepted").into());
    }
    Ok(vec![writes(REFRESHES, (accepted, begun.elapsed()), most)])
}

/// Signs in, and lets the application exchange its code.
async fn first_token(http: &Http) -> Result<String> {
    let mut browser = Browser::new(http, elsewhere(NETWORK));
    browser.sign_in("DanMember").await?;
    let answer = browser.go(AUTHORIZE).await?;
    let callback = answer.location().ok_or("the application gets no answer")?;
    let callback = Url::parse(&callback)?;
    let code = callback.query_pairs().find(|(name, _)| name == "code");
    let (_, code) = code.ok_or_else(|| format!("no code in {callback}"))?;
    let fields = [
        ("grant_type", "authorization_code"),
        ("code", &*code),
        ("redirect_uri", CALLBACK),
        ("code_verifier", VERIFIER),
    ];
    refresh_token(&post(http, &fields).await?)
}

async fn refreshed(http: &Http, token: &str) -> Result<Answer> {
    let fields = [("grant_type", "refresh_token"), ("refresh_token", token)];
    post(http, &fields).await
}

/// A token request of the demo application.
async fn post(http: &Http, fields: &[(&str, &str)]) -> Result<Answer> {
    let client = [
        ("client_id", "demo-app"),
        ("client_secret", "demo-app-secret-0123456789abcdef"),
    ];
    let fields: Vec<_> = client.iter().chain(fields).copied().collect();
    http.post(elsewhere(NETWORK), "/oauth2/token", &[], &fields)
        .await
}

fn refresh_token(answer: &Answer) -> Result<String> {
    let token = answer.json()?["refresh_token"].as_str().map(str::to_owned);
    token.ok_or_else(|| format!("no refresh token: {} {}", answer.status, answer.text()).into())
}
