//! What follows a proof of identity: further steps, or the session.
//!
//! A step that checks a proof calls [`after_proof`]. [`steps_after`] alone decides what else the account has to do.

use axum::http::HeaderValue;
use axum::http::header::SET_COOKIE;
use axum::response::Response;
use futures_util::future::BoxFuture;
use jiff::tz::TimeZone;

use crate::audit::{self, AuditContext, Event};
use crate::clients::Registry;
use crate::clock::Millis;
use crate::config::LinkRule;
use crate::db::{DbError, Reads, WriteTx};
use crate::directory::known_browser::BrowserMemory;
use crate::directory::sign_in::KnownBrowser;
use crate::directory::{self, Account};
use crate::factors::Acr;
use crate::factors::{self, AccountFactors, Demand};
use crate::federation::{self, Identity, Providers};
use crate::sessions::begin;
use crate::sessions::browser::{self, NewCookie};
use crate::sessions::sign_in_flow::{Proved, SignInFlow, Step};
use crate::sessions::sign_in_flows;
use crate::sessions::signed_out_there;
use crate::sessions::sso::{Authentication, SessionLifetimes, SsoSession};
use crate::state::visitor::HandlerError;

use super::given_groups;
use super::step_context::{OpenFlow, StepContext};

/// What `account` still has to do before its session begins.
struct Remaining {
    /// In this order.
    steps: Vec<Step>,
    /// The usual date until which a second factor may be put off, if it begins to count now.
    grace: Option<Millis>,
}

/// Decides what `account` still has to do. Only somebody who used the password has to replace it, and only after the
/// second factor.
async fn steps_after(
    context: &StepContext,
    flow: &SignInFlow,
    account: &Account,
    proved: &Proved,
) -> Result<Remaining, DbError> {
    let mut view = context.state.db.read().await?;
    let memory = context.browser_memory();
    let known_here = memory.as_ref().map(|memory| memory.known());
    let knows = |known: &KnownBrowser<'_>| known.account_ids.contains(&account.id);
    let browser = known_here.filter(knows).map(|known| known.id);
    let known = AccountFactors::of(&mut view, &account.id, browser, context.now).await?;
    let is_weak = proved.acr() < Acr::Mfa;
    let mut steps = Vec::new();
    if is_weak && known.has_factor() {
        // A shorter setting counts for browsers that were remembered before. Administrators are always asked.
        let span = context.state.config.factors.remember;
        let is_remembered = known
            .remembered_at
            .is_some_and(|at| context.now < at.saturating_add(span));
        let trusts = is_remembered && !factors::is_administrator(&mut view, account).await?;
        if !trusts && proved.temporary_code.is_none() {
            steps.push(Step::SecondFactor);
        }
    }
    if account.must_change_password && proved.has_password() {
        steps.push(Step::ChangePassword);
    }
    // A date that is set stays: this flow does not know what other applications require.
    let mut grace = None;
    if is_weak && proved.temporary_code.is_some() {
        steps.push(Step::AddFactor);
    } else if is_weak {
        match demanded(context, flow, &mut view, (account, known)).await? {
            Demand::Met => {}
            Demand::Until { begins, .. } => {
                grace = begins;
                steps.extend((!flow.progress.put_off).then_some(Step::AddFactor));
            }
            Demand::Due => steps.push(Step::AddFactor),
        }
    }
    Ok(Remaining { steps, grace })
}

/// What is required of `account` in this flow, also by the application that it leads to.
pub(super) async fn demanded(
    context: &StepContext,
    flow: &SignInFlow,
    view: &mut dyn Reads,
    (account, known): (&Account, AccountFactors),
) -> Result<Demand, DbError> {
    let state = &context.state;
    let client = flow.client_id().and_then(|id| state.clients.get(id));
    let by_application = client.is_some_and(|client| client.require_second_factor);
    let how = (&state.config, by_application);
    factors::demand(view, account, known, how, context.now).await
}

/// Why the sign-in did not continue.
pub(super) enum NotEntered<E> {
    /// The proof is no longer valid.
    Proof(E),
    /// Another response than the step's own page.
    Handler(HandlerError),
}

impl<E> From<HandlerError> for NotEntered<E> {
    fn from(error: HandlerError) -> Self {
        Self::Handler(error)
    }
}

/// `account` proved its identity as `proved` says. In the transaction of `settle`, either its session begins, or the
/// flow continues with the remaining steps; nobody is signed in before all of them are done.
pub(super) async fn after_proof<E, F>(
    context: &StepContext,
    open: &OpenFlow,
    account: &Account,
    proved: Proved,
    settle: F,
) -> Result<Response, NotEntered<E>>
where
    E: From<DbError> + Send + 'static,
    F: for<'t> FnOnce(&'t mut WriteTx) -> BoxFuture<'t, Result<(), E>> + Send + 'static,
{
    let onward = settle_proof(context, open, account, proved, settle).await?;
    let mut response = context.lead_on(&onward.address);
    onward.know_browser(context, &mut response);
    Ok(response)
}

