//! The public keys of clients: inline or fetched from `jwks_uri`, cached, and fetched again when an assertion names an
//! unknown key (OpenID Connect Core section 10.1.1).

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::Value;
use tokio::time::timeout;

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
/// Least time between two fetches for one client, for any requests.
const PAUSE: Millis = 30 * SECOND;
/// Longest wait for a fetch while kept keys can still be used (attack 44).
const PATIENCE: Duration = Duration::from_secs(1);

/// Cached keys of clients; cheap to clone.
#[derive(Clone, Default)]
pub struct PublishedKeys {
    /// One slot for each client that has ever signed, so never more than the registry has.
    slots: Arc<Mutex<HashMap<String, Arc<Slot>>>>,
}

/// One client's keys. Kept keys serve while a fetch runs.
#[derive(Default)]
struct Slot {
    kept: Mutex<Option<Arc<Kept>>>,
    /// Held during a fetch, so that only one runs at a time.
    fetch: Arc<tokio::sync::Mutex<()>>,
}

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

/// A request's need for the keys of a client.
#[derive(Clone)]
struct Wanted {
    place: KeySource,
    now: Millis,
    /// Greatest age of the keys.
    age: Millis,
}

impl PublishedKeys {
    /// The keys of `client`; fetches them when none are cached or those are old. The set is empty when the client has
    /// none or fetching fails. While older keys can be used, a slow fetch delays nothing.
    pub async fn of(&self, outbound: &Outbound, client: &Client, now: Millis) -> Arc<ClientKeys> {
        let Some(wanted) = Wanted::of(client, now, KEPT) else {
            return Arc::default();
        };
        let slot = self.slot(&client.client_id);
        let fetched = slot.read(outbound, &client.client_id, &wanted);
        match slot.usable(&wanted) {
            Some(older) => timeout(PATIENCE, fetched).await.unwrap_or(older),
            None => fetched.await,
        }
    }

    /// Fetches the keys of `client` again, unless the last fetch was just now.
    pub async fn fresh(
        &self,
        outbound: &Outbound,
        client: &Client,
        now: Millis,
    ) -> Arc<ClientKeys> {
        match Wanted::of(client, now, 0) {
            Some(wanted) => {
                let slot = self.slot(&client.client_id);
                slot.read(outbound, &client.client_id, &wanted).await
            }
            None => Arc::default(),
        }
    }

    fn slot(&self, client_id: &str) -> Arc<Slot> {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(slots.entry(client_id.to_owned()).or_default())
    }
}

impl Wanted {
    /// `None` for a client without keys.
    fn of(client: &Client, now: Millis, age: Millis) -> Option<Self> {
        let place = match (&client.jwks, &client.jwks_uri) {
            (Some(jwks), _) => KeySource::Inline(jwks.clone()),
            (None, Some(address)) => KeySource::Address(address.clone()),
            (None, None) => return None,
        };
        Some(Self { place, now, age })
    }
}

impl Slot {
    /// The kept keys, or else fetched ones.
    async fn read(
        self: &Arc<Self>,
        outbound: &Outbound,
        client_id: &str,
        wanted: &Wanted,
    ) -> Arc<ClientKeys> {
        if let Some(settled) = self.settled(wanted) {
            return settled;
        }
        let fetching = Arc::clone(&self.fetch).lock_owned().await;
        // Another request may have fetched them while this one waited.
        if let Some(settled) = self.settled(wanted) {
            return settled;
        }
        // A task of its own: a cancelled request must not cancel a fetch that others wait for.
        let (slot, outbound) = (Arc::clone(self), outbound.clone());
        let (client_id, wanted) = (client_id.to_owned(), wanted.clone());
        let renewing = tokio::spawn(async move {
            let before = slot.kept(&wanted.place);
            let renewed = renewed(&outbound, wanted.place, before, &client_id, wanted.now).await;
            let keys = Arc::clone(&renewed.keys);
            *slot.lock() = Some(Arc::new(renewed));
            drop(fetching);
            keys
        });
        renewing.await.unwrap_or_default()
    }

    /// Kept keys that need no fetch: young enough, or a fetch was tried just now.
    fn settled(&self, wanted: &Wanted) -> Option<Arc<ClientKeys>> {
        let kept = self.kept(&wanted.place)?;
        let settled = matches!(wanted.place, KeySource::Inline(_))
            || wanted.now < kept.read_at.saturating_add(wanted.age)
            || wanted.now < kept.tried_at.saturating_add(PAUSE);
        settled.then(|| Arc::clone(&kept.keys))
    }

    /// Kept keys that may be used when fetching fails.
    fn usable(&self, wanted: &Wanted) -> Option<Arc<ClientKeys>> {
        let kept = self.kept(&wanted.place)?;
        kept.lasts(wanted.now).then(|| Arc::clone(&kept.keys))
    }

    fn kept(&self, place: &KeySource) -> Option<Arc<Kept>> {
        self.lock().clone().filter(|kept| kept.place == *place)
    }

    fn lock(&self) -> MutexGuard<'_, Option<Arc<Kept>>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    /// True while the keys may be used although fetching fails.
    fn lasts(&self, now: Millis) -> bool {
        now < self.read_at.saturating_add(STALE)
    }
}

async fn renewed(
    outbound: &Outbound,
    place: KeySource,
    before: Option<Arc<Kept>>,
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
        (None, Some(before)) if before.lasts(now) => (Arc::clone(&before.keys), before.read_at),
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
/// unknown key. `audiences` are the accepted `aud` values of an assertion. Call it outside transactions.
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
