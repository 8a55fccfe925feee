//! A new passkey of an account.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::Value;
use webauthn_rs::prelude::{CredentialID, PasskeyRegistration, RegisterPublicKeyCredential};

use super::error::PasskeyError;
use super::makers;
use super::passkey::{Passkey, backup_of, checked_name};
use super::relying_party::{Asked, NEW_KEY, RelyingParty};
use super::sealed_challenge::{OneUse, Place, Sealer};
use super::store::keys as store;
use crate::audit::{self, AuditContext, Event};
use crate::clock::Millis;
use crate::db::{Reads, WriteTx};
use crate::directory::{self, Account};
use crate::factors;
use crate::keys::KeySet;
use crate::mail::{Mail, PasskeyAdded};
use crate::random::Random;

/// The most keys of an account.
pub const MOST_KEYS: usize = 20;

/// What a new key is wanted for.
pub struct Wanted<'a> {
    pub account: &'a Account,
    pub place: &'a Place,
    pub keys: &'a KeySet,
    pub now: Millis,
}

impl Wanted<'_> {
    fn sealer(&self) -> Sealer<'_> {
        Sealer {
            keys: self.keys,
            kind: NEW_KEY,
            place: self.place,
        }
    }

    /// Asks the browser for a key that the account does not have.
    ///
    /// # Errors
    /// The account has the most keys, or the database failed.
    pub async fn ask(
        &self,
        party: &RelyingParty,
        view: &mut dyn Reads,
        random: &Random,
    ) -> Result<Asked, PasskeyError> {
        let known = store::of_account(view, &self.account.id).await?;
        if known.len() >= MOST_KEYS {
            return Err(PasskeyError::TooMany);
        }
        let ids = known.iter().filter_map(credential_id).collect();
        let about = (&self.sealer(), self.now, random);
        party
            .ask_key(self.account, ids, about)
            .ok_or(PasskeyError::Off)
    }

    /// Checks the browser's `answer` to what `state` sealed.
    ///
    /// # Errors
    /// The answer is late, not believed, or the name is not valid.
    pub fn check(
        &self,
        party: &RelyingParty,
        (answer, state): (&Value, &str),
        name: &str,
    ) -> Result<Registered, PasskeyError> {
        let name = checked_name(name).map_err(PasskeyError::Invalid)?;
        let opened = self.sealer().open::<PasskeyRegistration>(state, self.now);
        let opened = opened.ok_or(PasskeyError::Late)?;
        let read = serde_json::from_value::<RegisterPublicKeyCredential>(answer.clone());
        let answer = read.map_err(|error| PasskeyError::Wrong(error.to_string()))?;
        let credential = party.check_key(&answer, &opened.state);
        let credential = credential.map_err(PasskeyError::Wrong)?;
        // A key is found by its id (WebAuthn section 7.1).
        if credential.cred_id().is_empty() {
            return Err(PasskeyError::Wrong("the key has no id".to_owned()));
        }
        let text = serde_json::to_string(&credential);
        let (backup_eligible, backed_up) = backup_of(&credential);
        // A browser that does not say it was asked for a discoverable key all the same.
        let says = answer.extensions.cred_props.as_ref();
        let discoverable = says.and_then(|says| says.rk).unwrap_or(true);
        Ok(Registered {
            once: opened.once(),
            key: Passkey {
                id: String::new(),
                account_id: self.account.id.clone(),
                credential_id: URL_SAFE_NO_PAD.encode(credential.cred_id()),
                credential: text.map_err(|error| PasskeyError::Wrong(error.to_string()))?,
                rp_id: party.rp_id().to_owned(),
                name,
                discoverable,
                backup_eligible,
                backed_up,
                backup_changed_at: None,
                aaguid: makers::model_in(&answer.response.attestation_object),
                added_at: self.now,
                used_at: None,
                doubtful_since: None,
            },
        })
    }
}

fn credential_id(key: &Passkey) -> Option<CredentialID> {
    URL_SAFE_NO_PAD.decode(&key.credential_id).ok()
}

/// A key whose answer was believed, and that is not stored yet.
pub struct Registered {
    key: Passkey,
    once: OneUse,
}

impl Registered {
    /// The key, which has no id before it is stored.
    pub const fn key(&self) -> &Passkey {
        &self.key
    }
}

/// Stores the key, and tells the owner by email.
///
/// # Errors
/// The challenge was used, the key is known, there are too many, or the database failed.
pub async fn add(
    tx: &mut WriteTx,
    registered: Registered,
    account: &Account,
    audit: &AuditContext,
) -> Result<Passkey, PasskeyError> {
    if !registered.once.use_up(tx).await? {
        return Err(PasskeyError::Late);
    }
    if store::of_account(tx, &account.id).await?.len() >= MOST_KEYS {
        return Err(PasskeyError::TooMany);
    }
    let is_doubtful = directory::password_is_given(tx, &account.id).await?;
    let key = Passkey {
        id: audit.random.uuid_v7(audit.now).to_string(),
        doubtful_since: is_doubtful.then_some(audit.now),
        ..registered.key
    };
    if !store::insert(tx, &key).await? {
        return Err(PasskeyError::Known);
    }
    // Nothing is lost any more that a temporary code would replace.
    factors::temporary_codes::end(tx, &account.id).await?;
    factors::note_factor(tx, &account.id).await?;
    let event = Event::PasskeyAdded {
        passkey: key.name.clone(),
        discoverable: key.discoverable,
        synced: key.backup_eligible,
    };
    audit::record(tx, &audit.entry(event).account(&account.id)).await?;
    let mail = Mail::PasskeyAdded(PasskeyAdded {
        name: account.display_name().into(),
        account: account.username.as_str().into(),
        passkey: key.name.as_str().into(),
        at: audit.now,
    });
    directory::write_to(tx, account, mail, audit).await?;
    Ok(key)
}
