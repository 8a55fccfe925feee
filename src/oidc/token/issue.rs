//! Shared by the grants that act for a person: the request inside its transaction, and the tokens that it issues.

use std::sync::Arc;

use jiff::tz::TimeZone;

use crate::audit::{self, Entry, Event, Recorder};
use crate::catalogue::{GroupClaims, group_claims, standing};
use crate::clients::Client;
use crate::clock::Millis;
use crate::db::{DbError, WriteTx};
use crate::directory::{self, Account};
use crate::factors::{self, Acr};
use crate::keys::DpopProof;
use crate::limits::{AccountWrites, LimitError};
use crate::oidc::error::{ErrorCode, OAuthError};
use crate::random::Random;
use crate::sessions::grants::Grant;
use crate::sessions::refresh_tokens::{self, RefreshTokenRules};
use crate::state::AppState;

use super::mint::Minting;
use super::request::{IdTokenParts, Issued, TokenRequest, resources, spend_identifiers};

/// A token request inside its transaction; it owns all its data.
pub(super) struct Issuance {
    pub request: TokenRequest,
    pub refresh: RefreshTokenRules,
    /// Scope and audience are set once the grant is known.
    minting: Minting,
    zone: TimeZone,
    /// How long a required second factor may be put off.
    grace: Millis,
    random: Random,
    recorder: Recorder,
    account_writes: AccountWrites,
}

/// The refresh token of an answer.
pub(super) enum NextRefreshToken {
    /// The first one of a new grant.
    First,
    /// The refresh token that replaces a spent one, or none.
    Given(Option<String>),
}

impl Issuance {
    /// Takes from the application state what the transaction of `request` needs.
    pub fn of(state: &AppState, request: TokenRequest) -> Self {
        let client = &request.client.client;
        let jkt = request.proof.as_ref().map(|proof| proof.jkt.clone());
        Self {
            minting: Minting::for_client(state, client, Vec::new(), &[], jkt, request.now),
            refresh: state.refresh_token_rules(client),
            zone: state.zone.clone(),
            grace: state.config.factors.grace,
            random: state.random.clone(),
            recorder: state.recorder.clone(),
            account_writes: state.account_writes.clone(),
            request,
        }
    }

    pub fn client(&self) -> &Arc<Client> {
        &self.request.client.client
    }

    /// Marks the request's one-time identifiers as used.
    pub async fn spend_identifiers(&self, tx: &mut WriteTx) -> Result<(), OAuthError> {
        let TokenRequest { client, proof, .. } = &self.request;
        spend_identifiers(tx, proof.as_ref(), client).await
    }

    /// Counts a renewal for the account, so that nobody fills the disk through an application (attack 44). A refused
    /// renewal spends nothing, so its token is sent again and is then refused before it writes.
    pub fn count_renewal(&self, account_id: &str) -> Result<(), OAuthError> {
        let (client_id, now) = (&self.client().client_id, self.request.now);
        let counted = self.account_writes.spend_by(client_id, account_id, now);
        counted.map_err(|limit| {
            if let (LimitError::Delayed { until }, Some(key)) = (&limit, self.request.renewal()) {
                self.account_writes.hold_off(key, *until, now);
            }
            OAuthError::refused(limit, now)
        })
    }

    /// Checks that a DPoP-bound code or token is used with its key (RFC 9449 sections 5 and 10).
    pub fn check_key(
        &self,
        bound: Option<&str>,
        description: &'static str,
    ) -> Result<(), OAuthError> {
        let sent = self.thumbprint();
        if bound.is_some_and(|bound| sent != Some(bound)) {
            return Err(OAuthError::new(ErrorCode::InvalidDpopProof, description));
        }
        Ok(())
    }

    fn thumbprint(&self) -> Option<&str> {
        let proof: Option<&DpopProof> = self.request.proof.as_ref();
        proof.map(|proof| proof.jkt.as_str())
    }

    /// The account of a grant. Refuses an account that is disabled or has lost access to the client (attacks 24 and
    /// 31), without spending or revoking anything.
    pub async fn account(&self, tx: &mut WriteTx, grant: &Grant) -> Result<Account, OAuthError> {
        let gone = || OAuthError::invalid_grant("the account may not sign in any more");
        let account = directory::find(tx, &grant.context.account_id).await?;
        let account = account.ok_or_else(gone)?;
        directory::may_sign_in(&account, self.request.now, &self.zone).map_err(|_| gone())?;
        let client = self.client();
        if let Some(closed) = standing::of_client(tx, &account, client).await? {
            let event = closed.refused_at(self.request.grant_type, client);
            let entry = self.entry(event).actor(&client.client_id);
            let entry = entry.account(&account.id).client(&client.client_id);
            self.recorder.refuse(entry);
            let description = "the person has no access to this application now";
            return Err(OAuthError::invalid_grant(description));
        }
        Ok(account)
    }

