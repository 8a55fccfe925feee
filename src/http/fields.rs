//! The fields of a product call, combined from JSON body and query.
//!
//! GET requests carry their fields in the query, POST requests in the body. A field that the body lacks may be in the
//! query (contract G-91); a field in both must have the same value (contract F-24).

use axum::RequestExt as _;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode};
use serde::de::{DeserializeOwned, Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};
use serde_path_to_error::Segment;

use super::envelope::ApiError;
use crate::db::whole;

/// Deepest accepted nesting of JSON (attack 37).
const DEEPEST: usize = 32;

/// The fields of a request, deserialised as `T`.
#[derive(Clone, Debug)]
pub struct Fields<T>(pub T);

impl<S, T> FromRequest<S> for Fields<T>
where
    S: Send + Sync,
    T: DeserializeOwned,
{
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        read(of_request(request).await?).map(Self)
    }
}

/// The fields that a guard has read, for the handler.
#[derive(Clone)]
struct Known(Result<Map<String, Value>, ApiError>);

/// Every field of the request. If a guard has read them, they are not read again.
pub(super) async fn of_request(mut request: Request) -> Result<Value, ApiError> {
    if let Some(Known(fields)) = request.extensions_mut().remove() {
        return fields.map(Value::Object);
    }
    let (parts, bytes) = buffered(request).await?;
    all(&parts, &bytes).map(Value::Object)
}

/// Deserialises `T`. An error names the wrong field, except where one struct is flattened into another.
pub(super) fn read<T: DeserializeOwned>(fields: Value) -> Result<T, ApiError> {
    serde_path_to_error::deserialize(fields).map_err(|error| ApiError::illegal(blamed(&error)))
}

/// Fields that a guard must know before the handler runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    pub app_name: Option<String>,
    /// The field that identifies the call's object.
    pub object: Option<String>,
}

/// The longest body, in bytes, whose fields are handed on. A call waits for others of its person with what it holds, and
/// the fields of a body may take forty times its bytes (attack 44); a longer one is parsed again when its turn comes.
const HANDED_ON: usize = 4_096;

/// The names in a request that was read by [`buffered`]: `appName` if the call `takes_app_name`, and the field
/// `object`, a text or a whole number. If the call only has an object, a malformed request yields no names: rights are
/// checked first, then the handler reports the fault. The handler gets the fields that were read here.
///
/// # Errors
/// The call takes `appName`, and the fields cannot be read or it is not a text.
pub fn names(
    parts: &mut Parts,
    body: &Bytes,
    takes_app_name: bool,
    object: Option<&str>,
) -> Result<Names, ApiError> {
    let read = all(parts, body);
    let none = Map::new();
    let fields = match &read {
        Ok(fields) => fields,
        Err(_) if !takes_app_name => &none,
        Err(error) => return Err(error.clone()),
    };
    let app_name = match fields.get("appName").filter(|_| takes_app_name) {
        None | Some(Value::Null) => None,
        Some(Value::String(text)) => Some(text.clone()),
        Some(_) => return Err(ApiError::illegal("appName")),
    };
    let object = match object.and_then(|name| fields.get(name)) {
        Some(Value::String(text)) => Some(text.clone()),
        Some(Value::Number(number)) => Some(number.to_string()),
        _ => None,
    };
    if body.len() <= HANDED_ON || read.is_err() {
        parts.extensions.insert(Known(read));
    }
    Ok(Names { app_name, object })
}

/// The head of a request and its whole body, if it may have one.
///
/// # Errors
/// The body is larger than allowed, or ends early.
pub async fn buffered(request: Request) -> Result<(Parts, Bytes), ApiError> {
    let (parts, body) = request.into_parts();
    if matches!(parts.method, Method::GET | Method::HEAD) {
        return Ok((parts, Bytes::new()));
    }
    let again = Request::from_parts(parts.clone(), body);
    let bytes = again.extract::<Bytes, _>().await;
    Ok((parts, bytes.map_err(|rejection| refused_body(&rejection))?))
}

