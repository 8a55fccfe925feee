//! A product that its card opens: access is asked, the opening is counted, and an application of the old
//! kind gets its launch token.

use std::sync::Arc;

use crate::access::{Opening, Product, openings};
use crate::audit::AuditContext;
use crate::clients::Registry;
use crate::db::{DbError, WriteTx};
use crate::directory::Account;

use super::launch::{Launch, LaunchLifetimes};
use super::sso::SsoSession;

/// A card that somebody clicks.
pub struct Card {
    /// Who.
    pub account: Arc<Account>,
    /// In which session.
    pub session: Arc<SsoSession>,
    /// The product.
    pub product_id: i64,
}

/// A product that was opened.
pub struct Opened {
    /// The product, with its addresses.
    pub product: Product,
    /// How often this person has opened it.
    pub count: i64,
    /// The launch token, for an application that takes one in its address.
    pub token: Option<String>,
}

/// Why a card opens nothing.
#[derive(Debug, thiserror::Error)]
pub enum CardError {
    /// There is no such product.
    #[error("there is no such product")]
    Unknown,
    /// The person has no access.
    #[error("the person has no access to the product")]
    Closed,
    /// The database failed.
    #[error(transparent)]
    Db(#[from] DbError),
}

impl Card {
    /// Counts the opening and gives the token that goes with it, or neither (contract C-010).
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
        let launch =
            client.and_then(|client| Launch::of_card(&client, product.addresses(), lifetimes));
        let token = match launch {
            Some(launch) => Some(launch.give(tx, &self.session, audit).await?),
            None => None,
        };
        Ok(Opened {
            product,
            count,
            token,
        })
    }
}
