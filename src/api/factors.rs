//! The second factors of the signed-in person.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::calls::{Caller, WritingCaller, operation};
use crate::clock::Millis;
use crate::config::Config;
use crate::db::WriteTx;
use crate::directory::Account;
use crate::factors::{
    self, AccountFactors, Acr, ConfirmedApp, FactorError, Losing, Offer, RememberedBrowser,
    recovery_codes,
};
use crate::http::envelope::{Answer, Answered, ApiError, Empty, Fault};
use crate::http::fields::Fields;
use crate::i18n::texts::Key;
use crate::state::AppState;

/// The second factors of a person.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnFactors {
    /// True if the account has a password.
    pub has_password: bool,
    /// The authenticator app; null if there is none.
    pub authenticator: Option<OwnAuthenticator>,
    /// How many recovery codes are left.
    pub recovery_codes: i64,
    /// The browsers that are not asked for the second factor, newest first.
    pub browsers: Vec<TrustedBrowser>,
}

/// The authenticator app of a person.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnAuthenticator {
    /// When it was added, in milliseconds since 1970.
    pub added_at: i64,
    /// When its last code was used, in milliseconds since 1970.
    pub used_at: i64,
}

/// A browser that is not asked for the second factor.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrustedBrowser {
    /// Its id.
    pub id: String,
    /// What the browser called itself (`User-Agent`); null if it did not say.
    pub browser: Option<String>,
    /// The IP address of the sign-in.
    pub address: Option<String>,
    /// When it was remembered, in milliseconds since 1970.
    pub added_at: i64,
    /// Until when, in milliseconds since 1970.
    pub ends_at: i64,
}

impl From<RememberedBrowser> for TrustedBrowser {
    fn from(remembered: RememberedBrowser) -> Self {
        Self {
            id: remembered.id,
            browser: remembered.browser,
            address: remembered.address,
            added_at: remembered.added_at,
            ends_at: remembered.ends_at,
        }
    }
}

/// Read my second factors
///
/// The authenticator app, the number of recovery codes that are left, and the browsers that are not asked.
#[operation(tag = "account")]
pub async fn own_factors(mut caller: Caller) -> Answered<OwnFactors> {
    let (id, now) = (caller.account().id.clone(), caller.now);
    let has_password = caller.account().password_hash.is_some();
    let known = AccountFactors::of(caller.view(), &id, None, now).await?;
    let app = factors::authenticator(caller.view(), &id).await?;
    let browsers = factors::remembered_browsers(caller.view(), &id, now).await?;
    Ok(Answer(OwnFactors {
        has_password,
        authenticator: app.map(|(added_at, used_at)| OwnAuthenticator { added_at, used_at }),
        recovery_codes: known.recovery_codes,
        browsers: browsers.into_iter().map(TrustedBrowser::from).collect(),
    }))
}

/// Refuses unless the session is fresh, and as strong as the account can prove. Returns the factors of the account.
pub(in crate::api) async fn require_fresh(caller: &mut Caller) -> Result<AccountFactors, ApiError> {
    let (id, now) = (caller.account().id.clone(), caller.now);
    let known = AccountFactors::of(caller.view(), &id, None, now).await?;
    caller.require_fresh(known.reachable())?;
    Ok(known)
}

/// Does the same for a change of somebody else's ways in, and of where people's questions go. An administrator who has no second
/// factor yet takes away nobody else's.
pub(in crate::api) async fn require_fresh_over_others(
    caller: &mut Caller,
    config: &Config,
) -> Result<(), ApiError> {
    require_fresh(caller).await?;
    let is_local = config.server.public_url.is_loopback();
    if config.factors.requires(true, is_local) {
        caller.require_fresh(Acr::Mfa)?;
    }
    Ok(())
}

/// An offer of a secret for an authenticator app.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuthenticatorOffer {
    /// The secret in groups of four characters, for people who type it.
    pub secret: String,
    /// The address that apps read.
    pub uri: String,
    /// The address as a QR code: an SVG document.
    pub qr: String,
    /// Send it back with the first code, within half an hour.
    pub offer: String,
}

/// Begin to add an authenticator app
///
/// Nothing is stored until the first code confirms it. The session must be fresh: otherwise the answer is 401 with
/// `insufficient_user_authentication` (RFC 9470).
#[operation(tag = "account")]
pub async fn offer_authenticator(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
) -> Answered<AuthenticatorOffer> {
    let (account, now) = (caller.account(), caller.now);
    require_fresh(&mut caller).await?;
    let secret = state.factor_secrets.draw();
    let sealed = state.factor_secrets.offer(&account.id, &secret, now);
    let offer = Offer::of(&secret, &state.site.product, &account.username);
    Ok(Answer(AuthenticatorOffer {
        secret: offer.text,
        uri: offer.uri,
        qr: offer.qr,
        offer: sealed.map_err(|_| ApiError::Internal)?,
    }))
}

