//! No circular dependencies: no two source files need each other, directly or through others.
//!
//! Files are read as text: imports, re-exports and paths in code. Tests inside a file may use
//! anything.

use std::collections::{BTreeMap, BTreeSet};

use super::crates;
use super::paths::{Token, tokens};

/// Files that may need each other, with the reason.
const EXPLAINED: &[(&[&str], &str)] = &[];

/// A module's path, by names from the crate root.
type Module = Vec<String>;

struct House {
    /// Each module's text.
    texts: BTreeMap<Module, String>,
}

/// A path as written, with the full path from the root where it is given.
struct Written {
    names: Vec<String>,
    re_exported: bool,
}

impl House {
    fn of(files: impl IntoIterator<Item = (String, String)>) -> Self {
        let module = |name: &str| -> Module {
            let path = name.trim_end_matches(".rs");
            let path = path.strip_suffix("/mod").unwrap_or(path);
            match path {
                "lib" | "main" => Vec::new(),
                path => path.split('/').map(str::to_owned).collect(),
            }
        };
        let texts = files.into_iter();
        let texts = texts.filter(|(name, _)| name != "lib.rs" && name != "main.rs");
        Self {
            texts: texts.map(|(name, text)| (module(&name), text)).collect(),
        }
    }

    /// The module that `names` refer to, and the item that is used from it.
    fn module_of<'n>(&self, names: &'n [String]) -> Option<(Module, Option<&'n String>)> {
        let length = (1..=names.len())
            .rev()
            .find(|length| self.texts.contains_key(&names[..*length]))?;
        Some((names[..length].to_vec(), names.get(length)))
    }

    /// The origins of the names that a module re-exports.
    fn re_exports(&self) -> BTreeMap<(Module, String), Module> {
        let mut found = BTreeMap::new();
        for (module, text) in &self.texts {
            for path in written(text, module) {
                let from = self.module_of(&path.names);
                if let (true, Some((from, _)), Some(name)) =
                    (path.re_exported, from, path.names.last())
                    && from != *module
                {
                    found.insert((module.clone(), name.clone()), from);
                }
            }
        }
        found
    }

    /// The files that each file needs.
    fn needs(&self) -> BTreeMap<&Module, BTreeSet<Module>> {
        let handed_on = self.re_exports();
        let needs = |module: &Module, text: &str| {
            let paths = written(text, module).into_iter();
            let used = paths.filter(|path| !path.re_exported).filter_map(|path| {
                let (mut from, mut name) = self.module_of(&path.names)?;
                while let Some(next) = name.and_then(|name| {
                    let key = (from.clone(), name.clone());
                    handed_on.get(&key).cloned()
                }) {
                    from = next;
                    // A re-export can be re-exported, at most once for each level of modules.
                    name = name.filter(|_| from.len() > 1);
                }
                // A folder's name alone uses nothing of its `mod.rs`.
                let folder = name.is_none()
                    && self
                        .texts
                        .keys()
                        .any(|other| other.len() > from.len() && other.starts_with(&from));
                (from != *module && !folder).then_some(from)
            });
            used.collect()
        };
        let all = self.texts.iter();
        all.map(|(module, text)| (module, needs(module, text)))
            .collect()
    }

    /// The circles, each as a list of file names.
    fn circles(&self) -> BTreeSet<BTreeSet<String>> {
        let needs = self.needs();
        let reached: BTreeMap<&Module, BTreeSet<&Module>> = needs
            .keys()
            .map(|module| (*module, reached(&needs, module)))
            .collect();
        let circle = |module: &&Module| -> BTreeSet<String> {
            let back = |other: &&&Module| reached[**other].contains(*module);
            let others = reached[*module].iter().filter(back);
            others.map(|other| other.join("/")).collect()
        };
        let circles = needs.keys().map(circle);
        circles.filter(|circle| circle.len() > 1).collect()
    }
}

fn reached<'h>(
    needs: &'h BTreeMap<&'h Module, BTreeSet<Module>>,
    from: &Module,
) -> BTreeSet<&'h Module> {
    let mut found = BTreeSet::new();
    let mut waiting: Vec<&Module> = needs[from].iter().collect();
    while let Some(module) = waiting.pop() {
        if found.insert(module) {
            waiting.extend(needs.get(module).into_iter().flatten());
        }
    }
    found
}

/// The paths in a file of `module`, from the root. Paths into other crates are left out.
fn written(text: &str, module: &Module) -> Vec<Written> {
    let tokens = tokens(text);
    let mut reader = Reader {
        tokens: &tokens,
        at: 0,
        module,
        aliases: BTreeMap::new(),
        found: Vec::new(),
    };
    reader.file();
    reader.found
}

struct Reader<'t> {
    tokens: &'t [Token<'t>],
    at: usize,
    module: &'t Module,
    /// Imported modules, by their local name.
    aliases: BTreeMap<String, Vec<String>>,
    found: Vec<Written>,
}

