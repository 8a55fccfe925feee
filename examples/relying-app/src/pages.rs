//! The pages. The templates escape all values.

use std::time::Instant;

use askama::Template;
use serde_json::Value;

use crate::provider::SignedIn;

#[derive(Template)]
#[template(path = "welcome.html")]
struct Welcome<'a> {
    issuer: &'a str,
}

#[derive(Template)]
#[template(path = "signed-in.html")]
struct SignedInPage {
    name: String,
    user: Vec<(String, String)>,
    id_claims: Vec<(String, String)>,
    scopes: String,
    minutes: Option<u64>,
    can_renew: bool,
}

#[derive(Template)]
#[template(path = "problem.html")]
struct Problem<'a> {
    said: &'a str,
}

#[derive(Template)]
#[template(path = "tool.html")]
struct Tool<'a> {
    name: &'a str,
    issuer: &'a str,
}

/// The page of a tool that does not exist in the demonstration.
pub fn tool(name: &str, issuer: &str) -> askama::Result<String> {
    Tool { name, issuer }.render()
}

/// The page for a visitor who is not signed in.
pub fn welcome(issuer: &str) -> askama::Result<String> {
    Welcome { issuer }.render()
}

/// The page for a person who is signed in.
pub fn signed_in(who: &SignedIn) -> askama::Result<String> {
    let left = who
        .expires
        .map(|end| end.saturating_duration_since(Instant::now()));
    SignedInPage {
        name: name(&who.user).unwrap_or(&who.subject).to_owned(),
        user: rows(&who.user),
        id_claims: rows(&who.id_claims),
        scopes: who.scopes.join(" "),
        minutes: left.map(|left| left.as_secs().div_ceil(60)),
        can_renew: who.can_renew(),
    }
    .render()
}

/// An error page.
pub fn problem(said: &str) -> askama::Result<String> {
    Problem { said }.render()
}

/// A name to show for the user. A provider need not send one.
fn name(user: &Value) -> Option<&str> {
    ["name", "nickname", "preferred_username", "email"]
        .into_iter()
        .find_map(|claim| user.get(claim)?.as_str())
}

/// The claims that have a value, sorted by name.
fn rows(claims: &Value) -> Vec<(String, String)> {
    let mut rows: Vec<_> = claims
        .as_object()
        .into_iter()
        .flatten()
        .filter(|(_, value)| !value.is_null())
        .map(|(name, value)| (name.clone(), text(value)))
        .collect();
    rows.sort();
    rows
}

fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(text).collect::<Vec<_>>().join(", "),
        Value::Object(members) => {
            let one = |(name, value): (&String, &Value)| format!("{name}: {}", text(value));
            members.iter().map(one).collect::<Vec<_>>().join("\n")
        }
        other => other.to_string(),
    }
}
