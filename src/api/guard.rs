//! The guard before each call: origin, credential, rights; the handler runs only behind it.

use std::sync::Arc;

use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Response};
use axum::routing::MethodRouter;

use super::calls::{Call, Credential, Effect, Scripts, Who};
use super::cors;
use super::credential::{self, Sent};
use crate::access::{Role, SSO, rights, standing};
use crate::audit::{AuditContext, Event, Origin, Recorder};
use crate::clients::Client;
use crate::clock::Millis;
use crate::db::Reads;
use crate::directory::{self, Account};
use crate::http::envelope::{AccountLanguage, ApiError};
use crate::http::fields::{self, Names};
use crate::sessions::launch::{self, Found, LaunchLifetimes, Launched};
use crate::sessions::sso::SsoSession;
use crate::sessions::store;
use crate::state::AppState;
use crate::state::origin::RequestOrigin;

/// What stands before one call.
#[derive(Clone)]
struct Guard {
    state: Arc<AppState>,
    call: &'static Call,
}

/// Which kind of credential was good.
#[derive(Clone)]
pub enum By {
    /// An access token bound to a key.
    Dpop,
    /// A userToken.
    UserToken(String),
    /// A launch token of this application.
    Launch {
        /// The application.
        client: Arc<Client>,
        /// The token to go on with.
        token: String,
    },
}

/// Who makes a call; a handler that takes one runs only for somebody who is signed in.
#[derive(Clone)]
pub struct Caller {
    /// Whose session it is.
    pub account: Account,
    /// The live session.
    pub session: SsoSession,
    /// With what.
    pub by: By,
    /// When the request came.
    pub now: Millis,
}

/// The caller of a call that also goes without one.
#[derive(Clone)]
pub struct MaybeCaller(pub Option<Caller>);

/// `handler` behind the guard of `call`.
pub fn guarded(
    state: &Arc<AppState>,
    call: &'static Call,
    handler: MethodRouter<Arc<AppState>>,
) -> MethodRouter<Arc<AppState>> {
    let guard = Guard {
        state: Arc::clone(state),
        call,
    };
    handler.route_layer(middleware::from_fn_with_state(guard, stand))
}

/// Runs the guard of a call.
async fn stand(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    match guard.let_in(request).await {
        Ok((request, lang)) => {
            let mut response = next.run(request).await;
            response.extensions_mut().insert(AccountLanguage(lang));
            response
        }
        Err(error) => error.into_response(),
    }
}

/// A call of an old application with a launch token or code.
struct LaunchCall {
    client: Arc<Client>,
    recorder: Recorder,
    path: &'static str,
    audit: AuditContext,
    /// False for signing out, which is let in whatever became of the person's access.
    needs_access: bool,
}

impl LaunchCall {
    /// Refuses (100013) where the application is closed to the person behind `launched` (attack 31).
    async fn check_access(&self, tx: &mut impl Reads, launched: &Launched) -> Result<(), ApiError> {
        if !self.needs_access {
            return Ok(());
        }
        let account_id = &launched.session.account_id;
        let Some(account) = directory::store::find(tx, account_id).await? else {
            return Ok(());
        };
        let Some(closed) = standing::of_client(tx, &account, &self.client).await? else {
            return Ok(());
        };
        let event = closed.refused_at(self.path, &self.client);
        let client_id = &self.client.client_id;
        let entry = self.audit.entry(event).actor(client_id).client(client_id);
        self.recorder.refuse(entry.account(account_id));
        Err(ApiError::NotAuthorized)
    }
}

impl Guard {
    async fn let_in(&self, request: Request) -> Result<(Request, String), ApiError> {
        let now = self.state.clock.now();
        if self.call.effect == Effect::Writes {
            self.refuse_foreign(&request)?;
        }
        if self.call.credential == Credential::Nothing {
            return Ok((request, String::new()));
        }
        // Only these need to know a field before the handler does.
        let (request, names) = match (self.call.credential, self.call.who) {
            (Credential::Launch | Credential::Optional, _) | (_, Who::Manager) => {
                fields::names(request).await?
            }
            _ => (request, Names::default()),
        };
        let (mut parts, body) = request.into_parts();
        let RequestOrigin(origin) = RequestOrigin::from_request_parts(&mut parts, &())
            .await
            .unwrap_or_else(|never| match never {});
        let found = self.caller(&parts, &names, &origin, now).await;
        let caller = match found {
            Err(ApiError::NeedLogin) if self.call.credential == Credential::Optional => None,
            other => Some(other?),
        };
        if let Some(caller) = &caller {
            self.check_rights(caller, &names).await?;
            self.touch(caller).await?;
        }
        let lang = caller
            .as_ref()
            .and_then(|caller| caller.account.lang.clone());
        if let Some(caller) = caller.clone() {
            parts.extensions.insert(caller);
        }
        parts.extensions.insert(MaybeCaller(caller));
        Ok((Request::from_parts(parts, body), lang.unwrap_or_default()))
    }

