//! `clients.toml`: the applications that an installation declares.
//!
//! Parsing is strict and reports every fault of every entry at once, with its key and the allowed values.

use std::collections::{BTreeSet, HashSet};
use std::fmt;

use serde::Deserialize as _;
use toml::{Table, Value};

use super::client::{Client, SecretHash, Source};
use super::rules;
use crate::config::{Fault, PublicUrl, Secret, SecretPlace};

/// Replaced by `server.public_url` in any text of the file.
const PLACEHOLDER: &str = "{public_url}";
/// Keys that are not metadata of [`Client`]: the id and the secrets.
const OWN_KEYS: [&str; 4] = ["client_id", "secret", "secret_file", "secret_env"];
/// Fewest characters of a secret; with this length a fast hash is safe.
pub const SHORTEST_SECRET: usize = 32;

/// Every fault of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClientsFileError(Vec<Fault>);

impl ClientsFileError {
    /// The faults, in the order of the file.
    pub fn list(&self) -> &[Fault] {
        &self.0
    }
}

impl fmt::Display for ClientsFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places = match self.0.len() {
            1 => "1 place".to_owned(),
            many => format!("{many} places"),
        };
        write!(f, "the clients file is wrong in {places}:")?;
        self.0.iter().try_for_each(|fault| write!(f, "\n  {fault}"))
    }
}

impl std::error::Error for ClientsFileError {}

/// Parses a clients file. `read_secret` reads what `secret_file` and `secret_env` name.
///
/// # Errors
/// Every fault of every entry.
pub fn parse(
    text: &str,
    public_url: &PublicUrl,
    read_secret: &dyn Fn(&SecretPlace) -> Result<Secret, String>,
) -> Result<Vec<Client>, ClientsFileError> {
    let mut faults = Vec::new();
    let mut clients = Vec::new();
    for (at, entry) in entries(text, &mut faults).into_iter().enumerate() {
        let mut entry = Entry::new(entry, at, public_url, &mut faults);
        clients.push(entry.client(read_secret));
    }
    check_unique(&clients, &mut faults);
    if faults.is_empty() {
        Ok(clients)
    } else {
        Err(ClientsFileError(faults))
    }
}

fn entries(text: &str, faults: &mut Vec<Fault>) -> Vec<Table> {
    let allowed = "TOML with one [[client]] table for each application";
    let mut fault = |key: &str, problem: String| {
        faults.push(Fault {
            key: key.to_owned(),
            problem,
            allowed: allowed.to_owned(),
        });
    };
    let mut file: Table = match text.parse() {
        Ok(file) => file,
        Err(error) => {
            fault("the file", format!("is not TOML: {}", first_line(&error)));
            return Vec::new();
        }
    };
    let listed = file.remove("client");
    for key in file.keys() {
        fault(key, "is not known".to_owned());
    }
    let Some(listed) = listed else {
        return Vec::new();
    };
    Vec::<Table>::deserialize(listed).unwrap_or_else(|_| {
        fault("client", "is not a list of tables".to_owned());
        Vec::new()
    })
}

/// Only the message, because the excerpt in TOML's errors may contain a secret.
fn first_line(error: &toml::de::Error) -> String {
    error
        .message()
        .lines()
        .next()
        .unwrap_or_default()
        .to_owned()
}

/// A `[[client]]` table while it is parsed.
struct Entry<'f> {
    table: Table,
    label: String,
    /// The keys that have a fault, by the names that the rules use.
    wrong: BTreeSet<String>,
    faults: &'f mut Vec<Fault>,
}

impl<'f> Entry<'f> {
    fn new(table: Table, at: usize, public_url: &PublicUrl, faults: &'f mut Vec<Fault>) -> Self {
        let label = table.get("client_id").and_then(Value::as_str).map_or_else(
            || format!("client #{}", at + 1),
            |id| format!("client {id:?}"),
        );
        let table = table
            .into_iter()
            .map(|(key, value)| (key, with_public_url(value, public_url.as_str())))
            .collect();
        Self {
            table,
            label,
            wrong: BTreeSet::new(),
            faults,
        }
    }

    fn fault(&mut self, key: &str, problem: impl Into<String>, allowed: impl Into<String>) {
        self.wrong.insert(wanted_by(key).to_owned());
        self.faults.push(Fault {
            key: format!("{}: {key}", self.label),
            problem: problem.into(),
            allowed: allowed.into(),
        });
    }

    fn client(&mut self, read_secret: &dyn Fn(&SecretPlace) -> Result<Secret, String>) -> Client {
        let client_id = match self.table.get("client_id") {
            Some(Value::String(id)) => id.clone(),
            Some(_) => String::new(),
            None => {
                self.fault("client_id", "is missing", rules::CLIENT_ID);
                return Client::default();
            }
        };
        let secrets = self.secrets(read_secret);
        let mut client = self.metadata();
        client.client_id = client_id;
        client.source = Source::File;
        client.enabled = true;
        client.secret_hashes = secrets
            .iter()
            .map(|secret| SecretHash::of(secret.expose()))
            .collect();
        if client.name.is_empty() {
            client.name.clone_from(&client.client_id);
        }
        // An unreadable key is reported once, and not as missing again.
        let unread = self.wrong.clone();
        rules::check(&mut client, &mut |key, problem, allowed| {
            if !unread.contains(key) {
                self.fault(key, problem, allowed);
            }
        });
        client
    }

