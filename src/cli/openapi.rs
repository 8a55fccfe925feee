//! `atrium openapi`: the description of the product API, for those who generate from it.

use super::{failure::Failure, terminal::say};
use crate::{api, config::BrandingConfig};

/// Prints the `OpenAPI` 3.1 document of the product API.
///
/// It is the one that a running server answers at `/api/openapi.json`. No setting and no database of
/// yours is read or changed.
#[derive(Debug, clap::Args)]
pub struct Args {}

/// Runs the command.
pub fn run(_: &Args) -> Result<(), Failure> {
    let document = api::openapi(&BrandingConfig::default().product_name);
    say(document.to_pretty_json().map_err(Failure::of)?);
    Ok(())
}
