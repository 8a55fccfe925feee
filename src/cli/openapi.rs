//! `atrium openapi`: prints the `OpenAPI` document of the product API.

use super::terminal::say;
use crate::api;

/// Prints the `OpenAPI` 3.1 document of the product API.
///
/// A running server serves the same document, with the name of its product, at `/api/openapi.json`. The command reads no settings and no database.
#[derive(Debug, clap::Args)]
pub struct Args {}

pub fn run(_: &Args) {
    say(api::document());
}
