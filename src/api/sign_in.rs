//! acc-login: sign-in with account and password, for clients without a browser (contract C-002).
//!
//! For appName SSO the answer is a userToken; for a legacy application its launch token in the
//! checked callbackUrl. It sets no cookie, and scripts of other origins cannot read it.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use serde::Deserialize;
use utoipa::ToSchema;
use zeroize::Zeroizing;

use super::bodies::UserInfo;
use crate::access::{SSO, rights};
use crate::audit::{self, AuditContext, Event};
use crate::calls::operation;
use crate::catalogue::standing;
use crate::clients::{Callback, Client};
use crate::clock::{Millis, seconds_left};
use crate::config::Config;
use crate::db::WriteTx;
use crate::directory;
use crate::directory::password_pool::Opener;
use crate::directory::sign_in::{Admits, PasswordAttempt, SignInError, Verified};
use crate::factors::{self, AccountFactors, Demand};
use crate::http::envelope::{Answer, Answered, ApiError};
use crate::http::fields::Fields;
use crate::i18n::language::{self, Language};
use crate::keys::KeySet;
use crate::limits::Limits;
use crate::sessions::launch::{Launch, LaunchLifetimes, LaunchMode};
use crate::sessions::sso::{Authentication, SsoSession};
use crate::sessions::{begin, user_tokens};
use crate::state::AppState;
use crate::state::origin::RequestOrigin;

const PATH: &str = "/api/security/acc-login";
/// No account name or password is longer. Longer input is cut before it is hashed.
const LONGEST: usize = 1_032;

/// The account that signs in, and the target.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoginBody {
    /// The account name or email address. Upper and lower case are equal.
    pub account: String,
    /// The password, as plain text or encrypted with the key of `/api/security/common/public-key`.
    pub password: String,
    /// The address to continue at: a registered address of the application, or a path of this
    /// server for `SSO`.
    pub callback_url: Option<String>,
    /// The application's code; `SSO` if missing.
    pub app_name: Option<String>,
}

/// The target of a sign-in.
enum Heading {
    /// The product API, with a userToken.
    Own {
        /// The address on this server to continue at.
        callback: String,
    },
    /// A legacy application.
    App {
        client: Arc<Client>,
        launch: Launch,
        app_name: String,
        callback: Option<Callback>,
    },
}

impl Heading {
    /// The client id of the legacy application.
    fn client_id(&self) -> Option<String> {
        match self {
            Self::Own { .. } => None,
            Self::App { client, .. } => Some(client.client_id.clone()),
        }
    }
}

/// Account sign-in
///
/// Returns the user, with a token in `userToken`. For `SSO` it is a token for this API. For a
/// legacy application it is that application's launch token, and `callbackUrl` is returned with the
/// token added. If the application takes a one-time code, only `callbackUrl` contains it. A refused
/// sign-in always returns the same error (100013), whatever was wrong. If the password is right but
/// the user has no access to the application or needs a second factor, the error is 100013 with another text. So it is for
/// everybody where only corporate providers let people in. Users who must
/// first choose a new password get no launch token. They get a `userToken` that can only read the
/// user and the login count.
#[operation(tag = "user", request_body = LoginBody)]
pub async fn acc_login(
    State(state): State<Arc<AppState>>,
    RequestOrigin(origin): RequestOrigin,
    headers: HeaderMap,
    Fields(body): Fields<LoginBody>,
) -> Answered<UserInfo> {
    let now = state.clock.now();
    let heading = heading(&state, &body)?;
    if state.config.federation.only {
        return Err(ApiError::CorporateOnly);
    }
    let sent = Zeroizing::new(body.password);
    let password = Zeroizing::new(head(&sent).to_owned());
    let tried = PasswordAttempt {
        name: head(&body.account),
        opener: opener(&state, &password),
        password,
        origin: &origin,
        admits: Admits::Everybody,
        browser: None,
    };
    let verified = state
        .sign_in
        .verify(tried)
        .await
        .map_err(|error| refused(error, now))?;
    let beginning = Beginning {
        verified,
        audit: state.audit(now, &origin),
        config: state.config.clone(),
        language: language::of_headers(&headers),
        limits: state.limits,
    };
    let client_id = heading.client_id();
    let info = state
        .db
        .write(move |tx| Box::pin(async move { beginning.begin(tx, &heading).await }))
        .await
        .map_err(|error| refused(error, now))?;
    let info = info?;
    if let Some(client_id) = client_id {
        state.clients.note_use(&client_id, now);
    }
    Ok(Answer(info))
}

