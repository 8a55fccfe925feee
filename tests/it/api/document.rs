//! The `OpenAPI` document, its page, and the table behind both.

use std::collections::BTreeSet;

use atrium::api;
use atrium::api::CALLS;
use atrium::calls::table::Credential;
use serde_json::Value;

use crate::support::product_api::Server;
use crate::support::{binary, database};

async fn server() -> Server {
    let database = database::each_engine().await.remove(0);
    let server = Server::start(&database.db).await;
    // The file is deleted with the database; the document does not need it.
    drop(database);
    server
}

/// G-92, G-93, K-02: each row is described, with its id in the contract and the credential that it needs.
#[tokio::test]
async fn the_document_lists_every_row() {
    let document = server().await.get("/api/openapi.json", &[]).await.json();
    assert!(document["openapi"].as_str().unwrap().starts_with("3.1"));
    for call in CALLS {
        let verb = call.verb.method().as_str().to_lowercase();
        let operation = &document["paths"][call.path][&verb];
        assert_eq!(operation["x-contract"].as_str(), call.contract);
        let free = call.credential == Credential::Nothing;
        assert_eq!(operation["security"].is_null(), free, "{}", call.path);
        assert!(operation["operationId"].is_string() && operation["summary"].is_string());
    }
}

/// Every reference of the document leads to a schema, also in generic answers.
#[tokio::test]
async fn every_reference_resolves() {
    fn walk(value: &Value, document: &Value, seen: &mut usize) {
        match value {
            Value::Object(map) => {
                if let Some(reference) = map.get("$ref").and_then(Value::as_str) {
                    let there = document.pointer(reference.trim_start_matches('#'));
                    assert!(there.is_some(), "{reference} leads nowhere");
                    *seen += 1;
                }
                map.values().for_each(|value| walk(value, document, seen));
            }
            Value::Array(list) => list.iter().for_each(|value| walk(value, document, seen)),
            _ => {}
        }
    }
    let document = server().await.get("/api/openapi.json", &[]).await.json();
    let mut seen = 0;
    walk(&document, &document, &mut seen);
    assert!(seen > 20, "{seen}");
}

/// G-84: every call, parameter and field has a description, and none contains ids of our contract.
#[tokio::test]
async fn everything_is_described_to_who_calls() {
    fn walk(value: &Value, at: &str) {
        match value {
            Value::Object(map) => {
                for (name, value) in map {
                    if let (true, Some(described)) = (is_described(name), value.as_str()) {
                        let words =
                            described.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
                        let numbers: Vec<_> = words.filter(|word| is_number(word)).collect();
                        assert!(numbers.is_empty(), "{at}: {numbers:?} in {described:?}");
                    }
                    walk(value, &format!("{at}/{name}"));
                }
            }
            Value::Array(list) => list.iter().for_each(|value| walk(value, at)),
            _ => {}
        }
    }
    fn is_described(name: &str) -> bool {
        matches!(name, "description" | "summary")
    }
    fn is_number(word: &str) -> bool {
        let digits = |rest: &str| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit());
        word.split_once('-')
            .is_some_and(|(kind, rest)| kind.len() == 1 && digits(rest))
    }
    let document = server().await.get("/api/openapi.json", &[]).await.json();
    walk(&document, "");
    for item in document["paths"].as_object().unwrap().values() {
        for operation in item.as_object().unwrap().values() {
            let parameters = operation["parameters"].as_array().into_iter().flatten();
            for described in parameters.chain([operation]) {
                assert!(described["description"].is_string(), "{described}");
            }
        }
    }
    for (shape, schema) in document["components"]["schemas"].as_object().unwrap() {
        assert!(schema["description"].is_string(), "{shape}");
        let fields = schema["properties"].as_object().into_iter().flatten();
        for (name, field) in fields.filter(|(name, _)| *name != "data") {
            // A nullable field has its description beside the null.
            let either = field["oneOf"].as_array().into_iter().flatten();
            let described = either
                .chain([field])
                .any(|shape| shape["description"].is_string() || shape["$ref"].is_string());
            assert!(described, "{shape}.{name}");
        }
    }
}

