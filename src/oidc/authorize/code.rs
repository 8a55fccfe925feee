//! Issues a code for a granted request.

use axum::response::Response;
use serde_json::{Map, Value};

use crate::clock::Millis;
use crate::directory::claims;
use crate::factors::Acr;
use crate::oidc::claims::may_tell;
use crate::oidc::engine;
use crate::pages::page_error::PageError;
use crate::sessions::authorization::{self, Authorization, NewCode};
use crate::sessions::browser::SignedIn;
use crate::sessions::code_key::CodeKey;
use crate::sessions::codes::CodeContext;
use crate::sessions::consents::Allowed;
use crate::sessions::grants::GrantContext;
use crate::sessions::sealed_codes::{CodeTimes, SealedCode};
use crate::sessions::sign_in_flow::SignInFlow;
use crate::sessions::sso::SsoSession;
use crate::state::visitor::HandlerError;

use super::AuthorizeVisit;
use super::asked::ValidRequest;
use super::request::{AuthorizeRequest, ResponseMode};
use super::respond::{AuthorizeResponse, address_with};
use super::strength::{answered, wanted};

/// The longest address of a response with a sealed code, in characters. Some servers refuse queries of more than 2,048, and
/// proxies read 4 KiB of a response's head by default.
const LONGEST_ADDRESS: usize = 2_000;

impl AuthorizeVisit {
    /// Ends the flow and stores a new consent in one transaction, if there are any, and responds with a code. One sign-in
    /// flow issues at most one code: when a page is posted twice, the second request finds that the flow has ended.
    pub(super) async fn grant(
        &self,
        asked: &ValidRequest,
        signed_in: &SignedIn,
        scope: Vec<String>,
        flow: Option<&SignInFlow>,
    ) -> Result<Response, HandlerError> {
        let agreed = engine::negotiate(&asked.request, &scope).map_err(|_| {
            HandlerError::Page(PageError::BadRequest, "the request cannot be granted")
        })?;
        let context = CodeContext {
            grant: grant_context(asked, signed_in, agreed.scope),
            redirect_uri: asked.request.redirect_uri.clone(),
            redirect_uri_named: asked.request.redirect_uri_named,
            pkce: agreed.pkce,
            dpop_jkt: asked.request.dpop_jkt.clone(),
        };
        let allowed = allowed(asked, &context.grant, flow);
        let before = signed_in.consent.as_ref();
        let consented_at = match &allowed {
            Some(allowed) => Some(allowed.stands_since(before, self.now)),
            None => before.map(|consent| consent.stands_since),
        };
        let key = signed_in.code_key.as_ref();
        let code = key.and_then(|key| self.sealed(asked, &context, key, consented_at));
        let authorization = Authorization {
            flow_id: flow.and_then(SignInFlow::row_id),
            allowed,
            code: code.map_or_else(|| self.row(context), NewCode::Sealed),
        };
        let code = authorization::grant(&self.state.db, authorization, self.audit()).await?;
        let code = code.ok_or(HandlerError::Page(
            PageError::BadRequest,
            "the sign-in has already ended",
        ))?;
        Ok(self.respond(asked, &AuthorizeResponse::Code(code)))
    }

    /// The code without a row, marked by the `key` of its session. `None` where no remembered consent stands behind it, where
    /// the address would be too long, or where the settings say so (decision 0096).
    fn sealed(
        &self,
        asked: &ValidRequest,
        context: &CodeContext,
        key: &CodeKey,
        consented_at: Option<Millis>,
    ) -> Option<String> {
        let (state, client) = (&self.state, &asked.client);
        let sessions = &state.config.sessions;
        let own = state.config.server.public_url.url();
        if !sessions.sealed_codes || client.asks_each_time(&context.redirect_uri, own) {
            return None;
        }
        let times = CodeTimes {
            issued_at: self.now,
            expires_at: self.now.saturating_add(sessions.code_lifetime),
            consented_at: consented_at.filter(|_| !client.first_party),
        };
        let code = SealedCode::new(context.clone(), times, &state.random);
        let code = code.seal(key, &state.issuer, &state.keys, &state.random)?;
        let is_short = asked.request.response_mode == ResponseMode::FormPost
            || address_with(&code, asked, &state.issuer).len() <= LONGEST_ADDRESS;
        is_short.then_some(code)
    }

    fn row(&self, context: CodeContext) -> NewCode {
        NewCode::Row {
            context: Box::new(context),
            lifetime: self.state.config.sessions.code_lifetime,
        }
    }
}

/// What the person allowed on the consent page of this sign-in flow.
fn allowed(
    asked: &ValidRequest,
    grant: &GrantContext,
    flow: Option<&SignInFlow>,
) -> Option<Allowed> {
    let answer = flow?.progress.consent.as_ref()?;
    if !answer.allowed || answer.account_id != grant.account_id {
        return None;
    }
    Some(Allowed {
        account_id: grant.account_id.clone(),
        client_id: asked.client.client_id.clone(),
        session_id: grant.session_id.clone(),
        scope: answer.scope.clone(),
        asked_again: asked.request.prompt.consent,
    })
}

/// The part of the `claims` parameter to keep: the names of claims that this server supports and whose scope value
/// this client may request. Other names have no effect and would only take space in each grant.
fn permitted_claims(asked: &ValidRequest) -> Option<Value> {
    let wanted = asked.request.claims.as_ref()?.as_ref().ok()?;
    let mut permitted = Map::new();
    for member in ["userinfo", "id_token"] {
        let named = wanted.get(member).and_then(Value::as_object);
        let ours = claims::supported()
            .filter(|name| named.is_some_and(|named| named.contains_key(*name)))
            .filter(|name| may_tell(&asked.client, name));
        let ours: Map<_, _> = ours.map(|name| (name.to_owned(), Value::Null)).collect();
        if !ours.is_empty() {
            permitted.insert(member.to_owned(), Value::Object(ours));
        }
    }
    (!permitted.is_empty()).then_some(Value::Object(permitted))
}

fn grant_context(asked: &ValidRequest, signed_in: &SignedIn, scope: Vec<String>) -> GrantContext {
    let request = &asked.request;
    let essential = |claim: &Value| claim.get("essential") == Some(&Value::Bool(true));
    let asked_for_auth_time = request
        .claim("id_token", "auth_time")
        .is_some_and(essential);
    GrantContext {
        client_id: asked.client.client_id.clone(),
        account_id: signed_in.account.id.clone(),
        session_id: signed_in.session.id.clone(),
        offline: scope.iter().any(|value| value == "offline_access"),
        nonce: request.nonce.clone(),
        auth_time: signed_in.session.auth_time,
        wants_auth_time: request.max_age.is_some()
            || asked_for_auth_time
            || asked.client.require_auth_time
            || asked.client.default_max_age.is_some(),
        acr: acr(request, &signed_in.session),
        amr: signed_in.session.amr.clone(),
        claims: permitted_claims(asked),
        resources: resources(asked),
        scope,
    }
}

/// The `acr` of the answer.
fn acr(request: &AuthorizeRequest, session: &SsoSession) -> String {
    let wanted = wanted(request);
    match Acr::of(&session.acr) {
        Some(has) => answered(wanted.as_ref(), has).as_str().to_owned(),
        None => session.acr.clone(),
    }
}

/// The requested resources; if none were requested, the first that the client is registered for.
fn resources(asked: &ValidRequest) -> Vec<String> {
    match &asked.request.resources[..] {
        [] => asked
            .client
            .resources
            .first()
            .cloned()
            .into_iter()
            .collect(),
        named => named.to_vec(),
    }
}