    /// Parses each key separately, so that one faulty key does not hide the faults of others.
    fn metadata(&mut self) -> Client {
        let known = known_keys();
        let mut good = Table::new();
        for (key, value) in self.table.clone() {
            if OWN_KEYS.contains(&key.as_str()) {
                continue;
            }
            if !known.contains(&key) {
                self.fault(&key, "is not known", meant_or_known(&key, &known));
                continue;
            }
            let alone = Table::from_iter([(key.clone(), value.clone())]);
            match alone.try_into::<Client>() {
                Ok(_) => drop(good.insert(key, value)),
                Err(error) => {
                    let problem = format!("cannot be read: {}", first_line(&error));
                    self.fault(&key, problem, "a value as clients.toml explains");
                }
            }
        }
        good.try_into().unwrap_or_default()
    }

    fn secrets(
        &mut self,
        read_secret: &dyn Fn(&SecretPlace) -> Result<Secret, String>,
    ) -> Vec<Secret> {
        let mut secrets = Vec::new();
        for key in ["secret", "secret_file", "secret_env"] {
            let Some(value) = self.table.get(key) else {
                continue;
            };
            let Some(texts) = one_or_many(value) else {
                self.fault(key, "is not a text", "a text, or a list of texts");
                continue;
            };
            for text in texts {
                let secret = match key {
                    "secret" => Ok(Secret::new(text)),
                    "secret_file" => read_secret(&SecretPlace::File(text.into())),
                    _ => read_secret(&SecretPlace::Variable(text)),
                };
                match secret {
                    Ok(secret) if secret.expose().chars().count() < SHORTEST_SECRET => {
                        let allowed = format!("{SHORTEST_SECRET} random characters or more");
                        self.fault(key, "is too short", allowed);
                    }
                    Ok(secret) => secrets.push(secret),
                    Err(problem) => self.fault(key, problem, "what can be read"),
                }
            }
        }
        secrets
    }
}

/// The key that a rule reports when `key` is missing.
fn wanted_by(key: &str) -> &str {
    match key {
        "secret_file" | "secret_env" => "secret",
        "jwks_uri" => "jwks",
        key => key,
    }
}

fn one_or_many(value: &Value) -> Option<Vec<String>> {
    match value {
        Value::String(text) => Some(vec![text.clone()]),
        Value::Array(list) => list
            .iter()
            .map(|item| item.as_str().map(str::to_owned))
            .collect(),
        _ => None,
    }
}

fn with_public_url(value: Value, public_url: &str) -> Value {
    match value {
        Value::String(text) => Value::String(text.replace(PLACEHOLDER, public_url)),
        Value::Array(list) => Value::Array(
            list.into_iter()
                .map(|item| with_public_url(item, public_url))
                .collect(),
        ),
        Value::Table(table) => Value::Table(
            table
                .into_iter()
                .map(|(key, value)| (key, with_public_url(value, public_url)))
                .collect(),
        ),
        other => other,
    }
}

/// The keys of [`Client`].
fn known_keys() -> Vec<String> {
    Client::default().metadata().keys().cloned().collect()
}

/// The known key that differs from `written` by one character; otherwise all known keys.
fn meant_or_known(written: &str, known: &[String]) -> String {
    let mut keys: Vec<&str> = known.iter().map(String::as_str).chain(OWN_KEYS).collect();
    keys.sort_unstable();
    match keys.iter().find(|key| differ_by_one(written, key)) {
        Some(meant) => format!("{meant}, which is probably meant"),
        None => format!("one of {}", keys.join(", ")),
    }
}

/// True when inserting, removing or replacing one character turns one text into the other.
fn differ_by_one(one: &str, other: &str) -> bool {
    let one: Vec<char> = one.chars().collect();
    let other: Vec<char> = other.chars().collect();
    let same = one.iter().zip(&other).take_while(|(a, b)| a == b).count();
    let (one, other) = (&one[same..], &other[same..]);
    let (one_on, other_on) = (one.get(1..), other.get(1..));
    one_on.is_some() && one_on == other_on || one_on == Some(other) || other_on == Some(one)
}

fn check_unique(clients: &[Client], faults: &mut Vec<Fault>) {
    let mut ids = HashSet::new();
    let mut app_names = HashSet::new();
    for client in clients.iter().filter(|client| !client.client_id.is_empty()) {
        let label = format!("client {:?}", client.client_id);
        if !ids.insert(&client.client_id) {
            faults.push(Fault {
                key: format!("{label}: client_id"),
                problem: "is declared twice".to_owned(),
                allowed: "a name of its own".to_owned(),
            });
        }
        if let Some(legacy) = &client.legacy
            && !app_names.insert(&legacy.app_name)
        {
            faults.push(Fault {
                key: format!("{label}: legacy.app_name"),
                problem: "is declared twice".to_owned(),
                allowed: "a name of its own".to_owned(),
            });
        }
    }
}

#[cfg(test)]
mod tests;