fn all(parts: &Parts, body: &Bytes) -> Result<Map<String, Value>, ApiError> {
    let query = query(parts.uri.query().unwrap_or_default())?;
    joined(query, object(&parts.headers, body)?)
}

fn object(headers: &HeaderMap, body: &Bytes) -> Result<Map<String, Value>, ApiError> {
    if body.is_empty() {
        return Ok(Map::new());
    }
    // Accepts only JSON, because another site's form cannot send it without a preflight (contract F-06).
    if !is_json(headers) || is_deep(body) {
        return Err(ApiError::illegal(""));
    }
    let object: Option<Object> = serde_json::from_slice(body).map_err(|_| ApiError::illegal(""))?;
    Ok(object.unwrap_or_default().0)
}

fn refused_body(rejection: &BytesRejection) -> ApiError {
    if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
        ApiError::TooLarge
    } else {
        ApiError::illegal("")
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok());
    kind.and_then(|kind| kind.split(';').next())
        .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

/// Attack 4: a repeated parameter is refused, so that two parsers never see different values.
fn query(query: &str) -> Result<Map<String, Value>, ApiError> {
    let mut fields = Map::new();
    for (name, value) in url::form_urlencoded::parse(query.as_bytes()) {
        let value = Value::String(value.into_owned());
        if fields.insert(name.into_owned(), value).is_some() {
            return Err(ApiError::illegal(""));
        }
    }
    Ok(fields)
}

fn joined(
    query: Map<String, Value>,
    mut body: Map<String, Value>,
) -> Result<Map<String, Value>, ApiError> {
    for (name, value) in query {
        match body.get(&name) {
            None | Some(Value::Null) => {
                body.insert(name, value);
            }
            Some(said) if same(said, &value) => {}
            Some(_) => return Err(ApiError::illegal(printable(&name))),
        }
    }
    // PostgreSQL cannot store this character, and no real value contains it.
    if body.values().any(has_nul) {
        return Err(ApiError::illegal(""));
    }
    Ok(body)
}

/// A query contains only text: `16` there equals the number 16 in a body.
fn same(body: &Value, query: &Value) -> bool {
    let plain = match body {
        Value::Number(_) | Value::Bool(_) => Some(body.to_string()),
        _ => None,
    };
    body == query || plain.is_some_and(|said| query.as_str() == Some(&said))
}

fn has_nul(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains('\0'),
        Value::Array(list) => list.iter().any(has_nul),
        Value::Object(map) => map
            .iter()
            .any(|(name, value)| name.contains('\0') || has_nul(value)),
        _ => false,
    }
}

/// The field that is wrong or missing. The error's own text may contain what was sent, so it is not used.
fn blamed(error: &serde_path_to_error::Error<serde_json::Error>) -> String {
    // Within a list or object, blame the field that contains it.
    let field = error.path().iter().find_map(|segment| match segment {
        Segment::Map { key } => Some(key.as_str()),
        _ => None,
    });
    if let Some(field) = field {
        return printable(field);
    }
    let message = error.inner().to_string();
    let name = message.strip_prefix("missing field `");
    name.and_then(|rest| rest.split_once('`'))
        .map_or_else(String::new, |(name, _)| printable(name))
}

fn printable(name: &str) -> String {
    name.chars()
        .filter(|c| c.is_ascii_alphanumeric() || *c == '_')
        .take(40)
        .collect()
}

/// Counts the brackets outside strings, before the JSON is parsed.
fn is_deep(json: &[u8]) -> bool {
    let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
    for byte in json {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b'[' | b'{' if !quoted => depth += 1,
            b']' | b'}' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > DEEPEST {
            return true;
        }
    }
    false
}

