//! The caller's own passkeys: the list, new ones, names, removal, and the offer of a first one.

use std::sync::Arc;

use axum::extract::State;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::factors::{refuse_last, require_fresh};
use crate::calls::{Caller, WritingCaller, operation};
use crate::db::DbError;
use crate::factors::Losing;
use crate::http::envelope::{Answer, Answered, ApiError};
use crate::http::fields::Fields;
use crate::passkeys::{self, MOST_KEYS, Passkey, PasskeyError, Place, RelyingParty, Wanted};
use crate::state::AppState;

/// A passkey of the caller.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyRow {
    /// The id of the passkey.
    pub id: String,
    /// The caller's name for it.
    pub name: String,
    /// Its id at the authenticator, in base64url.
    pub credential_id: String,
    /// False for a key that cannot sign in by itself and is a second factor only.
    pub discoverable: bool,
    /// True if it may be on several devices.
    pub synced: bool,
    /// True if it is on several devices, or in a backup.
    pub backed_up: bool,
    /// When that last changed, in milliseconds since 1970.
    pub backup_changed_at: Option<i64>,
    /// The password manager or system that keeps it, if it is a known one.
    pub keeper: Option<String>,
    /// When it was added, in milliseconds since 1970.
    pub added_at: i64,
    /// The last sign-in with it, in milliseconds since 1970.
    pub used_at: Option<i64>,
}

impl PasskeyRow {
    fn of(key: Passkey) -> Self {
        Self {
            keeper: key.keeper().map(str::to_owned),
            id: key.id,
            name: key.name,
            credential_id: key.credential_id,
            discoverable: key.discoverable,
            synced: key.backup_eligible,
            backed_up: key.backed_up,
            backup_changed_at: key.backup_changed_at,
            added_at: key.added_at,
            used_at: key.used_at,
        }
    }
}

/// All passkeys of the caller, with what a browser needs to forget all others (`signalAllAcceptedCredentials`).
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyList {
    /// False where browsers have no passkeys for this server, so none can be added.
    pub available: bool,
    /// The name that passkeys are bound to; empty where there are none.
    pub rp_id: String,
    /// The caller's id at authenticators, in base64url.
    pub user_id: String,
    /// The most passkeys of an account.
    pub most: usize,
    /// The passkeys, oldest first.
    pub keys: Vec<PasskeyRow>,
}

impl PasskeyList {
    fn of(keys: Vec<Passkey>, account_id: &str, party: Option<&RelyingParty>) -> Self {
        let user_id = uuid::Uuid::parse_str(account_id).unwrap_or_default();
        Self {
            available: party.is_some(),
            rp_id: party.map_or("", RelyingParty::rp_id).to_owned(),
            user_id: URL_SAFE_NO_PAD.encode(user_id.as_bytes()),
            most: MOST_KEYS,
            keys: keys.into_iter().map(PasskeyRow::of).collect(),
        }
    }
}

/// What the browser is asked for a new passkey.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyOptions {
    /// The options for `navigator.credentials.create` as JSON (`parseCreationOptionsFromJSON`).
    #[schema(value_type = Object)]
    pub options: Value,
    /// The sealed challenge, to be sent back within five minutes.
    pub state: String,
}

/// The browser's answer for a new passkey.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewPasskeyBody {
    /// The sealed challenge.
    pub state: String,
    /// The caller's name for the passkey, 1 to 100 characters.
    pub name: String,
    /// The answer as JSON (`PublicKeyCredential.toJSON`).
    #[schema(value_type = Object)]
    pub credential: Value,
}

/// A passkey and its new name.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyNameBody {
    /// The id of the passkey.
    pub id: String,
    /// The new name, 1 to 100 characters.
    pub name: String,
}

/// A passkey.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyBody {
    /// The id of the passkey.
    pub id: String,
}

/// Whether to offer a passkey.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyOffer {
    /// True if the page may offer one now, in one sentence.
    pub offer: bool,
}

fn party(state: &AppState) -> Result<&RelyingParty, PasskeyError> {
    state.passkeys.as_ref().ok_or(PasskeyError::Off)
}

fn place(state: &AppState, caller: &Caller) -> Place {
    Place::account(&state.issuer, &caller.account.id)
}

/// List own passkeys
///
/// The caller's passkeys, oldest first.
#[operation(tag = "user")]
pub async fn own_passkeys(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
) -> Answered<PasskeyList> {
    let account = caller.account();
    let keys = passkeys::list(caller.view(), &account.id).await?;
    let party = state.passkeys.as_ref();
    Ok(Answer(PasskeyList::of(keys, &account.id, party)))
}

