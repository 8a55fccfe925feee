//! The corporate identities of an account: its owner links and unlinks them, an administrator unlinks them.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::accounts::AccountQuery;
use super::factors::{require_fresh, require_fresh_over_others};
use crate::calls::{Caller, WritingCaller, operation};
use crate::db::{DbError, Reads, WriteTx};
use crate::directory::{self, Account};
use crate::federation::{self, Adding, LinkedIdentity, Provider, Providers};
use crate::http::envelope::{Answer, Answered, ApiError, Fault};
use crate::http::fields::Fields;
use crate::http::params::with_query;
use crate::i18n::texts::Key;
use crate::passkeys;
use crate::sessions::end;
use crate::state::AppState;

/// A corporate identity of an account.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IdentityRow {
    /// The issuer of the provider. With the subject it is the identity.
    pub issuer: String,
    /// The person's `sub` there.
    pub subject: String,
    /// The provider's name.
    pub provider: String,
    /// False if the provider is no longer in the settings, so that nobody signs in with the identity.
    pub works: bool,
    /// The email address that the provider said last.
    pub email: Option<String>,
    /// True if it is the corporate id of the account, which only administrators change.
    pub given: bool,
    /// When it was linked, in milliseconds since 1970.
    pub linked_at: i64,
    /// The last sign-in with it, or else when it was linked, in milliseconds since 1970.
    pub used_at: i64,
}

/// A provider of corporate identities.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProviderRow {
    /// Its id in addresses.
    pub id: String,
    /// Its name.
    pub label: String,
}

/// The corporate identities of an account.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IdentityList {
    /// The identities, oldest first.
    pub identities: Vec<IdentityRow>,
    /// The providers from which one can be linked.
    pub providers: Vec<ProviderRow>,
}

impl IdentityRow {
    fn of(identity: LinkedIdentity, account: &Account, providers: &Providers) -> Self {
        let provider = providers.of_identity(&identity);
        Self {
            provider: label(provider.as_deref(), &identity).to_owned(),
            works: provider.is_some(),
            given: provider
                .as_ref()
                .is_some_and(|provider| provider.is_given(&identity, account)),
            issuer: identity.issuer,
            subject: identity.subject,
            email: identity.email,
            linked_at: identity.linked_at,
            used_at: identity.used_at,
        }
    }
}

fn label<'l>(provider: Option<&'l Provider>, identity: &'l LinkedIdentity) -> &'l str {
    provider.map_or(&identity.provider, Provider::label)
}

async fn list(
    view: &mut dyn Reads,
    account: &Account,
    providers: &Providers,
) -> Result<IdentityList, DbError> {
    let identities = federation::of_account(view, &account.id).await?;
    let row = |identity| IdentityRow::of(identity, account, providers);
    let provider = |provider: Arc<Provider>| ProviderRow {
        id: provider.id().to_owned(),
        label: provider.label().to_owned(),
    };
    Ok(IdentityList {
        identities: identities.into_iter().map(row).collect(),
        providers: providers.iter().map(provider).collect(),
    })
}

/// List own corporate identities
///
/// The identities that sign in to the caller's account, and the providers from which one can be linked.
#[operation(tag = "account")]
pub async fn own_identities(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
) -> Answered<IdentityList> {
    let account = caller.account();
    let own = list(caller.view(), &account, &state.providers).await?;
    Ok(Answer(own))
}

/// A provider to link an identity from.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinkIdentityBody {
    /// Its id.
    pub provider: String,
}

/// Where the trip to a provider begins.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IdentityTrip {
    /// A path of this server, for the browser to go to within five minutes.
    pub address: String,
}

/// Begin to link a corporate identity
///
/// The browser of the caller's session goes to the address, signs in at the provider, and comes back to the account page.
/// The session must be fresh (RFC 9470).
#[operation(tag = "account", request_body = LinkIdentityBody)]
pub async fn begin_identity(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Fields(body): Fields<LinkIdentityBody>,
) -> Answered<IdentityTrip> {
    require_fresh(&mut caller).await?;
    let provider = state.providers.get(&body.provider);
    let provider = provider.ok_or_else(|| fault("provider", Key("identity.no_provider")))?;
    let adding = Adding {
        account_id: caller.account().id.clone(),
        session: caller.session().id.clone(),
    };
    let place = (state.issuer.as_str(), provider.id());
    let sealed = adding.seal(place, (&state.keys, &state.random), caller.now);
    let sealed = sealed.ok_or(ApiError::Internal)?;
    let address = with_query(&provider.start_path(), &[("link", &sealed)]);
    Ok(Answer(IdentityTrip { address }))
}

/// A corporate identity of the caller.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IdentityBody {
    /// The issuer of the provider.
    pub issuer: String,
    /// The person's `sub` there.
    pub subject: String,
}