/// The first code of a new authenticator app.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AddAuthenticatorBody {
    /// The offer.
    pub offer: String,
    /// The six digits that the app shows.
    pub code: String,
}

/// New recovery codes.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecoveryCodes {
    /// Each replaces a lost second factor once. They are shown only now.
    pub codes: Vec<String>,
}

/// Add an authenticator app
///
/// It replaces an earlier one. Returns new recovery codes, and the owner gets an email.
#[operation(tag = "account", request_body = AddAuthenticatorBody)]
pub async fn add_authenticator(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(body): Fields<AddAuthenticatorBody>,
) -> Answered<RecoveryCodes> {
    let (account, now) = (caller.account(), caller.now);
    let known = require_fresh(&mut caller).await?;
    let secrets = &state.factor_secrets;
    let secret = secrets.offered(&account.id, &body.offer, now);
    let secret = secret.ok_or_else(late)?;
    let app = ConfirmedApp::of(secrets, &account.id, &secret, &body.code, now);
    let app = app.map_err(|error| match error {
        FactorError::Code => fault("code", Key("factor.problem.wrong")),
        FactorError::Secret(_) => ApiError::Internal,
        FactorError::Db(error) => error.into(),
    })?;
    let codes = recovery_codes::draw(&state.random);
    let made = codes.clone();
    let replaces = known.has_authenticator;
    let added = caller.write::<_, ApiError, _>(move |tx, audit| {
        Box::pin(async move { Ok(app.store(tx, &account, (replaces, &made), audit).await?) })
    });
    if !added.await? {
        return Err(late());
    }
    Ok(Answer(RecoveryCodes { codes }))
}

/// The offer is too old, or the account has got or lost an app since.
fn late() -> ApiError {
    fault("offer", Key("factor.problem.late"))
}

fn without_app() -> ApiError {
    fault("", Key("factor.problem.none"))
}

pub(super) fn fault(field: &'static str, words: Key) -> ApiError {
    ApiError::Invalid(vec![Fault::new(field, words)])
}

/// Refuses the removal of the last factor of an account that needs one.
pub(super) async fn refuse_last(
    tx: &mut WriteTx,
    account: &Account,
    losing: Losing,
    about: (&Config, Millis),
) -> Result<(), ApiError> {
    if factors::needs(tx, account, losing, about).await? {
        return Err(fault("", Key("factor.problem.required")));
    }
    Ok(())
}

/// Remove my authenticator app
///
/// Its recovery codes and the remembered browsers go with it. Nobody removes it while they need a second factor.
#[operation(tag = "account")]
pub async fn remove_authenticator(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
) -> Answered<Empty> {
    let account = caller.account();
    let known = require_fresh(&mut caller).await?;
    if !known.has_authenticator {
        return Ok(Answer(Empty));
    }
    let removed = caller.write::<_, ApiError, _>(move |tx, audit| {
        Box::pin(async move {
            refuse_last(tx, &account, Losing::App, (&state.config, audit.now)).await?;
            Ok(factors::remove_authenticator(tx, &account, audit).await?)
        })
    });
    removed.await?;
    Ok(Answer(Empty))
}

/// Make new recovery codes
///
/// The earlier ones no longer work. The owner gets an email.
#[operation(tag = "account")]
pub async fn renew_recovery_codes(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
) -> Answered<RecoveryCodes> {
    let account = caller.account();
    let known = require_fresh(&mut caller).await?;
    if !known.has_authenticator {
        return Err(without_app());
    }
    let codes = recovery_codes::draw(&state.random);
    let made = codes.clone();
    let renewed = caller.write::<_, ApiError, _>(move |tx, audit| {
        Box::pin(
            async move { Ok(factors::renew_recovery_codes(tx, &account, &made, audit).await?) },
        )
    });
    if !renewed.await? {
        return Err(without_app());
    }
    Ok(Answer(RecoveryCodes { codes }))
}

/// A remembered browser.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ForgetBrowserBody {
    /// Its id.
    pub id: String,
}

/// Forget a browser
///
/// The next sign-in there asks for the second factor. A browser that is not remembered is no error.
#[operation(tag = "account", request_body = ForgetBrowserBody)]
pub async fn forget_browser(
    caller: WritingCaller,
    Fields(body): Fields<ForgetBrowserBody>,
) -> Answered<Empty> {
    let id = caller.account().id.clone();
    let forgot = caller.write::<_, ApiError, _>(move |tx, audit| {
        Box::pin(async move { Ok(factors::forget_browser(tx, &id, &body.id, audit).await?) })
    });
    forgot.await?;
    Ok(Answer(Empty))
}
