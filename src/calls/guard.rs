//! The guard of each call: it checks origin, credential and rights before the handler runs.

use std::sync::Arc;

use atrium_listener::StreamedBody;
use axum::body::{Body, Bytes};
use axum::extract::{FromRequestParts, Request, State};
use axum::http::header::{ACCEPT_LANGUAGE, COOKIE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Response};
use axum::routing::MethodRouter;

use super::caller::{Admitted, Caller};
use super::caller_facts::{CallerCredential, CallerFacts};
use super::credential::{self, Sent};
use super::cross_site;
use super::launch_token;
use super::repetition;
use super::rights;
use super::table::{Call, Credential};
use crate::access::SSO;
use crate::audit::{self, AuditContext, Event};
use crate::clock::{Millis, SECOND, seconds_left};
use crate::db::ReadTx;
use crate::directory::{self, Account};
use crate::http::envelope::{AccountLanguage, ApiError};
use crate::http::fields::{self, Names};
use crate::http::unattended::is_unattended;
use crate::i18n::language::{self, Language, LanguagePreferences};
use crate::limits::{LimitError, RunningCall};
use crate::sessions::sso::SsoSession;
use crate::state::AppState;
use crate::state::origin::RequestOrigin;

/// Says in how many seconds the session ends if nobody uses it, so that the portal can warn.
const SESSION_ENDS_IN: HeaderName = HeaderName::from_static("atrium-session-ends-in");

/// The most characters that an entry has of what a request names.
const LONGEST_NAME: usize = 100;

#[derive(Clone)]
struct Guard {
    state: Arc<AppState>,
    call: &'static Call,
}

/// Puts `handler` behind the guard of `call`.
pub fn guarded(
    state: &Arc<AppState>,
    call: &'static Call,
    handler: MethodRouter<Arc<AppState>>,
) -> MethodRouter<Arc<AppState>> {
    let guard = Guard {
        state: Arc::clone(state),
        call,
    };
    handler.route_layer(middleware::from_fn_with_state(guard, guard_call))
}

/// Runs the guard of a call, then its handler.
async fn guard_call(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let now = guard.state.clock.now();
    let unattended = is_unattended(request.headers());
    let (entrance, facts) = match guard.let_in(request, now).await {
        Ok(admitted) => admitted,
        Err(error) => return error.into_response(),
    };
    let mut response = match entrance {
        Entrance::Repeated(answer) => answer,
        Entrance::Admitted(request) => {
            let response = next.run(request).await;
            guard.answer(response, facts.as_ref()).await
        }
    };
    if let Some(facts) = facts {
        if let Some(error) = response.extensions().get::<ApiError>() {
            let named = facts.judged.named.as_ref();
            guard.note_refusal(error, named, &facts.audit);
        }
        // Every call keeps the session alive, also with an application's launch token, unless a timer of the portal made
        // it. This comes last, after the read view
        // was dropped.
        let live_tokens = &guard.state.live_tokens;
        if !unattended {
            live_tokens.note_session_use(&facts.session, now).await;
        }
        if matches!(facts.credential, CallerCredential::Dpop) {
            let lifetimes = guard.state.session_lifetimes();
            let left = facts.session.time_left(unattended, now, lifetimes) / SECOND;
            response.headers_mut().insert(SESSION_ENDS_IN, left.into());
        }
        let lang = facts.account.lang.clone().unwrap_or_default();
        response.extensions_mut().insert(AccountLanguage(lang));
    }
    response
}

/// An allowed call.
enum Entrance {
    /// The request with its [`Caller`].
    Admitted(Request),
    /// It repeats an earlier one, which had this answer.
    Repeated(Response),
}