/// Begin a new passkey
///
/// What the browser is asked. The caller's session must be fresh (RFC 9470).
#[operation(tag = "user")]
pub async fn begin_passkey(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
) -> Answered<PasskeyOptions> {
    require_fresh(&mut caller).await?;
    let (account, place) = (caller.account(), place(&state, &caller));
    let wanted = Wanted {
        account: &account,
        place: &place,
        keys: &state.keys,
        now: caller.now,
    };
    let asked = wanted.ask(party(&state)?, caller.view(), &state.random);
    let asked = asked.await?;
    Ok(Answer(PasskeyOptions {
        options: asked.options,
        state: asked.state,
    }))
}

/// Add a passkey
///
/// Adds the passkey that the browser made. The owner gets an email. The caller's session must be fresh (RFC 9470).
#[operation(tag = "user", request_body = NewPasskeyBody)]
pub async fn add_passkey(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(fields): Fields<NewPasskeyBody>,
) -> Answered<PasskeyList> {
    require_fresh(&mut caller).await?;
    let (account, place) = (caller.account(), place(&state, &caller));
    let wanted = Wanted {
        account: &account,
        place: &place,
        keys: &state.keys,
        now: caller.now,
    };
    let answer = (&fields.credential, fields.state.as_str());
    let registered = wanted.check(party(&state)?, answer, &fields.name)?;
    let owner = Arc::clone(&account);
    let added = caller.write::<_, PasskeyError, _>(move |tx, audit| {
        Box::pin(async move {
            passkeys::add(tx, registered, &owner, audit).await?;
            Ok(passkeys::list(tx, &owner.id).await?)
        })
    });
    let keys = added.await?;
    Ok(Answer(PasskeyList::of(
        keys,
        &account.id,
        state.passkeys.as_ref(),
    )))
}

/// Rename a passkey
///
/// Gives one of the caller's passkeys another name, at most 20 times a day. The owner gets an email. The caller's session
/// must be fresh (RFC 9470).
#[operation(tag = "user", request_body = PasskeyNameBody)]
pub async fn rename_passkey(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(fields): Fields<PasskeyNameBody>,
) -> Answered<PasskeyList> {
    require_fresh(&mut caller).await?;
    let account = caller.account();
    let caller = caller.end_view();
    let counters = state.limits.renamed_passkey(&account.id);
    caller.spend(counters, "renamed_passkeys").await?;
    let owner = Arc::clone(&account);
    let renamed = caller.write::<_, PasskeyError, _>(move |tx, audit| {
        Box::pin(async move {
            let named = (fields.id.as_str(), fields.name.as_str());
            passkeys::rename(tx, &owner, named, audit).await?;
            Ok(passkeys::list(tx, &owner.id).await?)
        })
    });
    let keys = renamed.await?;
    Ok(Answer(PasskeyList::of(
        keys,
        &account.id,
        state.passkeys.as_ref(),
    )))
}

/// Remove a passkey
///
/// Removes one of the caller's passkeys and ends the other sessions that began with a passkey. Nobody
/// removes the last factor while they need one. The owner gets an email. The caller's session must be fresh (RFC 9470).
#[operation(tag = "user", request_body = PasskeyBody)]
pub async fn remove_passkey(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(fields): Fields<PasskeyBody>,
) -> Answered<PasskeyList> {
    require_fresh(&mut caller).await?;
    let account = caller.account();
    let owner = Arc::clone(&account);
    let (session, clients) = (caller.session(), state.clients.clone());
    let config = Arc::clone(&state);
    let removed = caller.write::<_, ApiError, _>(move |tx, audit| {
        Box::pin(async move {
            refuse_last(tx, &owner, Losing::Key, (&config.config, audit.now)).await?;
            let chosen = (fields.id.as_str(), session.id.as_str());
            passkeys::remove(tx, &owner, chosen, &clients, audit).await?;
            Ok(passkeys::list(tx, &owner.id).await?)
        })
    });
    let keys = removed.await?;
    Ok(Answer(PasskeyList::of(
        keys,
        &account.id,
        state.passkeys.as_ref(),
    )))
}

/// True if the caller signed in with a password and can have a passkey here.
pub(super) fn takes_offer(state: &AppState, caller: &Caller) -> bool {
    let by_password = caller.session.amr.iter().any(|method| method == "pwd");
    by_password && state.passkeys.is_some()
}

/// Offer a passkey
///
/// Whether the page may offer a passkey to a caller who signed in with a password and has none: at most once a month. A true
/// answer counts as the offer.
#[operation(tag = "user")]
pub async fn offer_passkey(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
) -> Answered<PasskeyOffer> {
    if !takes_offer(&state, &caller) {
        return Ok(Answer(PasskeyOffer { offer: false }));
    }
    let account = caller.account();
    let offered = caller.write::<_, DbError, _>(move |tx, audit| {
        Box::pin(async move { passkeys::offer(tx, &account.id, audit.now).await })
    });
    let offer = offered.await?;
    Ok(Answer(PasskeyOffer { offer }))
}
