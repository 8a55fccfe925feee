//! Where settings come from: the file named by `--config` or `ATRIUM_CONFIG`, overridden by the `ATRIUM_…` variables.

use std::path::{Path, PathBuf};

use figment::{
    Figment, Profile, Provider,
    error::{Actual, Kind},
    providers::{Format, Toml},
    value::{Dict, Value},
};

use super::{Config, fault::Faults, key::Key, section::Section};

/// Prefix of every variable that is a setting.
const PREFIX: &str = "ATRIUM_";
/// Separates section and key in such a name.
const SEPARATOR: &str = "__";
/// A variable that is not a setting: the path of the file itself.
const CONFIG_VARIABLE: &str = "ATRIUM_CONFIG";
/// Variables of the test run, which programs started by tests inherit.
const TEST_PREFIX: &str = "ATRIUM_TEST_";
/// The file that is read by default, if it exists.
const DEFAULT_FILE: &str = "atrium.toml";

/// A settings file, if any, and the variables that override it.
#[derive(Clone, Debug, Default)]
pub struct Source {
    file: Option<PathBuf>,
    variables: Vec<Variable>,
}

#[derive(Clone)]
struct Variable {
    name: String,
    value: String,
}

impl std::fmt::Debug for Variable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The value may be the master secret.
        f.write_str(&self.name)
    }
}

impl Source {
    /// The file given by `--config`, otherwise by `ATRIUM_CONFIG`, otherwise `./atrium.toml` if it exists, with the
    /// variables of this process.
    pub fn of_process(flag: Option<&Path>) -> Self {
        let mut variables = Vec::new();
        let mut named = flag.map(Path::to_path_buf);
        for (name, value) in std::env::vars_os() {
            let Some(name) = name.to_str().filter(|n| n.starts_with(PREFIX)) else {
                continue;
            };
            if name == CONFIG_VARIABLE {
                named =
                    named.or_else(|| Some(PathBuf::from(&value)).filter(|p| p != Path::new("")));
            } else if !name.starts_with(TEST_PREFIX) {
                let value = value.to_string_lossy().into_owned();
                variables.push(Variable {
                    name: name.to_owned(),
                    value,
                });
            }
        }
        variables.sort_by(|a, b| a.name.cmp(&b.name));
        let file = named.or_else(|| Some(PathBuf::from(DEFAULT_FILE)).filter(|p| p.exists()));
        Self { file, variables }
    }

    /// Only this file, or only defaults.
    pub fn file(file: Option<PathBuf>) -> Self {
        Self {
            file,
            variables: Vec::new(),
        }
    }

    /// The same source with one more variable.
    #[cfg(test)]
    #[must_use]
    pub fn with_variable(mut self, name: &str, value: &str) -> Self {
        self.variables.push(Variable {
            name: name.to_owned(),
            value: value.to_owned(),
        });
        self
    }

    /// The file that is read, if any.
    pub fn path(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// The names of variables that begin with `ATRIUM_` and have no `__`. They are not settings and are ignored.
    /// Kubernetes sets such variables (`ATRIUM_PORT`, `ATRIUM_SERVICE_HOST` …) for a service named atrium.
    pub fn ignored_variables(&self) -> Vec<IgnoredVariable> {
        let strange = self.variables.iter().map(|variable| variable.name.as_str());
        let strange = strange.filter(|name| !name.contains(SEPARATOR));
        strange.map(IgnoredVariable::of).collect()
    }

    /// Reads file and variables into one tree, from which sections are taken.
    pub(super) fn values(&self, faults: &mut Faults) -> Values {
        let mut sections = self
            .file
            .as_deref()
            .map(|path| read_file(path, faults))
            .unwrap_or_default();
        let mut from_variable = Vec::new();
        let settings = self.variables.iter();
        for variable in settings.filter(|variable| variable.name.contains(SEPARATOR)) {
            let Some((section, key)) = split_name(&variable.name) else {
                faults.add(
                    variable.name.clone(),
                    "is not a setting".to_owned(),
                    "a name of the form ATRIUM_SECTION__KEY, with two underscores between"
                        .to_owned(),
                );
                continue;
            };
            from_variable.push((section.clone(), key.clone()));
            let entry = sections
                .entry(section)
                .or_insert_with(|| Value::from(Dict::new()));
            if let Value::Dict(_, keys) = entry {
                keys.insert(key, Value::from(variable.value.clone()));
            }
        }
        Values {
            sections,
            from_variable,
            seen: Vec::new(),
        }
    }
}

/// A variable that begins with `ATRIUM_` and is not a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IgnoredVariable {
    pub name: String,
    /// The setting that was probably meant: its name has two underscores where this one has one.
    pub meant: Option<String>,
}