/// Unlink an own corporate identity
///
/// It no longer signs in, and the sessions that came by it end. Refused for the last way in. The owner gets an email. The
/// session must be fresh (RFC 9470).
#[operation(tag = "account", request_body = IdentityBody)]
pub async fn unlink_identity(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(body): Fields<IdentityBody>,
) -> Answered<IdentityUnlinked> {
    require_fresh(&mut caller).await?;
    let unlinking = Unlinking {
        account: caller.account(),
        key: (body.issuer, body.subject),
        by_owner: true,
        local: LocalWays::of(&state),
    };
    unlinking.run(&state, caller).await
}

/// List the corporate identities of an account
///
/// Which identities sign in to the account, and since when.
#[operation(tag = "accounts", params(AccountQuery))]
pub async fn account_identities(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    _: Fields<AccountQuery>,
) -> Answered<IdentityList> {
    let account = caller.named_account()?;
    let identities = list(caller.view(), &account, &state.providers).await?;
    Ok(Answer(identities))
}

/// A corporate identity of an account.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountIdentityBody {
    /// The account's id.
    #[expect(dead_code, reason = "the guard reads it")]
    pub user_id: String,
    /// The issuer of the provider.
    pub issuer: String,
    /// The person's `sub` there.
    pub subject: String,
}

/// Unlink a corporate identity of an account
///
/// It no longer signs in, and the sessions that came by it end. The owner gets an email. The caller's session must be
/// fresh.
#[operation(tag = "accounts", request_body = AccountIdentityBody)]
pub async fn account_unlink_identity(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(body): Fields<AccountIdentityBody>,
) -> Answered<IdentityUnlinked> {
    let account = caller.named_account()?;
    require_fresh_over_others(&mut caller, &state.config).await?;
    let unlinking = Unlinking {
        account,
        key: (body.issuer, body.subject),
        by_owner: false,
        local: LocalWays::of(&state),
    };
    unlinking.run(&state, caller).await
}

/// What followed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IdentityUnlinked {
    /// How many sessions ended.
    pub ended: usize,
}

struct Unlinking {
    account: Arc<Account>,
    /// Issuer and subject.
    key: (String, String),
    by_owner: bool,
    local: LocalWays,
}

/// The ways in that this server has without a provider.
struct LocalWays {
    /// Only super administrators use them (`federation.only`).
    corporate_only: bool,
    passkeys: bool,
}

impl LocalWays {
    fn of(state: &AppState) -> Self {
        Self {
            corporate_only: state.config.federation.only,
            passkeys: state.passkeys.is_some(),
        }
    }
}

impl Unlinking {
    async fn run(self, state: &AppState, caller: WritingCaller) -> Answered<IdentityUnlinked> {
        let (providers, clients) = (state.providers.clone(), state.clients.clone());
        let ended = caller.write::<_, ApiError, _>(move |tx, audit| {
            Box::pin(async move {
                let identity = self.held(tx, &providers).await?;
                let provider = providers.of_identity(&identity);
                let named = (&identity, label(provider.as_deref(), &identity));
                let ended = end::unlink_identity(tx, &self.account, named, audit, &clients);
                ended.await?.ok_or_else(unknown)
            })
        });
        let ended = ended.await?;
        Ok(Answer(IdentityUnlinked { ended }))
    }

    /// The identity, if it may go. Other changes of the account's ways in wait for this transaction.
    async fn held(
        &self,
        tx: &mut WriteTx,
        providers: &Providers,
    ) -> Result<LinkedIdentity, ApiError> {
        let account = &self.account;
        directory::hold_proof(tx, &account.id, account.password_changed_at).await?;
        let linked = federation::of_account(tx, &account.id).await?;
        let is_it = |identity: &LinkedIdentity| {
            (&identity.issuer, &identity.subject) == (&self.key.0, &self.key.1)
        };
        let (mut these, others): (Vec<_>, Vec<_>) = linked.into_iter().partition(is_it);
        let identity = these.pop().ok_or_else(unknown)?;
        let works = |identity: &LinkedIdentity| providers.of_identity(identity).is_some();
        if providers
            .of_identity(&identity)
            .is_some_and(|provider| provider.is_given(&identity, account))
        {
            return Err(fault("subject", Key("identity.given")));
        }
        if self.by_owner && !others.iter().any(works) && !self.has_local_way(tx).await? {
            return Err(fault("subject", Key("identity.last_way")));
        }
        Ok(identity)
    }

    /// True if the account gets in without a provider.
    async fn has_local_way(&self, tx: &mut WriteTx) -> Result<bool, ApiError> {
        let account = &self.account;
        if self.local.corporate_only && !account.sup_admin {
            return Ok(false);
        }
        if account.password_hash.is_some() {
            return Ok(true);
        }
        let keys = passkeys::list(tx, &account.id).await?;
        Ok(self.local.passkeys && keys.iter().any(|key| key.discoverable))
    }
}

fn unknown() -> ApiError {
    fault("subject", Key("identity.gone"))
}

fn fault(field: &'static str, words: Key) -> ApiError {
    ApiError::Invalid(vec![Fault::new(field, words)])
}
