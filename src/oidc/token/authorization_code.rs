//! `grant_type=authorization_code` (RFC 6749 section 4.1.3, OpenID Connect Core 3.1.3).

use std::sync::Arc;

use crate::audit::{self, Entry, Event};
use crate::clients::Client;
use crate::db::WriteTx;
use crate::ground::Ground;
use crate::keys::{Proof, UsedAssertion};
use crate::oidc::engine::{self, CodeForm, Stopped};
use crate::oidc::error::{ErrorCode, OAuthError};
use crate::sessions::codes::{self, RedeemedCode, Redemption};
use crate::sessions::grants::Grant;
use crate::sessions::refresh_tokens::{self, RefreshPolicy};
use crate::sessions::store;

use super::mint::Minting;
use super::{
    IdTokenParts, Issued, TokenRequest, TokenResponse, TokenRules, account_of, finish,
    gets_refresh_token, resources, spend_identifiers,
};

/// What the transaction came to; both are kept.
enum Outcome {
    Issued(Box<Issued>),
    /// The code had been used; what it gave is revoked.
    Replayed,
}

/// An exchange as its transaction sees it: everything owned.
struct Exchange {
    client: Arc<Client>,
    request: TokenRequest,
    minting: Minting,
    refresh: RefreshPolicy,
    rules: TokenRules,
}

/// Exchanges a code for tokens.
pub async fn grant(ground: &Ground, request: TokenRequest) -> Result<TokenResponse, OAuthError> {
    if request.params.get("code").is_none() {
        return Err(OAuthError::invalid_request("code is missing"));
    }
    let client = Arc::clone(&request.client.client);
    let (proof, now) = (request.proof.clone(), request.now);
    let jkt = proof.as_ref().map(|proof| proof.jkt.clone());
    let exchange = Exchange {
        // Scope and audience are filled in once the code is known.
        minting: Minting::for_client(ground, &client, Vec::new(), &[], jkt, now),
        refresh: ground.refresh_policy(client.rotate_refresh_tokens),
        rules: TokenRules::of(ground),
        client: Arc::clone(&client),
        request,
    };
    let outcome = ground
        .db
        .write(move |tx| Box::pin(exchange.run(tx)))
        .await?;
    match outcome {
        Outcome::Issued(issued) => finish(ground, &client, proof.as_ref(), *issued, now),
        Outcome::Replayed => Err(OAuthError::invalid_grant("the code was used before")),
    }
}

impl Exchange {
    async fn run(self, tx: &mut WriteTx) -> Result<Outcome, OAuthError> {
        let assertion: Option<&UsedAssertion> = self.request.client.assertion.as_ref();
        spend_identifiers(tx, self.request.proof.as_ref(), assertion).await?;
        let code = self.request.params.get("code").unwrap_or_default();
        let redeemed = match codes::redeem(tx, code, self.request.now).await? {
            Redemption::Taken(redeemed) => redeemed,
            Redemption::Replayed { client_id, .. } => {
                let entry = self.entry(Event::CodeReplayed {}).client(client_id);
                audit::record(tx, &entry).await?;
                return Ok(Outcome::Replayed);
            }
            Redemption::Unknown => {
                return Err(OAuthError::invalid_grant(
                    "the code is unknown or has expired",
                ));
            }
        };
        let scope = self.check(&redeemed)?;
        self.issue(tx, *redeemed, scope)
            .await
            .map(|issued| Outcome::Issued(Box::new(issued)))
    }

    /// Everything the code is bound to: client, redirect URI, PKCE, DPoP key.
    fn check(&self, redeemed: &RedeemedCode) -> Result<Vec<String>, OAuthError> {
        let form = CodeForm {
            client_id: &self.client.client_id,
            code: "taken",
            redirect_uri: self.request.params.get("redirect_uri"),
            verifier: self.request.params.get("code_verifier"),
        };
        let scope = engine::exchange(&form, &redeemed.context).map_err(|error| match error {
            Stopped::InvalidRequest => OAuthError::invalid_request(error.to_string()),
            _ => OAuthError::invalid_grant(error.to_string()),
        })?;
        let sent = self
            .request
            .proof
            .as_ref()
            .map(|proof: &Proof| proof.jkt.as_str());
        if redeemed
            .context
            .dpop_jkt
            .as_deref()
            .is_some_and(|bound| sent != Some(bound))
        {
            let told = "the code is bound to another DPoP key";
            return Err(OAuthError::new(ErrorCode::InvalidDpopProof, told));
        }
        Ok(scope)
    }

    async fn issue(
        self,
        tx: &mut WriteTx,
        redeemed: RedeemedCode,
        scope: Vec<String>,
    ) -> Result<Issued, OAuthError> {
        let now = self.request.now;
        let context = redeemed.context.grant;
        let session = store::sso::find(tx, &context.session_id).await?;
        let grant = Grant {
            id: redeemed.grant_id,
            context,
            revoked_at: None,
            session,
        };
        let live = |grant: &Grant| {
            grant
                .session
                .as_ref()
                .is_some_and(|session| session.is_live(now, self.rules.sessions))
        };
        if !live(&grant) || !store::sso::hold(tx, &grant.context.session_id).await? {
            return Err(OAuthError::invalid_grant(
                "the session of this code has ended",
            ));
        }
        let (who, whom) = (&grant.context.account_id, &self.client.client_id);
        if !self.client.first_party && !store::consents::hold(tx, who, whom).await? {
            return Err(OAuthError::invalid_grant("the consent was withdrawn"));
        }
        let account = account_of(tx, &self.rules, &grant.context, now).await?;
        store::grants::insert(tx, &grant.id, &grant.context, now).await?;
        let audience = resources(&self.request.params, &grant.context.resources)?;
        let minting = self
            .minting
            .clone()
            .on_grant(&grant, scope.clone(), audience);
        let access_token = minting.mint(tx, Some(&grant), &self.rules.random).await?;
        let refresh_token = if gets_refresh_token(&self.client, grant.context.offline) {
            Some(self.refresh_token(tx, &grant).await?)
        } else {
            None
        };
        let event = Event::TokenGranted {
            grant_type: "authorization_code",
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
        let openid = grant.context.has_scope("openid");
        Ok(Issued {
            access_token,
            expires_in: minting.expires_in(),
            scope,
            refresh_token,
            id_token: openid.then(|| {
                Box::new(IdTokenParts {
                    grant: grant.context,
                    account: Some(account),
                    refreshed: false,
                })
            }),
        })
    }

    /// Bound to the DPoP key when the client has nothing else to prove itself with (RFC 9449
    /// section 5).
    async fn refresh_token(&self, tx: &mut WriteTx, grant: &Grant) -> Result<String, OAuthError> {
        let jkt = self.request.proof.as_ref().map(|proof| proof.jkt.clone());
        let bound = jkt.filter(|_| !self.request.client.is_confidential());
        let (policy, now) = (self.refresh, self.request.now);
        Ok(refresh_tokens::issue(tx, grant, bound, policy, now, &self.rules.random).await?)
    }

    fn entry(&self, event: Event) -> Entry {
        Entry::new(event, &self.rules.random, self.request.now).origin(&self.request.origin)
    }
}