    /// Contract F-06 and F-17: what writes is not for foreign pages, nor for a browser that only
    /// guesses where its person goes next.
    fn refuse_foreign(&self, request: &Request) -> Result<(), ApiError> {
        if *request.method() == Method::HEAD {
            return Err(ApiError::Method);
        }
        if is_guess(request.headers()) {
            return Err(ApiError::illegal(""));
        }
        let Some(origin) = request.headers().get(header::ORIGIN) else {
            return Ok(());
        };
        let origin = origin.to_str().unwrap_or_default();
        let old_app =
            self.call.scripts == Scripts::OldApps && cors::is_old_app(&self.state.clients, origin);
        if old_app || origin == self.state.config.server.public_url.as_str() {
            return Ok(());
        }
        Err(ApiError::NotAuthorized)
    }

    async fn caller(
        &self,
        parts: &Parts,
        names: &Names,
        origin: &Origin,
        now: Millis,
    ) -> Result<Caller, ApiError> {
        let state = &*self.state;
        let (session, by) = match Sent::of(&parts.headers) {
            Sent::Nothing => return Err(ApiError::NeedLogin),
            Sent::Dpop { token, proof } => {
                let at = (&parts.method, parts.uri.path());
                let proof = proof.as_deref();
                let session = credential::of_dpop(state, at, &token, proof, now).await?;
                (session, By::Dpop)
            }
            Sent::Opaque(token) => {
                let app = names.app_name.as_deref().unwrap_or(SSO);
                if app == SSO {
                    let mut tx = state.db.read().await?;
                    let session = credential::of_user_token(state, &mut tx, &token, now).await?;
                    (session, By::UserToken(token))
                } else if matches!(
                    self.call.credential,
                    Credential::Launch | Credential::Optional
                ) {
                    self.launched(app, token, origin, now).await?
                } else {
                    return Err(ApiError::NeedLogin);
                }
            }
        };
        let account = self.account(&session, now).await?;
        let account = account.ok_or_else(|| match by {
            By::Dpop => credential::invalid_token(),
            By::UserToken(_) | By::Launch { .. } => ApiError::NeedLogin,
        })?;
        let caller = Caller {
            account,
            session,
            by,
            now,
        };
        self.refuse_newcomer(&caller)?;
        Ok(caller)
    }

    /// The session of a launch token at the application `app`.
    async fn launched(
        &self,
        app: &str,
        token: String,
        origin: &Origin,
        now: Millis,
    ) -> Result<(SsoSession, By), ApiError> {
        let client = self.state.clients.by_app_name(app);
        let client = client.filter(|client| client.launches().is_some());
        let Some(client) = client else {
            return Err(ApiError::NeedLogin);
        };
        let audit = self.state.audit(now, origin);
        let launch_call = LaunchCall {
            client: Arc::clone(&client),
            recorder: self.state.recorder.clone(),
            path: self.call.path,
            audit: audit.clone(),
            needs_access: self.call.credential == Credential::Launch,
        };
        let Some(launched) = self.present(launch_call, &token).await? else {
            let refused = Event::LaunchRefused {
                reason: "unknown, spent, late, of another application or its session is over",
            };
            let entry = audit.entry(refused).client(&client.client_id);
            self.state.recorder.refuse(entry);
            return Err(ApiError::NeedLogin);
        };
        let token = launched.exchanged.unwrap_or(token);
        Ok((launched.session, By::Launch { client, token }))
    }