/// A JSON object without repeated names.
#[derive(Default)]
struct Object(Map<String, Value>);

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Once;
        impl<'de> Visitor<'de> for Once {
            type Value = Object;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Object, A::Error> {
                let mut map = Map::new();
                while let Some((name, value)) = access.next_entry::<String, Value>()? {
                    if map.insert(name, value).is_some() {
                        return Err(A::Error::custom("a name is repeated"));
                    }
                }
                Ok(Object(map))
            }
        }
        deserializer.deserialize_map(Once)
    }
}

/// Deserialises an integer that legacy clients may send in quotes; for `#[serde(deserialize_with = …)]`.
pub fn integer<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
    let value = Value::deserialize(deserializer)?;
    whole(&value).ok_or_else(|| D::Error::custom("not a whole number"))
}

/// [`integer`] for an optional field; use it with `#[serde(default)]`.
pub fn optional_integer<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<i64>, D::Error> {
    let value = Value::deserialize(deserializer)?;
    if value.is_null() {
        return Ok(None);
    }
    let number = whole(&value).ok_or_else(|| D::Error::custom("not a whole number"))?;
    Ok(Some(number))
}

/// [`optional_integer`] for a filter, which a form may leave empty.
pub fn integer_or_empty<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<i64>, D::Error> {
    match Value::deserialize(deserializer)? {
        Value::String(text) if text.is_empty() => Ok(None),
        value => optional_integer(value).map_err(D::Error::custom),
    }
}