    /// Refuses a grant for less than the second factor that the client requires, once the account has one or has to have one;
    /// nothing is spent or revoked. Only such a grant costs a look at the factors.
    pub async fn check_factor(&self, tx: &mut WriteTx, grant: &Grant) -> Result<(), OAuthError> {
        let has = Acr::of(&grant.context.acr).unwrap_or(Acr::Password);
        if !self.client().require_second_factor || has >= Acr::Mfa {
            return Ok(());
        }
        let (owner, now) = (&grant.context.account_id, self.request.now);
        if factors::ends_weak_grants(tx, owner, self.grace, now).await? {
            let description = "this application requires a second factor";
            return Err(OAuthError::invalid_grant(description));
        }
        Ok(())
    }

    /// Issues the tokens of `grant`, with this refresh token.
    ///
    /// Leaves out scopes and audiences that the client has lost since.
    ///
    /// The audit entry of a new grant is part of the transaction. Renewals are many, and theirs are gathered.
    pub async fn issue(
        &self,
        tx: &mut WriteTx,
        grant: Grant,
        account: Account,
        mut scope: Vec<String>,
        refresh_token: NextRefreshToken,
    ) -> Result<Issued, OAuthError> {
        let client = self.client();
        scope.retain(|value| client.scopes.contains(value));
        if grant.context.offline && !client.scopes.iter().any(|value| value == "offline_access") {
            let description = "this client may no longer use offline access";
            return Err(OAuthError::invalid_grant(description));
        }
        let mut granted = grant.context.resources.clone();
        granted.retain(|resource| client.resources.contains(resource));
        let audience = resources(&self.request.params, &granted)?;
        let minting = self.minting.clone();
        let minting = minting.on_grant(&grant, scope.clone(), audience);
        let access_token = minting.mint(tx, Some(&grant), &self.random).await?;
        let refresh_token = match refresh_token {
            NextRefreshToken::First => Some(self.first_refresh_token(tx, &grant).await?),
            NextRefreshToken::Given(next) => next,
        };
        let event = Event::TokenGranted {
            grant_type: self.request.grant_type,
            scope: scope.join(" "),
            format: minting.format_name(),
            refresh_token: refresh_token.is_some(),
        };
        let entry = self
            .entry(event)
            .account(&grant.context.account_id)
            .client(&client.client_id)
            .session(&grant.context.session_id);
        let refreshed = self.request.grant_type == "refresh_token";
        if !refreshed {
            audit::record(tx, &entry).await?;
        }
        let openid = scope.iter().any(|value| value == "openid");
        let groups = if openid {
            self.groups(tx, &grant, &account, &scope).await?
        } else {
            None
        };
        let id_token = openid.then(|| {
            Box::new(IdTokenParts {
                grant: grant.context,
                account: Some(account),
                groups,
                refreshed,
            })
        });
        Ok(Issued {
            access_token,
            expires_in: minting.expires_in(),
            scope,
            refresh_token,
            entry: refreshed.then_some(entry),
            id_token,
        })
    }

    /// Groups and roles of `account`, if an ID token of this scope may contain them.
    async fn groups(
        &self,
        tx: &mut WriteTx,
        grant: &Grant,
        account: &Account,
        scope: &[String],
    ) -> Result<Option<GroupClaims>, DbError> {
        let (client, claims) = (self.client(), grant.context.claims.as_ref());
        let by_scope = client.id_token_claims || claims.is_some();
        if !by_scope || !group_claims::may_be_given(client, scope, claims) {
            return Ok(None);
        }
        group_claims::of_client(tx, account, client).await.map(Some)
    }

    /// The key that a refresh token is bound to: the client's DPoP key, if it has no other way to authenticate (RFC 9449
    /// section 5).
    pub fn key_of_refresh_token(&self) -> Option<String> {
        let bound = self.thumbprint().map(str::to_owned);
        bound.filter(|_| !self.request.client.is_confidential())
    }

    async fn first_refresh_token(
        &self,
        tx: &mut WriteTx,
        grant: &Grant,
    ) -> Result<String, OAuthError> {
        let (bound, now) = (self.key_of_refresh_token(), self.request.now);
        Ok(refresh_tokens::issue(tx, grant, bound, self.refresh, now, &self.random).await?)
    }

    pub fn random(&self) -> &Random {
        &self.random
    }

    /// Records that a code or token was used twice, and the grant that this revoked. A grant that was revoked before is
    /// not recorded again, so that repeated replays write nothing more.
    pub async fn record_theft(
        &self,
        tx: &mut WriteTx,
        event: Event,
        revoked: Option<Box<Grant>>,
    ) -> Result<(), DbError> {
        let Some(Grant { context, .. }) = revoked.as_deref() else {
            return Ok(());
        };
        // The actor is the client: nothing shows that the person sent the replay.
        let entry = self.entry(event).actor(&context.client_id);
        let entry = entry
            .account(&context.account_id)
            .client(&context.client_id)
            .session(&context.session_id);
        audit::record(tx, &entry).await
    }

    pub fn entry(&self, event: Event) -> Entry {
        Entry::new(event, &self.random, self.request.now).origin(&self.request.origin)
    }
}
