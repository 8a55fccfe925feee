//! The audit entry of a request that ends on an error page.

use super::AppState;
use crate::audit::Event;
use crate::http::params::Params;

/// The parameters that name a redirect address.
const ADDRESSES: [&str; 3] = ["redirect_uri", "callbackUrl", "post_logout_redirect_uri"];

/// Characters of an origin that are kept.
const LONGEST_ORIGIN: usize = 200;

/// A refused request and its client.
pub(super) struct RefusedRequest {
    pub event: Event,
    /// The client that was named, if it is registered: unknown names are not stored.
    pub client: Option<String>,
}

impl RefusedRequest {
    /// The refused request for `here` with `params`; `reason` is a fixed word.
    pub fn of(
        state: &AppState,
        here: &str,
        params: &Params,
        reason: &'static str,
        description: &'static str,
    ) -> Self {
        let endpoint = here.split_once('?').map_or(here, |(path, _)| path);
        let by_id = params.get("client_id").and_then(|id| state.clients.get(id));
        let client = by_id.or_else(|| state.clients.by_app_name(params.get("appName")?));
        let address = ADDRESSES.iter().find_map(|name| params.get(name));
        Self {
            event: Event::RequestRefused {
                endpoint: endpoint.to_owned(),
                reason,
                description,
                to: address.and_then(|address| origin(state, address)),
            },
            client: client.map(|client| client.client_id.clone()),
        }
    }
}

/// The origin of an address as a browser would parse it on our page; without an origin, its scheme. The rest may
/// contain a token or a `state`.
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
