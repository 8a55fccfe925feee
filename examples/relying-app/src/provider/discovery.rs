//! The provider's description of itself, and the OpenID client made from it.

use std::future::Future;
use std::pin::Pin;
use std::time::{Duration, Instant};

use openidconnect::core::{
    CoreAuthDisplay, CoreAuthPrompt, CoreErrorResponseType, CoreGenderClaim, CoreJsonWebKey,
    CoreJweContentEncryptionAlgorithm, CoreRevocableToken, CoreRevocationErrorResponse,
    CoreTokenIntrospectionResponse,
};
use openidconnect::{
    AsyncHttpClient, ClientId, ClientSecret, EndpointMaybeSet, EndpointNotSet, EndpointSet,
    HttpRequest, HttpResponse, IssuerUrl, ProviderMetadataWithLogout, RedirectUrl,
    StandardErrorResponse,
};

use super::{Error, OtherClaims, Tokens, asked};
use crate::Settings;

/// The client type of the library for a discovery document.
type Client = openidconnect::Client<
    OtherClaims,
    CoreAuthDisplay,
    CoreGenderClaim,
    CoreJweContentEncryptionAlgorithm,
    CoreJsonWebKey,
    CoreAuthPrompt,
    StandardErrorResponse<CoreErrorResponseType>,
    Tokens,
    CoreTokenIntrospectionResponse,
    CoreRevocableToken,
    CoreRevocationErrorResponse,
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;

/// The provider as discovery described it.
pub struct Known {
    /// Calls the provider's endpoints.
    pub client: Client,
    /// The discovery document and its keys.
    pub metadata: ProviderMetadataWithLogout,
    /// When it was read.
    pub fetched: Instant,
}

/// Reads the discovery document and the keys that it names.
pub async fn discover(settings: &Settings, http: &Http) -> Result<Known, Error> {
    let wrong = |what: &str, why: &dyn std::fmt::Display| Error::Setting(format!("{what}: {why}"));
    let issuer = IssuerUrl::new(settings.issuer.clone()).map_err(|why| wrong("ISSUER", &why))?;
    let redirect = RedirectUrl::new(format!("{}/callback", settings.public_url()))
        .map_err(|why| wrong("PUBLIC_URL", &why))?;
    let metadata = ProviderMetadataWithLogout::discover_async(issuer, http)
        .await
        .map_err(|why| asked("discovery", why))?;
    let client = Client::from_provider_metadata(
        metadata.clone(),
        ClientId::new(settings.client_id.clone()),
        Some(ClientSecret::new(settings.client_secret.clone())),
    )
    .set_redirect_uri(redirect);
    Ok(Known {
        client,
        metadata,
        fetched: Instant::now(),
    })
}

/// The HTTP client for the protocol library. It follows no redirects, because the provider's
/// endpoints have none, and it has a timeout.
pub struct Http(reqwest::Client);

impl Http {
    pub fn new() -> Result<Self, Error> {
        reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .timeout(Duration::from_secs(10))
            .build()
            .map(Self)
            .map_err(|why| asked("the HTTP client", why))
    }
}

impl<'c> AsyncHttpClient<'c> for Http {
    type Error = reqwest::Error;
    type Future = Pin<Box<dyn Future<Output = Result<HttpResponse, reqwest::Error>> + Send + 'c>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(async move {
            let answer = self.0.execute(request.try_into()?).await?;
            let mut response = HttpResponse::default();
            *response.status_mut() = answer.status();
            *response.headers_mut() = answer.headers().clone();
            *response.body_mut() = answer.bytes().await?.to_vec();
            Ok(response)
        })
    }
}