/// The text of a field without the spaces around it; none if a form left it empty.
pub fn filled(text: Option<String>) -> Option<String> {
    let text = text.map(|text| text.trim().to_owned());
    text.filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Opening {
        #[serde(deserialize_with = "integer")]
        product_id: i64,
        note: Option<String>,
    }

    async fn read(uri: &str, kind: &str, body: impl Into<Vec<u8>>) -> Result<Opening, ApiError> {
        let request = axum::http::Request::post(uri)
            .header(CONTENT_TYPE, kind)
            .body(axum::body::Body::from(body.into()))
            .unwrap();
        Fields::from_request(request, &())
            .await
            .map(|Fields(fields)| fields)
    }

    /// Contract G-91 and F-24: the query adds missing fields; body and query must agree.
    #[tokio::test]
    async fn body_and_query_are_one() {
        let json = "application/json; charset=utf-8";
        let read_id = async |uri: &str, body: Value| {
            let fields = read(uri, json, body.to_string()).await;
            fields.map(|opening| (opening.product_id, opening.note))
        };
        assert_eq!(read_id("/", json!({"productId": 16})).await, Ok((16, None)));
        assert_eq!(
            read_id("/", json!({"productId": "16"})).await,
            Ok((16, None))
        );
        assert_eq!(read_id("/?productId=16", json!({})).await, Ok((16, None)));
        assert_eq!(read_id("/?productId=16", Value::Null).await, Ok((16, None)));
        assert_eq!(
            read_id("/?productId=16&note=a+b", json!({"productId": 16})).await,
            Ok((16, Some("a b".into())))
        );
        assert_eq!(
            read_id("/?productId=17", json!({"productId": 16})).await,
            Err(ApiError::illegal("productId"))
        );
        assert_eq!(
            read_id("/", json!({"note": "x"})).await,
            Err(ApiError::illegal("productId"))
        );
    }

    /// A handler gets what the guard has read, the faults too: the body that is left is not parsed again.
    #[tokio::test]
    async fn what_the_guard_read_is_not_read_again() {
        for (body, of_guard, of_handler) in [
            (r#"{"productId": "16"}"#, Some("16"), Ok(16)),
            (r#"{"productId": 16, "note": "a"}"#, Some("16"), Ok(16)),
            (
                r#"{"note": "a"}"#,
                None,
                Err(ApiError::illegal("productId")),
            ),
            (r#"{"productId": 16"#, None, Err(ApiError::illegal(""))),
        ] {
            let request = axum::http::Request::post("/").header(CONTENT_TYPE, "application/json");
            let request = request.body(axum::body::Body::from(body)).unwrap();
            let (mut parts, bytes) = buffered(request).await.unwrap();
            let found = names(&mut parts, &bytes, false, Some("productId")).unwrap();
            assert_eq!(found.object.as_deref(), of_guard, "{body}");
            let rest = Request::from_parts(parts, axum::body::Body::from("{\"productId\": 17}"));
            let read = Fields::<Opening>::from_request(rest, &()).await;
            let read = read.map(|Fields(opening)| opening.product_id);
            assert_eq!(read, of_handler, "{body}");
        }
    }

    /// A call that waits for others of its person holds the bytes of a long body, not its fields.
    #[tokio::test]
    async fn attack_44_the_fields_of_a_long_body_do_not_wait() {
        let long = json!({"productId": 16, "note": "a".repeat(HANDED_ON)}).to_string();
        for (body, waits) in [(r#"{"productId": 16}"#, true), (&long, false)] {
            let request = axum::http::Request::post("/").header(CONTENT_TYPE, "application/json");
            let request = request
                .body(axum::body::Body::from(body.to_owned()))
                .unwrap();
            let (mut parts, bytes) = buffered(request).await.unwrap();
            let found = names(&mut parts, &bytes, false, Some("productId")).unwrap();
            assert_eq!(found.object.as_deref(), Some("16"));
            assert_eq!(parts.extensions.get::<Known>().is_some(), waits);
            let again = Request::from_parts(parts, axum::body::Body::from(bytes));
            let read = Fields::<Opening>::from_request(again, &()).await;
            assert_eq!(read.map(|Fields(opening)| opening.product_id), Ok(16));
        }
    }

    /// Contract X-06: an error names the wrong field.
    #[tokio::test]
    async fn a_refusal_names_its_field() {
        for (body, field) in [
            (json!({}), "productId"),
            (json!({"productId": {}}), "productId"),
            (json!({"productId": "x"}), "productId"),
            (json!({"productId": 1, "note": 7}), "note"),
            (json!({"productId": 1, "note": ["secret"]}), "note"),
        ] {
            let refused = read("/", "application/json", body.to_string()).await;
            let named = ApiError::illegal(field);
            assert_eq!(refused.map(|read| read.note), Err(named), "{body}");
        }
    }

    /// Attacks 4 and 37: repeated, deeply nested, mistyped and non-JSON input is refused.
    #[tokio::test]
    async fn attack_37_odd_requests_are_refused() {
        let json = "application/json";
        let deep = format!("{{\"productId\":1,\"note\":{}1", "[".repeat(100_000));
        for (uri, kind, body) in [
            ("/?productId=1&productId=1", json, "{}"),
            ("/", json, r#"{"productId":1,"productId":2}"#),
            ("/", json, "[1]"),
            ("/", json, "{\"productId\":"),
            ("/", json, "\u{feff}{\"productId\":1}"),
            ("/", json, deep.as_str()),
            ("/", "text/plain", r#"{"productId":1}"#),
            ("/", "application/x-www-form-urlencoded", "productId=1"),
            ("/", json, r#"{"productId":1,"note":"a\u0000b"}"#),
            ("/?note=%00", json, r#"{"productId":1}"#),
            ("/", json, r#"{"productId":1.5}"#),
            ("/", json, r#"{"productId":99999999999999999999}"#),
        ] {
            let refused = read(uri, kind, body).await;
            assert!(
                matches!(refused, Err(ApiError::Invalid(_))),
                "{uri} {body:.60}"
            );
        }
        let brackets = format!(r#"{{"productId":1,"note":"{}"}}"#, "[".repeat(500));
        assert!(read("/", json, brackets).await.is_ok());
        assert!(read("/", json, vec![0xff, 0xfe, 0x00]).await.is_err());
    }
}
