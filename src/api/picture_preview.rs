//! Pictures that are not public yet, for the people who write what will show them.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::IntoParams;

use super::product_files::FileAddress;
use crate::calls::{Caller, operation};
use crate::files::{self, FileTicket, references};
use crate::http::envelope::{Answer, Answered, ApiError};
use crate::http::fields::Fields;
use crate::state::AppState;

/// A picture.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PreviewQuery {
    /// The address of the picture, as its upload answered.
    pub file: String,
}

/// The address of a picture for its editors
///
/// Also of a picture that nothing shows to everybody yet. The address works for a minute, for this person.
#[operation(tag = "files", params(PreviewQuery))]
pub async fn picture_preview(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Fields(query): Fields<PreviewQuery>,
) -> Answered<FileAddress> {
    let unknown = || ApiError::illegal("file");
    let name = files::picture_in(&query.file).ok_or_else(unknown)?;
    let found = files::find(caller.view(), name).await?;
    found.ok_or_else(unknown)?;
    if references::is_of_feedback(caller.view(), name).await? {
        return Err(unknown());
    }
    let ticket = FileTicket {
        file: name.to_owned(),
        account_id: caller.account.id.clone(),
        product_id: None,
        feedback_id: None,
    };
    let keys = (&state.keys, &state.random);
    let address = ticket.address(&state.issuer, keys, caller.now);
    let url = address.ok_or(ApiError::Internal)?;
    Ok(Answer(FileAddress { url }))
}
