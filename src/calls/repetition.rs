//! `Idempotency-Key`: a repeated call that creates something creates it only once. Its answer is kept for a day, by
//! person, call and key, in the transaction that creates. A refusal is not kept.

use axum::body::Bytes;
use axum::http::HeaderName;
use axum::http::request::Parts;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{ObjectBuilder, Type};

use super::caller_facts::CallerFacts;
use super::table::{Call, Effect};
use crate::db::Reads;
use crate::http::envelope::{Answer, ApiError, Fault};
use crate::i18n::texts::{Key, Texts};
use crate::limits::{EarlierCall, RepeatableCall, RepeatedCalls};

const HEADER: HeaderName = HeaderName::from_static("idempotency-key");
/// The header as documents spell it.
const NAME: &str = "Idempotency-Key";
/// Most characters of a key.
const LONGEST: usize = 200;

/// The answer of a call that creates something.
pub trait Creation: Serialize + Send + 'static {
    /// The field with a secret that is shown once, so a repeated answer does not have it.
    const SHOWN_ONCE: Option<&'static str> = None;
}

/// An answer as it is kept.
#[derive(Serialize, Deserialize)]
struct Kept {
    data: Value,
    /// True if the first answer had a secret.
    had_secret: bool,
}

/// What is kept of the answer `created`.
pub fn kept<A: Creation>(created: &A) -> String {
    let mut data = serde_json::to_value(created).unwrap_or_default();
    let secret = A::SHOWN_ONCE.and_then(|field| data.get_mut(field));
    let had_secret = secret.is_some_and(|secret| !secret.take().is_null());
    let kept = Kept { data, had_secret };
    serde_json::to_string(&kept).unwrap_or_default()
}

/// The call of this account, if it creates something and the request has a key.
///
/// # Errors
/// The key is no key.
pub fn of(
    calls: &RepeatedCalls,
    call: &Call,
    account_id: &str,
    (parts, body): (&Parts, &Bytes),
) -> Result<Option<RepeatableCall>, ApiError> {
    let mut sent = parts.headers.get_all(&HEADER).iter();
    let Some(key) = sent.next().filter(|_| call.effect == Effect::Creates) else {
        return Ok(None);
    };
    let key = key.to_str().ok().filter(|key| is_key(key));
    let Some(key) = key.filter(|_| sent.next().is_none()) else {
        return Err(refused(Key("api.idempotency_key")));
    };
    let query = parts.uri.query().unwrap_or_default().as_bytes();
    let verb = call.verb.method();
    let call = [verb.as_str(), call.path];
    Ok(Some(calls.call(account_id, call, key, [query, body])))
}

/// 1 to 200 visible characters of ASCII.
fn is_key(key: &str) -> bool {
    (1..=LONGEST).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic())
}

fn refused(words: Key) -> ApiError {
    ApiError::Invalid(vec![Fault::new(NAME, words)])
}

/// The answer to a call that repeats an earlier one; `None` for the first.
///
/// # Errors
/// The earlier one sent something else, or the database failed.
pub async fn answer(tx: &mut dyn Reads, facts: &CallerFacts) -> Result<Option<Response>, ApiError> {
    let Some(call) = &facts.repeatable else {
        return Ok(None);
    };
    let answer = match call.earlier(tx, facts.now).await? {
        None => return Ok(None),
        Some(EarlierCall::Other) => return Err(refused(Key("api.idempotency_key_reused"))),
        Some(EarlierCall::Same(answer)) => answer,
    };
    let Ok(kept) = serde_json::from_str::<Kept>(&answer) else {
        tracing::error!("the answer of an earlier call cannot be read");
        return Err(ApiError::Internal);
    };
    let words = if kept.had_secret {
        let Key(words) = Key("api.secret_was_shown");
        Texts::of(facts.language).get(words)
    } else {
        ""
    };
    Ok(Some(Answer(kept.data).saying(words.to_owned())))
}

/// The header in the `OpenAPI` document.
pub fn parameter() -> Parameter {
    let key = ObjectBuilder::new()
        .schema_type(Type::String)
        .min_length(Some(1))
        .max_length(Some(LONGEST))
        .pattern(Some("^[!-~]+$"))
        .build();
    let text = "Optional: a random text that the caller chooses for this act. For 24 hours the same caller gets the answer \
        of the first call again, without its secret, and nothing is created a second time. With another body it is \
        refused (100012). A refusal is not kept.";
    ParameterBuilder::new()
        .name(NAME)
        .parameter_in(ParameterIn::Header)
        .description(Some(text))
        .schema(Some(key))
        .build()
}
