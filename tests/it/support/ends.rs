//! Actions that end tokens early. They call the same functions as the product's doors and commands.

use std::sync::Arc;

use atrium::audit::PasswordChange;
use atrium::directory::change_password::{
    ChangePasswordError, NewPassword, prepare, prepare_reset,
};
use atrium::directory::{Account, Status};
use atrium::i18n::language::Language;
use atrium::sessions::end;
use atrium::sessions::revocation::{self, KNOWS_OLD_SECRET};
use jiff::tz::TimeZone;
use zeroize::Zeroizing;

use super::app::TestApp;
use super::relying_party::random;

impl TestApp {
    /// Ends a session, as a sign-out does.
    pub async fn sign_out(&self, sid: &str) {
        let (sid, audit) = (sid.to_owned(), self.audit());
        let clients = self.state().clients.clone();
        self.write(move |tx| {
            Box::pin(async move { end::sign_out_of(tx, &sid, &audit, &clients).await.map(drop) })
        })
        .await;
    }

    /// Disables an account, as `atrium user disable` does.
    pub async fn disable(&self, name: &str) {
        self.set_status(name, Status::Disabled).await;
    }

    async fn set_status(&self, name: &str, status: Status) {
        let (id, audit) = (self.account(name).await.id, self.audit());
        let clients = self.state().clients.clone();
        let set = self.db().write(move |tx| {
            Box::pin(async move {
                let known = (&TimeZone::UTC, &clients);
                end::set_account_status(tx, &id, status, known, &audit).await
            })
        });
        set.await.unwrap();
    }

    /// Enables a disabled account.
    pub async fn enable(&self, name: &str) {
        self.set_status(name, Status::Enabled).await;
    }

    /// Ends everything that a client was given, as `atrium client revoke-tokens` does. Later tokens are issued later.
    pub async fn end_client(&self, client: &str) {
        let (client, audit, clock) = (client.to_owned(), self.audit(), self.clock.clone());
        self.write(move |tx| {
            Box::pin(async move {
                revocation::revoke_client_tokens(tx, &client, &audit, &clock)
                    .await
                    .map(drop)
            })
        })
        .await;
        self.clock.advance(KNOWS_OLD_SECRET + 1);
    }

    /// Withdraws the consent of an account to a client.
    pub async fn withdraw(&self, name: &str, client: &str) {
        let (id, audit) = (self.account(name).await.id, self.audit());
        let client = client.to_owned();
        self.write(move |tx| {
            Box::pin(async move {
                let ended = end::withdraw_consent(tx, &id, &client, &audit).await;
                ended.map(drop)
            })
        })
        .await;
    }

    /// Changes a password, as its owner does on our page.
    pub async fn change_password(&self, name: &str) {
        let (account, state) = (self.account(name).await, Arc::clone(self.state()));
        let (password, language) = (Zeroizing::new(random()), Language::default());
        let new = prepare(&state.sign_in, &account, password, language).await;
        self.replace_password(new, &account, PasswordChange::Forced)
            .await;
    }

    /// Sets a password, as `atrium user password` does.
    pub async fn reset_password(&self, name: &str) {
        let (account, state) = (self.account(name).await, Arc::clone(self.state()));
        let password = Zeroizing::new(random());
        let new = prepare_reset(&state.hashing, &state.random, &account, password, false).await;
        self.replace_password(new, &account, PasswordChange::Administrator)
            .await;
    }

    async fn replace_password(
        &self,
        new: Result<NewPassword, ChangePasswordError>,
        before: &Account,
        by: PasswordChange,
    ) {
        let (new, audit) = (new.unwrap(), self.audit());
        let clients = self.state().clients.clone();
        let ended = self.db().write(move |tx| {
            Box::pin(async move { end::replace_password(tx, new, by, &audit, &clients).await })
        });
        ended.await.unwrap();
        let after = self.account(&before.username).await;
        assert_ne!(after.password_hash, before.password_hash);
    }
}