/// The target of the request, checked before the account.
fn heading(state: &AppState, body: &LoginBody) -> Result<Heading, ApiError> {
    let asked = body.callback_url.as_deref().filter(|url| !url.is_empty());
    let app = body.app_name.as_deref().filter(|app| !app.is_empty());
    let app = app.unwrap_or(SSO);
    let bad = || ApiError::illegal("callbackUrl");
    if app == SSO {
        if !state.config.legacy.api_login {
            return Err(ApiError::NotAuthorized);
        }
        let path = state.own_path(asked.unwrap_or("/")).ok_or_else(bad)?;
        let callback = state.address(&path);
        return Ok(Heading::Own { callback });
    }
    let client = state.clients.by_app_name(app);
    let client = client.ok_or(ApiError::illegal("appName"))?;
    let legacy = client.launches().ok_or(ApiError::illegal("appName"))?;
    let callback = asked.map(|url| Callback::check(url, legacy).map_err(|_| bad()));
    let callback = callback.transpose()?;
    let lifetimes = LaunchLifetimes::from(&state.config.sessions);
    let launch = Launch::of(&client, lifetimes).ok_or(ApiError::illegal("appName"))?;
    // A code needs an address that carries it.
    if launch.mode == LaunchMode::Code && callback.is_none() {
        return Err(bad());
    }
    Ok(Heading::App {
        launch,
        client: Arc::clone(&client),
        app_name: legacy.app_name.clone(),
        callback,
    })
}

/// Decrypts the password if it is encrypted. A value that no key decrypts is used unchanged and
/// fails like any wrong password.
pub(super) fn opener(state: &AppState, sent: &str) -> Option<Opener> {
    let keys = state.keys.clone();
    let open = move |sent: &str| {
        let opened = keys.open_password(sent);
        opened.unwrap_or_else(|_| Zeroizing::new(sent.to_owned()))
    };
    KeySet::is_sealed_password(sent).then(|| Arc::new(open) as Opener)
}

/// The first characters of a text.
fn head(text: &str) -> &str {
    let end = text.char_indices().nth(LONGEST).map(|(at, _)| at);
    &text[..end.unwrap_or(text.len())]
}

fn refused(error: SignInError, now: Millis) -> ApiError {
    match error {
        SignInError::Refused => ApiError::SignInRefused,
        SignInError::Delayed { until } => ApiError::TooMany(seconds_left(until, now)),
        SignInError::Busy => ApiError::Busy(5),
        SignInError::Db(error) => error.into(),
    }
}

/// A session to begin.
struct Beginning {
    verified: Verified,
    audit: AuditContext,
    config: Config,
    /// The language of the request.
    language: Language,
    limits: Limits,
}