/// A status in an answer, a body or a filter lists its numbers, so that the portal's types have them and
/// no others (`http::number::Number`).
#[tokio::test]
async fn every_status_lists_its_numbers() {
    let document = server().await.get("/api/openapi.json", &[]).await.json();
    let is_status = |name: &str| name == "status" || name.ends_with("Status");
    let lists = |schema: &Value| {
        let reference = schema["$ref"].as_str();
        let reference = reference.map(|reference| reference.trim_start_matches('#'));
        let schema = reference.map_or(schema, |at| document.pointer(at).unwrap());
        schema["type"] != "integer" || schema["enum"].is_array()
    };
    let mut plain = Vec::new();
    let mut seen = 0;
    for (shape, schema) in document["components"]["schemas"].as_object().unwrap() {
        let fields = schema["properties"].as_object().into_iter().flatten();
        for (name, field) in fields.filter(|(name, _)| is_status(name)) {
            let either = field["oneOf"].as_array().into_iter().flatten();
            if !either.chain([field]).all(lists) {
                plain.push(format!("{shape}.{name}"));
            }
            seen += 1;
        }
    }
    for (path, item) in document["paths"].as_object().unwrap() {
        for operation in item.as_object().unwrap().values() {
            let parameters = operation["parameters"].as_array().into_iter().flatten();
            for parameter in parameters {
                let name = parameter["name"].as_str().unwrap();
                if is_status(name) && !lists(&parameter["schema"]) {
                    plain.push(format!("{path}?{name}"));
                }
            }
        }
    }
    assert!(seen > 20, "{seen}");
    assert!(
        plain.is_empty(),
        "give these `Number` of a `coded!` enum: {plain:?}"
    );
}

/// The names of the fields of a schema and of the schemas that it combines.
fn fields_of<'a>(schema: &'a Value, document: &'a Value, names: &mut BTreeSet<&'a str>) {
    if let Some(reference) = schema["$ref"].as_str() {
        let at = reference.trim_start_matches('#');
        fields_of(document.pointer(at).unwrap(), document, names);
    }
    let own = schema["properties"].as_object().into_iter().flatten();
    names.extend(own.map(|(name, _)| name.as_str()));
    for several in ["allOf", "oneOf", "anyOf"] {
        for part in schema[several].as_array().into_iter().flatten() {
            fields_of(part, document, names);
        }
    }
}

/// E-33: the fields that calls of the contract name and no entity has.
#[tokio::test]
async fn e_33_calls_take_the_fields_of_the_contract() {
    let document = server().await.get("/api/openapi.json", &[]).await.json();
    for (field, verb, path) in [
        ("accessId", "get", "admin/access/info"),
        ("projectId", "get", "admin/access/module-list"),
        ("typeId", "get", "app/v2/list-by-type"),
        ("appId", "get", "app/v2/list-info"),
        ("userId", "post", "admin/user/update-status"),
        ("userGroupId", "get", "admin/access/list-by-project"),
        ("accountStatus", "post", "admin/user/update-status"),
        ("clickStatus", "post", "user/user-group/click-monitor"),
        ("moduleName", "post", "admin/access/add-module"),
    ] {
        let operation = &document["paths"][format!("/api/security/{path}")][verb];
        let mut names = BTreeSet::new();
        let parameters = operation["parameters"].as_array().into_iter().flatten();
        names.extend(parameters.map(|parameter| parameter["name"].as_str().unwrap()));
        let body = &operation["requestBody"]["content"]["application/json"]["schema"];
        fields_of(body, &document, &mut names);
        assert!(names.contains(field), "{path} takes {names:?}");
    }
}

/// The calls of a document.
fn calls(document: &Value) -> BTreeSet<String> {
    let mut calls = BTreeSet::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        let verbs = item.as_object().unwrap().keys();
        calls.extend(verbs.map(|verb| format!("{} {path}", verb.to_uppercase())));
    }
    calls
}

/// `portal/openapi.json`, which a release build answers and the portal's types are generated from, is what the calls and
/// their types describe.
#[test]
fn the_document_is_up_to_date() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/portal/openapi.json");
    let kept = std::fs::read_to_string(file).unwrap();
    let kept: Value = serde_json::from_str(&kept).unwrap();
    let described = serde_json::to_value(api::describe()).unwrap();
    let [old, now] = [calls(&kept), calls(&described)];
    let new: Vec<_> = now.difference(&old).collect();
    let gone: Vec<_> = old.difference(&now).collect();
    let difference = difference(&kept, &described, "");
    assert!(
        difference.is_none(),
        "portal/openapi.json is old: run `make generate`. New calls: {new:?}. Calls that are gone: {gone:?}. First \
         difference: {difference:?}"
    );
}

