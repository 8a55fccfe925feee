//! The attribute `#[operation]` above each handler of the product API.
//!
//! It writes `#[utoipa::path]` and adds what the handler's own signature says. The method and the path are in the row of
//! the handler (`src/api/table.rs`); utoipa demands both, so it gets `get` and an empty path, which nothing reads.

use proc_macro::{TokenStream, TokenTree};

/// Describes a handler for the `OpenAPI` document: `#[operation(tag = "…", params(Query))]`, or `request_body = Body`.
/// The answer of a handler that returns `Answered<T>` is an envelope with `T`, that of one that returns `JsonFile` a JSON file,
/// that of one that returns `EventStream` server-sent events; every other handler answers a CSV file.
#[proc_macro_attribute]
pub fn operation(described: TokenStream, handler: TokenStream) -> TokenStream {
    let answer = match answered(&handler) {
        Some(data) => format!("body = crate::http::envelope::Envelope<{data}>"),
        None if returns(&handler, "JsonFile") => {
            "content_type = \"application/octet-stream\", body = String".to_owned()
        }
        None if returns(&handler, "EventStream") => {
            "content_type = \"text/event-stream\", body = String".to_owned()
        }
        None => "content_type = \"text/csv\", body = String".to_owned(),
    };
    let fixed = format!("get, path = \"\", responses((status = 200, {answer}))");
    let attribute = format!("#[utoipa::path({fixed}, {described})]");
    // A text that is no Rust leaves the handler without a description, which its row then misses.
    let mut written: TokenStream = attribute.parse().unwrap_or_default();
    written.extend(handler);
    written
}

/// `T` of a handler that returns `Answered<T>`.
fn answered(handler: &TokenStream) -> Option<TokenStream> {
    let mut tokens = after_arrow(handler);
    let returned = [tokens.next()?, tokens.next()?];
    if returned[0].to_string() != "Answered" || !is(&returned[1], '<') {
        return None;
    }
    let mut open = 1;
    let data = tokens.take_while(|token| {
        open += i32::from(is(token, '<')) - i32::from(is(token, '>'));
        open > 0
    });
    Some(data.collect())
}

/// True if the handler returns the type of this name.
fn returns(handler: &TokenStream, name: &str) -> bool {
    let returned = after_arrow(handler).next();
    returned.is_some_and(|token| token.to_string() == name)
}

/// What stands after the arrow: parameters and attributes are groups, and no handler is generic.
fn after_arrow(handler: &TokenStream) -> impl Iterator<Item = TokenTree> + use<> {
    let tokens = handler.clone().into_iter();
    tokens.skip_while(|token| !is(token, '>')).skip(1)
}

fn is(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign)
}
