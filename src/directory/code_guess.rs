//! Guesses of a code of a second factor: they count with the guesses of the password, and by themselves (attack 15).

use atrium_listener::network::network;
use zeroize::Zeroizing;

use super::account::Account;
use super::account_mail::write_to;
use super::sign_in::{Admits, KnownBrowser, PasswordAttempt, PasswordSignIn, SignInError};
use crate::audit::{self, AuditContext, Origin, SignInRefusal};
use crate::db::DbError;
use crate::limits::{self, Reservation};
use crate::mail::{CodesGuessed, Mail};

impl PasswordSignIn {
    /// Admits a guess of a code of `account`; see [`limits::Limits::code`].
    ///
    /// # Errors
    /// [`SignInError::Delayed`], [`SignInError::Busy`]; an error of the database.
    pub async fn admit_code(
        &self,
        account: &Account,
        origin: &Origin,
        (browser, is_recovery): (Option<KnownBrowser<'_>>, bool),
    ) -> Result<Reservation, SignInError> {
        let attempt = PasswordAttempt {
            name: &account.username,
            password: Zeroizing::default(),
            opener: None,
            origin,
            admits: Admits::Everybody,
            browser,
        };
        let mut counters = self.counters(Some(&account.id), &attempt);
        let place = match attempt.known_browser(Some(&account.id)) {
            Some(browser) => browser.id.to_owned(),
            None => network(attempt.address()),
        };
        counters.extend(self.limits.code(&account.id, &place, is_recovery));
        self.reserve(&counters, Some(&account.id), origin).await
    }

    /// Counts a wrong code, after the time that a wrong password takes. Once a day its owner hears that somebody guesses.
    ///
    /// # Errors
    /// The database failed.
    pub async fn refuse_code(
        &self,
        reservation: Reservation,
        account: &Account,
        origin: &Origin,
    ) -> Result<(), DbError> {
        let now = self.clock.now();
        let entry = self.entry(Some(&account.id), SignInRefusal::WrongCode, origin);
        let audit = AuditContext::new(now, &self.random, origin);
        let (limits, owner) = (self.limits, account.clone());
        let written = self.db.write::<_, DbError, _>(move |tx| {
            Box::pin(async move {
                limits::failed(tx, &reservation, now).await?;
                audit::record(tx, &entry).await?;
                if limits.notes_guessing(tx, &owner.id, now).await? {
                    write_to(tx, &owner, guessed(&owner, &audit), &audit).await?;
                }
                Ok(())
            })
        });
        let (written, ()) = tokio::join!(written, tokio::time::sleep(self.written_within));
        written
    }
}

fn guessed(owner: &Account, audit: &AuditContext) -> Mail {
    Mail::CodesGuessed(CodesGuessed {
        name: owner.display_name().into(),
        account: owner.username.as_str().into(),
        address: audit.origin.address,
        at: audit.now,
    })
}
