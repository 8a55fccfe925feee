//! The picture of the signed-in person (OpenID Connect Core 1.0 section 5.1).

use std::sync::Arc;

use axum::extract::State;

use super::own_profile::OwnProfile;
use super::upload_form::FileForm;
use super::uploads::{self, NotUploaded, UploadBody};
use crate::calls::{WritingCaller, operation};
use crate::directory::{self, AccountError};
use crate::files::{self, Drawing};
use crate::http::envelope::{Answer, Answered};
use crate::limits::Limits;
use crate::state::AppState;

/// Upload my picture
///
/// Replaces the caller's picture, at most ten times a day. Everybody who knows its address can read it while it is the
/// caller's, and applications with the scope `profile` get the address. A file that is no JPEG or PNG, is damaged, has too many
/// pixels or more than 20,971,520 bytes gives status 1 and says why. While one upload of a person runs, another gets the error
/// 429. To remove the picture, save the profile with an empty `picture`.
#[operation(tag = "account", request_body(content = UploadBody, content_type = "multipart/form-data"))]
pub async fn own_picture(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    form: FileForm,
) -> Answered<OwnProfile> {
    let caller = caller.end_view();
    let id = caller.account().id.clone();
    let refused = |why: NotUploaded| why.answer(uploads::words);
    let how = (Drawing::Within(files::PERSON_SIDE), uploads::Named::Yes);
    let counters = Limits::own_picture(&id);
    let uploaded = uploads::upload_own(&state, &caller, form, how, counters).await;
    let name = uploaded.map_err(refused)?.name;
    let saved = caller.write::<_, AccountError, _>(move |tx, audit| {
        Box::pin(async move { directory::set_picture(tx, &id, &name, audit).await })
    });
    Ok(Answer(OwnProfile::of(&saved.await?)))
}
