//! The corporate sign-on of legacy clients: `lion-login` (contract C-003), and the pages of the messaging app that lead to it
//! (R-21, R-22, S-31). Without a provider they respond with a page that says so.

use axum::http::StatusCode;
use axum::response::Response;

use super::pages::{CorporateAbsentPage, CorporateEntryPage};
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
/// The pages that the messaging app opens.
pub const MESSAGING_APP: &str = "/login-mp-weixin";
pub const PHONE: &str = "/mph5";

/// Where to, by name and value.
type Target<'v> = Vec<(&'static str, &'v str)>;

/// `GET /api/security/lion-login?appName=&callbackUrl=`: to the provider, or to the choice of several. `wechatToken` is not
/// read.
pub async fn get(visitor: Visitor) -> Response {
    let Some(target) = target(&visitor.state, &visitor.visit) else {
        return visitor.error_response(PageError::CallbackUrl.into());
    };
    let mut providers = visitor.state.providers.iter();
    match (providers.next(), providers.next()) {
        (None, _) => absent(&visitor, &target),
        (Some(provider), None) => visitor.lead_on(&path_to(&provider.start_path(), &target)),
        (Some(_), Some(_)) => {
            let choice = path_to(Step::Identify.path(), &target);
            visitor.lead_on(&with_query(&choice, &[("tab", "corporate")]))
        }
    }
}

/// `GET /login-mp-weixin`, `GET /mph5`: leads to `lion-login` with the same query; its faults show here (G-04).
pub async fn entry(visitor: Visitor) -> Response {
    let Some(mut target) = target(&visitor.state, &visitor.visit) else {
        return visitor.error_response(PageError::CallbackUrl.into());
    };
    if visitor.state.providers.is_empty() {
        return absent(&visitor, &target);
    }
    let token = visitor.visit.query.get("wechatToken");
    target.extend(token.map(|token| ("wechatToken", token)));
    let page = CorporateEntryPage {
        frame: visitor.frame(None, None, None),
        there: path_to(PATH, &target),
    };
    respond(StatusCode::OK, &page, &PagePolicy::leaving())
}

fn absent(visitor: &Visitor, target: &Target<'_>) -> Response {
    let page = CorporateAbsentPage {
        frame: visitor.frame(None, None, None),
        login: path_to(Step::Identify.path(), target),
    };
    respond(StatusCode::NOT_FOUND, &page, &PagePolicy::form())
}

fn path_to(path: &str, target: &Target<'_>) -> String {
    if target.is_empty() {
        path.to_owned()
    } else {
        with_query(path, target)
    }
}

/// The target of the visit; `None` when it is not registered.
fn target<'v>(state: &AppState, visit: &'v Visit) -> Option<Target<'v>> {
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
    let pairs = [("callbackUrl", callback), ("appName", app)];
    let pairs = pairs
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)));
    known.then(|| pairs.collect())
}
