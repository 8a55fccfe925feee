//! The public keys of clients: inline or fetched from `jwks_uri`, cached, and fetched again when an assertion names an
//! unknown key (OpenID Connect Core section 10.1.1).

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;

use super::advice::fix;
use super::authentication::{
    AssertionRules, ClientAuthError, Credentials, PresentedCredentials, ProvedClient, authenticate,
};
use super::client::{AuthMethod, Client};
use super::registry::Registry;
use crate::clock::{HOUR, MINUTE, Millis, SECOND};
use crate::keys::ClientKeys;
use crate::outbound::Outbound;

/// How long fetched keys are used without fetching again.
const KEPT: Millis = 10 * MINUTE;
/// How long they are still used when fetching fails.
const STALE: Millis = 24 * HOUR;
/// Least time between two fetches for one client, whatever its requests ask for.
const PAUSE: Millis = 30 * SECOND;

/// Cached keys of clients; cheap to clone.
#[derive(Clone, Default)]
pub struct PublishedKeys {
    /// One slot for each client that has ever signed, so never more than the registry has.
    slots: Arc<Mutex<HashMap<String, Arc<Slot>>>>,
}

/// One client's keys. The lock is held during a fetch, so that only one fetch runs at a time.
type Slot = tokio::sync::Mutex<Option<Kept>>;

struct Kept {
    place: KeySource,
    keys: Arc<ClientKeys>,
    /// When the keys were read; [`Millis::MIN`] when no attempt ever succeeded.
    read_at: Millis,
    tried_at: Millis,
}

/// Where keys come from; a change in the client's registration discards cached keys.
#[derive(Clone, PartialEq, Eq)]
enum KeySource {
    Inline(Value),
    Address(String),
}

impl PublishedKeys {
    /// The keys of `client`; fetches them when none are cached or those are old. The set is empty when the client has
    /// none or fetching fails.
    pub async fn of(&self, outbound: &Outbound, client: &Client, now: Millis) -> Arc<ClientKeys> {
        self.read(outbound, client, now, KEPT).await
    }

    /// Fetches the keys of `client` again, unless the last fetch was just now.
    pub async fn fresh(
        &self,
        outbound: &Outbound,
        client: &Client,
        now: Millis,
    ) -> Arc<ClientKeys> {
        self.read(outbound, client, now, 0).await
    }

    async fn read(
        &self,
        outbound: &Outbound,
        client: &Client,
        now: Millis,
        kept: Millis,
    ) -> Arc<ClientKeys> {
        let place = match (&client.jwks, &client.jwks_uri) {
            (Some(jwks), _) => KeySource::Inline(jwks.clone()),
            (None, Some(address)) => KeySource::Address(address.clone()),
            (None, None) => return Arc::default(),
        };
        let mut slot = self.slot(&client.client_id).lock_owned().await;
        if slot.as_ref().is_some_and(|kept| kept.place != place) {
            *slot = None;
        }
        let settled = slot.as_ref().filter(|before| {
            matches!(place, KeySource::Inline(_))
                || now < before.read_at.saturating_add(kept)
                || now < before.tried_at.saturating_add(PAUSE)
        });
        if let Some(settled) = settled {
            return Arc::clone(&settled.keys);
        }
        // A task of its own: a cancelled request must not cancel a fetch that others wait for.
        let (outbound, client_id) = (outbound.clone(), client.client_id.clone());
        let renewing = tokio::spawn(async move {
            let renewed = renewed(&outbound, place, slot.as_ref(), &client_id, now).await;
            Arc::clone(&slot.insert(renewed).keys)
        });
        renewing.await.unwrap_or_default()
    }

    fn slot(&self, client_id: &str) -> Arc<Slot> {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(slots.entry(client_id.to_owned()).or_default())
    }
}

async fn renewed(
    outbound: &Outbound,
    place: KeySource,
    before: Option<&Kept>,
    client_id: &str,
    now: Millis,
) -> Kept {
    let read = match &place {
        KeySource::Inline(jwks) => ClientKeys::parse(&jwks.to_string()).ok(),
        KeySource::Address(address) => match outbound.get_json::<Value>(address).await {
            Ok(jwks) => ClientKeys::parse(&jwks.to_string()).ok(),
            Err(error) => {
                let fix = fix(address, error);
                // The query may contain a secret of the application.
                let address = address.split('?').next().unwrap_or_default();
                tracing::warn!(client_id, address, %error, fix, "the keys of a client cannot be fetched");
                None
            }
        },
    };
    let (keys, read_at) = match (read, before) {
        (Some(keys), _) => (Arc::new(keys), now),
        (None, Some(before)) if now < before.read_at.saturating_add(STALE) => {
            (Arc::clone(&before.keys), before.read_at)
        }
        (None, _) => (Arc::default(), Millis::MIN),
    };
    Kept {
        place,
        keys,
        read_at,
        tried_at: now,
    }
}

impl std::fmt::Debug for PublishedKeys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PublishedKeys")
    }
}

/// Finds and authenticates the client of a request. Fetches its keys when it signs, and once more when it signs with an
/// unknown one. `audiences` are the accepted `aud` values of an assertion. Call it outside transactions.
pub async fn prove(
    registry: &Registry,
    published: &PublishedKeys,
    outbound: &Outbound,
    credentials: Credentials<'_>,
    audiences: &[&str],
    now: Millis,
) -> Result<(Arc<Client>, ProvedClient), ClientAuthError> {
    let presented = PresentedCredentials::of(credentials)?;
    let client = registry.get(&presented.client_id);
    let signing = client
        .as_deref()
        .filter(|client| client.token_endpoint_auth_method == AuthMethod::PrivateKeyJwt)
        .filter(|_| presented.is_assertion());
    let mut keys = match signing {
        Some(client) => published.of(outbound, client, now).await,
        None => Arc::default(),
    };
    let mut proved = check(&presented, client.as_deref(), &keys, audiences, now);
    if let (Err(error), Some(client)) = (&proved, signing)
        && error.wants_fresh_keys()
        && client.jwks_uri.is_some()
    {
        keys = published.fresh(outbound, client, now).await;
        proved = check(&presented, Some(client), &keys, audiences, now);
    }
    let proved = proved?;
    client
        .map(|client| (client, proved))
        .ok_or(ClientAuthError::Refused)
}

fn check(
    presented: &PresentedCredentials<'_>,
    client: Option<&Client>,
    keys: &ClientKeys,
    audiences: &[&str],
    now: Millis,
) -> Result<ProvedClient, ClientAuthError> {
    let rules = AssertionRules {
        keys,
        audiences,
        now,
    };
    authenticate(presented, client, rules)
}
