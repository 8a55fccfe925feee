//! `lion-login`: the corporate sign-on of legacy clients (contract C-003). It leads to the sign-in page, which shows the
//! corporate providers first. Without a provider it responds with a page that says so.

use axum::http::StatusCode;
use axum::response::Response;

use super::pages::CorporateAbsentPage;
use crate::clients::Callback;
use crate::http::params::with_query;
use crate::pages::page::{PagePolicy, respond};
use crate::pages::page_error::PageError;
use crate::pages::visit::Visit;
use crate::sessions::sign_in_flow::Step;
use crate::state::AppState;
use crate::state::visitor::Visitor;

/// The path that legacy clients use.
pub const PATH: &str = "/api/security/lion-login";

/// `GET /api/security/lion-login?appName=&callbackUrl=`.
pub async fn get(visitor: Visitor) -> Response {
    match login(&visitor.state, &visitor.visit) {
        Some(login) if !visitor.state.providers.is_empty() => visitor.lead_on(&login),
        Some(login) => {
            let frame = visitor.frame(None, None, None);
            let page = CorporateAbsentPage { frame, login };
            respond(StatusCode::NOT_FOUND, &page, &PagePolicy::form())
        }
        None => visitor.error_response(PageError::CallbackUrl.into()),
    }
}

/// The account sign-in with the same target; `None` when that target is not registered.
fn login(state: &AppState, visit: &Visit) -> Option<String> {
    let once = |name| {
        let mut values = visit.query.all(name);
        let value = values.next();
        values.next().is_none().then_some(value)
    };
    if !visit.is_readable() {
        return None;
    }
    let (app, callback) = (once("appName")?, once("callbackUrl")?);
    let known = match (app.filter(|app| *app != "SSO"), callback) {
        (_, None) => true,
        (None, Some(callback)) => state.own_path(callback).is_some(),
        (Some(app), Some(callback)) => {
            let client = state.clients.by_app_name(app)?;
            let legacy = client.launches()?;
            Callback::check(callback, legacy).is_ok()
        }
    };
    let pairs: Vec<(&str, &str)> = [("callbackUrl", callback), ("appName", app)]
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)))
        .collect();
    known.then(|| {
        if pairs.is_empty() {
            Step::Identify.path().to_owned()
        } else {
            with_query(Step::Identify.path(), &pairs)
        }
    })
}