/// The first place where two documents differ, as a JSON pointer, and what stands there in each.
fn difference(old: &Value, new: &Value, at: &str) -> Option<String> {
    let below = |name: &str, old: Option<&Value>, new: Option<&Value>| {
        let at = format!("{at}/{}", name.replace('~', "~0").replace('/', "~1"));
        match (old, new) {
            (Some(old), Some(new)) => difference(old, new, &at),
            (Some(_), None) => Some(format!("{at} is there no more")),
            _ => Some(format!("{at} is new")),
        }
    };
    match (old, new) {
        _ if old == new => None,
        (Value::Object(old), Value::Object(new)) => {
            let names: BTreeSet<_> = old.keys().chain(new.keys()).collect();
            let mut names = names.into_iter();
            names.find_map(|name| below(name, old.get(name), new.get(name)))
        }
        (Value::Array(old), Value::Array(new)) => (0..old.len().max(new.len()))
            .find_map(|index| below(&index.to_string(), old.get(index), new.get(index))),
        _ => Some(format!("{at} was {old} and is {new}")),
    }
}

/// Reports a difference by its position, not by printing both documents.
#[test]
fn a_difference_has_a_place() {
    let old = serde_json::json!({"paths": {"/a": [1, {"b": 2}]}, "gone": 1});
    for (new, described) in [
        (
            serde_json::json!({"paths": {"/a": [1, {"b": 3}]}, "gone": 1}),
            "/paths/~1a/1/b was 2 and is 3",
        ),
        (
            serde_json::json!({"paths": {"/a": [1]}, "gone": 1}),
            "/paths/~1a/1 is there no more",
        ),
        (
            serde_json::json!({"paths": {"/a": [1, {"b": 2, "c": 3}]}, "gone": 1}),
            "/paths/~1a/1/c is new",
        ),
        (
            serde_json::json!({"paths": {"/a": [1, {"b": 2}]}}),
            "/gone is there no more",
        ),
    ] {
        assert_eq!(difference(&old, &new, "").as_deref(), Some(described));
    }
    assert_eq!(difference(&old, &old, ""), None);
}

/// The document has the name of the product in its title; everything else is the same in each installation.
#[tokio::test]
async fn the_title_names_the_product() {
    let database = database::each_engine().await.remove(0);
    for name in ["Atrium", "Agency \"One\" <b>"] {
        let server = Server::with(&database.db, |config| {
            config.branding.product_name = name.to_owned();
        })
        .await;
        let mut served = server.get("/api/openapi.json", &[]).await.json();
        assert_eq!(served["info"]["title"], format!("{name} product API"));
        served["info"]["title"] = "Atrium product API".into();
        assert_eq!(served, serde_json::to_value(api::describe()).unwrap());
        let page = server.get("/api/docs", &[]).await.text;
        assert!(page.contains("product API") && !page.contains("<b>"));
    }
}

/// `atrium openapi` prints the document without a server.
#[test]
fn the_command_prints_the_document() {
    let printed = binary().arg("openapi").output().unwrap();
    assert!(printed.status.success());
    let printed = String::from_utf8(printed.stdout).unwrap();
    assert_eq!(printed.trim_end(), api::document());
}

/// Every reference in the document leads somewhere.
#[tokio::test]
async fn every_reference_leads_somewhere() {
    fn walk(value: &Value, all: &mut BTreeSet<String>) {
        match value {
            Value::Object(map) => {
                if let Some(name) = map.get("$ref").and_then(Value::as_str) {
                    all.insert(name.rsplit('/').next().unwrap().to_owned());
                }
                map.values().for_each(|value| walk(value, all));
            }
            Value::Array(list) => list.iter().for_each(|value| walk(value, all)),
            _ => {}
        }
    }
    let document = server().await.get("/api/openapi.json", &[]).await.json();
    let mut names = BTreeSet::new();
    walk(&document, &mut names);
    let schemas = document["components"]["schemas"].as_object().unwrap();
    for name in names {
        assert!(schemas.contains_key(&name), "{name}");
    }
}

/// The page names every call and runs nothing.
#[tokio::test]
async fn the_page_names_every_call() {
    let server = server().await;
    let page = server.get("/api/docs", &[]).await;
    assert_eq!(page.http, 200);
    for call in CALLS {
        assert!(page.text.contains(call.path), "{}", call.path);
    }
    assert!(!page.text.contains("<script") && !page.text.contains("style="));
    let policy = page.header("content-security-policy");
    assert!(
        policy.contains("default-src 'none'") && !policy.contains("unsafe"),
        "{policy}"
    );
    let style = server.get("/api/docs/style.css", &[]).await;
    assert!(style.header("content-type").starts_with("text/css"));
}