impl IgnoredVariable {
    fn of(name: &str) -> Self {
        let rest = name.strip_prefix(PREFIX).unwrap_or(name);
        let written = rest.to_ascii_lowercase();
        let sections = Config::sections().into_iter();
        let mut settings = sections.flat_map(|(section, keys)| {
            let keys = keys.iter().map(move |key| (section, key.name));
            keys.collect::<Vec<_>>()
        });
        let meant = settings.find(|(section, key)| format!("{section}_{key}") == written);
        let variable = |(section, key): (&str, &str)| {
            format!("{PREFIX}{section}{SEPARATOR}{key}").to_ascii_uppercase()
        };
        Self {
            name: name.to_owned(),
            meant: meant.map(variable),
        }
    }
}

impl std::fmt::Display for IgnoredVariable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The name may contain anything (attack 38).
        write!(f, "{} is not a setting", self.name.escape_debug())?;
        match &self.meant {
            Some(meant) => write!(f, "; {meant} is"),
            None => Ok(()),
        }
    }
}

/// `ATRIUM_SERVER__LISTEN` as `("server", "listen")`.
fn split_name(name: &str) -> Option<(String, String)> {
    let lower = name.strip_prefix(PREFIX)?.to_ascii_lowercase();
    let (section, key) = lower.split_once(SEPARATOR)?;
    (!section.is_empty() && !key.is_empty()).then(|| (section.to_owned(), key.to_owned()))
}

fn read_file(path: &Path, faults: &mut Faults) -> Dict {
    let shown = path.display().to_string();
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(why) => {
            let allowed = "the path of a settings file that this user may read";
            faults.add(shown, format!("cannot be read: {why}"), allowed.to_owned());
            return Dict::new();
        }
    };
    if let Ok(mut profiles) = Figment::from(Toml::string(&text)).data() {
        return profiles.remove(&Profile::Default).unwrap_or_default();
    }
    faults.add(
        shown,
        where_broken(&text),
        "the form of atrium.toml.example".to_owned(),
    );
    Dict::new()
}

/// The line of the first syntax error. The line's text is not shown: it may contain a secret.
fn where_broken(text: &str) -> String {
    match text.parse::<toml::Table>() {
        Ok(_) => "is not valid TOML".to_owned(),
        Err(why) => {
            let line = why.span().map_or(1, |span| {
                text.get(..span.start).unwrap_or(text).matches('\n').count() + 1
            });
            format!("is not valid TOML at line {line}: {}", why.message())
        }
    }
}

/// The settings as read, from which sections are taken.
pub(super) struct Values {
    sections: Dict,
    from_variable: Vec<(String, String)>,
    seen: Vec<&'static str>,
}

impl Values {
    /// Takes section `S`. An unknown or unreadable key becomes a fault and keeps its default, so that the rest of the
    /// section can still be checked.
    pub(super) fn section<S: Section>(&mut self, faults: &mut Faults) -> S {
        self.seen.push(S::NAME);
        let mut keys = match self.sections.remove(S::NAME) {
            None => return S::default(),
            Some(Value::Dict(_, keys)) => keys,
            Some(_) => {
                let allowed = format!("a table, opened by the line [{}]", S::NAME);
                faults.add(S::NAME.to_owned(), "is not a table".to_owned(), allowed);
                return S::default();
            }
        };
        drop_unknown_keys::<S>(&mut keys, faults);
        loop {
            let error = match Value::from(keys.clone()).deserialize::<S>() {
                Ok(section) => return section,
                Err(error) => error,
            };
            let Some(key) = error
                .path
                .first()
                .cloned()
                .filter(|key| keys.contains_key(key))
            else {
                // This cannot happen while every unknown key is removed first; it is reported instead of retried for
                // ever.
                faults.add(
                    S::NAME.to_owned(),
                    problem_of(&error.kind),
                    "a table".to_owned(),
                );
                return S::default();
            };
            let wants = match &error.kind {
                Kind::InvalidType(_, wants) => Some(wants.as_str()),
                _ => None,
            };
            if !self.reread_variable(S::NAME, &key, wants, &mut keys) {
                faults
                    .of(S::NAME, S::KEYS)
                    .add(&key, problem_of(&error.kind));
                keys.remove(&key);
            }
        }
    }

