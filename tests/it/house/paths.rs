//! Finds the top-level modules that a Rust file names: every path from the crate root, grouped,
//! nested, over several lines or through `super`, in imports and in code.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

/// A word or a sign of a program, without comments and strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    Name(&'a str),
    /// `::`
    Step,
    Sign(char),
}

/// A path that imports the root itself: `use crate::*`, `use crate as x`.
pub const WHOLE: &str = "*";

/// The names directly below the crate root that `text` uses, each once. `text` is a file of the
/// module at `depth` below the root.
pub fn below_root(text: &str, depth: usize) -> Vec<String> {
    let mut reader = Reader {
        tokens: tokens(text),
        at: 0,
        found: Vec::new(),
    };
    reader.file(depth);
    reader.found.sort_unstable();
    reader.found.dedup();
    reader.found
}

/// True if `text` names `library` at the start of a path, or imports it under another name.
pub fn names_library(text: &str, library: &str) -> bool {
    let tokens = tokens(text);
    let at = |place: Option<usize>| place.and_then(|place| tokens.get(place)).copied();
    tokens.iter().enumerate().any(|(place, token)| {
        let before = at(place.checked_sub(1));
        // `::sqlx::query` names the library, `api::sqlx::query` another module.
        let inside = before == Some(Token::Step)
            && matches!(at(place.checked_sub(2)), Some(Token::Name(name)) if name != "use");
        let after = at(Some(place + 1));
        let head = matches!(after, Some(Token::Step | Token::Name("as")))
            || before == Some(Token::Name("use"));
        *token == Token::Name(library) && head && !inside
    })
}

struct Reader<'a> {
    tokens: Vec<Token<'a>>,
    at: usize,
    found: Vec<String>,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<Token<'a>> {
        self.tokens.get(self.at).copied()
    }

    fn next(&mut self) -> Option<Token<'a>> {
        let token = self.peek();
        self.at += 1;
        token
    }

    /// True if the next token is `token`; then it is consumed.
    fn take(&mut self, token: Token<'_>) -> bool {
        let is = self.peek() == Some(token);
        self.at += usize::from(is);
        is
    }

    /// Reads a whole file. Modules inside the file are one level deeper.
    fn file(&mut self, mut depth: usize) {
        let mut braces = Vec::new();
        while let Some(token) = self.peek() {
            match token {
                Token::Name("crate" | "super") => {
                    self.path(Some(depth));
                    continue;
                }
                Token::Sign('{') => {
                    let module = self.at >= 2
                        && self.tokens[self.at - 2] == Token::Name("mod")
                        && matches!(self.tokens[self.at - 1], Token::Name(_));
                    braces.push(module);
                    depth += usize::from(module);
                }
                Token::Sign('}') => depth -= usize::from(braces.pop().unwrap_or_default()),
                _ => {}
            }
            self.at += 1;
        }
    }

    /// Reads one path or one branch of an import. `above` is the number of modules up to the root,
    /// or none if the path can no longer lead to the root.
    fn path(&mut self, mut above: Option<usize>) {
        loop {
            match self.next() {
                Some(Token::Name("crate")) => above = Some(0),
                Some(Token::Name("super")) => above = above.and_then(|above| above.checked_sub(1)),
                Some(Token::Name("self")) => {}
                Some(Token::Name(name)) => {
                    self.note(above, name);
                    above = None;
                }
                Some(Token::Sign('*')) => self.note(above, WHOLE),
                Some(Token::Sign('{')) => return self.branches(above),
                _ => return,
            }
            if self.peek() == Some(Token::Name("as")) {
                self.note(above, WHOLE);
            }
            if !self.take(Token::Step) {
                return;
            }
        }
    }

    /// The branches of `{a, b::{c, d}}`, after the opening brace.
    fn branches(&mut self, above: Option<usize>) {
        while !self.take(Token::Sign('}')) && self.peek().is_some() {
            self.path(above);
            if self.take(Token::Name("as")) {
                self.at += 1;
            }
            self.take(Token::Sign(','));
        }
    }

    fn note(&mut self, above: Option<usize>, name: &str) {
        if above == Some(0) {
            self.found.push(name.to_owned());
        }
    }
}

