//! `id_token_hint` (OpenID Connect Core 3.1.2.1), and how a long one is kept.

use serde_json::{Map, Value, json};

use crate::keys::{TokenRules, TokenType};
use crate::state::AppState;

/// Longest hint that a sign-in flow keeps, in bytes. A hint with the claims of a person in many groups is much longer.
const LONGEST: usize = 2_000;

/// The `sub` of `hint`. This server must have signed it; an expired one is accepted.
pub(super) fn subject_of(state: &AppState, hint: &str) -> Result<Option<String>, &'static str> {
    let rules = TokenRules {
        typ: TokenType::Jwt,
        issuer: &state.issuer,
        now: None,
    };
    let claims = state.keys.verify(hint, &rules);
    let claims = claims.map_err(|_| "id_token_hint was not issued by this server")?;
    let subject = claims.get("sub").and_then(Value::as_str);
    Ok(subject.map(str::to_owned))
}

/// Keeps only the person of a long hint. The `claims` parameter names the person in a few bytes (OpenID Connect Core
/// 5.5.1). A value that cannot be kept this way is left unchanged, and refused later.
pub(super) fn shorten(state: &AppState, pairs: &mut Vec<(String, String)>) {
    let short = pairs
        .iter()
        .find(|(name, value)| name == "id_token_hint" && value.len() > LONGEST)
        .and_then(|(_, hint)| subject_of(state, hint).ok().flatten())
        .and_then(|subject| with_subject(pairs, &subject));
    if let Some(claims) = short {
        pairs.retain(|(name, _)| name != "id_token_hint" && name != "claims");
        pairs.push(("claims".to_owned(), claims));
    }
}

/// The `claims` parameter of the request, which names `subject` too; `None` if it cannot be read or is repeated.
fn with_subject(pairs: &[(String, String)], subject: &str) -> Option<String> {
    let mut sent = pairs
        .iter()
        .filter(|(name, value)| name == "claims" && !value.is_empty());
    let mut claims: Map<String, Value> = match (sent.next(), sent.next()) {
        (Some((_, claims)), None) => serde_json::from_str(claims).ok()?,
        (None, _) => Map::new(),
        (Some(_), Some(_)) => return None,
    };
    let asked = claims.entry("id_token").or_insert(Value::Null);
    if asked.is_null() {
        *asked = json!({});
    }
    let asked = asked.as_object_mut()?;
    asked.insert("sub".to_owned(), json!({ "value": subject }));
    serde_json::to_string(&claims).ok()
}