    async fn present(
        &self,
        launch_call: LaunchCall,
        token: &str,
    ) -> Result<Option<Launched>, ApiError> {
        let sessions = self.state.session_lifetimes();
        let (client_id, now) = (launch_call.client.client_id.clone(), launch_call.audit.now);
        {
            let mut tx = self.state.db.read().await?;
            match launch::find(&mut tx, token, &client_id, now, sessions).await? {
                Found::Good(launched) => {
                    launch_call.check_access(&mut tx, &launched).await?;
                    return Ok(Some(*launched));
                }
                Found::Unknown => return Ok(None),
                Found::Ask => {}
            }
        }
        let both = (sessions, LaunchLifetimes::from(&self.state.config.sessions));
        let token = token.to_owned();
        let taken = self.state.db.write(move |tx| {
            Box::pin(async move {
                let launched =
                    launch::present(tx, &token, &client_id, both, &launch_call.audit).await?;
                if let Some(launched) = &launched {
                    // A refusal undoes the first use or the exchange with it.
                    launch_call.check_access(tx, launched).await?;
                }
                Ok(launched)
            })
        });
        taken.await
    }

    /// Whose session it is, if they may still be here (attack 24).
    async fn account(
        &self,
        session: &SsoSession,
        now: Millis,
    ) -> Result<Option<Account>, ApiError> {
        let mut tx = self.state.db.read().await?;
        let account = directory::store::find(&mut tx, &session.account_id).await?;
        Ok(
            account
                .filter(|account| directory::may_sign_in(account, now, &self.state.zone).is_ok()),
        )
    }

    /// Design 8, "First sign-in": a userToken of an account that must change its password is good
    /// for a few calls only, and a launch token for none.
    fn refuse_newcomer(&self, caller: &Caller) -> Result<(), ApiError> {
        let allowed = match (&caller.by, self.call.credential) {
            _ if !caller.account.must_change_password => true,
            (By::Launch { .. }, _) | (_, Credential::Session) => false,
            _ => true,
        };
        if allowed {
            Ok(())
        } else {
            Err(ApiError::NotAuthorized)
        }
    }

    async fn check_rights(&self, caller: &Caller, names: &Names) -> Result<(), ApiError> {
        if matches!(self.call.who, Who::Anyone | Who::Member) {
            return Ok(());
        }
        let mut tx = self.state.db.read().await?;
        let account = &caller.account;
        let allowed = match self.call.who {
            Who::Anyone | Who::Member => true,
            Who::Holds(code) => rights::may(&mut tx, account, code).await?,
            Who::Manager => {
                let group = names.group_id.as_deref();
                rights::role(&mut tx, account).await? >= Role::Admin
                    || match group {
                        Some(group) => rights::manages(&mut tx, account, group).await?,
                        None => false,
                    }
            }
            Who::Admin => rights::role(&mut tx, account).await? >= Role::Admin,
            Who::SuperAdmin => rights::role(&mut tx, account).await? >= Role::SuperAdmin,
        };
        if allowed {
            Ok(())
        } else {
            Err(ApiError::NotAuthorized)
        }
    }

    /// A call keeps the session awake, the person's own and that of an application with its launch
    /// token alike (design 9, "Sessions").
    async fn touch(&self, caller: &Caller) -> Result<(), ApiError> {
        let lifetimes = self.state.session_lifetimes();
        if !caller.session.wants_touch(caller.now, lifetimes) {
            return Ok(());
        }
        let (id, now) = (caller.session.id.clone(), caller.now);
        self.state
            .db
            .write(move |tx| Box::pin(async move { store::sso::touch(tx, &id, now).await }))
            .await
            .map_err(ApiError::from)
    }
}

/// Headers by which browsers say that nobody has clicked yet.
fn is_guess(headers: &HeaderMap) -> bool {
    ["sec-purpose", "purpose", "x-purpose", "x-moz"]
        .iter()
        .filter_map(|name| headers.get(*name)?.to_str().ok())
        .any(|value| value.contains("prefetch") || value.contains("preview"))
}

impl<S: Sync> FromRequestParts<S> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let caller = parts.extensions.get::<Self>().cloned();
        caller.ok_or(ApiError::NeedLogin)
    }
}

impl<S: Sync> FromRequestParts<S> for MaybeCaller {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        Ok(parts
            .extensions
            .get::<Self>()
            .cloned()
            .unwrap_or(Self(None)))
    }
}
