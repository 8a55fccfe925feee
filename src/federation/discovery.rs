//! A provider's description of itself: fetched when it is needed, kept for a while.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use openidconnect::core::{CoreClient, CoreClientAuthMethod};
use openidconnect::{
    AsyncHttpClient, AuthType, ClientId, ClientSecret, HttpRequest, HttpResponse, IssuerUrl,
    RedirectUrl,
};

use super::error::FederationError;
use super::known::{Known, Metadata};
use super::provider::{Credential, Provider};
use crate::clock::{HOUR, MINUTE, Millis, SECOND};
use crate::outbound::{Outbound, OutboundError};

/// How long a discovery document and its keys are used.
const KEPT: Millis = 10 * MINUTE;
/// The least time between two fetches because of an unknown key, so that nobody causes a flood of them.
const PAUSE: Millis = MINUTE;
/// How long a document is used while the provider does not answer for a new one.
const STALE: Millis = 12 * HOUR;
/// How long nobody asks again after a failure.
const FAILED: Millis = 10 * SECOND;

impl Provider {
    /// The provider as its document describes it, at most ten minutes old unless the provider does not answer.
    ///
    /// # Errors
    /// The document or the keys cannot be fetched, or another issuer wrote them.
    pub(super) async fn known(&self, now: Millis) -> Result<Arc<Known>, FederationError> {
        self.read(KEPT, FAILED, now).await
    }

    /// The same, fetched within the last minute: a token names a key that the kept document lacks.
    ///
    /// # Errors
    /// As [`Provider::known`].
    pub(super) async fn fresh(&self, now: Millis) -> Result<Arc<Known>, FederationError> {
        self.read(PAUSE, PAUSE, now).await
    }

    /// The same for a message that anybody may send: nobody causes two fetches within a minute, even if one fails.
    ///
    /// # Errors
    /// As [`Provider::known`].
    pub(super) async fn known_for_strangers(
        &self,
        now: Millis,
    ) -> Result<Arc<Known>, FederationError> {
        match self.known.younger_than(KEPT, now) {
            Some(known) => Ok(known),
            None => self.fresh(now).await,
        }
    }

    /// The document, younger than `age`; nobody asks again within `pause` after a failure.
    async fn read(
        &self,
        age: Millis,
        pause: Millis,
        now: Millis,
    ) -> Result<Arc<Known>, FederationError> {
        if let Some(known) = self.known.younger_than(age, now) {
            return Ok(known);
        }
        let _alone = self.known.fetch.lock().await;
        if let Some(known) = self.known.younger_than(age, now) {
            return Ok(known);
        }
        // Those who waited for a fetch that failed do not wait for another one.
        if self.known.failed_within(pause, now) {
            let kept = self.known.younger_than(STALE, now);
            return kept.ok_or(FederationError::Unreachable(OutboundError::Unreachable));
        }
        match self.discover(now).await {
            Ok(known) => {
                let known = Arc::new(known);
                self.known.keep(Arc::clone(&known));
                Ok(known)
            }
            Err(error) => {
                self.known.note_failure(now);
                self.known.younger_than(STALE, now).ok_or(error)
            }
        }
    }

    async fn discover(&self, now: Millis) -> Result<Known, FederationError> {
        let issuer = IssuerUrl::new(self.issuer().to_owned()).map_err(untrusted)?;
        let redirect = RedirectUrl::new(self.redirect_uri.clone()).map_err(untrusted)?;
        let http = Http(&self.outbound);
        let metadata = Metadata::discover_async(issuer, &http)
            .await
            .map_err(asked)?;
        let extensions = metadata.additional_metadata().clone();
        let keys = metadata.jwks().clone();
        let methods = metadata.token_endpoint_auth_methods_supported();
        let token_endpoint = metadata.token_endpoint().map(ToString::to_string);
        let posts_only = methods.is_some_and(|methods| {
            !methods.contains(&CoreClientAuthMethod::ClientSecretBasic)
                && methods.contains(&CoreClientAuthMethod::ClientSecretPost)
        });
        let client = CoreClient::from_provider_metadata(
            metadata,
            ClientId::new(self.client_id().to_owned()),
            match &self.credential {
                Credential::Secret(secret) => Some(ClientSecret::new(secret.expose().to_owned())),
                Credential::Key(..) => None,
            },
        );
        let client = client.set_redirect_uri(redirect);
        let client = if posts_only {
            client.set_auth_type(AuthType::RequestBody)
        } else {
            client
        };
        Ok(Known {
            client,
            extensions,
            token_endpoint: token_endpoint.unwrap_or_default(),
            keys,
            read_at: now,
        })
    }

    /// The library's HTTP client: ours.
    pub(super) fn http(&self) -> Http<'_> {
        Http(&self.outbound)
    }
}

/// Why the library has no answer.
pub(super) fn asked<E>(error: E) -> FederationError
where
    E: std::error::Error + 'static,
{
    let mut source: Option<&(dyn std::error::Error + 'static)> = Some(&error);
    while let Some(inner) = source {
        if let Some(ours) = inner.downcast_ref::<OutboundError>() {
            return FederationError::Unreachable(*ours);
        }
        source = inner.source();
    }
    untrusted(error)
}

pub(super) fn untrusted(why: impl std::fmt::Display) -> FederationError {
    FederationError::Untrusted(why.to_string())
}

/// Sends what the library asks for, as [`Outbound`] sends everything.
pub(super) struct Http<'a>(&'a Outbound);

impl<'c> AsyncHttpClient<'c> for Http<'_> {
    type Error = OutboundError;
    type Future = Pin<Box<dyn Future<Output = Result<HttpResponse, OutboundError>> + Send + 'c>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(self.0.send(request))
    }
}
