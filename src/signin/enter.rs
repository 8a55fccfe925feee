//! What follows a proof of identity: the session begins, or a password has to be replaced first.

use axum::response::Response;

use crate::audit::{self, Entry, Event};
use crate::db::DbError;
use crate::directory::sign_in::{SignInError, Verified};
use crate::directory::{self, Account};
use crate::sessions::backchannel;
use crate::sessions::begin::{Begun, begin};
use crate::sessions::browser;
use crate::sessions::journey::{Progress, Step};
use crate::sessions::sso::Authentication;
use crate::sessions::store;

use super::desk::{Desk, Held, Stop, onward, see_other};

/// Why nobody is signed in after all.
pub(super) enum NotEntered {
    /// The proof does not hold any more: the password was changed meanwhile.
    SignIn(SignInError),
    Stop(Stop),
}

impl From<SignInError> for NotEntered {
    fn from(error: SignInError) -> Self {
        Self::SignIn(error)
    }
}

impl From<DbError> for NotEntered {
    fn from(error: DbError) -> Self {
        Self::Stop(error.into())
    }
}

impl From<Stop> for NotEntered {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

/// The right password was given.
pub(super) async fn after_password(
    desk: &Desk,
    held: &Held,
    verified: Verified,
) -> Result<Response, NotEntered> {
    if verified.account.must_change_password {
        return change_first(desk, held, verified).await;
    }
    let entry = Entering::of(desk, held, &verified.account).await?;
    let begun = desk.ground.db.write(move |tx| {
        Box::pin(async move {
            verified.settle(tx).await?;
            Ok::<Entered, SignInError>(entry.enter(tx).await?)
        })
    });
    let entered = begun.await?;
    Ok(entered.bind(desk).await?)
}

/// First sign-in (design 8): the password is right but must not be kept; nobody is signed in yet.
async fn change_first(
    desk: &Desk,
    held: &Held,
    verified: Verified,
) -> Result<Response, NotEntered> {
    let mut journey = held.journey.clone();
    journey.progress.done(Step::Identify);
    journey.progress.first(Step::ChangePassword);
    journey.progress.changing_password_of = Some(verified.account.id.clone());
    journey.progress.proved_password_of = verified.account.password_changed_at;
    let (id, progress) = (journey.id.clone(), journey.progress.clone());
    let saved = desk.ground.db.write(move |tx| {
        Box::pin(async move {
            verified.settle(tx).await?;
            store::journeys::save_progress(tx, &id, &progress).await?;
            Ok::<(), SignInError>(())
        })
    });
    saved.await?;
    Ok(see_other(&onward(&journey)))
}

/// Everything the transaction of an entry needs, owned.
pub(super) struct Entering {
    pointer: Option<String>,
    proof: Authentication,
    journey_id: String,
    progress: Progress,
    onward: String,
    success: Entry,
    lifetimes: crate::sessions::sso::SessionLifetimes,
    now: crate::clock::Millis,
    random: crate::random::Random,
    clients: crate::clients::Registry,
}

/// A session that began, and where the browser goes.
pub(super) struct Entered {
    begun: Begun,
    onward: String,
}

impl Entering {
    /// The entry of `account` by password at the end of the journey's steps for that.
    pub async fn of(desk: &Desk, held: &Held, account: &Account) -> Result<Self, Stop> {
        let proof = Authentication::password(&account.id);
        let mut journey = held.journey.clone();
        journey.progress.authenticated(desk.now);
        let event = Event::SignInSucceeded {
            amr: proof.amr.clone(),
            acr: proof.acr.clone(),
        };
        Ok(Self {
            pointer: browser::pointer(&desk.browser).await?,
            success: Entry::new(event, &desk.ground.random, desk.now)
                .account(&account.id)
                .origin(&desk.origin),
            onward: onward(&journey),
            journey_id: journey.id,
            progress: journey.progress,
            proof,
            lifetimes: desk.ground.session_lifetimes(),
            now: desk.now,
            random: desk.ground.random.clone(),
            clients: desk.ground.clients.clone(),
        })
    }

    /// Begins the session and notes it, in the caller's transaction.
    pub async fn enter(self, tx: &mut crate::db::WriteTx) -> Result<Entered, DbError> {
        let pointer = self.pointer.as_deref();
        let begun = begin(
            tx,
            pointer,
            &self.proof,
            self.lifetimes,
            self.now,
            &self.random,
        )
        .await?;
        let replaced = begun.replaced.as_slice();
        backchannel::announce(tx, replaced, &self.clients, &self.random, self.now).await?;
        store::journeys::save_progress(tx, &self.journey_id, &self.progress).await?;
        directory::store::record_sign_in(tx, &self.proof.account_id, self.now).await?;
        audit::record(tx, &self.success.session(&begun.session.id)).await?;
        Ok(Entered {
            begun,
            onward: self.onward,
        })
    }
}

impl Entered {
    /// Binds the browser under a new cookie value and goes on.
    pub async fn bind(self, desk: &Desk) -> Result<Response, Stop> {
        desk.ground.wake.wake();
        browser::bind(&desk.browser, &self.begun.session.id).await?;
        Ok(see_other(&self.onward))
    }
}
