//! Opens the product of a card: checks access, counts the opening, and issues a launch token to a legacy application.

use std::sync::Arc;

use crate::access::{Opening, Product, openings};
use crate::audit::AuditContext;
use crate::clients::Registry;
use crate::db::{DbError, WriteTx};
use crate::directory::Account;

use super::launch::{Launch, LaunchLifetimes};
use super::sso::SsoSession;

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
        let token = match launch {
            Some((client, launch)) => {
                clients.note_use(&client.client_id, audit.now);
                Some(launch.give(tx, &self.session, audit).await?)
            }
            None => None,
        };
        Ok(Opened {
            product,
            count,
            token,
        })
    }
}
