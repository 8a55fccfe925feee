//! `atrium openapi`: prints the `OpenAPI` document of the product API.

use super::{failure::Failure, terminal::say};
use crate::{api, config::BrandingConfig};

/// Prints the `OpenAPI` 3.1 document of the product API.
///
/// A running server serves the same document at `/api/openapi.json`. The command reads no settings and no database.
#[derive(Debug, clap::Args)]
pub struct Args {}

pub fn run(_: &Args) -> Result<(), Failure> {
    let document = api::openapi(&BrandingConfig::default().product_name);
    say(document.to_pretty_json().map_err(Failure::of)?);
    Ok(())
}
