//! Signing out at a provider (OpenID Connect RP-Initiated Logout 1.0 section 2).

use url::Url;

use super::provider::Provider;
use crate::clock::Millis;

impl Provider {
    /// Where a person whom the provider knows as `hint` signs out there and comes back; `None` if it offers no such page, or
    /// does not answer.
    pub async fn sign_out(&self, hint: &str, now: Millis) -> Option<Url> {
        let known = self.known(now).await.ok()?;
        let mut url: Url = known
            .extensions
            .end_session_endpoint
            .as_ref()?
            .parse()
            .ok()?;
        // The provider's document names this address; the browser must not be led to another scheme.
        self.outbound.check(url.as_str()).ok()?;
        url.query_pairs_mut()
            .append_pair("client_id", self.client_id())
            .append_pair("logout_hint", hint)
            .append_pair("post_logout_redirect_uri", &self.signed_out_uri);
        Some(url)
    }
}
