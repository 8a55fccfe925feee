//! What is known of a provider: its discovery document and keys.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use openidconnect::core::{
    CoreAuthDisplay, CoreClaimName, CoreClaimType, CoreClient, CoreClientAuthMethod, CoreGrantType,
    CoreJsonWebKey, CoreJsonWebKeySet, CoreJweContentEncryptionAlgorithm,
    CoreJweKeyManagementAlgorithm, CoreResponseMode, CoreResponseType, CoreSubjectIdentifierType,
};
use openidconnect::{
    AdditionalProviderMetadata, EndpointMaybeSet, EndpointNotSet, EndpointSet, ProviderMetadata,
};
use serde::{Deserialize, Serialize};

use crate::clock::Millis;

/// The members of the document that the library does not know.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Extensions {
    /// RFC 9207: every answer names its issuer.
    #[serde(default)]
    pub authorization_response_iss_parameter_supported: bool,
    /// OpenID Connect RP-Initiated Logout 1.0 section 2.1.
    #[serde(default)]
    pub end_session_endpoint: Option<String>,
}
impl AdditionalProviderMetadata for Extensions {}

pub type Metadata = ProviderMetadata<
    Extensions,
    CoreAuthDisplay,
    CoreClientAuthMethod,
    CoreClaimName,
    CoreClaimType,
    CoreGrantType,
    CoreJweContentEncryptionAlgorithm,
    CoreJweKeyManagementAlgorithm,
    CoreJsonWebKey,
    CoreResponseMode,
    CoreResponseType,
    CoreSubjectIdentifierType,
>;

/// The library's client for a discovered provider.
pub type Client = CoreClient<
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;

/// A provider as its document describes it.
pub struct Known {
    pub client: Client,
    pub extensions: Extensions,
    /// Where codes are exchanged.
    pub token_endpoint: String,
    pub keys: CoreJsonWebKeySet,
    pub read_at: Millis,
}

/// The kept document of one provider.
#[derive(Default)]
pub struct Slot {
    kept: Mutex<Option<Arc<Known>>>,
    failed_at: AtomicI64,
    /// Held during a fetch, so that only one runs at a time.
    pub fetch: tokio::sync::Mutex<()>,
}

impl Slot {
    /// The document, if it was read less than `age` before `now`.
    pub fn younger_than(&self, age: Millis, now: Millis) -> Option<Arc<Known>> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.clone()
            .filter(|known| now < known.read_at.saturating_add(age))
    }

    /// True if a fetch failed less than `pause` before `now`.
    pub fn failed_within(&self, pause: Millis, now: Millis) -> bool {
        let failed_at = self.failed_at.load(Ordering::Relaxed);
        failed_at > 0 && now < failed_at.saturating_add(pause)
    }

    pub fn note_failure(&self, now: Millis) {
        self.failed_at.store(now, Ordering::Relaxed);
    }

    pub fn keep(&self, known: Arc<Known>) {
        *self.kept.lock().unwrap_or_else(PoisonError::into_inner) = Some(known);
    }
}
