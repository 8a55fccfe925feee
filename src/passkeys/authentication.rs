//! A sign-in with a passkey, alone or after a password.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::tz::TimeZone;
use serde_json::json;
use uuid::Uuid;
use webauthn_rs::prelude::{DiscoverableAuthentication, PublicKeyCredential};

use super::error::PasskeyRefusal;
use super::passkey::{Passkey, backup_of};
use super::relying_party::{Asked, RelyingParty, SECOND_FACTOR, SIGN_IN};
use super::sealed_challenge::{OneUse, Opened, Place, Sealer};
use super::store::keys as store;
use crate::clock::Millis;
use crate::db::{DbError, Reads, WriteTx};
use crate::directory::{self, Account};
use crate::keys::{KeySet, SealedKind};
use crate::random::Random;

/// Longer than any answer of a browser.
const LONGEST: usize = 16 * 1024;

/// What a key is to prove.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Who the person is. The key must be discoverable.
    SignIn,
    /// That the person who typed the password has a key of the account.
    SecondFactor,
}

impl Purpose {
    const fn kind(self) -> SealedKind {
        match self {
            Self::SignIn => SIGN_IN,
            Self::SecondFactor => SECOND_FACTOR,
        }
    }
}

/// The answer of a browser, to a challenge of ours.
pub struct Shown {
    answer: PublicKeyCredential,
    opened: Opened<DiscoverableAuthentication>,
    purpose: Purpose,
    /// The id of the key, in base64url.
    pub credential_id: String,
}

/// A key whose answer was believed.
pub struct Found {
    pub key: Passkey,
    pub account: Account,
    /// The key's new counter and flags, and whether it is backed up.
    now: (String, bool),
    once: OneUse,
}

impl RelyingParty {
    /// Asks for a sign-in with any key. Nothing is stored.
    pub fn ask(
        &self,
        place: &Place,
        keys: &KeySet,
        (now, random): (Millis, &Random),
    ) -> Option<Asked> {
        let kind = SIGN_IN;
        self.ask_sign_in(&Sealer { keys, kind, place }, now, random)
    }

    /// Asks for one of the keys `own` after a password. Nothing is stored.
    pub fn ask_second_factor(
        &self,
        place: &Place,
        own: &[Passkey],
        (keys, now, random): (&KeySet, Millis, &Random),
    ) -> Option<Asked> {
        let kind = SECOND_FACTOR;
        let mut asked = self.ask_sign_in(&Sealer { keys, kind, place }, now, random)?;
        let allowed = own
            .iter()
            .map(|key| json!({ "type": "public-key", "id": key.credential_id }));
        asked.options["allowCredentials"] = allowed.collect();
        Some(asked)
    }

    /// Reads the `answer` to what `state` sealed at this place.
    ///
    /// # Errors
    /// The challenge is over, or the answer is none.
    pub fn shown(
        &self,
        (answer, state): (&str, &str),
        (purpose, place): (Purpose, &Place),
        (keys, now): (&KeySet, Millis),
    ) -> Result<Shown, PasskeyRefusal> {
        let kind = purpose.kind();
        let opened = Sealer { keys, kind, place }.open(state, now);
        let opened = opened.ok_or(PasskeyRefusal::Late)?;
        if answer.len() > LONGEST {
            return Err(PasskeyRefusal::Wrong("the answer is too long".to_owned()));
        }
        let answer: PublicKeyCredential = serde_json::from_str(answer).map_err(wrong)?;
        Ok(Shown {
            credential_id: URL_SAFE_NO_PAD.encode(answer.get_credential_id()),
            answer,
            opened,
            purpose,
        })
    }

    /// Believes the answer, or says why not. The list of keys decides whose the key is; the answer must agree.
    ///
    /// # Errors
    /// The answer breaks a rule, or the account may not sign in.
    pub fn believe(
        &self,
        shown: Shown,
        (key, account): (Passkey, Account),
        (now, zone): (Millis, &TimeZone),
    ) -> Result<Found, PasskeyRefusal> {
        let handle = shown.answer.get_user_unique_id();
        let owner = Uuid::parse_str(&account.id).map_err(wrong)?;
        let is_factor = shown.purpose == Purpose::SecondFactor;
        // A key that is not discoverable need not name its account.
        if handle != Some(owner.as_bytes()) && (handle.is_some() || !is_factor) {
            return Err(wrong("the answer names another account"));
        }
        if !key.discoverable && !is_factor {
            return Err(wrong("the key is a second factor only"));
        }
        let credential = key
            .read()
            .ok_or_else(|| wrong("the stored key is damaged"))?;
        let once = shown.opened.once();
        let state = shown.opened.state;
        let used = self.check_sign_in(&shown.answer, state, credential);
        let used = used.map_err(PasskeyRefusal::Wrong)?;
        directory::may_sign_in(&account, now, zone)
            .map_err(|_| wrong("the account may not sign in"))?;
        let (_, backed_up) = backup_of(&used);
        let text = serde_json::to_string(&used).map_err(wrong)?;
        Ok(Found {
            key,
            account,
            now: (text, backed_up),
            once,
        })
    }
}

fn wrong(why: impl std::fmt::Display) -> PasskeyRefusal {
    PasskeyRefusal::Wrong(why.to_string())
}

/// The key with this id, and whose it is.
///
/// # Errors
/// The database failed.
pub async fn find(
    view: &mut dyn Reads,
    credential_id: &str,
) -> Result<Option<(Passkey, Account)>, DbError> {
    let Some(key) = store::find(view, credential_id).await? else {
        return Ok(None);
    };
    let account = directory::find(view, &key.account_id).await?;
    Ok(account.map(|account| (key, account)))
}

/// Uses up the challenge and notes the use, in the transaction of the sign-in. The key must be unchanged since it was read,
/// so that of two answers with one counter one is believed, and the account must still be allowed to sign in.
///
/// # Errors
/// The challenge was used, the key or the account changed, or the database failed.
pub async fn settle(
    tx: &mut WriteTx,
    found: &Found,
    (now, zone): (Millis, &TimeZone),
) -> Result<(), PasskeyRefusal> {
    // First, as a removal of the key does it.
    let account = directory::hold(tx, &found.account.id).await?;
    let may = account.map(|account| directory::may_sign_in(&account, now, zone));
    if !matches!(may, Some(Ok(()))) {
        return Err(wrong("the account may no longer sign in"));
    }
    if !found.once.use_up(tx).await? {
        return Err(PasskeyRefusal::Late);
    }
    let (credential, backed_up) = &found.now;
    if !store::used(tx, &found.key, (credential, *backed_up), now).await? {
        return Err(wrong("the key was removed or used meanwhile"));
    }
    if found.key.doubtful_since.is_none() {
        directory::prove_own_way(tx, &found.account.id).await?;
    }
    Ok(())
}
