//! The page behind the demonstration's cards whose tools do not exist. You do not need it to
//! connect an application.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;

use crate::pages;
use crate::routes::{App, page, problem};

/// `GET /tools/{tool}`: says that this tool is not part of the demonstration.
pub async fn tool(State(app): State<Arc<App>>, Path(tool): Path<String>) -> Response {
    match name(&tool) {
        Some(name) => page(StatusCode::OK, pages::tool(&name, app.provider.issuer())),
        None => problem(StatusCode::NOT_FOUND, "There is no such page."),
    }
}

/// Turns `campaign-calendar` into "Campaign calendar".
fn name(tool: &str) -> Option<String> {
    let plain = |b: u8| b.is_ascii_lowercase() || b == b'-';
    let (first, rest) = tool.split_at_checked(1)?;
    if tool.len() > 40 || !tool.bytes().all(plain) {
        return None;
    }
    Some(first.to_uppercase() + &rest.replace('-', " "))
}