/// The words and signs of a program.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    flatten(text, text.parse().expect("Rust"), &mut tokens);
    tokens
}

fn flatten<'a>(text: &'a str, stream: TokenStream, tokens: &mut Vec<Token<'a>>) {
    let mut joint = false;
    for tree in stream {
        match tree {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ('(', ')'),
                    Delimiter::Bracket => ('[', ']'),
                    Delimiter::Brace | Delimiter::None => ('{', '}'),
                };
                tokens.push(Token::Sign(open));
                flatten(text, group.stream(), tokens);
                tokens.push(Token::Sign(close));
            }
            TokenTree::Ident(ident) => tokens.push(Token::Name(&text[ident.span().byte_range()])),
            TokenTree::Punct(sign) => {
                if joint && sign.as_char() == ':' && tokens.last() == Some(&Token::Sign(':')) {
                    tokens.pop();
                    tokens.push(Token::Step);
                } else {
                    tokens.push(Token::Sign(sign.as_char()));
                }
                joint = sign.spacing() == Spacing::Joint;
            }
            TokenTree::Literal(_) => {}
        }
    }
}

/// Every spelling of a path from the root is found, and nothing that only looks like one.
#[test]
fn every_way_to_name_a_room_is_seen() {
    for (text, depth, rooms) in [
        ("use crate::oidc;", 2, vec!["oidc"]),
        ("use crate::{oidc, db::Db};", 2, vec!["db", "oidc"]),
        (
            "use crate::{\n    db::{Db, tx::{self, WriteTx}},\n    // a word about it\n    \
             oidc::{\n        token as t,\n    },\n    signin::*,\n};",
            2,
            vec!["db", "oidc", "signin"],
        ),
        ("use {std::fmt, crate::{oidc}};", 2, vec!["oidc"]),
        (
            "use crate::{{oidc, api}, db};",
            2,
            vec!["api", "db", "oidc"],
        ),
        ("pub use crate :: /* here */ oidc::token;", 2, vec!["oidc"]),
        (
            "fn f() -> crate::oidc::X { crate::api::f::<u8>() }",
            2,
            vec!["api", "oidc"],
        ),
        (
            "macro_rules! m { () => { $crate::oidc::f() } }",
            2,
            vec!["oidc"],
        ),
        ("use super::super::oidc;", 2, vec!["oidc"]),
        (
            "use super::{super::{oidc, api}, near};",
            2,
            vec!["api", "oidc"],
        ),
        ("use super::near;", 2, vec![]),
        ("use super::oidc;", 1, vec!["oidc"]),
        (
            "mod tests { use super::*; use super::super::oidc; } use super::api;",
            1,
            vec!["api", "oidc"],
        ),
        ("use crate::*;", 2, vec![WHOLE]),
        ("use crate as house;", 2, vec![WHOLE]),
        ("use crate::{self as house, db};", 2, vec![WHOLE, "db"]),
        (
            "pub(crate) fn f<'a>(c: &'a str) {} pub(super) fn g() {}",
            1,
            vec![],
        ),
        (
            "let t = (\"crate::oidc \\\" crate::api\", r#\"\"crate::oidc\"#, '\"'); crate::db::f()",
            2,
            vec!["db"],
        ),
    ] {
        assert_eq!(below_root(text, depth), rooms, "{text}");
    }
}

/// Every way to name a library is found.
#[test]
fn every_way_to_name_a_library_is_seen() {
    for (text, named) in [
        ("use sqlx::query;", true),
        ("use {std::fmt, sqlx::{\n    query,\n}};", true),
        ("use ::sqlx::query;", true),
        ("use sqlx as rows;", true),
        ("use sqlx;", true),
        ("fn f() { sqlx::query(x) }", true),
        ("use crate::sqlx::query;", false),
        ("use mysqlx::query;", false),
        ("let sqlx = \"sqlx::query\"; // sqlx::query", false),
    ] {
        assert_eq!(names_library(text, "sqlx"), named, "{text}");
    }
}
