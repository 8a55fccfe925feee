//! The description of the API for programs (`/api/openapi.json`) and for people (`/api/docs`).
//!
//! Both are rendered when somebody asks for the first time. The page has no script, so nothing runs on the origin
//! where people sign in, and the strictest CSP applies.

use std::borrow::Cow;
use std::sync::{Arc, LazyLock};

use askama::Template;
use axum::Router;
use axum::http::HeaderName;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, X_FRAME_OPTIONS,
};
use axum::routing::MethodRouter;
use bytes::Bytes;
use serde_json::{Map, Value, json};

use super::document::title;
use crate::http::routing::get;
use crate::pages::page::{OPENER_POLICY, SAME_ORIGIN};

const STYLE: &str = include_str!("../../templates/api/docs.css");
const SECURITY: &str = "default-src 'none'; style-src 'self'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'";

#[derive(Template)]
#[template(path = "api/docs.html")]
struct DocsPage {
    /// The path of `server.public_url`.
    base: String,
    title: String,
    version: String,
    credentials: Vec<Credential>,
    calls: Vec<CallView>,
    shapes: Vec<Shape>,
}

/// A text in pieces: plain text and code between backticks.
type Description = Vec<Piece>;

struct Piece {
    code: bool,
    text: String,
}

struct Credential {
    name: String,
    header: String,
    description: Description,
}

struct CallView {
    anchor: String,
    verb: String,
    path: String,
    summary: String,
    description: Description,
    credentials: Vec<String>,
    fields: Vec<Field>,
    answer: String,
}

struct Shape {
    name: String,
    description: Description,
    fields: Vec<Field>,
}

struct Field {
    name: String,
    kind: String,
    description: Description,
    required: bool,
}

/// `/api/openapi.json`, `/api/docs` and its style sheet, for a `product` of this name under the path `base`. `document` is
/// that of a product named Atrium.
pub fn router<S: Clone + Send + Sync + 'static>(
    document: fn() -> Cow<'static, str>,
    product: String,
    base: String,
) -> Router<S> {
    let rendered = move || Rendered::of(&document(), &product, &base);
    let rendered = Arc::new(LazyLock::new(rendered));
    let of_json = Arc::clone(&rendered);
    Router::new()
        .route(
            "/api/openapi.json",
            fixed("application/json", move || of_json.json.clone()),
        )
        .route(
            "/api/docs",
            fixed("text/html; charset=utf-8", move || rendered.page.clone()),
        )
        .route(
            "/api/docs/style.css",
            fixed("text/css; charset=utf-8", || {
                Bytes::from_static(STYLE.as_bytes())
            }),
        )
}

/// The description for programs and for people.
struct Rendered {
    json: Bytes,
    page: Bytes,
}

impl Rendered {
    fn of(document: &str, product: &str, base: &str) -> Self {
        let mut document: Value = serde_json::from_str(document).unwrap_or_default();
        document["info"]["title"] = json!(title(product));
        if !base.is_empty() {
            document["servers"] = json!([{ "url": base }]);
        }
        let page = page(&document, base).render().unwrap_or_else(|error| {
            tracing::error!(%error, "the API's page could not be made");
            String::new()
        });
        Self {
            json: document.to_string().into(),
            page: page.into(),
        }
    }
}

