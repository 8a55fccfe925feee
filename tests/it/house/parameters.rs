//! No text that a person sees has the name of a parameter of the product API.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// The names of all parameters and properties of the API document that no sentence has: with a capital or a low line inside.
fn names() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    gather(
        &serde_json::to_value(atrium::api::describe()).unwrap(),
        &mut names,
    );
    names.retain(|name| {
        let rest = name.get(1..).unwrap_or_default();
        rest.contains('_') || rest.contains(|c: char| c.is_ascii_uppercase())
    });
    names
}

fn gather(value: &Value, names: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => {
            if let Some(Value::Object(properties)) = map.get("properties") {
                names.extend(properties.keys().cloned());
            }
            if let (Some(Value::String(name)), Some(_)) = (map.get("name"), map.get("in")) {
                names.insert(name.clone());
            }
            map.values().for_each(|value| gather(value, names));
        }
        Value::Array(list) => list.iter().for_each(|value| gather(value, names)),
        _ => {}
    }
}

/// The files of texts in a folder.
fn texts_below(folder: &Path) -> Vec<PathBuf> {
    let (mut files, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let is_text = path.extension().is_some_and(|end| end == "json")
                && path.components().any(|part| part.as_os_str() == "locales");
            if path.is_dir() {
                folders.push(path);
            } else if is_text {
                files.push(path);
            }
        }
    }
    files
}

/// What a person reads of a text.
fn without_placeholders(text: &str) -> String {
    let mut depth = 0_usize;
    let outside = text.chars().filter(|c| {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    });
    outside.collect()
}

/// A refusal's `field` is for programs; its words name no parameter.
#[test]
fn no_text_names_a_parameter() {
    let names = names();
    assert!(names.len() > 100, "{names:?}");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files: Vec<PathBuf> = ["templates", "portal/src"]
        .iter()
        .flat_map(|folder| texts_below(&root.join(folder)))
        .collect();
    assert!(files.len() > 10, "{files:?}");
    let mut found = Vec::new();
    for file in files {
        let texts: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
        for (key, text) in texts.as_object().unwrap() {
            let text = text.as_str().unwrap_or_default();
            let outside = without_placeholders(text);
            let words = outside.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
            for word in words.filter(|word| names.contains(*word)) {
                found.push(format!("{}: {key} has {word}", file.display()));
            }
            if text.contains("{field}") && file.starts_with(root.join("templates")) {
                found.push(format!("{}: {key} shows a field", file.display()));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}