/// Where the browser goes after a proof.
pub(super) struct Onward {
    pub address: String,
    /// The account whose session began, if no step is left.
    entered: Option<String>,
}

impl Onward {
    /// After the whole sign-in, adds the cookie by which this browser is known to the account (decision 0004). A password
    /// alone makes no browser known (attack 15).
    pub fn know_browser(&self, context: &StepContext, response: &mut Response) {
        if self.entered.is_some() {
            self.keep(context, context.browser_memory(), response);
        }
    }

    /// The same with the list `memory`, which is also kept while steps remain.
    pub fn keep(
        &self,
        context: &StepContext,
        memory: Option<BrowserMemory>,
        response: &mut Response,
    ) {
        let state = &context.state;
        let (browsers, random) = (&state.known_browsers, &state.random);
        let sealed = browsers.seal(memory, self.entered.as_deref(), random);
        if let Ok(cookie) = HeaderValue::from_str(&state.cookies.set_known(&sealed)) {
            response.headers_mut().append(SET_COOKIE, cookie);
        }
    }
}

/// Like [`after_proof`], for a step that shows a page before the browser goes on, or that knows the browser by another list.
pub(super) async fn settle_proof<E, F>(
    context: &StepContext,
    open: &OpenFlow,
    account: &Account,
    proved: Proved,
    settle: F,
) -> Result<Onward, NotEntered<E>>
where
    E: From<DbError> + Send + 'static,
    F: for<'t> FnOnce(&'t mut WriteTx) -> BoxFuture<'t, Result<(), E>> + Send + 'static,
{
    let mut flow = open.flow.clone();
    let remaining = steps_after(context, &flow, account, &proved).await;
    let Remaining { steps, grace } = remaining.map_err(HandlerError::from)?;
    // Only with the session: who has more to prove or to replace links nothing and joins no group.
    let brought = if steps.is_empty() {
        Brought::of(context, &flow, account, &proved)
    } else {
        Vec::new()
    };
    let entering = if steps.is_empty() {
        let entering = Entering::of(context, account, &proved).await?;
        let at = entering.proof.auth_time(context.now);
        flow.progress.authenticated(entering.proof.adds, at);
        Some(entering)
    } else {
        flow.progress.proved(proved.waiting(context.now), &steps);
        None
    };
    let address = flow.clone().stored().address();
    let (owner, audit) = (account.id.clone(), context.audit());
    let asks_for_factor = steps.contains(&Step::SecondFactor);
    let before = open.flow.progress.proved.clone();
    let (providers, zone) = (context.state.providers.clone(), context.state.zone.clone());
    let now = context.now;
    let written = context.state.db.write::<_, E, _>(move |tx| {
        Box::pin(async move {
            if let Some(before) = before
                && !still_holds(tx, &before, &providers, (now, &zone)).await?
            {
                return Ok(Settled::Lost);
            }
            settle(tx).await?;
            if asks_for_factor {
                let entry = audit.entry(Event::FactorAsked {}).account(&owner);
                audit::record(tx, &entry).await?;
            }
            if let Some(usual) = grace {
                factors::begin_grace(tx, &owner, usual).await?;
            }
            for one in brought {
                one.store(tx).await?;
            }
            let begun = match entering {
                Some(entering) => Some(entering.enter(tx).await?),
                None => None,
            };
            // Last, because every new sign-in flow waits for the sums that this write locks.
            sign_in_flows::save_proved(tx, &flow).await?;
            Ok(Settled::Done(begun.map(Box::new)))
        })
    });
    let begun = match written.await.map_err(NotEntered::Proof)? {
        Settled::Done(begun) => begun,
        Settled::Lost => {
            return Err(NotEntered::Handler(HandlerError::Expired {
                back: Some(open.flow.restart_address()),
            }));
        }
    };
    let entered = begun.is_some().then(|| account.id.clone());
    if let Some(begun) = begun {
        let (begun, cookie) = *begun;
        let set = cookie.set(&context.browser, &begun.id).await;
        set.map_err(HandlerError::from)?;
    }
    Ok(Onward { address, entered })
}

/// The result of the transaction that settles a proof.
enum Settled {
    /// The session that began, if no step is left.
    Done(Option<Box<(SsoSession, NewCookie)>>),
    /// What was proved before is no longer valid.
    Lost,
}

/// True if what the flow has proved before is still valid, and stays so until this transaction ends.
async fn still_holds(
    tx: &mut WriteTx,
    before: &Proved,
    providers: &Providers,
    when: (Millis, &TimeZone),
) -> Result<bool, DbError> {
    let (id, changed_at) = (&before.account_id, before.password_changed_at);
    if !directory::hold_proof(tx, id, changed_at).await? {
        return Ok(false);
    }
    if before.corporate.is_some() {
        let identity = before.arrived.as_deref();
        let came =
            identity.and_then(|identity| Some((providers.get(&identity.provider)?, identity)));
        let Some((provider, identity)) = came else {
            return Ok(false);
        };
        if !federation::arrives(tx, &provider, identity, id, when).await? {
            return Ok(false);
        }
    }
    if signed_out_there::has_ended(tx, before).await? {
        return Ok(false);
    }
    match &before.session {
        Some(sid) => begin::hold(tx, sid).await,
        None => Ok(true),
    }
}

