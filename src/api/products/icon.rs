//! The icon of a product by an https address: it is fetched once, drawn again and kept here (attacks 39, 40). Browsers never
//! load a picture of another server.

use std::sync::Arc;

use bytes::Bytes;

use super::super::uploads;
use crate::calls::Writer;
use crate::catalogue::is_https;
use crate::files::FileError;
use crate::http::envelope::{ApiError, Fault};
use crate::i18n::texts::Key;
use crate::state::AppState;

/// The most bytes of a fetched picture.
const LARGEST: usize = 2 * 1024 * 1024;
/// The field of the form.
const FIELD: &str = "iconimgUrl";

/// The icon `wanted`, where an https address is replaced by that of the kept picture. `before` stays as it is.
///
/// # Errors
/// At the field: the picture cannot be fetched, or is none. The caller uploads something else or too much.
pub(super) async fn kept(
    state: &Arc<AppState>,
    caller: &Writer,
    before: &str,
    wanted: Option<String>,
) -> Result<Option<String>, ApiError> {
    let Some(address) = wanted.as_deref().map(str::trim) else {
        return Ok(wanted);
    };
    if address == before || !is_https(address) {
        return Ok(wanted);
    }
    let bytes = u64::try_from(LARGEST).unwrap_or(u64::MAX);
    let _running = uploads::begin(state, caller, bytes).await?;
    let fetched = state.outbound.get_file(address, LARGEST).await;
    let file = fetched.map_err(|error| {
        tracing::info!(%error, "the icon of a product was not fetched");
        at_field(Key("product.icon_unreachable"))
    })?;
    let drawn = state.files.draw_bytes(Bytes::from(file)).await;
    let picture = drawn.map_err(|why| match why {
        FileError::Picture(_) => at_field(uploads::words(&why)),
        _ => ApiError::Internal,
    })?;
    // Without the query, which may hold a secret.
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let label = path.rsplit('/').next().unwrap_or_default();
    let kept = uploads::keep(state, caller, picture, (label, uploads::Named::Yes)).await;
    let kept = kept.map_err(|why| why.answer(uploads::words))?;
    Ok(Some(kept.url))
}

fn at_field(words: Key) -> ApiError {
    ApiError::Invalid(vec![Fault::new(FIELD, words)])
}