impl Guard {
    /// The call, if it is allowed; and the account, if a person is signed in.
    async fn let_in(
        &self,
        request: Request,
        now: Millis,
    ) -> Result<(Entrance, Option<CallerFacts>), ApiError> {
        if self.call.effect.writes() {
            cross_site::refuse(&self.state, self.call, &request)?;
        }
        if self.call.credential == Credential::Nothing {
            return Ok((Entrance::Admitted(request), None));
        }
        // The body is read before a connection is taken, so that a slow sender holds none. A handler that streams drops its
        // view first.
        let (mut parts, body, rest) = self.arrived(request).await?;
        let names = self.names(&mut parts, &body)?;
        let RequestOrigin(origin) = RequestOrigin::from_request_parts(&mut parts, &())
            .await
            .unwrap_or_else(|never| match never {});
        let audit = self.state.audit(now, &origin);
        let facts = match self.caller((&parts, &body), &names, audit).await {
            Err(ApiError::NeedLogin) if self.call.credential == Credential::Optional => None,
            Err(error) => return Err(error),
            Ok((facts, mut view)) => {
                if let Some(answer) = repetition::answer(&mut view.0, &facts).await? {
                    return Ok((Entrance::Repeated(answer), Some(facts)));
                }
                let caller = Caller::new(facts.clone(), view, Arc::clone(&self.state));
                let admitted = Admitted::new(self.call.effect, caller);
                parts.extensions.insert(admitted);
                Some(facts)
            }
        };
        if self.call.is_streamed()
            && let Some(streamed) = parts.extensions.get::<StreamedBody>()
        {
            streamed.begin();
        }
        let rest = rest.unwrap_or_else(|| Body::from(body));
        let request = Request::from_parts(parts, rest);
        Ok((Entrance::Admitted(request), facts))
    }

    /// The head of a request and its body; of a call that streams, nothing, and the body that still arrives.
    async fn arrived(&self, request: Request) -> Result<(Parts, Bytes, Option<Body>), ApiError> {
        if self.call.is_streamed() {
            let (parts, body) = request.into_parts();
            return Ok((parts, Bytes::new(), Some(body)));
        }
        let (parts, body) = fields::buffered(request).await?;
        Ok((parts, body, None))
    }

    /// The answer of the handler. A call that fails because another one with the same key was faster gets what that one
    /// got.
    async fn answer(&self, response: Response, facts: Option<&CallerFacts>) -> Response {
        let failed = response.extensions().get::<ApiError>().is_some();
        let Some(facts) = facts.filter(|facts| failed && facts.repeatable.is_some()) else {
            return response;
        };
        let earlier = async {
            let mut tx = self.state.db.read().await?;
            repetition::answer(&mut tx, facts).await
        };
        match earlier.await {
            Ok(Some(answer)) => answer,
            Ok(None) => response,
            Err(error) => error.into_response(),
        }
    }

    /// The fields that the guard needs before the handler runs; most calls need none. The handler gets all that were read.
    fn names(&self, parts: &mut Parts, body: &Bytes) -> Result<Names, ApiError> {
        let takes_app_name = matches!(
            self.call.credential,
            Credential::Launch | Credential::Optional
        );
        let object = self.call.object.field();
        if !takes_app_name && object.is_none() {
            return Ok(Names::default());
        }
        fields::names(parts, body, takes_app_name, object)
    }

    /// The caller, and the new read view of the call with its place among the person's concurrent calls.
    async fn caller(
        &self,
        (parts, body): (&Parts, &Bytes),
        names: &Names,
        audit: AuditContext,
    ) -> Result<(CallerFacts, (ReadTx, RunningCall)), ApiError> {
        let state = &*self.state;
        let now = audit.now;
        let (session, credential) = self.session(parts, names, audit.clone()).await?;
        if self.call.writes_for_everybody() {
            let spent = state.account_writes.spend(&session.account_id, now);
            if let Err(LimitError::Delayed { until }) = spent {
                return Err(ApiError::TooMany(seconds_left(until, now)));
            }
        }
        let running = state.concurrent_calls.begin(&session.account_id).await;
        if self.call.reads_audit {
            audit::settle(&state.db).await?;
        }
        let mut view = state.db.view().await?;
        let account = self.account(&mut view, &session, now).await?;
        let account = account.ok_or_else(|| credential.gone())?;
        let audit = audit.by(&account.id);
        let note = |error: &ApiError| self.note_refusal(error, names.object.as_ref(), &audit);
        self.refuse_newcomer(&account, &credential)
            .inspect_err(note)?;
        let judged = rights::check(&mut view, (self.call, names), (&account, now), state).await;
        let judged = judged.inspect_err(note)?;
        let calls = &state.repeated_calls;
        let repeatable = repetition::of(calls, self.call, &account.id, (parts, body))?;
        let facts = CallerFacts {
            repeatable: repeatable.map(Arc::new),
            language: language_of(&parts.headers, &account),
            audit,
            account: Arc::new(account),
            session: Arc::new(session),
            judged: Arc::new(judged),
            credential,
            now,
        };
        Ok((facts, (view, running)))
    }

