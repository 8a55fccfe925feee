//! Somebody wants to use an address that belongs to another account.

use serde::{Deserialize, Serialize};

use super::super::body::Body;
use super::super::context::MailContext;
use super::Message;
use crate::site::offered;

/// Informs the owner of an address that somebody wants to use it for another account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AddressTaken {}

impl Message for AddressTaken {
    fn body<'c>(&self, context: &'c MailContext<'c>) -> Body<'c> {
        let product = [("product", context.product)];
        Body::titled(context, "address_taken.subject")
            .paragraph("address_taken.intro", &product)
            .paragraph("address_taken.what", &[])
            .action("address_taken.action", offered::HOME)
            .paragraph("address_taken.not_you", &[])
    }

    fn sample() -> Self {
        Self {}
    }
}
