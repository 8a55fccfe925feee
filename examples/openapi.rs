//! Prints the `OpenAPI` document that the calls of the product API and their types describe. `make generate` writes it to
//! `portal/openapi.json`.

use std::io::Write as _;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let document = atrium::api::describe().to_pretty_json()?;
    writeln!(std::io::stdout(), "{document}")?;
    Ok(())
}