    /// The live session of the request's credential.
    async fn session(
        &self,
        parts: &Parts,
        names: &Names,
        audit: AuditContext,
    ) -> Result<(SsoSession, CallerCredential), ApiError> {
        let (state, now) = (&*self.state, audit.now);
        let token = match Sent::of(&parts.headers) {
            Sent::Nothing => return Err(ApiError::NeedLogin),
            Sent::Dpop(token) => {
                let session = credential::of_dpop(state, parts, &token, now).await?;
                return Ok((session, CallerCredential::Dpop));
            }
            Sent::Opaque(token) => token,
        };
        let app = names.app_name.as_deref().unwrap_or(SSO);
        if app == SSO {
            let session = credential::of_user_token(state, &token, now).await?;
            return Ok((session, CallerCredential::UserToken(token)));
        }
        match self.call.credential {
            Credential::Launch | Credential::Optional => {
                launch_token::session(state, self.call, app, token, audit).await
            }
            _ => Err(ApiError::NeedLogin),
        }
    }

    /// The account of the session, if it may still be used (attack 24).
    async fn account(
        &self,
        view: &mut ReadTx,
        session: &SsoSession,
        now: Millis,
    ) -> Result<Option<Account>, ApiError> {
        let account = directory::find(view, &session.account_id).await?;
        let zone = &self.state.zone;
        Ok(account.filter(|account| directory::may_sign_in(account, now, zone).is_ok()))
    }

    /// Leaves an entry if the caller's right is missing (OWASP ASVS 16.3.2). `named` is what the request calls the object.
    fn note_refusal(&self, error: &ApiError, named: Option<&String>, audit: &AuditContext) {
        let right = match error {
            ApiError::Refused(refusal) => refusal.right,
            ApiError::NotAuthorized => None,
            _ => return,
        };
        let event = Event::RightRefused {
            right: right.unwrap_or(self.call.action.name()),
            object: named.map(|named| named.chars().take(LONGEST_NAME).collect()),
        };
        let entry = audit.entry(event);
        let entry = match audit.actor() {
            Some(actor) => entry.account(actor),
            None => entry,
        };
        self.state.recorder.refuse(entry);
    }

    /// An account that must change its password may use its userToken
    /// for a few calls only, and no launch token.
    fn refuse_newcomer(
        &self,
        account: &Account,
        credential: &CallerCredential,
    ) -> Result<(), ApiError> {
        let allowed = match (credential, self.call.credential) {
            _ if !account.must_change_password => true,
            (CallerCredential::Launch { .. }, _) | (_, Credential::Session) => false,
            _ => true,
        };
        if allowed {
            Ok(())
        } else {
            Err(ApiError::NotAuthorized)
        }
    }
}

/// The language of answers to `account`.
fn language_of(headers: &HeaderMap, account: &Account) -> Language {
    let text = |name| headers.get(name)?.to_str().ok();
    let cookie = text(COOKIE).and_then(language::of_cookies);
    let wishes = LanguagePreferences {
        cookie: cookie.map(Language::api),
        account: account.lang.as_deref(),
        accept_language: text(ACCEPT_LANGUAGE),
        ..LanguagePreferences::default()
    };
    wishes.language()
}