fn fixed<S: Clone + Send + Sync + 'static>(
    kind: &'static str,
    text: impl Fn() -> Bytes + Clone + Send + Sync + 'static,
) -> MethodRouter<S> {
    get(move || {
        let headers: [(HeaderName, &'static str); 6] = [
            (CONTENT_TYPE, kind),
            (CACHE_CONTROL, "no-cache"),
            (CONTENT_SECURITY_POLICY, SECURITY),
            (REFERRER_POLICY, "no-referrer"),
            (X_FRAME_OPTIONS, "DENY"),
            (OPENER_POLICY, SAME_ORIGIN),
        ];
        let text = text();
        async move { (headers, text) }
    })
}

fn page(document: &Value, base: &str) -> DocsPage {
    let shapes = object(&document["components"]["schemas"]);
    let calls = object(&document["paths"]).flat_map(|(path, item)| {
        object(item).map(move |(verb, operation)| call(document, path, verb, operation))
    });
    DocsPage {
        base: base.to_owned(),
        title: text(&document["info"]["title"]),
        version: text(&document["info"]["version"]),
        credentials: object(&document["components"]["securitySchemes"])
            .map(|(name, scheme)| Credential {
                name: name.clone(),
                header: text(&scheme["name"]),
                description: description(&scheme["description"]),
            })
            .collect(),
        calls: calls.collect(),
        shapes: shapes
            .map(|(name, schema)| Shape {
                name: name.clone(),
                description: description(&schema["description"]),
                fields: fields(schema),
            })
            .collect(),
    }
}

fn call(document: &Value, path: &str, verb: &str, operation: &Value) -> CallView {
    let parameters = operation["parameters"].as_array().into_iter().flatten();
    let mut fields: Vec<Field> = parameters
        .map(|parameter| Field {
            name: text(&parameter["name"]),
            kind: kind(&parameter["schema"]),
            description: description(&parameter["description"]),
            required: parameter["required"] == true,
        })
        .collect();
    let body = &operation["requestBody"]["content"]["application/json"]["schema"];
    if let Some(name) = reference(body) {
        let of_body = self::fields(&document["components"]["schemas"][&name]);
        fields.retain(|field| of_body.iter().all(|other| other.name != field.name));
        fields.extend(of_body);
    }
    let needs = operation["security"].as_array().into_iter().flatten();
    let credentials = needs.filter_map(Value::as_object).flat_map(Map::keys);
    let answer = &operation["responses"]["200"]["content"]["application/json"]["schema"];
    CallView {
        anchor: text(&operation["operationId"]),
        verb: verb.to_uppercase(),
        path: path.to_owned(),
        summary: text(&operation["summary"]),
        description: description(&operation["description"]),
        credentials: credentials.cloned().collect(),
        fields,
        answer: reference(answer).unwrap_or_default(),
    }
}

fn fields(schema: &Value) -> Vec<Field> {
    let required = schema["required"].as_array();
    object(&schema["properties"])
        .map(|(name, property)| Field {
            name: name.clone(),
            kind: kind(property),
            description: description(&property["description"]),
            required: required.is_some_and(|all| all.iter().any(|one| *one == name.as_str())),
        })
        .collect()
}

/// A type as text: `string`, `array of Link`, `null or UserInfo`.
fn kind(schema: &Value) -> String {
    if let Some(name) = reference(schema) {
        return name;
    }
    let own = match &schema["type"] {
        Value::String(one) => one.clone(),
        Value::Array(several) => {
            let several: Vec<&str> = several.iter().filter_map(Value::as_str).collect();
            several.join(" or ")
        }
        _ => String::new(),
    };
    if schema["items"].is_object() {
        return format!("{own} of {}", kind(&schema["items"]));
    }
    match schema["enum"].as_array() {
        Some(values) => {
            let values: Vec<&str> = values.iter().filter_map(Value::as_str).collect();
            values.join(" | ")
        }
        None => own,
    }
}

/// The name of the schema that `schema` refers to, directly or as one of several.
fn reference(schema: &Value) -> Option<String> {
    let own = schema["$ref"].as_str();
    let one_of = || {
        let several = schema["oneOf"].as_array()?;
        several.iter().find_map(|one| one["$ref"].as_str())
    };
    let name = own.or_else(one_of)?.rsplit('/').next()?;
    Some(name.to_owned())
}

fn object(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn description(value: &Value) -> Description {
    let pieces = value.as_str().unwrap_or_default().split('`').enumerate();
    let piece = |(at, text): (usize, &str)| Piece {
        code: at % 2 == 1,
        text: text.to_owned(),
    };
    pieces.map(piece).collect()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