impl Reader<'_> {
    fn peek(&self, ahead: usize) -> Option<Token<'_>> {
        self.tokens.get(self.at + ahead).copied()
    }

    fn file(&mut self) {
        let mut public = false;
        while let Some(token) = self.peek(0) {
            let in_path = self.at > 0 && self.tokens[self.at - 1] == Token::Step;
            match token {
                Token::Name("mod") if self.peek(1) == Some(Token::Name("tests")) => return,
                Token::Name("pub") => {
                    public = true;
                    self.at += 1;
                    if self.peek(0) == Some(Token::Sign('(')) {
                        while self.peek(0).is_some_and(|token| token != Token::Sign(')')) {
                            self.at += 1;
                        }
                        self.at += 1;
                    }
                    continue;
                }
                Token::Name("use") => {
                    self.at += 1;
                    self.tree(&mut Vec::new(), public);
                }
                Token::Name(name) if !in_path && self.peek(1) == Some(Token::Step) => {
                    let name = name.to_owned();
                    self.path(name);
                }
                _ => self.at += 1,
            }
            public = false;
        }
    }

    /// A path in code.
    fn path(&mut self, first: String) {
        let mut names = vec![first];
        self.at += 1;
        while self.peek(0) == Some(Token::Step) {
            let Some(Token::Name(name)) = self.peek(1) else {
                break;
            };
            names.push(name.to_owned());
            self.at += 2;
        }
        let alias = self.aliases.get(&names[0]).cloned();
        let whole = match alias {
            Some(alias) => Some(alias.into_iter().chain(names.drain(1..)).collect()),
            None => self.absolute(&names),
        };
        self.note(whole, false);
    }

    /// One branch of an import, under `names`.
    fn tree(&mut self, names: &mut Vec<String>, public: bool) {
        let depth = names.len();
        loop {
            match self.peek(0) {
                Some(Token::Name(name)) => {
                    names.push(name.to_owned());
                    self.at += 1;
                }
                Some(Token::Sign('{')) => {
                    self.at += 1;
                    while self.peek(0).is_some_and(|token| token != Token::Sign('}')) {
                        self.tree(names, public);
                        if self.peek(0) == Some(Token::Sign(',')) {
                            self.at += 1;
                        }
                    }
                    self.at += 1;
                    names.truncate(depth);
                    return;
                }
                _ => {
                    self.at += 1;
                }
            }
            if self.peek(0) == Some(Token::Step) {
                self.at += 1;
                continue;
            }
            break;
        }
        let mut name = names.last().cloned().unwrap_or_default();
        if self.peek(0) == Some(Token::Name("as")) {
            if let Some(Token::Name(other)) = self.peek(1) {
                other.clone_into(&mut name);
            }
            self.at += 2;
        }
        if names.last().is_some_and(|last| last == "self") && names.len() > 1 {
            names.pop();
            name = names.last().cloned().unwrap_or_default();
        }
        let whole = self.absolute(names);
        if let Some(whole) = &whole {
            self.aliases.insert(name, whole.clone());
        }
        self.note(whole, public);
        names.truncate(depth);
    }

    /// The full path of a name that is used in this module.
    fn absolute(&self, names: &[String]) -> Option<Vec<String>> {
        let mut base = self.module.clone();
        let mut rest = names;
        match names.first()?.as_str() {
            "crate" => {
                base.clear();
                rest = &rest[1..];
            }
            "self" => rest = &rest[1..],
            "super" => {
                while rest.first().is_some_and(|name| name == "super") {
                    base.pop()?;
                    rest = &rest[1..];
                }
            }
            // A child of this module, or a library. No module has a library's name.
            _ => {}
        }
        base.extend(rest.iter().cloned());
        Some(base)
    }

    fn note(&mut self, names: Option<Vec<String>>, re_exported: bool) {
        let names = names.filter(|names| {
            names.len() > self.module.len() || names[..] != self.module[..names.len()]
        });
        self.found
            .extend(names.map(|names| Written { names, re_exported }));
    }
}

#[test]
fn no_circle_is_unexplained() {
    let explained = |circle: &&BTreeSet<String>| {
        EXPLAINED.iter().any(|(files, _)| {
            files.len() == circle.len() && files.iter().all(|file| circle.contains(*file))
        })
    };
    let circles: BTreeSet<_> = crates()
        .into_iter()
        .flat_map(|files| House::of(files.into_iter().map(|file| (file.name, file.text))).circles())
        .collect();
    let wrong: Vec<_> = circles.iter().filter(|circle| !explained(circle)).collect();
    assert!(wrong.is_empty(), "files that need each other: {wrong:#?}");
    assert_eq!(
        circles.len(),
        EXPLAINED.len(),
        "an explanation is left over"
    );
}

/// The check finds a circle in every spelling, and no circle where there is none.
#[test]
fn a_circle_is_found_however_it_is_written() {
    let circles = |files: &[(&str, &str)]| {
        let files = files
            .iter()
            .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
        House::of(files).circles().len()
    };
    let store = (
        "room/store.rs",
        "use crate::room::rule::Kind; pub fn find() {}",
    );
    for (rule, found) in [
        ("use super::store::find;", 1),
        ("use super::{store::{self}};\nfn f() { store::find() }", 1),
        (
            "use crate::{room::{store as kept}};\nfn f() { kept::find() }",
            1,
        ),
        ("fn f() { super::store::find() }", 1),
        ("fn f() {}\nmod tests { use super::super::store::find; }", 0),
        ("fn f() { other::store::find() }", 0),
    ] {
        let files = [
            ("room/mod.rs", "mod rule; mod store;"),
            store,
            ("room/rule.rs", rule),
        ];
        assert_eq!(circles(&files), found, "{rule}");
    }
    // Through a re-export.
    let handed_on = [
        ("room/mod.rs", "mod rule; mod store; pub use store::find;"),
        store,
        ("room/rule.rs", "use crate::room::find;"),
    ];
    assert_eq!(circles(&handed_on), 1);
}