    /// A variable is parsed as text first; if its key `wants` another type, it is parsed again.
    fn reread_variable(
        &mut self,
        section: &str,
        key: &str,
        wants: Option<&str>,
        keys: &mut Dict,
    ) -> bool {
        let place = self
            .from_variable
            .iter()
            .position(|(s, k)| s == section && k == key);
        let (Some(place), Some(wants)) = (place, wants) else {
            return false;
        };
        self.from_variable.swap_remove(place);
        let Some(Value::String(_, text)) = keys.get(key) else {
            return false;
        };
        let Some(reread) = read_as_toml(text, wants.contains("sequence")) else {
            return false;
        };
        keys.insert(key.to_owned(), reread);
        true
    }

    /// Adds a fault for each unknown section.
    pub(super) fn unknown_sections(&self, faults: &mut Faults) {
        for name in self.sections.keys() {
            let allowed = format!("one of the sections {}", self.seen.join(", "));
            faults.add(
                name.clone(),
                "is not a section of the settings".to_owned(),
                allowed,
            );
        }
    }
}

/// Parses a number, a boolean, a list or a table in TOML syntax; a list may also be written as `a, b`.
fn read_as_toml(text: &str, list: bool) -> Option<Value> {
    let whole = || {
        let table: toml::Table = format!("value = {text}").parse().ok()?;
        Value::serialize(table.get("value")?).ok()
    };
    let items = || {
        let items = text
            .split(',')
            .map(str::trim)
            .filter(|item| !item.is_empty());
        Value::from(
            items
                .map(|item| Value::from(item.to_owned()))
                .collect::<Vec<_>>(),
        )
    };
    whole()
        .filter(|value| !list || matches!(value, Value::Array(..)))
        .or_else(|| list.then(items))
}

fn drop_unknown_keys<S: Section>(keys: &mut Dict, faults: &mut Faults) {
    let known = |name: &str| S::KEYS.iter().any(|key| key.name == name);
    let unknown: Vec<String> = keys.keys().filter(|name| !known(name)).cloned().collect();
    for name in unknown {
        keys.remove(&name);
        let allowed: Vec<&str> = S::KEYS.iter().map(|key: &Key| key.name).collect();
        faults.add(
            format!("{}.{name}", S::NAME),
            "is not a setting".to_owned(),
            format!("one of {}", allowed.join(", ")),
        );
    }
}

/// The problem without the value, which may be a secret at the wrong key.
pub(super) fn problem_of(kind: &Kind) -> String {
    match kind {
        Kind::Message(text)
            if text.starts_with("is ")
                || text.starts_with("has ")
                || text.starts_with("carries ") =>
        {
            text.clone()
        }
        Kind::Message(text) => format!("is not readable: {text}"),
        Kind::InvalidType(actual, _)
        | Kind::InvalidValue(actual, _)
        | Kind::Unsupported(actual) => {
            format!("is {}", noun_of(actual))
        }
        Kind::UnknownVariant(..) => "is not one of the known words".to_owned(),
        Kind::UnknownField(name, _) => format!("has an unknown part {name:?}"),
        Kind::MissingField(name) => format!("lacks its part {name:?}"),
        _ => "is out of range".to_owned(),
    }
}

fn noun_of(actual: &Actual) -> &'static str {
    match actual {
        Actual::Bool(_) => "a switch (true or false)",
        Actual::Unsigned(_) | Actual::Signed(_) | Actual::Float(_) => {
            "a number that is not allowed here"
        }
        Actual::Seq => "a list",
        Actual::Map => "a table",
        _ => "a text that is not allowed here",
    }
}
