//! The time of the load generator.

use std::time::UNIX_EPOCH;

use crate::http::Result;

/// Seconds since 1970.
#[expect(
    clippy::disallowed_methods,
    reason = "tokens and codes of the load generator are of the present time"
)]
pub fn seconds() -> Result<u64> {
    Ok(std::time::SystemTime::now()
        .duration_since(UNIX_EPOCH)?
        .as_secs())
}
