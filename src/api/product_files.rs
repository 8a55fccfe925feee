//! The files of products (contract E-10): uploaded by those who write the texts of the product, read by people who may open
//! it.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::upload_form::FileForm;
use super::uploads::{self, UploadBody};
use crate::access::Object;
use crate::audit::{self, Event, ObjectKind};
use crate::calls::{Caller, WritingCaller, operation};
use crate::catalogue::product_files;
use crate::files::{self, FileTicket, NotAdded};
use crate::http::envelope::{Answer, Answered, ApiError};
use crate::http::fields::{Fields, integer};
use crate::state::AppState;

/// The product of an uploaded file.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "the document describes it; the guard reads it")]
pub struct UploadQuery {
    /// The product's id.
    project_id: i64,
}

/// A file that was uploaded for a product.
#[derive(Debug, Serialize, ToSchema)]
pub struct UploadedFile {
    /// What the product has as `url` of the file.
    pub url: String,
    /// The name that it was sent with, without what could be misread.
    pub name: String,
    /// Its size.
    pub bytes: i64,
}

/// Upload a file of a product
///
/// A file of any kind, of at most 20,971,520 bytes. The product has it once its `files` name the `url`; a file that nothing
/// uses for a day is deleted. While one upload of a person runs, another gets the error 429.
#[operation(tag = "files", params(UploadQuery), request_body(content = UploadBody, content_type = "multipart/form-data"))]
pub async fn product_file_upload(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    form: FileForm,
) -> Answered<UploadedFile> {
    let Object::Product { id, .. } = *caller.object() else {
        return Err(ApiError::illegal("projectId"));
    };
    let caller = caller.end_view();
    let uploaded = uploads::arrived(&state, &caller, form).await;
    let (arrived, _running) = uploaded.map_err(|why| why.answer(uploads::words))?;
    let place = state.files.new_place();
    let name = product_files::new_name(id, &place);
    let bytes = i64::try_from(arrived.bytes).unwrap_or(i64::MAX);
    let uploaded = UploadedFile {
        url: product_files::address(&name),
        name: arrived.label.clone(),
        bytes,
    };
    let label = arrived.label.clone();
    let most = uploads::whole(state.config.files.total_bytes);
    let added = caller.write::<_, NotAdded, _>(move |tx, audit| {
        Box::pin(async move {
            let limits = (most, audit.now);
            let place = files::add_file(tx, &name, (&label, &place), bytes, limits).await?;
            let event = Event::FileUploaded { file: name, label };
            let entry = audit.entry(event);
            let entry = entry.object(ObjectKind::Product, id.to_string());
            audit::record(tx, &entry).await?;
            Ok(place)
        })
    });
    let kept = match added.await {
        Ok(place) => state.files.keep(&arrived, &place).await,
        Err(refused) => {
            state.files.forget(&arrived).await;
            return Err(refused);
        }
    };
    kept.map_err(|why| uploads::NotUploaded::from(why).answer(uploads::words))?;
    Ok(Answer(uploaded))
}

/// A file of a product.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct FileQuery {
    /// The product's id.
    #[serde(deserialize_with = "integer")]
    pub product_id: i64,
    /// The `url` of the file, as the product has it.
    pub file: String,
}

/// An address of a file.
#[derive(Debug, Serialize, ToSchema)]
pub struct FileAddress {
    /// The address below that of the server. It works for a minute, for this person and this file.
    pub url: String,
}

/// The address of a file of a product
///
/// For people who may open the product. The address begins a download within a minute, if the person may still open the
/// product then; a download that has begun goes on for ten.
#[operation(tag = "files", params(FileQuery))]
pub async fn product_file_address(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Fields(query): Fields<FileQuery>,
) -> Answered<FileAddress> {
    let id = query.product_id;
    let file = product_files::file_in(&query.file, id).ok_or(ApiError::illegal("file"))?;
    let account = Arc::clone(&caller.account);
    let of_product = (id, file);
    let may_read =
        product_files::may_read(caller.view(), &account, of_product, &state.clients).await?;
    if !may_read {
        return Err(ApiError::illegal("file"));
    }
    let ticket = FileTicket {
        file: file.to_owned(),
        account_id: account.id.clone(),
        product_id: Some(id),
        feedback_id: None,
    };
    let keys = (&state.keys, &state.random);
    let address = ticket.address(&state.issuer, keys, caller.now);
    let url = address.ok_or(ApiError::Internal)?;
    Ok(Answer(FileAddress { url }))
}
