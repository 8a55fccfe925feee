//! What follows a proof by a corporate provider.

use axum::response::Response;

use crate::db::DbError;
use crate::directory::Account;
use crate::federation::{self, Identity, Provider};
use crate::sessions::sign_in_flow::{Proved, SignInFlow};
use crate::state::visitor::HandlerError;

use super::corporate_trip::show;
use super::enter::{self, NotEntered};
use super::pages::End;
use super::step_context::{OpenFlow, StepContext};

/// Signs in an account to which the identity belongs.
pub(super) async fn sign_in(
    context: &StepContext,
    open: &OpenFlow,
    provider: &Provider,
    account: Account,
    (identity, proved): (Identity, Proved),
) -> Result<Response, HandlerError> {
    let (owner, now) = (account.id.clone(), context.now);
    let (providers, zone) = (context.state.providers.clone(), context.state.zone.clone());
    let entered = enter::after_proof(context, open, &account, proved, move |tx| {
        Box::pin(async move {
            let provider = providers.get(&identity.provider).ok_or(Gone::Unlinked)?;
            let arrives = federation::arrives(tx, &provider, &identity, &owner, (now, &zone));
            arrives.await?.then_some(()).ok_or(Gone::Unlinked)
        })
    });
    answered(context, provider, &open.flow, entered.await)
}

/// Why a corporate proof is no longer valid in its own transaction.
enum Gone {
    /// The identity was unlinked, or linked to another account.
    Unlinked,
    Db(DbError),
}

impl From<DbError> for Gone {
    fn from(error: DbError) -> Self {
        Self::Db(error)
    }
}

fn answered(
    context: &StepContext,
    provider: &Provider,
    flow: &SignInFlow,
    entered: Result<Response, NotEntered<Gone>>,
) -> Result<Response, HandlerError> {
    match entered {
        Ok(response) => Ok(response),
        Err(NotEntered::Proof(Gone::Unlinked)) => Ok(show(context, provider, flow, End::Unknown)),
        Err(NotEntered::Proof(Gone::Db(error))) => Err(error.into()),
        Err(NotEntered::Handler(error)) => Err(error),
    }
}
