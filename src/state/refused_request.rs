//! The audit entry of a request that ends on a page instead of an answer.

use super::AppState;
use crate::audit::Event;
use crate::http::params::Params;

/// Where a request says that the browser shall be sent.
const ADDRESSES: [&str; 3] = ["redirect_uri", "callbackUrl", "post_logout_redirect_uri"];

/// Characters that are kept of an origin.
const LONGEST_ORIGIN: usize = 200;

/// What was refused, and to whom.
pub(super) struct RefusedRequest {
    pub event: Event,
    /// The client that was named, if there is one of that name: a stranger's invention is not kept.
    pub client: Option<String>,
}

impl RefusedRequest {
    /// The refusal of the request for `here` with `params`; `reason` is a word of the program.
    pub fn of(
        state: &AppState,
        here: &str,
        params: &Params,
        reason: &'static str,
        told: &'static str,
    ) -> Self {
        let endpoint = here.split_once('?').map_or(here, |(path, _)| path);
        let by_id = params.get("client_id").and_then(|id| state.clients.get(id));
        let client = by_id.or_else(|| state.clients.by_app_name(params.get("appName")?));
        let address = ADDRESSES.iter().find_map(|name| params.get(name));
        Self {
            event: Event::RequestRefused {
                endpoint: endpoint.to_owned(),
                reason,
                told,
                to: address.and_then(|address| origin(state, address)),
            },
            client: client.map(|client| client.client_id.clone()),
        }
    }
}

/// The origin of an address as a browser would read it on a page of ours; of one without an
/// origin, its scheme. The rest may carry a token or a `state`.
fn origin(state: &AppState, address: &str) -> Option<String> {
    let public = state.config.server.public_url.url();
    let url = public.join(address).ok()?;
    let origin = url.origin();
    let shown = if origin.is_tuple() {
        origin.ascii_serialization()
    } else {
        format!("{}:", url.scheme())
    };
    Some(shown.chars().take(LONGEST_ORIGIN).collect())
}