/// The proof of this sign-in flow and its account, for a step between the proof and the session. An account that was
/// disabled, or whose password was replaced since, makes the proof invalid.
pub(super) async fn proved(
    context: &StepContext,
    open: &OpenFlow,
) -> Result<(Account, Proved), HandlerError> {
    let lost = || HandlerError::Expired {
        back: Some(open.flow.restart_address()),
    };
    let proved = open.flow.progress.proved.clone().ok_or_else(lost)?;
    let mut tx = context.state.db.read().await?;
    let account = directory::find(&mut tx, &proved.account_id).await?;
    let account = account.ok_or_else(lost)?;
    directory::may_sign_in(&account, context.now, &context.state.zone).map_err(|_| lost())?;
    if account.password_changed_at != proved.password_changed_at {
        return Err(lost());
    }
    if let Some(session) = &proved.session {
        drop(tx);
        let signed_in = context.signed_in().await?;
        if signed_in.is_none_or(|known| known.session.id != *session) {
            return Err(lost());
        }
    }
    Ok((account, proved))
}

/// A corporate identity that comes with the session.
struct Brought {
    identity: Identity,
    /// True if it waited for the account's own way in, which its owner has just proved. Otherwise the person came by it.
    waited: bool,
    account: Account,
    audit: AuditContext,
    providers: Providers,
    zone: TimeZone,
}

impl Brought {
    /// What `proved` and the flow bring for `account`.
    fn of(
        context: &StepContext,
        flow: &SignInFlow,
        account: &Account,
        proved: &Proved,
    ) -> Vec<Self> {
        let state = &context.state;
        let came = proved.arrived.as_deref();
        let waits = flow.progress.linking.as_deref();
        let waits = waits.filter(|linking| linking.account_id == account.id);
        let waits = waits.map(|linking| &linking.identity);
        // The settings may no longer let the provider link.
        let waits = waits.filter(|identity| {
            let provider = state.providers.get(&identity.provider);
            provider.is_some_and(|provider| provider.link() != LinkRule::Never)
        });
        let came = came.into_iter().map(|identity| (identity, false));
        let all = came.chain(waits.into_iter().map(|identity| (identity, true)));
        all.map(|(identity, waited)| Self {
            identity: identity.clone(),
            waited,
            account: account.clone(),
            audit: context.audit(),
            providers: state.providers.clone(),
            zone: state.zone.clone(),
        })
        .collect()
    }

    /// Links the identity, or notes its use, and follows its groups.
    async fn store(self, tx: &mut WriteTx) -> Result<(), DbError> {
        let (identity, account, audit) = (&self.identity, &self.account, &self.audit);
        let Some(provider) = self.providers.get(&identity.provider) else {
            return Ok(());
        };
        if !self.waited {
            federation::settle(tx, &provider, identity, account, audit).await?;
        } else if !federation::still_offers(tx, &provider, &identity.issuer).await?
            || !federation::link(tx, identity, provider.label(), account, audit).await?
        {
            return Ok(());
        }
        let when = (audit, &self.zone);
        given_groups::follow(tx, &provider, (identity, account), when).await
    }
}

/// Everything the transaction needs; it owns all its data.
struct Entering {
    pointer: Option<String>,
    cookie: NewCookie,
    proof: Authentication,
    lifetimes: SessionLifetimes,
    audit: AuditContext,
    clients: Registry,
    /// The owner, who gets an email because the browser is unknown.
    surprised: Option<Account>,
}

impl Entering {
    async fn of(
        context: &StepContext,
        account: &Account,
        proved: &Proved,
    ) -> Result<Self, HandlerError> {
        let proof = proved.authentication();
        let memory = context.browser_memory();
        let known = memory.is_some_and(|known| known.known().account_ids.contains(&account.id));
        // The first browser of a new account is no surprise.
        let notify = context.state.config.accounts.notify_new_browser && account.login_count > 0;
        Ok(Self {
            surprised: (notify && !known && proved.session.is_none()).then(|| account.clone()),
            pointer: browser::pointer(&context.browser).await?,
            cookie: NewCookie::of(&context.browser),
            proof,
            lifetimes: context.state.session_lifetimes(),
            audit: context.audit(),
            clients: context.state.clients.clone(),
        })
    }

    /// Begins the session in the caller's transaction, and binds the browser to it under a new cookie value (attack 8).
    async fn enter(self, tx: &mut WriteTx) -> Result<(SsoSession, NewCookie), DbError> {
        let (pointer, proof, audit) = (self.pointer.as_deref(), &self.proof, &self.audit);
        let clients = &self.clients;
        let begun = begin::in_browser(tx, pointer, proof, self.lifetimes, audit, clients).await?;
        if let Some(owner) = &self.surprised {
            directory::write_of_new_browser(tx, owner, audit).await?;
        }
        self.cookie.store(tx, &begun.id).await?;
        Ok((begun, self.cookie))
    }
}
