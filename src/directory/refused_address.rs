//! Addresses of accounts that cannot get emails, for administrators.
//!
//! Only the code of the answer is kept: other servers choose its words. An address without an account leaves nothing, so
//! that strangers store nothing.

use async_trait::async_trait;

use super::names::mailbox;
use super::store::refusals::{accept, is_refused, refuse};
use crate::audit::{self, AuditContext, Event};
use crate::clock::Clock;
use crate::db::{Db, DbError};
use crate::mail::Deliveries;
use crate::random::Random;

/// Notes which addresses are refused; give it to the mailer.
#[derive(Debug)]
pub struct RefusedAddresses {
    pub db: Db,
    pub clock: Clock,
    pub random: Random,
}

#[async_trait]
impl Deliveries for RefusedAddresses {
    async fn accepted(&self, email: &str) -> Result<(), DbError> {
        let address = mailbox(email);
        // Nearly always there is nothing to forget, and so nothing to write.
        if !is_refused(&mut self.db.read().await?, &address).await? {
            return Ok(());
        }
        let accepted = self
            .db
            .write(move |tx| Box::pin(async move { accept(tx, &address).await }));
        accepted.await
    }

    async fn refused(&self, email: &str, code: u16) -> Result<(), DbError> {
        let address = mailbox(email);
        let audit = AuditContext::of_server(self.clock.now(), &self.random, "emails");
        let noted = self.db.write::<_, DbError, _>(move |tx| {
            Box::pin(async move {
                let account = refuse(tx, &address, code, audit.now).await?;
                let Some(account) = account else {
                    return Ok(());
                };
                let entry = audit.entry(Event::AddressRefused { code });
                audit::record(tx, &entry.account(account)).await
            })
        });
        noted.await
    }
}