impl Beginning {
    /// Begins the session; an error, without a session, if the account has no access to the application (attack 31),
    /// or if it needs a second factor, which this call cannot ask for.
    async fn begin(
        &self,
        tx: &mut WriteTx,
        heading: &Heading,
    ) -> Result<Result<UserInfo, ApiError>, SignInError> {
        self.verified.settle(tx).await?;
        if self.needs_factor(tx, heading).await? {
            let entry = self.audit.entry(Event::FactorAsked {});
            audit::record(tx, &entry.account(&self.verified.account.id)).await?;
            return Ok(Err(ApiError::FactorNeeded));
        }
        if let Heading::App { client, .. } = heading
            && self.is_closed(tx, client).await?
        {
            return Ok(Err(ApiError::NotAuthorized));
        }
        let account = &self.verified.account;
        let proof = Authentication::password(&account.id);
        let session = begin::without_browser(tx, &proof, &self.audit).await?;
        self.tell_of_program(tx).await?;
        let app = match heading {
            Heading::Own { .. } => SSO,
            Heading::App { app_name, .. } => app_name,
        };
        let access = rights::access_list(tx, account, app).await?;
        let mut info = UserInfo::of(account, access, self.language);
        match heading {
            Heading::App {
                launch, callback, ..
            } if !account.must_change_password => {
                let token = launch.give(tx, &session, &self.audit).await?;
                info.callback_url = callback
                    .as_ref()
                    .map(|callback| callback.with("token", &token))
                    .unwrap_or_default();
                // Only the address contains the code. The application exchanges it.
                if launch.mode == LaunchMode::Query {
                    info.user_token = token;
                }
            }
            Heading::App { .. } if !self.config.legacy.api_login => {}
            Heading::App { .. } => info.user_token = self.user_token(tx, &session).await?,
            Heading::Own { callback } => {
                info.user_token = self.user_token(tx, &session).await?;
                info.callback_url.clone_from(callback);
            }
        }
        Ok(Ok(info))
    }

    /// Emails the owner about a program that the account had not used before, as about a browser. It has no cookie, so it is
    /// known by what it calls itself and by its network.
    async fn tell_of_program(&self, tx: &mut WriteTx) -> Result<(), SignInError> {
        if !self.config.accounts.notify_new_browser {
            return Ok(());
        }
        let (account, origin) = (&self.verified.account, &self.audit.origin);
        let program = origin.browser.as_deref().unwrap_or_default();
        let at = (program, origin.address);
        let seen = self
            .limits
            .notes_program(tx, &account.id, at, self.audit.now);
        // The first of a new account is no surprise.
        if seen.await? && account.login_count > 0 {
            directory::write_of_new_browser(tx, account, &self.audit).await?;
        }
        Ok(())
    }

    async fn needs_factor(&self, tx: &mut WriteTx, heading: &Heading) -> Result<bool, SignInError> {
        let by_application =
            matches!(heading, Heading::App { client, .. } if client.require_second_factor);
        let (account, now) = (&self.verified.account, self.audit.now);
        let known = AccountFactors::of(tx, &account.id, None, now).await?;
        if known.has_factor() {
            return Ok(true);
        }
        match factors::demand(tx, account, known, (&self.config, by_application), now).await? {
            Demand::Met => Ok(false),
            Demand::Due => Ok(true),
            Demand::Until { begins, .. } => {
                if let Some(usual) = begins {
                    factors::begin_grace(tx, &account.id, usual).await?;
                }
                Ok(false)
            }
        }
    }

    async fn is_closed(&self, tx: &mut WriteTx, client: &Client) -> Result<bool, SignInError> {
        let account = &self.verified.account;
        let Some(closed) = standing::of_client(tx, account, client).await? else {
            return Ok(false);
        };
        let event = closed.refused_at(PATH, client);
        let entry = self.audit.entry(event).account(&account.id);
        audit::record(tx, &entry.client(&client.client_id)).await?;
        Ok(true)
    }

    async fn user_token(
        &self,
        tx: &mut WriteTx,
        session: &SsoSession,
    ) -> Result<String, SignInError> {
        let AuditContext { now, random, .. } = &self.audit;
        Ok(user_tokens::issue(tx, &session.id, *now, random).await?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_of_letters_is_cut() {
        assert_eq!(head("short"), "short");
        assert_eq!(head(&"é".repeat(5_000)).chars().count(), LONGEST);
    }
}
