//! `grant_type=refresh_token` (RFC 6749 section 6, RFC 9700 section 4.14, Core 12).

use std::sync::Arc;

use crate::audit::{self, Entry, Event};
use crate::clients::Client;
use crate::db::WriteTx;
use crate::ground::Ground;
use crate::oidc::engine::{self, Stopped};
use crate::oidc::error::{ErrorCode, OAuthError};
use crate::sessions::grants::Grant;
use crate::sessions::refresh_tokens::{self, Recovery, RefreshPolicy};
use crate::sessions::store;

use super::mint::Minting;
use super::{
    IdTokenParts, Issued, TokenRequest, TokenResponse, TokenRules, account_of, finish, resources,
    spend_identifiers,
};

/// What the transaction came to; both are kept.
enum Outcome {
    Issued(Box<Issued>),
    /// The token had been used; its family is revoked.
    Reused,
}

/// A renewal as its transaction sees it: everything owned.
struct Renewal {
    client: Arc<Client>,
    request: TokenRequest,
    minting: Minting,
    policy: RefreshPolicy,
    rules: TokenRules,
}

/// Renews the tokens of a grant.
pub async fn grant(ground: &Ground, request: TokenRequest) -> Result<TokenResponse, OAuthError> {
    if request.params.get("refresh_token").is_none() {
        return Err(OAuthError::invalid_request("refresh_token is missing"));
    }
    let client = Arc::clone(&request.client.client);
    let (proof, now) = (request.proof.clone(), request.now);
    let jkt = proof.as_ref().map(|proof| proof.jkt.clone());
    let renewal = Renewal {
        // Scope and audience are filled in once the grant is known.
        minting: Minting::for_client(ground, &client, Vec::new(), &[], jkt, now),
        policy: ground.refresh_policy(client.rotate_refresh_tokens),
        rules: TokenRules::of(ground),
        client: Arc::clone(&client),
        request,
    };
    let outcome = ground.db.write(move |tx| Box::pin(renewal.run(tx))).await?;
    match outcome {
        Outcome::Issued(issued) => finish(ground, &client, proof.as_ref(), *issued, now),
        Outcome::Reused => Err(OAuthError::invalid_grant(
            "the refresh token was used before",
        )),
    }
}

impl Renewal {
    async fn run(self, tx: &mut WriteTx) -> Result<Outcome, OAuthError> {
        let assertion = self.request.client.assertion.as_ref();
        spend_identifiers(tx, self.request.proof.as_ref(), assertion).await?;
        let token = self.request.params.get("refresh_token").unwrap_or_default();
        let (client_id, now) = (&self.client.client_id, self.request.now);
        match refresh_tokens::recover(tx, token, client_id, self.policy, now).await? {
            Recovery::Good { grant, dpop_jkt } => {
                self.check_key(dpop_jkt.as_deref())?;
                self.issue(tx, *grant)
                    .await
                    .map(|issued| Outcome::Issued(Box::new(issued)))
            }
            Recovery::Reused { .. } => {
                let entry = self.entry(Event::RefreshReused {}).client(client_id);
                audit::record(tx, &entry).await?;
                Ok(Outcome::Reused)
            }
            Recovery::Unknown => Err(OAuthError::invalid_grant("the refresh token is not valid")),
        }
    }

    /// A refresh token of a public client works with its own key alone (RFC 9449 section 5).
    fn check_key(&self, bound: Option<&str>) -> Result<(), OAuthError> {
        let sent = self.request.proof.as_ref().map(|proof| proof.jkt.as_str());
        if bound.is_some_and(|bound| sent != Some(bound)) {
            let told = "the refresh token is bound to another DPoP key";
            return Err(OAuthError::new(ErrorCode::InvalidDpopProof, told));
        }
        Ok(())
    }

    async fn issue(self, tx: &mut WriteTx, grant: Grant) -> Result<Issued, OAuthError> {
        let (params, now) = (&self.request.params, self.request.now);
        let scope = engine::renew(&self.client.client_id, params.get("scope"), &grant.context)
            .map_err(|error| match error {
                Stopped::InvalidScope => {
                    OAuthError::new(ErrorCode::InvalidScope, error.to_string())
                }
                _ => OAuthError::invalid_grant(error.to_string()),
            })?;
        let account = account_of(tx, &self.rules, &grant.context, now).await?;
        self.touch_session(tx, &grant).await?;
        let audience = resources(params, &grant.context.resources)?;
        let minting = self
            .minting
            .clone()
            .on_grant(&grant, scope.clone(), audience);
        let access_token = minting.mint(tx, Some(&grant), &self.rules.random).await?;
        let refresh_token = if self.policy.rotate {
            Some(self.next_token(tx, &grant).await?)
        } else {
            None
        };
        let event = Event::TokenGranted {
            grant_type: "refresh_token",
            scope: scope.join(" "),
            format: minting.format_name(),
            refresh_token: refresh_token.is_some(),
        };
        let entry = self
            .entry(event)
            .account(&grant.context.account_id)
            .client(&self.client.client_id)
            .session(&grant.context.session_id);
        audit::record(tx, &entry).await?;
        let openid = scope.iter().any(|value| value == "openid");
        Ok(Issued {
            access_token,
            expires_in: minting.expires_in(),
            scope,
            refresh_token,
            id_token: openid.then(|| {
                Box::new(IdTokenParts {
                    grant: grant.context,
                    account: Some(account),
                    refreshed: true,
                })
            }),
        })
    }

    /// Use of what hangs off a session is use of the session; an offline grant has left it.
    async fn touch_session(&self, tx: &mut WriteTx, grant: &Grant) -> Result<(), OAuthError> {
        let now = self.request.now;
        let session = grant.session.as_ref().filter(|_| !grant.context.offline);
        if let Some(session) = session.filter(|session| session.wants_touch(now)) {
            store::sso::touch(tx, &session.id, now).await?;
        }
        Ok(())
    }

    async fn next_token(&self, tx: &mut WriteTx, grant: &Grant) -> Result<String, OAuthError> {
        let jkt = self.request.proof.as_ref().map(|proof| proof.jkt.clone());
        let bound = jkt.filter(|_| !self.request.client.is_confidential());
        let (policy, now) = (self.policy, self.request.now);
        Ok(refresh_tokens::issue(tx, grant, bound, policy, now, &self.rules.random).await?)
    }

    fn entry(&self, event: Event) -> Entry {
        Entry::new(event, &self.rules.random, self.request.now).origin(&self.request.origin)
    }
}
