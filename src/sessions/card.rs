//! Opens the product of a card: checks access, counts the opening, and issues a launch token to a legacy application.

use std::sync::Arc;

use crate::audit::AuditContext;
use crate::catalogue::{Opening, Product, openings};
use crate::clients::{Callback, Client, Registry};
use crate::db::{DbError, WriteTx};
use crate::directory::Account;
use crate::factors::Acr;

use super::launch::{Launch, LaunchLifetimes, agreement};
use super::sso::SsoSession;
use super::store;

/// A click on a card.
pub struct Card {
    pub account: Arc<Account>,
    pub session: Arc<SsoSession>,
    pub product_id: i64,
}

pub struct Opened {
    /// The product with its addresses.
    pub product: Product,
    /// How often this person has opened the product.
    pub count: i64,
    /// The launch token, for an application that takes one in its address.
    pub token: Option<String>,
    /// The `appName` of an application that opens through the sign-in, whose pages ask: for a second factor, or whether it
    /// may have a token at these addresses.
    pub asks: Option<String>,
}

/// Why a card does not open.
#[derive(Debug, thiserror::Error)]
pub enum CardError {
    #[error("there is no such product")]
    Unknown,
    #[error("the person has no access to the product")]
    Closed,
    #[error(transparent)]
    Db(#[from] DbError),
}

impl Card {
    /// Counts the opening and issues the launch token in one transaction (contract C-010).
    pub async fn open(
        &self,
        tx: &mut WriteTx,
        clients: &Registry,
        lifetimes: LaunchLifetimes,
        audit: &AuditContext,
    ) -> Result<Opened, CardError> {
        let account = &self.account;
        let opening = openings::open(tx, account, self.product_id, clients, audit.now).await?;
        let (product, count) = match opening {
            Opening::Unknown => return Err(CardError::Unknown),
            Opening::Refused => return Err(CardError::Closed),
            Opening::Counted { product, count } => (*product, count),
        };
        let client = clients.of_product(product.client_id.as_deref(), &product.app_name);
        let launch = client.as_ref().and_then(|client| {
            let launch = Launch::of_card(client, product.addresses(), lifetimes)?;
            Some((client, launch))
        });
        let (mut token, mut asks) = (None, None);
        if let Some((client, launch)) = launch {
            if self.is_strong_for(client) && self.is_allowed(tx, client, &product).await? {
                clients.note_use(&client.client_id, audit.now);
                token = Some(launch.give(tx, &self.session, audit).await?);
            } else {
                asks = client.app_name().map(str::to_owned);
            }
        }
        Ok(Opened {
            product,
            count,
            token,
            asks,
        })
    }

    /// True unless the session lacks the second factor that `client` requires.
    fn is_strong_for(&self, client: &Client) -> bool {
        let has = Acr::of(&self.session.acr).unwrap_or(Acr::Password);
        !client.require_second_factor || has >= Acr::Mfa
    }

    /// True if no page has to ask before `client` gets a launch token at the addresses of the product.
    async fn is_allowed(
        &self,
        tx: &mut WriteTx,
        client: &Client,
        product: &Product,
    ) -> Result<bool, DbError> {
        let Some(legacy) = client.launches().filter(|_| client.asks_before_launch()) else {
            return Ok(true);
        };
        let consent = store::consents::find(tx, &self.account.id, &client.client_id).await?;
        let callbacks = product.addresses().map(|at| Callback::check(at, legacy));
        let wanted = callbacks.map(|callback| callback.map(|callback| agreement(&callback)));
        let wanted: Result<Vec<String>, _> = wanted.collect();
        Ok(consent.is_some_and(|consent| wanted.is_ok_and(|wanted| consent.covers(&wanted))))
    }
}
